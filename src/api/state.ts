import type { Knex } from 'knex'
import type { Context as KoaContext } from 'koa'
import type { Deps } from '../deps.ts'
import type { Role } from '../rules/permissions.ts'
import type { Urls } from './resource/urls.ts'

declare module 'koa' {
  interface Request {
    /** Parsed by middleware/body.ts; absent for uploads, which are read as streams. */
    body?: unknown
  }
}

/** The person (or program) asking. */
export interface Who {
  user_id: number
  organization_id: number
  organization_group_id: number
  username: string
  email: string
  roles: Role[]
  /** The token of this request; null with Basic credentials. */
  token_id: number | null
}

/** What every handler gets beside the HTTP context. */
export interface State {
  who: Who
  db: Knex
  deps: Deps
  urls: Urls
  request_id: string
}

/** A Koa context whose state has passed authentication. */
export type Ctx = KoaContext & { params: Record<string, string>; state: State }
