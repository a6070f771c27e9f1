/** A request as declarations see it. The API builds it from HTTP; a worker that builds objects for hooks needs only a `Caller`. */
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { StoredFile } from '../../domain/documents/stored-file.ts'
import type { Credential } from '../../domain/people/credentials.ts'
import type { Tx } from '../../domain/outbox/transaction.ts'
import type { Role } from '../../rules/access/permissions.ts'
import type { Urls } from './urls.ts'

/** The person or program that acts. */
export interface Who {
  user_id: number
  /** The organization in which the caller acts: its own, or one of the same group where it has a membership. */
  organization_id: number
  organization_group_id: number
  username: string
  email: string
  roles: Role[]
  /**
   * The membership by which the caller acts in another organization; `limited`: only in the queues of the membership; `confined`: limited to
   * queues or in time, so without rights over the whole organization.
   */
  membership?: { id: number; limited: boolean; confined: boolean }
}

/** Parameters of a query; several values when one is repeated. */
export type Query = Record<string, string | string[] | undefined>

/** The person or program for whom objects are read and shown. */
export interface Caller {
  who: Who
  db: Knex
  urls: Urls
  /** Names and keys that some fields show. */
  config: Config
  /** In collections below an object of another one: the id of that object, which the caller sees. */
  above?: number
}

export interface Request<Body = unknown> extends Caller {
  deps: Deps
  request_id: string
  /** The credential of the caller; absent where none is needed. */
  credential?: Credential
  method: string
  /** Path below the root of the API: `/queues/5/export`. */
  path: string
  query: Query
  params: Record<string, string>
  /** The JSON body; undefined when there was none. */
  body: Body
  /** Value of a header, `''` when the request lacks it. */
  header(name: string): string
  /**
   * Reads the files of the body; of a multipart body the parts with this name. Throws 400 without files and 413 above the limit. Call it
   * only after the caller's rights are checked. Files to which no row refers at the end of the request are deleted.
   */
  receiveFiles(part: string): Promise<ReceivedFiles>
}

/** The body of an upload. */
export interface ReceivedFiles {
  multipart: boolean
  /** Already in the blob store, in the order in which they were sent. */
  files: StoredFile[]
  values: Record<string, unknown>
  metadata: Record<string, unknown>
  /** Other text parts, by name. */
  texts: Record<string, string>
}

/** A request inside a transaction. */
export type Writing = Request & { db: Tx }

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** An object for JSON, text, bytes or a stream; absent for none. */
  body?: unknown
  /** The caller from now on, if the request itself created the user. */
  who?: Who
}

export const ok = (body: unknown, headers?: Record<string, string>): Answer => answerWith(200, body, headers)
export const noContent: Answer = { status: 204 }
export const answerWith = (status: number, body: unknown, headers?: Record<string, string>): Answer => ({
  status,
  body,
  ...(headers ? { headers } : {}),
})

/** Returns a request that works inside a transaction, which includes everything that it and the domain read and write. */
export const within = (request: Request, tx: Tx): Writing => ({
  ...request,
  db: tx,
  deps: { ...request.deps, db: tx },
})
