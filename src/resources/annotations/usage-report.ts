/** Usage report of an organization, as CSV and as JSON series; for managers and administrators. */
import { Type, type Static } from 'typebox'
import {
  REPORT_GROUPINGS,
  usageReport,
  type ReportGrouping,
  type ReportRequest,
  type ReportValues,
} from '../../domain/usage/report.ts'
import { invalid } from '../../errors.ts'
import { csvLines } from '../../export/index.ts'
import { Queue, User, Workspace } from '../../models/index.ts'
import { can, ownQueues } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { parseMoment } from '../framework/filters.ts'
import { valuesOf } from '../framework/query.ts'
import { visibleIds } from '../framework/relations.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { csv } from '../file-answers.ts'
import { idFromFilter } from '../framework/urls.ts'

const DAY_S = 86_400
const references = (description: string) =>
  Type.Optional(Type.Array(Type.Union([Type.String(), Type.Integer()]), { description }))
const day = (description: string) => Type.String({ format: 'date', description })
const FIRST = 'First day, as `YYYY-MM-DD`.'
const LAST = 'Last day, as `YYYY-MM-DD`.'
const Body = Type.Object({
  filter: Type.Optional(
    Type.Object(
      {
        users: references('URLs or ids of users.'),
        queues: references('URLs or ids of queues.'),
        begin_date: Type.Optional(day(FIRST)),
        end_date: Type.Optional(day(LAST)),
      },
      { description: 'Selection of the work to count; by default all work of the last 12 months.' },
    ),
  ),
  exported_on_time_threshold_s: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        'Maximum time from arrival to export for an export to count as on time, in seconds; 86400 by default.',
    }),
  ),
  group_by: Type.Optional(
    Type.Array(Type.Unsafe<ReportGrouping>(Type.String({ enum: [...REPORT_GROUPINGS] })), {
      maxItems: 3,
      description: 'Grouping of the series: at most three keys, at most one of them a period.',
    }),
  ),
})
const values = (description: string) =>
  Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), { description })
const FieldUsage = Type.Object({
  schema_id: Type.String({ description: 'Id of the field in the schema.' }),
  label: Type.String({ description: 'Display name of the field.' }),
  total_count: Type.Integer({ description: 'Number of values.' }),
  corrected_ratio: Type.Number({ description: 'Share of the values that users changed, from 0 to 1.' }),
  time_spent_avg_s: Type.Number({ description: 'Average time of review of a value, in seconds.' }),
})
const Group = Type.Object(
  {
    begin_date: Type.String({ description: FIRST }),
    end_date: Type.String({ description: LAST }),
    values: Type.Object(
      {
        time_and_corrections_per_field: Type.Array(FieldUsage, {
          description: 'Time and corrections per field of the confirmed annotations, in the order of their schemas.',
        }),
      },
      { additionalProperties: true, description: 'Counts and averages.' },
    ),
  },
  { additionalProperties: true },
)

export const usageReportActions: Action[] = [
  {
    method: 'get',
    path: 'usage_report',
    summary: 'Report the work of each user in each queue as CSV, by default for the last 12 months.',
    may: can('read_usage'),
    query: {
      from: day('First day of the report, as `YYYY-MM-DD`.'),
      to: day('Last day of the report, as `YYYY-MM-DD`.'),
      format: Type.String({ enum: ['csv'], description: 'Format of the response.' }),
    },
    responds: { status: 200, body: 'text/csv' },
    handle: sendCsv,
  },
  {
    method: 'post',
    path: 'usage_report',
    summary: 'Report the work done, by user, workspace, queue, month, week or day; both dates are inclusive.',
    may: can('read_usage'),
    body: Body,
    example: (url) => ({
      filter: { begin_date: '2026-01-01', end_date: '2026-01-31', queues: [url('queues')] },
      group_by: ['user', 'month'],
    }),
    responds: {
      status: 200,
      body: Type.Object({
        series: Type.Array(Group, { description: 'Values per group and period.' }),
        totals: values('Values over all groups and periods.'),
      }),
    },
    handle: sendSeries,
  },
]

async function sendSeries(request: Request<Static<typeof Body>>): Promise<Answer> {
  const { body } = request
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
    series: groups.map(({ user_id, workspace_id, queue_id, begin_date: begin, end_date: end, values, fields }) => ({
      ...(asked.has('user') ? { user: urls.maybe('users', user_id) } : {}),
      ...(asked.has('workspace') ? { workspace: urls.maybe('workspaces', workspace_id) } : {}),
      ...(asked.has('queue') ? { queue: urls.maybe('queues', queue_id) } : {}),
      begin_date: begin,
      end_date: end,
      values: { ...documented(values), time_and_corrections_per_field: fields },
    })),
    totals: documented(totals),
  })
}

/** The total time is part of the CSV only. */
const documented = ({ time_spent_s: _, ...values }: ReportValues): ReportValues => values

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
  // Typed clients send unset parameters as empty strings.
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
  const ids = (of: 'user_id' | 'workspace_id' | 'queue_id') => [...new Set(groups.flatMap((group) => group[of] ?? []))]
  const users = await User.query(db).findByIds(ids('user_id')).select('id', 'username')
  const usernames = new Map(users.map(({ id, username }) => [id, username]))
  const names = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  const workspaces = names(await Workspace.query(db).findByIds(ids('workspace_id')).select('id', 'name'))
  const queues = names(await Queue.query(db).findByIds(ids('queue_id')).select('id', 'name'))
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
  return csv('usage_report', csvLines([COLUMNS, ...rows]))
}

/** Returns the queues of the report, limited to those the caller sees, and its first and last day. */
async function common(
  request: Request,
  queues: unknown[] | undefined,
  begin: string | undefined,
  end: string | undefined,
): Promise<Pick<ReportRequest, 'organization_id' | 'queue_ids' | 'begin_date' | 'end_date'>> {
  const { who } = request
  const end_date = end ?? new Date().toISOString().slice(0, 10)
  const begin_date = begin ?? `${Number(end_date.slice(0, 4)) - 1}${end_date.slice(4).replace('02-29', '02-28')}`
  if (begin_date > end_date) throw invalid({ begin_date: ['begin_date must not be after end_date.'] })
  const span = { organization_id: who.organization_id, begin_date, end_date }
  if (queues) {
    const asked = queues.map((queue) => idOf(queue, 'queues'))
    const seen = new Set<number>(await visibleIds('queues', asked, request))
    if (asked.some((id) => !seen.has(id)))
      throw invalid({ filter: { queues: ['Invalid hyperlink - object does not exist.'] } })
    return { ...span, queue_ids: asked }
  }
  const mine = ownQueues(request)
  return mine ? { ...span, queue_ids: await mine.pluck<number[]>('queue_id') } : span
}

function idOf(value: unknown, name: string): number {
  const id = idFromFilter(String(value))
  if (id === null) throw invalid({ filter: { [name]: [`"${String(value)}" is not a valid id.`] } })
  return id
}
