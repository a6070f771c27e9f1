/** Audit logs: which user did what with which request. Rows are written in the transaction of the change they record. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'
import type { AuditedChange } from '../../rules/audit/changes.ts'
import type { AuditLog, RowOf, User } from '../../models/index.ts'
import { inBatches } from '../in-batches.ts'
import { auditedType, type AuditType } from '../../rules/audit/objects.ts'

/** The request for which the code runs. The service itself acts without one and writes no audit rows. */
export interface AuditedRequest {
  method: string
  path: string
  request_id: string
  /** Absent until the caller is authenticated. */
  who?: { organization_id: number; username: string } | undefined
  /** Rows written so far; they get the status of the response once there is one. */
  written: number[]
  /** Objects of which the response shows secrets, by type and id. */
  secrets?: Map<string, AuditEntry> | undefined
}

export interface AuditEntry {
  object_type: AuditType
  object_id: number
  action: string
  details?: Record<string, unknown>
  /** For requests without credentials, such as a password reset; `username` is null if no user is known. */
  who?: { organization_id: number; username: string | null }
  /** The organization of the object, which gets a row too if the request acts in another one, as with a membership. */
  home_id?: number
}

const requests = new AsyncLocalStorage<AuditedRequest>()

export const duringRequest = <T>(request: AuditedRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(request, work)

/** The request for which the code runs, if any. */
export const currentRequest = (): AuditedRequest | undefined => requests.getStore()

/** The rows of a request about these entries. */
export function rowsOf(
  request: AuditedRequest,
  entries: readonly AuditEntry[],
): Omit<RowOf<AuditLog>, 'id' | 'timestamp'>[] {
  const { path, method, request_id } = request
  return entries.flatMap(({ object_type, object_id, action, details = {}, who = request.who, home_id }) => {
    if (!who) return []
    const content = { path, method, request_id, details }
    return [...new Set([who.organization_id, home_id ?? who.organization_id])].map((organization_id) => ({
      organization_id,
      username: who.username,
      object_type,
      object_id,
      action,
      content,
    }))
  })
}

/** Writes audit rows of the current request; does nothing outside of requests. */
export async function writeAudit(db: Knex, entries: AuditEntry[]): Promise<void> {
  const request = requests.getStore()
  if (!request) return
  const rows = rowsOf(request, entries)
  if (!rows.length) return
  const made = await inBatches(rows, (batch) => db<RowOf<AuditLog>>('audit_logs').insert(batch).returning('id'))
  for (const { id } of made) request.written.push(id)
}

/** Nothing is added to older records: days are sealed once no record of theirs changes any more (`audit-days.ts`). */
export const COMPLETED_WITHIN = '2 hours'

/**
 * Records what a request has changed in an object, in the row that the domain has written about it or in one of its own. The changes are
 * those of `changesBetween`; nothing is written without any.
 */
export async function auditChanges(
  db: Knex,
  { object_type, object_id, action, home_id }: Omit<AuditEntry, 'details' | 'who'>,
  changes: readonly AuditedChange[],
): Promise<void> {
  const request = requests.getStore()
  if (!request || (changes.length === 0 && action === 'update')) return
  const details = JSON.stringify({ changes })
  const extended = await db<RowOf<AuditLog>>('audit_logs')
    .whereIn('id', request.written)
    .where({ object_type, object_id, action })
    .whereRaw(`"timestamp" > now() - interval '${COMPLETED_WITHIN}'`)
    .update({ content: db.raw(`jsonb_set(content, '{details}', content -> 'details' || ?::jsonb)`, [details]) })
  const home = home_id === undefined ? {} : { home_id }
  if (!extended) await writeAudit(db, [{ object_type, object_id, action, details: { changes }, ...home }])
}

/** An entry about a move that the service made outside of a request. */
export interface ServiceMove extends AuditEntry {
  organization_id: number
  /** The user on whose request the service acts; null for none. */
  actor_id: number | null
  request_id: string | null
}

/** Writes audit rows of moves that the service made by itself, such as the end of an import. They name no request unless one caused them. */
export async function auditMoves(tx: Knex, moves: readonly ServiceMove[]): Promise<void> {
  if (moves.length === 0) return
  const actors = [...new Set(moves.flatMap(({ actor_id }) => actor_id ?? []))]
  const users = actors.length ? await tx<RowOf<User>>('users').whereIn('id', actors).select('id', 'username') : []
  const names = new Map(users.map(({ id, username }) => [id, username]))
  await inBatches(moves, (batch) =>
    tx<RowOf<AuditLog>>('audit_logs')
      .insert(
        batch.map(({ organization_id, actor_id, request_id, object_type, object_id, action, details = {} }) => ({
          organization_id,
          username: (actor_id === null ? null : names.get(actor_id)) ?? null,
          object_type,
          object_id,
          action,
          content: { path: null, method: null, request_id, details },
        })),
      )
      .returning('id'),
  )
}

/** Whether the code runs for a request, so that its changes are recorded. */
export const isAudited = (): boolean => requests.getStore() !== undefined

/** Records that a row was created, changed or deleted, if such changes of its table are recorded. */
export async function auditRow(
  tx: Knex,
  table: string,
  { action, id, columns = [] }: { action: 'create' | 'update' | 'delete'; id: number; columns?: string[] },
): Promise<void> {
  const object_type = auditedType(table, action)
  // Values may be secrets.
  const details = action === 'update' ? { changed: columns } : {}
  if (object_type) await writeAudit(tx, [{ object_type, object_id: id, action, details }])
}

/** Records that a user logged in. */
export const auditLogin = (
  db: Knex,
  { id, organization_id, username }: { id: number; organization_id: number; username: string },
  method: string,
): Promise<void> =>
  writeAudit(db, [
    { object_type: 'user', object_id: id, action: 'login', details: { method }, who: { organization_id, username } },
  ])

/**
 * Records a login with a wrong password, if there is such a user. Starts after the caller has its answer: otherwise the time of the response
 * would show whether the user exists.
 */
export function auditFailedLogin(db: Knex, username: string, failed: (error: unknown) => void): void {
  const request = requests.getStore()
  setImmediate(() => void record().catch(failed))

  async function record(): Promise<void> {
    const user = await db<RowOf<User>>('users')
      .whereRaw('lower(username) = lower(?)', [username])
      .whereNull('deleted_at')
      .first('id', 'organization_id', 'username')
    if (!user || !request) return
    const { id: object_id, organization_id } = user
    const { path, method, request_id } = request
    const details = { method: 'password' }
    const content = JSON.stringify({ path, method, request_id, status_code: 401, details })
    const of = { organization_id, username: user.username, object_type: 'user', object_id }
    await db('audit_logs').insert({ ...of, action: 'login-failed', content })
  }
}

/** Records a sign-on that was refused, for an organization whose key or provider it used. */
export const auditRefusedSignOn = async (
  db: Knex,
  organization_id: number | undefined,
  method: string,
): Promise<void> => {
  if (organization_id === undefined) return
  const object = { object_type: 'organization', object_id: organization_id } as const
  const who = { organization_id, username: null }
  await writeAudit(db, [{ ...object, action: 'login-failed', details: { method }, who }])
}

/** Adds the response status to the rows of the request. Rows of a rolled-back transaction no longer exist. */
export async function completeAudit(db: Knex, { written }: AuditedRequest, status_code: number): Promise<void> {
  if (!written.length) return
  await db('audit_logs')
    .whereIn('id', written)
    .whereRaw(`"timestamp" > now() - interval '${COMPLETED_WITHIN}'`)
    .update({ content: db.raw(`content || jsonb_build_object('status_code', ?::integer)`, [status_code]) })
}
