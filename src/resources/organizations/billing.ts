/** Billing of an organization and of an organization group: what was read, per queue, organization and period (filled-gaps 9.6). */
import { stringify } from 'csv-stringify/sync'
import { Type } from 'typebox'
import {
  billingHistory,
  billingStats,
  COUNTERS,
  GROUPINGS,
  ORDER_KEYS,
  type BillingGroup,
  type BillingRequest,
  type Grouping,
} from '../../domain/usage/billing.ts'
import { invalid } from '../../errors.ts'
import { pageSize } from '../engine/cursor.ts'
import type { Action } from '../legacy/define.ts'
import type { Row } from '../legacy/fields.ts'
import { numberedPage } from '../engine/numbered-page.ts'
import { idFromFilter } from '../engine/urls.ts'
import { load } from '../legacy/verbs.ts'
import type { Resource } from '../legacy/define.ts'
import { csv, ok, type Answer, type Request } from '../engine/request.ts'
import { can, type Permission } from '../access.ts'

const Url = Type.Union([Type.String(), Type.Integer(), Type.Null()])
const Filters = Type.Object({
  queues: Type.Optional(Type.Array(Url)),
  organizations: Type.Optional(Type.Array(Url)),
  begin_date: Type.Optional(Type.String({ format: 'date' })),
  end_date: Type.Optional(Type.String({ format: 'date' })),
})
const StatsBody = Type.Object({
  filters: Type.Optional(Filters),
  /** What the deprecated endpoint calls it. */
  filter: Type.Optional(Filters),
  group_by: Type.Optional(Type.Array(Type.String({ enum: [...GROUPINGS] }), { maxItems: 1 })),
  order_by: Type.Optional(Type.Array(Type.String({ enum: ORDER_KEYS.flatMap((key) => [key, `-${key}`]) }))),
})
const Counters = Type.Object(Object.fromEntries(COUNTERS.map((name) => [name, Type.Integer()])))
const Anything = Type.Object({}, { additionalProperties: true })
const Page = Type.Object({ pagination: Anything, results: Type.Array(Anything) }, { additionalProperties: true })

type Scope = (request: Request, resource: Resource) => Promise<number[]>

/** The organization itself, or all organizations of the group. */
const ownScope: Scope = async (request, resource) => [(await load(resource, request)).id as number]
const groupScope: Scope = async (request, resource) => {
  const { id } = await load(resource, request)
  const rows = await request.db('organizations').where('organization_group_id', id).select('id')
  return rows.map((row: Row) => row.id as number)
}

/** Billing below `organizations/:id`. */
export const organizationBilling = billingActions(ownScope, can('read_billing'))
/** Billing below `organization_groups/:id`: of all its organizations, so for its administrators. */
export const groupBilling = billingActions(groupScope, can('administer_group'))

