/** Calls of hooks and their logs, from the last seven days. */
import type { Knex } from 'knex'
import { Type } from 'typebox'
import { invalid, notFound } from '../../errors.ts'
import { HookLog, HookRun } from '../../models/index.ts'
import { allowed, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { defineResource, type Action, type Resource } from '../engine/define.ts'
import type { FilterMaker } from '../engine/filters.ts'
import { filtered } from '../engine/query.ts'
import type { AnyRow } from '../engine/fields.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { show } from '../engine/show.ts'
import { list } from '../engine/verbs.ts'

const STATUSES = ['waiting', 'running', 'completed', 'cancelled', 'failed'] as const
const LEVELS = ['INFO', 'WARNING', 'ERROR'] as const
const REQUEST = 'Id of the request in the header `X-Request-Id`.'
const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }
const KEPT = "now() - interval '7 days'"

const recent =
  (column: string): Visible =>
  (query, caller, table) => {
    sameOrganization(query, caller, table)
    void query.whereRaw(`${table}.${column} > ${KEPT}`)
    const mine = ownQueues(caller)
    if (mine) void query.whereIn(`${table}.queue_id`, mine)
  }

/** Filters by exact UUIDs; any other text matches nothing. */
const uuids =
  (column: string): FilterMaker =>
  () => ({
    schema: Type.String(),
    description: 'UUIDs, separated by commas.',
    apply: (query, values) => {
      void query.whereRaw(`${column}::text = any(?::text[])`, [values.map((value) => value.toLowerCase())])
    },
  })

/** Runs and logs are not collections of their own; clients read them through actions of `hooks`. */
const hookRuns = defineResource(HookRun, {
  path: 'hooks/runs',
  singular: 'hook run',
  description: 'One call of a hook.',
  verbs: ['list'],
  fields: (f) => ({
    uuid: f.text('Id of the call; `GET /v1/hooks/runs/{uuid}/logs` returns its logs.', readOnly),
    hook: f.ref('URL of the hook.', readOnly),
    queue: f.ref('URL of the queue; null if none.', orNull),
    annotation: f.ref('URL of the annotation; null if none.', orNull),
    request_id: f.text(REQUEST, readOnly),
    event: f.text('Name of the event.', readOnly),
    action: f.text('Name of the action.', readOnly),
    status: f.oneOf(STATUSES, 'State of the call.', readOnly),
    started_at: f.time('Time when the call started, UTC.'),
    finished_at: f.time('Time when the call ended, UTC; null while it is running.', { nullable: true }),
  }),
  filters: (by) => ({
    uuid: uuids('hook_runs.uuid'),
    request_id: uuids('hook_runs.request_id'),
    hook: by.ref(),
    queue: by.ref(),
    annotation: by.ref(),
    event: by.text(),
    action: by.text(),
    status: by.oneOf(STATUSES),
    ...by.moments('started_at', 'finished_at'),
  }),
  ordering: { started_at: 'timestamptz', id: 'bigint' },
  defaultOrdering: '-started_at,-id',
  visible: recent('started_at'),
  may: allowed('hook_logs'),
})

