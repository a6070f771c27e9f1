/** GET /audit_logs/export: streams records of the audit log as CSV, a line for each change. */
import { Type } from 'typebox'
import { writeAudit } from '../../domain/requests/audit.ts'
import { nextTurn } from '../../domain/turns.ts'
import { invalid } from '../../errors.ts'
import { csvLines, streamText } from '../../export/index.ts'
import type { AuditLog, RowOf } from '../../models/index.ts'
import type { AuditedChange } from '../../rules/audit/changes.ts'
import { allowed, assertAllowed } from '../access.ts'
import type { Action, Resource } from '../framework/define.ts'
import { filtered, valuesOf } from '../framework/query.ts'
import type { Answer, Request } from '../framework/request.ts'
import { csv } from '../file-answers.ts'

type Row = RowOf<AuditLog>

const COLUMNS = [
  'timestamp',
  'username',
  'action',
  'object_type',
  'object_id',
  'field',
  'before',
  'after',
  'details',
  'method',
  'path',
  'status_code',
  'request_id',
]

/** Records per read: one can have some hundred kilobytes. */
const BATCH = 100

/** `logs` returns the resource, which lists this action. */
export const exportAction = (logs: () => Resource<AuditLog>): Action => ({
  method: 'get',
  path: 'export',
  summary:
    'Export records as CSV; all filters of the list apply. Oldest first, with a line for each change of a value.',
  may: allowed('audit_logs').list,
  filtersOf: 'audit_logs',
  query: { format: Type.String({ enum: ['csv'], description: 'Format of the response.' }) },
  responds: { status: 200, body: 'text/csv' },
  handle: (request) => exportLogs(logs(), request),
})

async function exportLogs(resource: Resource<AuditLog>, request: Request): Promise<Answer> {
  assertAllowed(resource.may.list, request.who)
  const [format = 'csv'] = valuesOf(request.query, 'format')
  if (format !== 'csv') throw invalid({ format: [`"${format}" is not a valid choice.`] })
  // Refuses bad filters before the export is recorded.
  const query = filtered(resource, request)
  const { db, who } = request
  const filters = Object.keys(resource.filters).flatMap((name) => {
    const values = valuesOf(request.query, name).slice(0, 20)
    return values.length ? [[name, values.join(',').slice(0, 200)] as const] : []
  })
  const details = { format, of: 'audit_logs', filters: Object.fromEntries(filters) }
  await writeAudit(db, [{ object_type: 'organization', object_id: who.organization_id, action: 'export', details }])
  const until = (await db('audit_logs').max<{ id: number | null }[]>({ id: 'id' }))[0]!.id ?? 0
  return csv('audit_log', streamText(linesOf(() => query.clone().where('audit_logs.id', '<=', until))))
}

async function* linesOf(rows: () => ReturnType<typeof filtered>): AsyncGenerator<string> {
  yield csvLines([COLUMNS])
  for (let last: Row | undefined; ;) {
    const batch: Row[] = await rows()
      .modify((query) => {
        if (last) void query.whereRaw(`("timestamp", id) > (?::timestamptz, ?::bigint)`, [last.timestamp, last.id])
      })
      .orderBy(['timestamp', 'id'])
      .limit(BATCH)
      .select('audit_logs.*')
    yield csvLines(batch.flatMap(cellsOf))
    last = batch.at(-1)
    if (batch.length < BATCH) return
    // Between two reads, others are served.
    await nextTurn()
  }
}

function cellsOf({ timestamp, username, action, object_type, object_id, content }: Row): unknown[][] {
  const { path, method, status_code, request_id, details } = content as Partial<Record<string, unknown>>
  const { changes, ...rest } = (details ?? {}) as { changes?: AuditedChange[] } & Record<string, unknown>
  const others = Object.keys(rest).length ? rest : null
  // A record without changes of values has one line too.
  const changed: Partial<AuditedChange>[] = changes?.length ? changes : [{}]
  return changed.map(({ field, before, after }, index) => [
    timestamp,
    username,
    action,
    object_type,
    object_id,
    field,
    before,
    after,
    index === 0 ? others : null,
    method,
    path,
    status_code,
    request_id,
  ])
}
