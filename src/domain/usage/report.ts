/**
 * The work of users on annotations in a range of days: imported, confirmed, rejected, deleted and exported annotations, and the time it
 * took.
 */
import type { Knex } from 'knex'
import { correctionsOf, readFields, usageOfFields, type FieldUsage, type GroupRow } from './report-fields.ts'

export const REPORT_GROUPINGS = ['user', 'workspace', 'queue', 'month', 'week', 'day'] as const
export type ReportGrouping = (typeof REPORT_GROUPINGS)[number]

export interface ReportRequest {
  organization_id: number
  user_ids?: number[]
  queue_ids?: number[]
  /** Dates, both inclusive, in UTC. */
  begin_date: string
  end_date: string
  group_by: ReportGrouping[]
  /** An export is on time if it happens at most this many seconds after the arrival. */
  exported_on_time_threshold_s: number
}

export type ReportValues = Record<string, number | null>
export interface ReportGroup {
  user_id: number | null
  workspace_id: number | null
  queue_id: number | null
  begin_date: string
  end_date: string
  values: ReportValues
  fields: FieldUsage[]
}

/**
 * Each action on an annotation: its kind, time and user. A kind that occurred more than once for an annotation counts at its latest time.
 */
const ACTS = `
  select 'imported' as act, created_at as at, creator_id as user_id, a.* from annotations a where status <> 'created'
  union all select 'confirmed', confirmed_at, confirmed_by, a.* from annotations a where confirmed_at is not null
  union all select 'rejected', rejected_at, rejected_by, a.* from annotations a where rejected_at is not null
  union all select 'deleted', deleted_at, deleted_by, a.* from annotations a where deleted_at is not null
  union all select 'exported', exported_at, exported_by, a.* from annotations a where exported_at is not null`

const took = 'extract(epoch from acts.exported_at - acts.arrived_at)'

function valuesSql(db: Knex, threshold: number): Knex.Raw {
  return db.raw(
    `count(*) filter (where act = 'imported') as imported_count,
     count(*) filter (where act = 'confirmed') as confirmed_count,
     count(*) filter (where act = 'rejected') as rejected_count,
     count(*) filter (where act = 'rejected' and automatically_rejected) as rejected_automatically_count,
     count(*) filter (where act = 'rejected' and not automatically_rejected) as rejected_manually_count,
     count(*) filter (where act = 'deleted') as deleted_count,
     count(*) filter (where act = 'exported') as exported_count,
     avg(${took}) filter (where act = 'exported') as turnaround_avg_s,
     count(*) filter (where act = 'exported' and ${took} <= ?) as exported_on_time_count,
     count(*) filter (where act = 'exported' and ${took} > ?) as exported_late_count,
     avg(time_spent) filter (where act = 'confirmed' and time_spent > 0) as time_per_document_avg_s,
     avg(time_spent_active) filter (where act = 'confirmed' and time_spent_active > 0) as time_per_document_active_avg_s,
     coalesce(sum(time_spent) filter (where act = 'confirmed'), 0) as time_spent_s`,
    [threshold, threshold],
  )
}

/** Returns the groups with activity, and the values of the whole range. */
export async function usageReport(
  db: Knex,
  request: ReportRequest,
): Promise<{ groups: ReportGroup[]; totals: ReportValues }> {
  const { begin_date, end_date, group_by } = request
  const acts = () => selectedActs(db, request)
  const counted = () => acts().select(valuesSql(db, request.exported_on_time_threshold_s))
  const totals = valuesOf(await counted().first<GroupRow>())
  const fields = await readFields(db, groupActs(db, acts(), request))
  const report = { ...totals, corrections_per_document_avg: correctionsOf(fields.rows) }
  if (group_by.length === 0) return { groups: [], totals: report }

  const rows: GroupRow[] = await groupActs(db, counted(), request)
  const keyOf = ({ user_id, workspace_id, queue_id, begin_date: begin }: GroupRow) =>
    JSON.stringify([user_id ?? null, workspace_id ?? null, queue_id ?? null, begin ?? null])
  const fieldsOfGroup = Map.groupBy(fields.rows, keyOf)
  const groups = rows.map((row) => {
    const own = fieldsOfGroup.get(keyOf(row)) ?? []
    return {
      user_id: row.user_id ?? null,
      workspace_id: row.workspace_id ?? null,
      queue_id: row.queue_id ?? null,
      begin_date: row.begin_date ?? begin_date,
      end_date: row.end_date ?? end_date,
      values: { ...valuesOf(row), corrections_per_document_avg: correctionsOf(own) },
      fields: usageOfFields(own, fields.schemas),
    }
  })
  return { groups, totals: report }
}

function selectedActs(db: Knex, { organization_id, begin_date, end_date, user_ids, queue_ids }: ReportRequest) {
  const query = db
    .from(db.raw(`(${ACTS}) as acts`))
    .join('queues', 'queues.id', 'acts.queue_id')
    .where('acts.organization_id', organization_id)
    .whereRaw('acts.at >= ?::date and acts.at < ?::date + 1', [begin_date, end_date])
  if (user_ids) void query.whereIn('acts.user_id', user_ids)
  if (queue_ids) void query.whereIn('acts.queue_id', queue_ids)
  return query
}

/** Groups a query over acts, and selects the columns of the groups. */
function groupActs(db: Knex, query: Knex.QueryBuilder, { begin_date, end_date, group_by }: ReportRequest) {
  const columns = { user: 'acts.user_id', workspace: 'queues.workspace_id', queue: 'acts.queue_id' }
  for (const name of group_by) {
    if (name === 'user' || name === 'workspace' || name === 'queue') {
      const column = columns[name]
      void query.groupBy(column).select(column).orderBy(column)
    } else {
      const start = `date_trunc('${name}', acts.at)`
      void query
        .groupByRaw(start)
        .orderByRaw(start)
        .select(
          db.raw(`greatest(${start}::date, ?::date) as begin_date`, [begin_date]),
          db.raw(`least((${start} + interval '1 ${name}')::date - 1, ?::date) as end_date`, [end_date]),
        )
    }
  }
  return query
}

const NUMBERS = /_(count|s)$/
const valuesOf = (row: object): ReportValues =>
  Object.fromEntries(
    Object.entries<unknown>({ ...row })
      .filter(([name]) => NUMBERS.test(name))
      .map(([name, value]) => [name, value === null ? null : Math.round(Number(value) * 1000) / 1000]),
  )
