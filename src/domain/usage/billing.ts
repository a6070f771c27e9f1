/** Counts of documents and pages read, by queue, organization, month or week, and by contract period. */
import type { Knex } from 'knex'
import type { RowOf, UsageRecord } from '../../models/index.ts'

export const GROUPINGS = ['queue', 'organization', 'month', 'week'] as const
export type Grouping = (typeof GROUPINGS)[number]
export const COUNTERS = [
  'billable_documents',
  'billable_pages',
  'non_billable_documents',
  'non_billable_pages',
] as const
export type Counters = Record<(typeof COUNTERS)[number], number>

export interface BillingRequest {
  organization_ids: number[]
  /** Null matches deleted queues; undefined selects all queues. */
  queue_ids?: (number | null)[]
  /** Dates, both inclusive, in UTC. */
  begin_date: string
  end_date: string
  group_by: Grouping | null
  /** Keys of a result or of its values; `-` sorts in descending order. */
  order_by: string[]
}

export interface BillingGroup {
  begin_date: string
  end_date: string
  organization_id: number | null
  queue_id: number | null
  values: Counters
}

const SUMS = `
  count(*) filter (where billable) as billable_documents,
  coalesce(sum(pages) filter (where billable), 0)::bigint as billable_pages,
  count(*) filter (where not billable) as non_billable_documents,
  coalesce(sum(pages) filter (where not billable), 0)::bigint as non_billable_pages`

const selected = (db: Knex, { organization_ids, queue_ids, begin_date, end_date }: BillingRequest) => {
  const query = db('usage_records')
    .whereIn('usage_records.organization_id', organization_ids)
    .whereRaw(`usage_records.created_at >= ?::date and usage_records.created_at < ?::date + 1`, [begin_date, end_date])
  if (queue_ids) {
    const ids = queue_ids.filter((id) => id !== null)
    void query.where((either) => {
      void either.whereIn('queue_id', ids)
      if (ids.length < queue_ids.length) void either.orWhereNull('queue_id')
    })
  }
  return query
}

/** Sums are big integers, which the driver returns as text. The other columns are the grouping keys. */
type Row = Record<keyof Counters, string | number> &
  Partial<Pick<RowOf<UsageRecord>, 'organization_id' | 'queue_id'>> & { begin_date?: string; end_date?: string }

const counters = (count: (name: keyof Counters) => number): Counters => ({
  billable_documents: count('billable_documents'),
  billable_pages: count('billable_pages'),
  non_billable_documents: count('non_billable_documents'),
  non_billable_pages: count('non_billable_pages'),
})
const isCounter = (key: string): key is keyof Counters => COUNTERS.some((name) => name === key)

/** Returns the groups with data, in the requested order, and the sum of all groups. */
export async function billingStats(
  db: Knex,
  request: BillingRequest,
): Promise<{ groups: BillingGroup[]; totals: Counters }> {
  const { group_by, begin_date, end_date } = request
  const period = group_by === 'month' || group_by === 'week'
  const query = selected(db, request).select(db.raw(SUMS))
  if (period) {
    const start = `date_trunc('${group_by}', created_at)`
    // A period that the range cuts is limited to the part inside it.
    void query
      .groupByRaw(start)
      .select(
        db.raw(`greatest(${start}::date, ?::date) as begin_date`, [begin_date]),
        db.raw(`least((${start} + interval '1 ${group_by}')::date - 1, ?::date) as end_date`, [end_date]),
      )
  } else if (group_by)
    void query.groupBy(`${group_by}_id`, 'organization_id').select(`${group_by}_id`, 'organization_id')
  const rows: Row[] = await query
  const groups = rows
    // Without groups SQL returns one row even if there is no data.
    .filter((row) => group_by || Number(row.billable_documents) + Number(row.non_billable_documents) > 0)
    .map((row) => ({
      begin_date: row.begin_date ?? begin_date,
      end_date: row.end_date ?? end_date,
      organization_id: row.organization_id ?? null,
      queue_id: row.queue_id ?? null,
      values: counters((name) => Number(row[name])),
    }))
  const totals = counters((name) => groups.reduce((sum, { values }) => sum + values[name], 0))
  return { groups: sort(groups, request.order_by), totals }
}

