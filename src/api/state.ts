import type { Knex } from 'knex'
import type { Context as KoaContext } from 'koa'
import type { Deps } from '../deps.ts'
import type { FileReceiver } from '../domain/documents/receive.ts'
import type { Credential } from '../domain/people/credentials.ts'
import type { Who } from '../resources/framework/request.ts'
import type { Urls } from '../resources/framework/urls.ts'

/** State that middleware passes to handlers in addition to the HTTP context. */
export interface State {
  who: Who
  db: Knex
  deps: Deps
  urls: Urls
  request_id: string
  /** The path for logs, without file names and other texts. */
  logged_path: string
  /** How the caller was authenticated; absent before authentication and for requests without credentials. */
  credential?: Credential
  /** Files received with the request so far. */
  receiver?: FileReceiver
  /** Whether `100 Continue` was sent to a client that announced its body with `Expect: 100-continue`. */
  accepted?: boolean
}

/** A Koa context whose state has passed authentication. */
export type Ctx = KoaContext & { params: Record<string, string>; state: State }
