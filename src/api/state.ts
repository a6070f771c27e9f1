import type { Knex } from 'knex'
import type { Context as KoaContext } from 'koa'
import type { Deps } from '../deps.ts'
import type { FileReceiver } from '../domain/documents/receive.ts'
import type { Credential } from '../domain/people/credentials.ts'
import type { Who } from '../resources/engine/request.ts'
import type { Urls } from '../resources/engine/urls.ts'

/** What middleware leaves for handlers beside the HTTP context. */
export interface State {
  who: Who
  db: Knex
  deps: Deps
  urls: Urls
  request_id: string
  /** How the caller was authenticated; absent before that, and where no credentials are needed. */
  credential?: Credential
  /** Files that the request has brought so far. */
  receiver?: FileReceiver
  /** The client has been asked for the body, which it announced with `Expect: 100-continue`. */
  accepted?: boolean
}

/** A Koa context whose state has passed authentication. */
export type Ctx = KoaContext & { params: Record<string, string>; state: State }