/** Keys by which a client may sort. */
export const ORDER_KEYS = ['begin_date', 'end_date', 'organization', 'queue', ...COUNTERS] as const

function sort(groups: BillingGroup[], order: string[]): BillingGroup[] {
  const value = (group: BillingGroup, key: string): string | number =>
    isCounter(key)
      ? group.values[key]
      : key === 'queue' || key === 'organization'
        ? (group[`${key}_id`] ?? 0)
        : group[key === 'end_date' ? 'end_date' : 'begin_date']
  const keys = [...order, 'begin_date', 'organization', 'queue']
  return groups.toSorted((a, b) => {
    for (const key of keys) {
      const name = key.replace(/^-/, '')
      const [left, right] = [value(a, name), value(b, name)]
      if (left !== right) return (left < right ? -1 : 1) * (key.startsWith('-') ? -1 : 1)
    }
    return 0
  })
}

export interface BillingPeriod {
  begin_date: string
  end_date: string
  values: Record<string, number | boolean>
}

type Learning = 'documents_with_learning' | 'pages_with_learning'
type Period = Record<keyof Counters | Learning, string | number> & {
  begin_date: string
  end_date: string
  is_current: boolean
}

/**
 * Returns the years since the organization (the oldest of the group) was created, newest first. A self-hosted service has no contract, so
 * years replace contract periods and nothing counts as purchased.
 */
export async function billingHistory(db: Knex, organization_ids: number[]): Promise<BillingPeriod[]> {
  const { rows } = await db.raw<{ rows: Period[] }>(
    `with start as (select min(created_at)::date as day from organizations where id = any(?)),
          periods as (select n, (day + make_interval(years => n))::date as begin_date,
                             (day + make_interval(years => n + 1))::date - 1 as end_date
                      from start, generate_series(0, extract(year from age(current_date, day))::int) as n)
     select begin_date, end_date, end_date >= current_date as is_current, ${SUMS},
       count(*) filter (where billable and learning) as documents_with_learning,
       coalesce(sum(pages) filter (where billable and learning), 0)::bigint as pages_with_learning
     from periods left join usage_records u
       on u.organization_id = any(?) and u.created_at >= begin_date and u.created_at < end_date + 1
     group by begin_date, end_date order by begin_date desc`,
    [organization_ids, organization_ids],
  )
  return rows.map((row) => {
    const count = (name: keyof Counters | Learning) => Number(row[name])
    const extracted = {
      extracted_documents_with_learning: count('documents_with_learning'),
      extracted_pages_with_learning: count('pages_with_learning'),
      extracted_documents_without_learning: count('billable_documents') - count('documents_with_learning'),
      extracted_pages_without_learning: count('billable_pages') - count('pages_with_learning'),
    }
    return {
      begin_date: row.begin_date,
      end_date: row.end_date,
      values: {
        ...Object.fromEntries(COUNTERS.map((name) => [name, count(name)])),
        is_current: row.is_current,
        ...Object.fromEntries(PURCHASABLE.map((name) => [name, 0])),
        ...extracted,
      },
    }
  })
}

const KINDS = ['documents', 'pages'].flatMap((what) => [
  ...['extracted', 'split'].flatMap((how) => [`${how}_${what}_with_learning`, `${how}_${what}_without_learning`]),
  `ocr_only_${what}`,
])
/** Counters that are always zero: nothing is sold here, and splitting is not counted separately. */
const PURCHASABLE = ['purchased_documents', 'purchased_pages', ...KINDS, ...KINDS.map((name) => `purchased_${name}`)]