const hookLogs = defineResource(HookLog, {
  path: 'hooks/logs',
  singular: 'hook log',
  description: 'Log record of a call of a hook: request, response and result.',
  verbs: ['list'],
  fields: (f) => ({
    timestamp: f.time('Time of the log record, UTC.'),
    start: f.time('Time when the call started, UTC.'),
    end: f.time('Time when the call ended, UTC; null while it is running.', { nullable: true }),
    request_id: f.text(REQUEST, readOnly),
    uuid: f.text('Id of the call, as in `GET /v1/hooks/runs`.', readOnly),
    event: f.text('Name of the event.', readOnly),
    action: f.text('Name of the action.', readOnly),
    organization_id: f.integer('Id of the organization.', readOnly),
    queue_id: f.integer('Id of the queue.', readOnly),
    hook_id: f.integer('Id of the hook.', readOnly),
    annotation_id: f.integer('Id of the annotation.', readOnly),
    email_id: f.integer('Id of the email.', readOnly),
    hook_type: f.oneOf(['webhook', 'function'], 'Type of the hook.', readOnly),
    log_level: f.oneOf(LEVELS, 'Severity of the log record.', readOnly),
    message: f.text('Message of the log record.', readOnly),
    request: f.text('Request payload, if the hook has `payload_logging_enabled`.', readOnly),
    response: f.text('Response of the hook, if it has `payload_logging_enabled`.', readOnly),
    settings: f.text('Settings of the hook at the time of the call.', readOnly),
    status: f.oneOf(STATUSES, 'State of the call.', readOnly),
    status_code: f.integer('HTTP status of the response; null if there was none.', orNull),
    output: f.text('Output of the function.', readOnly),
  }),
  filters: (by) => ({
    request_id: uuids('hook_logs.request_id'),
    log_level: by.oneOf(LEVELS),
    hook: by.ref(),
    queue: by.ref(),
    annotation: by.ref(),
    email: by.ref(),
    status: by.oneOf(STATUSES),
    status_code: by.integers(),
    search: by.custom('Text to find in the message or the output.', (query, [phrase = '']) => {
      const like = `%${phrase.replace(/[\\%_]/g, '\\$&')}%`
      void query.where((found) => {
        for (const column of ['message', 'output']) void found.orWhereILike(`hook_logs.${column}`, like)
      })
    }),
    ...by.moments('timestamp', 'start'),
    end_before: by.before('hook_logs."end"'),
    end_after: by.after('hook_logs."end"'),
  }),
  visible: recent('start'),
  may: allowed('hook_logs'),
})

/** Fields that are omitted if null: payloads are logged only if the hook enables it, and the ids depend on the event. */
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
const nothing = (description: string) => Type.Null({ description })
const NoPages = Type.Object(
  {
    total: nothing('Always null; logs are not counted.'),
    total_pages: nothing('Always null; logs are not counted.'),
    next: nothing('Always null; use `start_before` to retrieve older logs.'),
    previous: nothing('Always null.'),
  },
  { description: 'Contains only null values: the list has a single page.' },
)

async function logsOf(request: Request, narrow: (query: Knex.QueryBuilder) => void, size: number) {
  const query = filtered(hookLogs, request)
  narrow(query)
  const rows: AnyRow[] = await query
    .select('hook_logs.*')
    .orderBy([
      { column: 'hook_logs.start', order: 'desc' },
      { column: 'hook_logs.id', order: 'desc' },
    ])
    .limit(size)
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
  // Clients that page through all lists expect these keys.
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
const PageSize = Type.Integer({ description: `Number of logs, 1 to ${MOST}; ${MOST} by default.` })

export const hookLogActions: Action[] = [
  {
    method: 'get',
    path: 'logs',
    summary: 'List the logs of hooks, newest first.',
    may: allowed('hook_logs').list,
    query: { ...parameters(hookLogs), page_size: PageSize },
    responds: {
      status: 200,
      body: Type.Object({
        pagination: NoPages,
        results: Type.Array(Log, { description: 'Logs, newest first.' }),
      }),
    },
    handle: listLogs,
  },
  {
    method: 'get',
    path: 'runs',
    summary: 'List the calls of hooks, newest first.',
    may: allowed('hook_logs').list,
    query: parameters(hookRuns),
    responds: {
      status: 200,
      body: Type.Object({
        pagination: Type.Record(Type.String(), Type.Unknown(), { description: 'Position of this page in the list.' }),
        results: Type.Array(Run, { description: 'Calls of this page.' }),
      }),
    },
    handle: (request) => list(hookRuns, request),
  },
  {
    method: 'get',
    path: 'runs/:uuid/logs',
    summary: 'List the logs of one call.',
    may: allowed('hook_logs').list,
    query: { ...parameters(hookLogs), page_size: PageSize },
    responds: {
      status: 200,
      body: Type.Object({ results: Type.Array(Log, { description: 'Logs of the call.' }) }),
    },
    handle: logsOfRun,
  },
]
