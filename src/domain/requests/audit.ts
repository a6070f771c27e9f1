/** Audit logs: which user did what with which request. Rows are written in the transaction of the change they record. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'
import type { AuditLog, RowOf } from '../../models/index.ts'

/** The request for which the code runs. The service itself acts without one and writes no audit rows. */
export interface AuditedRequest {
  method: string
  path: string
  request_id: string
  /** Absent until the caller is authenticated. */
  who?: { organization_id: number; username: string } | undefined
  /** Rows written so far; they get the status of the response once there is one. */
  written: number[]
}

export interface AuditEntry {
  object_type: 'document' | 'annotation' | 'user'
  object_id: number
  action: string
  details?: Record<string, unknown>
  /** For requests without credentials, such as a password reset. */
  who?: { organization_id: number; username: string }
}

const requests = new AsyncLocalStorage<AuditedRequest>()

export const duringRequest = <T>(request: AuditedRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(request, work)

/** Writes audit rows of the current request; does nothing outside of requests. */
export async function writeAudit(db: Knex, entries: AuditEntry[]): Promise<void> {
  const request = requests.getStore()
  if (!request) return
  const rows = entries.flatMap(({ object_type, object_id, action, details = {}, who = request.who }) =>
    who
      ? [
          {
            organization_id: who.organization_id,
            username: who.username,
            object_type,
            object_id,
            action,
            content: { path: request.path, method: request.method, request_id: request.request_id, details },
          },
        ]
      : [],
  )
  if (!rows.length) return
  const made = await db<RowOf<AuditLog>>('audit_logs').insert(rows).returning('id')
  request.written.push(...made.map((row) => row.id))
}

/** Adds the response status to the rows of the request. Rows of a rolled-back transaction no longer exist. */
export async function completeAudit(db: Knex, { written }: AuditedRequest, status_code: number): Promise<void> {
  if (!written.length) return
  await db('audit_logs')
    .whereIn('id', written)
    .update({ content: db.raw(`content || jsonb_build_object('status_code', ?::integer)`, [status_code]) })
}

/** Deletes rows older than one year. Returns their number. */
export const deleteOldAuditLogs = (db: Knex): Promise<number> =>
  db('audit_logs').whereRaw(`"timestamp" < now() - interval '1 year'`).delete()
