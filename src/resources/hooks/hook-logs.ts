/** Calls of hooks and what was logged of them (filled-gaps 7.9); kept for seven days. */
import { Type } from 'typebox'
import { invalid, notFound } from '../../errors.ts'
import { columns, defineResource, type Action, type Resource } from '../legacy/define.ts'
import { f, fieldsOf, type Row } from '../legacy/fields.ts'
import { by, moments } from '../legacy/filters.ts'
import { filtered } from '../engine/query.ts'
import { show } from '../engine/show.ts'
import { list } from '../legacy/verbs.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { allowed, ownQueues, sameOrganization, type Visible } from '../access.ts'

const STATUSES = ['waiting', 'running', 'completed', 'cancelled', 'failed'] as const
const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }
const KEPT = "now() - interval '7 days'"

const recent =
  (table: string, column: string): Visible =>
  (query, caller) => {
    sameOrganization(query, caller, table)
    void query.whereRaw(`${table}.${column} > ${KEPT}`)
    const mine = ownQueues(caller)
    if (mine) void query.whereIn(`${table}.queue_id`, mine)
  }

/** Exact UUIDs; what is none is found nowhere. */
const uuids = (column: string) =>
  by.custom('UUIDs, separated by commas.', (query, values) => {
    void query.whereRaw(`${column}::text = any(?::text[])`, [values.map((value) => value.toLowerCase())])
  })

/** Neither of the two is a collection of its own: they are read through actions of `hooks`. */
const hookRuns = defineResource({
  path: 'hooks/runs',
  singular: 'hook run',
  table: 'hook_runs',
  description: 'One call of a hook.',
  fields: fieldsOf({
    uuid: f.text(readOnly),
    hook: f.ref('hooks', readOnly),
    queue: f.ref('queues', orNull),
    annotation: f.ref('annotations', orNull),
    request_id: f.text(readOnly),
    event: f.text(readOnly),
    action: f.text(readOnly),
    status: f.oneOf(STATUSES, readOnly),
    started_at: f.time(),
    finished_at: f.time({ nullable: true }),
  }),
  filters: {
    uuid: uuids('hook_runs.uuid'),
    request_id: uuids('hook_runs.request_id'),
    hook: by.ids('hook_runs.hook_id'),
    queue: by.ids('hook_runs.queue_id'),
    annotation: by.ids('hook_runs.annotation_id'),
    event: by.text('hook_runs.event'),
    action: by.text('hook_runs.action'),
    status: by.oneOf('hook_runs.status', STATUSES),
    ...moments('hook_runs', ['started_at', 'finished_at']),
  },
  ordering: columns('hook_runs', { started_at: 'timestamptz', id: 'bigint' }),
  defaultOrdering: '-started_at,-id',
  visible: recent('hook_runs', 'started_at'),
  may: allowed('hook_logs'),
})

const hookLogs = defineResource({
  path: 'hooks/logs',
  singular: 'hook log',
  table: 'hook_logs',
  description: 'What a hook was sent, what it answered, and how that went.',
  fields: fieldsOf({
    timestamp: f.time(),
    start: f.time(),
    end: f.time({ nullable: true }),
    request_id: f.text(readOnly),
    uuid: f.text(readOnly),
    event: f.text(readOnly),
    action: f.text(readOnly),
    organization_id: f.integer(readOnly),
    queue_id: f.integer(readOnly),
    hook_id: f.integer(readOnly),
    annotation_id: f.integer(readOnly),
    email_id: f.integer(readOnly),
    hook_type: f.oneOf(['webhook', 'function'], readOnly),
    log_level: f.oneOf(['INFO', 'WARNING', 'ERROR'], readOnly),
    message: f.text(readOnly),
    request: f.text(readOnly),
    response: f.text(readOnly),
    settings: f.text(readOnly),
    status: f.oneOf(STATUSES, readOnly),
    status_code: f.integer(orNull),
    output: f.text(readOnly),
  }),
  filters: {
    request_id: uuids('hook_logs.request_id'),
    log_level: by.oneOf('hook_logs.log_level', ['INFO', 'WARNING', 'ERROR']),
    hook: by.ids('hook_logs.hook_id'),
    queue: by.ids('hook_logs.queue_id'),
    annotation: by.ids('hook_logs.annotation_id'),
    email: by.ids('hook_logs.email_id'),
    status: by.oneOf('hook_logs.status', STATUSES),
    status_code: by.integers('hook_logs.status_code'),
    search: by.custom('Words in the message or the output.', (query, [phrase]) => {
      const like = `%${phrase!.replace(/[\\%_]/g, '\\$&')}%`
      void query.where((found) => {
        for (const column of ['message', 'output']) void found.orWhereILike(`hook_logs.${column}`, like)
      })
    }),
    ...moments('hook_logs', ['timestamp', 'start']),
    end_before: by.before('hook_logs."end"'),
    end_after: by.after('hook_logs."end"'),
  },
  ordering: {},
  visible: recent('hook_logs', 'start'),
  may: allowed('hook_logs'),
})

