/** The usage report of an organization, as CSV and as series (filled-gaps 9.8); for managers and administrators. */
import { stringify } from 'csv-stringify/sync'
import { Type } from 'typebox'
import { REPORT_GROUPINGS, usageReport, type ReportGrouping, type ReportRequest } from '../../domain/usage/report.ts'
import { invalid } from '../../errors.ts'
import type { Action } from '../legacy/define.ts'
import { parseMoment } from '../legacy/filters.ts'
import { valuesOf } from '../engine/query.ts'
import { visibleIds } from '../legacy/references.ts'
import { idFromFilter } from '../engine/urls.ts'
import { csv, ok, type Answer, type Request } from '../engine/request.ts'
import { can, ownQueues } from '../access.ts'

const DAY_S = 86_400
const Reference = Type.Union([Type.String(), Type.Integer()])
const Body = Type.Object({
  filter: Type.Optional(
    Type.Object({
      users: Type.Optional(Type.Array(Reference)),
      queues: Type.Optional(Type.Array(Reference)),
      begin_date: Type.Optional(Type.String({ format: 'date' })),
      end_date: Type.Optional(Type.String({ format: 'date' })),
    }),
  ),
  exported_on_time_threshold_s: Type.Optional(Type.Number({ minimum: 0 })),
  group_by: Type.Optional(Type.Array(Type.String({ enum: [...REPORT_GROUPINGS] }), { maxItems: 3 })),
})
const Values = Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]))
const Group = Type.Object(
  { begin_date: Type.String(), end_date: Type.String(), values: Values },
  { additionalProperties: true },
)

export const usageReportActions: Action[] = [
  {
    method: 'get',
    path: 'usage_report',
    summary: 'What each user did in each queue, as CSV; by default over the last 12 months.',
    may: can('read_usage'),
    query: {
      from: Type.String({ format: 'date' }),
      to: Type.String({ format: 'date' }),
      format: Type.String({ enum: ['csv'] }),
    },
    responds: { status: 200, body: 'text/csv' },
    handle: sendCsv,
  },
  {
    method: 'post',
    path: 'usage_report',
    summary: 'What was done, by user, workspace, queue, month, week or day; both dates are inclusive.',
    may: can('read_usage'),
    body: Body,
    responds: { status: 200, body: Type.Object({ series: Type.Array(Group), totals: Values }) },
    handle: sendSeries,
  },
]

async function sendSeries(request: Request): Promise<Answer> {
  const body = request.body as {
    filter?: { users?: unknown[]; queues?: unknown[]; begin_date?: string; end_date?: string }
    exported_on_time_threshold_s?: number
    group_by?: ReportGrouping[]
  }
  const { users, queues, begin_date, end_date } = body.filter ?? {}
  const { groups, totals } = await usageReport(request.db, {
    ...(await common(request, queues, begin_date, end_date)),
    ...(users ? { user_ids: users.map((user) => idOf(user, 'users')) } : {}),
    group_by: body.group_by ?? [],
    exported_on_time_threshold_s: body.exported_on_time_threshold_s ?? DAY_S,
  })
  const { urls } = request
  const asked = new Set(body.group_by ?? [])
  return ok({
    series: groups.map(({ user_id, workspace_id, queue_id, ...group }) => ({
      ...(asked.has('user') ? { user: urls.maybe('users', user_id) } : {}),
      ...(asked.has('workspace') ? { workspace: urls.maybe('workspaces', workspace_id) } : {}),
      ...(asked.has('queue') ? { queue: urls.maybe('queues', queue_id) } : {}),
      ...group,
    })),
    totals,
  })
}

const COLUMNS = [
  'username',
  'workspace',
  'queue',
  'user_url',
  'workspace_url',
  'queue_url',
  'imported',
  'confirmed',
  'rejected',
  'rejected_automatically',
  'rejected_manually',
  'deleted',
  'exported',
  'net_time_s',
]

async function sendCsv(request: Request): Promise<Answer> {
  // Typed clients send parameters they do not set as empty ones.
  const given = (name: string) => valuesOf(request.query, name)[0]
  const query = { format: given('format'), from: given('from'), to: given('to') }
  if (query.format && query.format !== 'csv') throw invalid({ format: [`"${query.format}" is not a valid choice.`] })
  for (const name of ['from', 'to'] as const)
    if (query[name] && !(/^\d{4}-\d\d-\d\d$/.test(query[name]) && parseMoment(query[name])))
      throw invalid({ [name]: ['Not a valid date.'] })
  const { db, urls } = request
  const { groups } = await usageReport(db, {
    ...(await common(request, undefined, query.from, query.to)),
    group_by: ['user', 'workspace', 'queue'],
    exported_on_time_threshold_s: DAY_S,
  })
  const named = async (table: string, column: string, ids: (number | null)[]) =>
    new Map(
      (
        await db(table)
          .whereIn(
            'id',
            ids.filter((id) => id !== null),
          )
          .select('id', column)
      ).map((row) => [row.id as number, row[column] as string]),
    )
  const usernames = await named(
    'users',
    'username',
    groups.map((group) => group.user_id),
  )
  const workspaces = await named(
    'workspaces',
    'name',
    groups.map((group) => group.workspace_id),
  )
  const queues = await named(
    'queues',
    'name',
    groups.map((group) => group.queue_id),
  )
  const rows = groups.map(({ user_id, workspace_id, queue_id, values }) => [
    usernames.get(user_id ?? 0) ?? '',
    workspaces.get(workspace_id ?? 0) ?? '',
    queues.get(queue_id ?? 0) ?? '',
    urls.maybe('users', user_id),
    urls.maybe('workspaces', workspace_id),
    urls.maybe('queues', queue_id),
    ...['imported', 'confirmed', 'rejected', 'rejected_automatically', 'rejected_manually', 'deleted', 'exported'].map(
      (name) => values[`${name}_count`],
    ),
    values.time_spent_s,
  ])
  // Names are typed by people: a spreadsheet must not take them for formulas.
  return csv('usage_report', stringify([COLUMNS, ...rows], { record_delimiter: 'windows', escape_formulas: true }))
}

/** The queues the caller may see, cut to those asked for, and the span of days. */
async function common(
  request: Request,
  queues: unknown[] | undefined,
  begin: string | undefined,
  end: string | undefined,
): Promise<Pick<ReportRequest, 'organization_id' | 'queue_ids' | 'begin_date' | 'end_date'>> {
  const { who } = request
  const end_date = end ?? new Date().toISOString().slice(0, 10)
  const begin_date = begin ?? `${Number(end_date.slice(0, 4)) - 1}${end_date.slice(4).replace('02-29', '02-28')}`
  if (begin_date > end_date) throw invalid({ begin_date: ['The range ends before it begins.'] })
  const span = { organization_id: who.organization_id, begin_date, end_date }
  if (queues) {
    const asked = queues.map((queue) => idOf(queue, 'queues'))
    const seen = new Set(await visibleIds('queues', asked, request))
    if (asked.some((id) => !seen.has(id)))
      throw invalid({ filter: { queues: ['Invalid hyperlink - object does not exist.'] } })
    return { ...span, queue_ids: asked }
  }
  const mine = ownQueues(request)
  return mine ? { ...span, queue_ids: (await mine.pluck('queue_id')) as number[] } : span
}

function idOf(value: unknown, name: string): number {
  const id = idFromFilter(String(value))
  if (id === null) throw invalid({ filter: { [name]: [`"${String(value)}" is not a valid id.`] } })
  return id
}
