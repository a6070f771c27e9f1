/** Billing of an organization or an organization group: documents and pages read, per queue, organization and period. */
import { Type } from 'typebox'
import { billingHistory, billingStats, COUNTERS, type BillingGroup } from '../../domain/usage/billing.ts'
import { csvLines } from '../../export/index.ts'
import { Organization } from '../../models/index.ts'
import { can, type Permission } from '../access.ts'
import { pageSize } from '../framework/cursor.ts'
import type { Action, UrlOf } from '../framework/define.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { csv } from '../file-answers.ts'
import { BillingBody, billingRequest, Counters, History, Stats, Series, today } from './billing-bodies.ts'
import { numberedPage } from './numbered-page.ts'

/** An organization or an organization group. */
interface Owner {
  id: number
}
/** Returns the ids of the organizations to count. */
type Scope = (owner: Owner, request: Request) => Promise<number[]>

const example = (url: UrlOf) => ({
  filters: { begin_date: '2026-01-01', end_date: '2026-01-31', queues: [url('queues')] },
  group_by: ['queue'],
  order_by: ['-billable_pages'],
})

const paging = {
  page_size: Type.Integer({ description: 'Number of objects per page; 20 by default.' }),
  page: Type.Integer({ description: 'Number of the page, from 1.' }),
}

/** Billing actions below `organizations/:id`. */
export const organizationBilling = billingActions(({ id }) => Promise.resolve([id]), can('read_billing'))

/** Billing actions below `organization_groups/:id`: cover all organizations of the group, so only its administrators may use them. */
export const groupBilling = billingActions(async ({ id }, { db }) => {
  const organizations = await Organization.query(db).where('organization_group_id', id).select('id')
  return organizations.map((organization) => organization.id)
}, can('administer_group'))

function billingActions(scope: Scope, may: Permission): Action<Owner>[] {
  // The figures cover all queues, so they are hidden from memberships that are limited to queues or in time.
  const whole: Permission = Object.assign((who: Parameters<Permission>[0]) => may(who) && !who.membership?.confined, {
    rule: may.rule,
  })
  return [...statsActions(scope, whole), ...historyActions(scope, whole)]
}

function statsActions(scope: Scope, may: Permission): Action<Owner>[] {
  const stats = async (request: Request<BillingBody>, owner: Owner) => {
    const wanted = billingRequest(request.body, await scope(owner, request))
    const { groups, totals } = await billingStats(request.db, wanted)
    return { results: groups.map((group) => showGroup(group, request)), totals }
  }
  return [
    {
      method: 'post',
      path: 'billing_stats',
      summary: 'Count the documents and pages read, by queue, organization, month or week. Both dates are inclusive.',
      may,
      body: BillingBody,
      example,
      query: paging,
      responds: { status: 200, body: Stats },
      handle: async (request: Request<BillingBody>, owner) => {
        const { results, totals } = await stats(request, owner)
        return ok({ ...numberedPage(request, results, pageSize(request)), totals, updated_at: today() })
      },
    },
    {
      method: 'post',
      path: 'billing_stats/export',
      summary: 'Export the counts of `billing_stats` as CSV.',
      may,
      body: BillingBody,
      example,
      responds: { status: 200, body: 'text/csv' },
      handle: async (request: Request<BillingBody>, owner) => {
        const { results } = await stats(request, owner)
        const rows = results.map(({ values, ...rest }) => ({ ...rest, ...values }))
        return csvOf('billing_stats', ['begin_date', 'end_date', 'organization', 'queue', ...COUNTERS], rows)
      },
    },
    {
      method: 'post',
      path: 'billing',
      summary:
        'Deprecated form of `billing_stats`, with `filter` in the request and `series` and `totals` in the response.',
      may,
      body: BillingBody,
      example: (url) => ({ filter: example(url).filters, group_by: ['month'] }),
      responds: { status: 200, body: Type.Object({ series: Series, totals: Counters }) },
      handle: async (request: Request<BillingBody>, owner) => {
        const { results, totals } = await stats(request, owner)
        return ok({ series: results, totals })
      },
    },
  ]
}

function historyActions(scope: Scope, may: Permission): Action<Owner>[] {
  const periods = async (request: Request, owner: Owner) => billingHistory(request.db, await scope(owner, request))
  return [
    {
      method: 'get',
      path: 'billing_history',
      summary: 'Count the documents and pages read in each year since the organization was created, newest first.',
      may,
      query: paging,
      responds: { status: 200, body: History },
      handle: async (request, owner) => {
        const page = numberedPage(request, await periods(request, owner), pageSize(request))
        return ok({ ...page, updated_at: today() })
      },
    },
    {
      method: 'get',
      path: 'billing_history/export',
      summary: 'Export the counts of `billing_history` as CSV.',
      may,
      responds: { status: 200, body: 'text/csv' },
      handle: async (request, owner) => {
        const rows = (await periods(request, owner)).map(({ values, ...rest }) => ({ ...rest, ...values }))
        return csvOf('billing_history', Object.keys(rows[0] ?? {}), rows)
      },
    },
  ]
}

const showGroup = ({ organization_id, queue_id, ...group }: BillingGroup, { urls }: Request) => ({
  ...group,
  organization: urls.maybe('organizations', organization_id),
  queue: urls.maybe('queues', queue_id),
})

const csvOf = (name: string, columns: string[], rows: Record<string, unknown>[]): Answer =>
  csv(name, csvLines([columns, ...rows.map((row) => columns.map((column) => row[column]))]))