/** Absent where there is nothing to say: payloads are logged when the hook asks for it, the other ids depend on the event. */
const OPTIONAL = ['queue_id', 'annotation_id', 'email_id', 'request', 'response', 'settings', 'output']
const MOST = 100

const Log = Type.Object(
  Object.fromEntries(
    Object.entries(hookLogs.fields).map(([name, { output }]) => [
      name,
      OPTIONAL.includes(name) ? Type.Optional(output) : output,
    ]),
  ),
)
const Run = Type.Object(Object.fromEntries(Object.entries(hookRuns.fields).map(([name, { output }]) => [name, output])))
const Nothing = Type.Null()

async function logsOf(request: Request, narrow: (query: ReturnType<typeof filtered>) => void, size: number) {
  const query = filtered(hookLogs, request)
  narrow(query)
  const rows = (await query
    .select('hook_logs.*')
    .orderBy([
      { column: 'hook_logs.start', order: 'desc' },
      { column: 'hook_logs.id', order: 'desc' },
    ])
    .limit(size)) as Row[]
  const logs = await show(hookLogs, rows, request)
  return logs.map((log) =>
    Object.fromEntries(Object.entries(log).filter(([name, value]) => value !== null || !OPTIONAL.includes(name))),
  )
}

function sizeOf(request: Request): number {
  const text = [request.query.page_size].flat()[0]
  if (!text) return MOST
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw invalid({ page_size: ['A valid positive integer is required.'] })
  return Math.min(Number(text), MOST)
}

async function listLogs(request: Request): Promise<Answer> {
  const results = await logsOf(request, () => undefined, sizeOf(request))
  // Clients that page through every list read the keys; older logs are found by start_before.
  return ok({ pagination: { total: null, total_pages: null, next: null, previous: null }, results })
}

async function logsOfRun(request: Request): Promise<Answer> {
  const uuid = request.params.uuid ?? ''
  const found = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)
    ? await filtered({ ...hookRuns, filters: {} }, request)
        .where('hook_runs.uuid', uuid)
        .first('hook_runs.id')
    : undefined
  if (!found) throw notFound('Hook run')
  return ok({ results: await logsOf(request, (query) => void query.where('hook_logs.uuid', uuid), sizeOf(request)) })
}

const parameters = ({ filters }: Resource) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { schema, description }]) => [name, { ...schema, description }]),
  )
const PageSize = Type.Integer({ description: `1 to ${MOST}, default ${MOST}.` })

export const hookLogActions: Action[] = [
  {
    method: 'get',
    path: 'logs',
    summary: 'What was logged of hooks, the newest first.',
    may: allowed('hook_logs').list,
    query: { ...parameters(hookLogs), page_size: PageSize },
    responds: {
      status: 200,
      body: Type.Object({
        pagination: Type.Object({ total: Nothing, total_pages: Nothing, next: Nothing, previous: Nothing }),
        results: Type.Array(Log),
      }),
    },
    handle: listLogs,
  },
  {
    method: 'get',
    path: 'runs',
    summary: 'Calls of hooks, the newest first.',
    may: allowed('hook_logs').list,
    query: parameters(hookRuns),
    responds: {
      status: 200,
      body: Type.Object({ pagination: Type.Record(Type.String(), Type.Unknown()), results: Type.Array(Run) }),
    },
    handle: (request) => list(hookRuns, request),
  },
  {
    method: 'get',
    path: 'runs/:uuid/logs',
    summary: 'What was logged of one call.',
    may: allowed('hook_logs').list,
    query: { ...parameters(hookLogs), page_size: PageSize },
    responds: { status: 200, body: Type.Object({ results: Type.Array(Log) }) },
    handle: logsOfRun,
  },
]
