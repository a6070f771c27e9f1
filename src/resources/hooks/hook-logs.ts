/** Calls of hooks and their logs, from the last seven days. */
import { Type } from 'typebox'
import { invalid, notFound } from '../../errors.ts'
import { HookLog, HookRun } from '../../models/index.ts'
import { allowed, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { defineResource, type Action, type Resource } from '../framework/define.ts'
import type { FilterMaker } from '../framework/filters.ts'
import { nextBeside, readPage } from '../framework/cursor.ts'
import { filtered, visibleRows, type SortKey } from '../framework/query.ts'
import { Metadata, type AnyRow, type Values } from '../framework/fields.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { show } from '../framework/show.ts'
import { list } from '../framework/verbs.ts'

const STATUSES = ['waiting', 'running', 'completed', 'cancelled', 'failed'] as const
const LEVELS = ['INFO', 'WARNING', 'ERROR'] as const
const REQUEST = 'Id of the request in the header `X-Request-Id`.'
const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }
const KEPT = "now() - interval '7 days'"

/** The object in a stored JSON text; null if there is none. */
function asObject(text: string | null): Values | null {
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

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
    settings: f.computed('Settings of the hook at the time of the call.', Metadata, ({ settings }) =>
      asObject(settings),
    ),
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
const MAX_LOGS = 100
const NEWEST_FIRST: SortKey[] = [
  { sql: 'hook_logs.start', type: 'timestamptz', descending: true },
  { sql: 'hook_logs.id', type: 'bigint', descending: true },
]

const Log = Type.Object(
  Object.fromEntries(
    Object.entries(hookLogs.fields).map(([name, { output }]) => [
      name,
      OPTIONAL.includes(name) ? Type.Optional(output) : output,
    ]),
  ),
)
const Run = Type.Object(Object.fromEntries(Object.entries(hookRuns.fields).map(([name, { output }]) => [name, output])))
const NEXT = 'The same as `pagination.next`, if the request has `page_size` or `cursor`.'
const Pages = Type.Record(Type.String(), Type.Unknown(), { description: 'Position of this page in the list.' })

const showLogs = async (rows: AnyRow[], request: Request) =>
  (await show(hookLogs, rows, request)).map((log) =>
    Object.fromEntries(Object.entries(log).filter(([name, value]) => value !== null || !OPTIONAL.includes(name))),
  )

function sizeOf(request: Request): number {
  const text = [request.query.page_size].flat()[0]
  if (!text) return MAX_LOGS
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw invalid({ page_size: ['A valid positive integer is required.'] })
  return Math.min(Number(text), MAX_LOGS)
}

async function listLogs(request: Request): Promise<Answer> {
  const rows = () => filtered(hookLogs, request)
  const { rows: found, pagination } = await readPage(request, rows(), NEWEST_FIRST, {
    size: sizeOf(request),
    total: rows()
      .count<{ n: string }[]>('* as n')
      .then(([counted]) => Number(counted!.n)),
    table: 'hook_logs',
    columns: 'hook_logs.*',
  })
  return ok({ pagination, ...nextBeside(request, pagination), results: await showLogs(found, request) })
}

/** Returns the id of a call in a queue that the caller sees. Throws 404 for all other calls. */
export async function visibleRun(uuid: string, request: Request): Promise<number> {
  const found = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)
    ? await visibleRows(hookRuns, request)
        .where('hook_runs.uuid', uuid)
        .first<{ id: number } | undefined>('hook_runs.id')
    : undefined
  if (!found) throw notFound('Hook run')
  return found.id
}

async function logsOfRun(request: Request): Promise<Answer> {
  const uuid = request.params.uuid ?? ''
  await visibleRun(uuid, request)
  const rows: AnyRow[] = await filtered(hookLogs, request)
    .where('hook_logs.uuid', uuid)
    .select('hook_logs.*')
    .orderByRaw(NEWEST_FIRST.map(({ sql }) => `${sql} desc`).join(', '))
    .limit(sizeOf(request))
  return ok({ results: await showLogs(rows, request) })
}

const parameters = ({ filters }: Resource) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { schema, description }]) => [name, { ...schema, description }]),
  )
const PageSize = Type.Integer({ description: `Number of logs, 1 to ${MAX_LOGS}; ${MAX_LOGS} by default.` })

export const hookLogActions: Action[] = [
  {
    method: 'get',
    path: 'logs',
    summary: 'List the logs of hooks, newest first.',
    may: allowed('hook_logs').list,
    query: {
      ...parameters(hookLogs),
      page_size: PageSize,
      page: Type.Integer({ description: 'Number of the page, from 1.' }),
      cursor: Type.String({ description: 'Position in the list; follow `next` and `previous` instead of setting it.' }),
    },
    responds: {
      status: 200,
      body: Type.Object({
        pagination: Pages,
        next: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: NEXT })),
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
        pagination: Pages,
        next: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: NEXT })),
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
