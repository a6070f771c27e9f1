/** Audit logs: who did what by which request. Rows are written in the transaction of the change they record. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'
import { AuditLog } from '../../models/index.ts'

/** The request that the code runs for. The service itself acts without one, and leaves no audit rows. */
export interface AuditedRequest {
  method: string
  path: string
  request_id: string
  /** Absent before anybody is identified. */
  who?: { organization_id: number; username: string } | undefined
  /** Rows written so far; they learn the status of the answer once there is one. */
  written: number[]
}

export interface AuditEntry {
  object_type: 'document' | 'annotation' | 'user'
  object_id: number
  action: string
  details?: Record<string, unknown>
  /** For requests without credentials, such as the reset of a password. */
  who?: { organization_id: number; username: string }
}

const requests = new AsyncLocalStorage<AuditedRequest>()

export const duringRequest = <T>(request: AuditedRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(request, work)

/** Writes rows for what the current request does; nothing outside of requests. */
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
  const made = await AuditLog.query(db).insert(rows).returning('id')
  request.written.push(...made.map((row) => row.id))
}

/** Adds the status of the answer to what the request has written; rows of a transaction that was rolled back are gone. */
export async function completeAudit(db: Knex, { written }: AuditedRequest, status_code: number): Promise<void> {
  if (!written.length) return
  await db('audit_logs')
    .whereIn('id', written)
    .update({ content: db.raw(`content || jsonb_build_object('status_code', ?::integer)`, [status_code]) })
}

/** Rows are kept for one year. Answers how many went. */
export const forgetOldAudits = (db: Knex): Promise<number> =>
  db('audit_logs').whereRaw(`"timestamp" < now() - interval '1 year'`).delete()
