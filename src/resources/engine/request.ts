/** What a declaration knows of a request. The API makes it from HTTP; a worker that builds objects for hooks needs only a `Caller`. */
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { StoredFile } from '../../domain/documents/stored-file.ts'
import type { Credential } from '../../domain/people/credentials.ts'
import type { Tx } from '../../domain/outbox/transaction.ts'
import { describeAttachment } from '../../export/file-name.ts'
import type { Role } from '../../rules/permissions.ts'
import type { Urls } from './urls.ts'

/** The person or program that acts. */
export interface Who {
  user_id: number
  /** The organization of the action: the person's own, or one of the same group where the person has a membership. */
  organization_id: number
  organization_group_id: number
  username: string
  email: string
  roles: Role[]
  /** The membership by which the person acts in another organization; `limited`: only in the queues of the membership. */
  membership?: { id: number; limited: boolean }
}

/** For whom objects are read and shown. */
export interface Caller {
  who: Who
  db: Knex
  urls: Urls
  /** Names and keys that decide how some fields look. */
  config: Config
  /** In collections below an object of another one: the id of that object, which the caller sees. */
  above?: number
}

export interface Request<Body = unknown> extends Caller {
  deps: Deps
  request_id: string
  /** How the caller was authenticated; absent where no credentials are needed. */
  credential?: Credential
  method: string
  /** Path below the root of the API: `/queues/5/export`. */
  path: string
  query: Record<string, string | string[] | undefined>
  params: Record<string, string>
  /** The JSON body; undefined when there was none. */
  body: Body
  /** Value of a header, `''` when the request lacks it. */
  header(name: string): string
  /**
   * Reads the files of the body: of multipart bodies the parts with this name. Throws 400 without any and 413 above the limit. Ask for it only after the
   * caller's rights are checked. Files that no row refers to at the end of the request are deleted.
   */
  receiveFiles(part: string): Promise<ReceivedFiles>
}

/** The body of an upload. */
export interface ReceivedFiles {
  multipart: boolean
  /** In the blob store already, in the order they were sent. */
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
  /** The caller from now on, where the request itself created the user. */
  who?: Who
}

export const ok = (body: unknown, headers?: Record<string, string>): Answer => answerWith(200, body, headers)
export const noContent: Answer = { status: 204 }
export const answerWith = (status: number, body: unknown, headers?: Record<string, string>): Answer => ({
  status,
  body,
  ...(headers ? { headers } : {}),
})

/** CSV of this service's own figures. */
export const csv = (name: string, body: string): Answer =>
  ok(body, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': describeAttachment(`${name}.csv`),
  })

/** A file of a user: browsers must not guess its type, nor run scripts of it in the name of this service. */
export const fileAnswer = (
  body: unknown,
  file: { type: string; disposition: string; length?: number | undefined },
): Answer =>
  ok(body, {
    'Content-Type': file.type,
    'Content-Disposition': file.disposition,
    ...(file.length === undefined ? {} : { 'Content-Length': String(file.length) }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })

/** The same request inside a transaction: what it reads and writes, and what the domain does for it, takes part. */
export const within = (request: Request, tx: Tx): Writing => ({
  ...request,
  db: tx,
  deps: { ...request.deps, db: tx },
})
