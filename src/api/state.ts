import type { Knex } from 'knex'
import type { Context as KoaContext } from 'koa'
import type { Deps } from '../deps.ts'
import type { Credential } from '../domain/people/credentials.ts'
import type { Role } from '../rules/permissions.ts'
import type { Urls } from '../resources/engine/urls.ts'

declare module 'koa' {
  interface Request {
    /** Parsed by middleware/body.ts; absent for uploads, which are read as streams. */
    body?: unknown
  }
}

/** The person (or program) asking. */
export interface Who {
  user_id: number
  /** Where the person acts: the own organization, or by a membership another one of the group. */
  organization_id: number
  organization_group_id: number
  username: string
  email: string
  roles: Role[]
  /** By which membership the person acts in another organization; `limited`: in the queues of the membership only. */
  membership?: { id: number; limited: boolean }
}

/** What every handler gets beside the HTTP context. */
export interface State {
  who: Who
  db: Knex
  deps: Deps
  urls: Urls
  request_id: string
  /** In collections below an object of another one: its id, which the person may see. */
  above?: number
  /** How the person was recognised; absent before that, and where no credentials are needed. */
  credential?: Credential
}

/** A Koa context whose state has passed authentication. */
export type Ctx = KoaContext & { params: Record<string, string>; state: State }
