import type { Knex } from 'knex'
import type { Context as KoaContext } from 'koa'
import type { Deps } from '../deps.ts'
import type { Credential } from '../domain/people/credentials.ts'
import type { Who } from '../resources/engine/request.ts'
import type { Urls } from '../resources/engine/urls.ts'

declare module 'koa' {
  interface Request {
    /** Parsed by middleware/body.ts; absent for uploads, which are read as streams. */
    body?: unknown
  }
}

/** What middleware leaves for handlers beside the HTTP context. */
export interface State {
  who: Who
  db: Knex
  deps: Deps
  urls: Urls
  request_id: string
  /** How the caller was authenticated; absent before that, and where no credentials are needed. */
  credential?: Credential
}

/** A Koa context whose state has passed authentication. */
export type Ctx = KoaContext & { params: Record<string, string>; state: State }
