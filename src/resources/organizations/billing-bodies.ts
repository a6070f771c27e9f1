/** Bodies of billing requests and responses. */
import { Type, type Static } from 'typebox'
import { COUNTERS, GROUPINGS, ORDER_KEYS, type BillingRequest } from '../../domain/usage/billing.ts'
import { invalid } from '../../errors.ts'
import { idFromFilter } from '../framework/urls.ts'

const Reference = Type.Union([Type.String(), Type.Integer(), Type.Null()])
const Filters = Type.Object({
  queues: Type.Optional(Type.Array(Reference, { description: 'URLs or ids of queues; null for deleted queues.' })),
  organizations: Type.Optional(Type.Array(Reference, { description: 'URLs or ids of organizations.' })),
  begin_date: Type.Optional(
    Type.String({
      format: 'date',
      description: 'First day, as `YYYY-MM-DD`; by default one year before the last day.',
    }),
  ),
  end_date: Type.Optional(Type.String({ format: 'date', description: 'Last day, as `YYYY-MM-DD`; by default today.' })),
})
const Grouping = Type.Unsafe<(typeof GROUPINGS)[number]>(Type.String({ enum: [...GROUPINGS] }))
export const BillingBody = Type.Object({
  filters: Type.Optional({ ...Filters, description: 'Selection of the documents to count; all by default.' }),
  filter: Type.Optional({ ...Filters, description: 'Older name of `filters`.' }),
  group_by: Type.Optional(
    Type.Array(Grouping, { maxItems: 1, description: 'Grouping of the results; at most one key.' }),
  ),
  order_by: Type.Optional(
    Type.Array(Type.String({ enum: ORDER_KEYS.flatMap((key) => [key, `-${key}`]) }), {
      description: 'Sort keys; prefix a key with `-` for descending order.',
    }),
  ),
})
export type BillingBody = Static<typeof BillingBody>

const WORDS: Record<(typeof COUNTERS)[number], string> = {
  billable_documents: 'Number of billable documents.',
  billable_pages: 'Number of billable pages.',
  non_billable_documents: 'Number of non-billable documents.',
  non_billable_pages: 'Number of non-billable pages.',
}
export const Counters = Type.Object(
  Object.fromEntries(COUNTERS.map((name) => [name, Type.Integer({ description: WORDS[name] })])),
  { description: 'Sums over all groups.' },
)
const Anything = Type.Object({}, { additionalProperties: true })
export const Series = Type.Array(Anything, { description: 'Counts per group and period.' })
export const History = Type.Object(
  {
    pagination: { ...Anything, description: 'Position of this page in the list.' },
    results: Type.Array(Anything, { description: 'Counts, one entry per group or period.' }),
  },
  { additionalProperties: true },
)
export const Stats = Type.Intersect([
  History,
  Type.Object({
    totals: Counters,
    updated_at: Type.String({ description: 'Last day included in the counts, as `YYYY-MM-DD`.' }),
  }),
])

export const today = () => new Date().toISOString().slice(0, 10)

/** Converts a body to a request, limited to these organizations; without dates it covers the last twelve months. */
export function billingRequest(body: BillingBody, organization_ids: number[]): BillingRequest {
  const filters = body.filters ?? body.filter ?? {}
  const end_date = filters.end_date ?? today()
  const begin_date =
    filters.begin_date ?? `${Number(end_date.slice(0, 4)) - 1}${end_date.slice(4).replace('02-29', '02-28')}`
  if (begin_date > end_date) throw invalid({ filters: { begin_date: ['begin_date must not be after end_date.'] } })
  const selected = filters.organizations?.map((value) => idOf(value, 'organizations'))
  return {
    organization_ids: selected ? organization_ids.filter((id) => selected.includes(id)) : organization_ids,
    ...(filters.queues
      ? { queue_ids: filters.queues.map((value) => (value === null ? null : idOf(value, 'queues'))) }
      : {}),
    begin_date,
    end_date,
    group_by: body.group_by?.[0] ?? null,
    order_by: body.order_by ?? [],
  }
}

function idOf(value: string | number | null, name: string): number {
  const id = idFromFilter(String(value))
  if (id === null) throw invalid({ filters: { [name]: [`"${String(value)}" is not a valid id.`] } })
  return id
}
