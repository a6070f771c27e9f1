/** Reads that the audit log records: downloads of files, and secrets in responses. */
import type { Knex } from 'knex'
import { currentRequest, duringRequest, rowsOf, type AuditEntry } from './audit.ts'

/** Within this time a user reads an object once for the log: programs may read it every second. */
const REPEATED_WITHIN = '1 hour'

/**
 * Records that the user of the current request has read something, unless there is such a record of the last hour. Does nothing outside of
 * requests. The caller sends nothing if it throws.
 */
export async function auditReads(db: Knex, entries: readonly AuditEntry[]): Promise<void> {
  const request = currentRequest()
  if (!request) return
  const rows = rowsOf(request, entries)
  if (rows.length === 0) return
  const made = await db.raw<{ rows: { id: number }[] }>(
    `insert into audit_logs (organization_id, username, object_type, object_id, action, content)
     select organization_id, username, object_type, object_id, action, content
       from jsonb_to_recordset(?::jsonb) as r(
         organization_id bigint, username text, object_type text, object_id bigint, action text, content jsonb)
      where not exists (
        select from audit_logs a
         where a.organization_id = r.organization_id and a.object_type = r.object_type and a.object_id = r.object_id
           and a.action = r.action and a.username = r.username
           and a."timestamp" > now() - interval '${REPEATED_WITHIN}')
     returning id`,
    [JSON.stringify(rows)],
  )
  for (const { id } of made.rows) request.written.push(id)
}

/** Notes that the response to the current request shows secrets of an object. */
export function noteSecrets({ object_type, object_id }: Pick<AuditEntry, 'object_type' | 'object_id'>): void {
  currentRequest()?.secrets?.set(`${object_type} ${object_id}`, { object_type, object_id, action: 'read-secrets' })
}

/** Runs work that shows objects to the service itself, such as for a record of changes: these secrets do not leave it. */
export function withoutNotes<T>(work: () => Promise<T>): Promise<T> {
  const request = currentRequest()
  return request ? duringRequest({ ...request, secrets: undefined }, work) : work()
}