function billingActions(scope: Scope, may: Permission): Action[] {
  const stats = async (request: Request, resource: Resource) => {
    const wanted = readRequest(request, await scope(request, resource))
    return { ...(await billingStats(request.db, wanted)), group_by: wanted.group_by }
  }
  const periods = async (request: Request, resource: Resource) =>
    billingHistory(request.db, await scope(request, resource))
  const paging = { page_size: Type.Integer(), page: Type.Integer() }
  // Its figures are those of all queues, and of whole years.
  const whole: Permission = Object.assign((who: Parameters<Permission>[0]) => may(who) && !who.membership?.limited, {
    rule: may.rule,
  })
  const action = (given: Omit<Action, 'may'>): Action => ({ may: whole, ...given })
  return [
    action({
      method: 'post',
      path: ':id/billing_stats',
      summary: 'Documents and pages read, by queue, organization, month or week; both dates are inclusive.',
      body: StatsBody,
      query: paging,
      responds: {
        status: 200,
        body: Type.Intersect([Page, Type.Object({ totals: Counters, updated_at: Type.String() })]),
      },
      handle: async (request, resource) => {
        const { groups, totals } = await stats(request, resource)
        const results = groups.map((group) => showGroup(group, request))
        return ok({ ...numberedPage(request, results, pageSize(request)), totals, updated_at: today() })
      },
    }),
    action({
      method: 'post',
      path: ':id/billing_stats/export',
      summary: 'The same as a CSV file.',
      body: StatsBody,
      responds: { status: 200, body: 'text/csv' },
      handle: async (request, resource) => {
        const { groups } = await stats(request, resource)
        const rows = groups
          .map((group) => showGroup(group, request))
          .map(({ values, ...rest }) => ({ ...rest, ...values }))
        return csvOf('billing_stats', ['begin_date', 'end_date', 'organization', 'queue', ...COUNTERS], rows)
      },
    }),
    action({
      method: 'post',
      path: ':id/billing',
      summary: 'Deprecated form of billing_stats: `filter` in, `series` and `totals` out.',
      body: StatsBody,
      responds: { status: 200, body: Type.Object({ series: Type.Array(Anything), totals: Counters }) },
      handle: async (request, resource) => {
        const { groups, totals } = await stats(request, resource)
        return ok({ series: groups.map((group) => showGroup(group, request)), totals })
      },
    }),
    action({
      method: 'get',
      path: ':id/billing_history',
      summary: 'What was read in each year since the organization was made, newest first.',
      query: paging,
      responds: { status: 200, body: Page },
      handle: async (request, resource) => {
        return ok({
          ...numberedPage(request, await periods(request, resource), pageSize(request)),
          updated_at: today(),
        })
      },
    }),
    action({
      method: 'get',
      path: ':id/billing_history/export',
      summary: 'The same as a CSV file.',
      responds: { status: 200, body: 'text/csv' },
      handle: async (request, resource) => {
        const rows = (await periods(request, resource)).map(({ values, ...rest }) => ({ ...rest, ...values }))
        return csvOf('billing_history', Object.keys(rows[0] ?? {}), rows)
      },
    }),
  ]
}

const today = () => new Date().toISOString().slice(0, 10)

/** A body as checked by `StatsBody`; without dates the last twelve months. */
function readRequest(request: Request, organization_ids: number[]): BillingRequest {
  const body = request.body as {
    filters?: { queues?: unknown[]; organizations?: unknown[]; begin_date?: string; end_date?: string }
    filter?: { queues?: unknown[]; organizations?: unknown[]; begin_date?: string; end_date?: string }
    group_by?: Grouping[]
    order_by?: string[]
  }
  const filters = body.filters ?? body.filter ?? {}
  const end_date = filters.end_date ?? today()
  const begin_date =
    filters.begin_date ?? `${Number(end_date.slice(0, 4)) - 1}${end_date.slice(4).replace('02-29', '02-28')}`
  if (begin_date > end_date) throw invalid({ filters: { begin_date: ['The range ends before it begins.'] } })
  const asked = filters.organizations?.map((value) => idOf(value, 'organizations'))
  return {
    organization_ids: asked ? organization_ids.filter((id) => asked.includes(id)) : organization_ids,
    ...(filters.queues
      ? { queue_ids: filters.queues.map((value) => (value === null ? null : idOf(value, 'queues'))) }
      : {}),
    begin_date,
    end_date,
    group_by: body.group_by?.[0] ?? null,
    order_by: body.order_by ?? [],
  }
}

function idOf(value: unknown, name: string): number {
  const id = idFromFilter(String(value))
  if (id === null) throw invalid({ filters: { [name]: [`"${String(value)}" is not a valid id.`] } })
  return id
}

const showGroup = ({ organization_id, queue_id, ...group }: BillingGroup, { urls }: Request) => ({
  ...group,
  organization: urls.maybe('organizations', organization_id),
  queue: urls.maybe('queues', queue_id),
})

const csvOf = (name: string, columns: string[], rows: Record<string, unknown>[]): Answer =>
  csv(name, stringify(rows, { header: true, columns, record_delimiter: 'windows', cast: { boolean: String } }))
