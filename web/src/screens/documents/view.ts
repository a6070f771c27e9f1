/** What a list shows: the filters and the order in its address, and the query of the API for them. */
import type { Query } from '../../api/client.ts'

export interface View {
  /** Name of a tab: a status, or `all`. */
  tab: string
  search: string
  labels: readonly number[]
  assignees: readonly number[]
  /** First and last day of arrival, as `YYYY-MM-DD`; empty for no limit. */
  from: string
  to: string
  /** Key of the ordering; a `-` before it reverses it. */
  order: string
}

export const DEFAULT_TAB = 'to_review'
export const DEFAULT_ORDER = '-document__arrived_at'

/** Tabs that are always shown; the others only while there are documents in them. */
export const MAIN_TABS = ['to_review', 'reviewing', 'postponed', 'confirmed', 'exported'] as const
/** All tabs of one status, in the order of the lifecycle. Those that come and go often are at the end, so that others keep their place. */
export const TABS = [
  'to_review',
  'reviewing',
  'postponed',
  'in_workflow',
  'confirmed',
  'exporting',
  'failed_export',
  'exported',
  'rejected',
  'split',
  'failed_import',
  'importing',
  'deleted',
  'purged',
] as const
/** `all` leaves out what users have removed. */
const REMOVED: readonly string[] = ['deleted', 'purged']
export const KEPT: readonly string[] = TABS.filter((status) => !REMOVED.includes(status))

/** Moment at which documents came into a status, besides their arrival. */
const MOMENTS: Record<string, string> = {
  reviewing: 'assigned_at',
  confirmed: 'confirmed_at',
  exported: 'exported_at',
  failed_export: 'export_failed_at',
  rejected: 'rejected_at',
  deleted: 'deleted_at',
  purged: 'purged_at',
}
export const momentOf = (tab: string): string => MOMENTS[tab] ?? 'modified_at'

const SORTABLE = [
  'document__original_file_name',
  'status',
  'document__arrived_at',
  'modified_at',
  ...Object.values(MOMENTS),
]
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const idsIn = (text: string | null): number[] =>
  (text ?? '').split(',').flatMap((part) => (/^[1-9]\d{0,14}$/.test(part) ? [Number(part)] : []))

/** Returns the view of an address. Values that make no sense are ignored. */
export function viewOf(query: URLSearchParams): View {
  const day = (name: string) => (isDay(query.get(name) ?? '') ? query.get(name)! : '')
  const tab = query.get('status') ?? ''
  const order = query.get('order') ?? ''
  return {
    tab: tab === 'all' || (TABS as readonly string[]).includes(tab) ? tab : DEFAULT_TAB,
    search: query.get('search') ?? '',
    labels: idsIn(query.get('labels')),
    assignees: idsIn(query.get('assignees')),
    from: day('from'),
    to: day('to'),
    order: SORTABLE.includes(order.replace(/^-/, '')) ? order : DEFAULT_ORDER,
  }
}

/** Returns the parameters of the address for changes of a view; null removes a parameter. */
export function addressOf(changes: Partial<View>): Record<string, string | null> {
  const { tab, search, labels, assignees, from, to, order } = changes
  const given: Record<string, string | null | undefined> = {
    status: tab,
    search: search?.trim(),
    labels: labels?.join(','),
    assignees: assignees?.join(','),
    from,
    to,
    order: order === DEFAULT_ORDER ? null : order,
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Returns a view without its filters; tab and order stay. */
export const NO_FILTERS: Partial<View> = { search: '', labels: [], assignees: [], from: '', to: '' }
export const isFiltered = ({ search, labels, assignees, from, to }: View): boolean =>
  Boolean(search.trim() || labels.length || assignees.length || from || to)

/** The day after, for limits that exclude their own value. */
function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + 1)
  return date
}

/** Returns the filters of the API for a view. Days begin at midnight of the user's time zone. */
export function filtersOf(view: View): Query {
  return {
    status: view.tab === 'all' ? KEPT : view.tab,
    // The API accepts at most 256 characters.
    search: view.search.trim().slice(0, 256),
    labels: view.labels,
    assignees: view.assignees,
    arrived_at_after: view.from && new Date(`${view.from}T00:00:00`).toISOString(),
    arrived_at_before: view.to && dayAfter(view.to).toISOString(),
  }
}

/** Returns the order after a click on a column head: times begin with the latest, all others with the least. */
export function nextOrder(order: string, key: string): string {
  const first = key.endsWith('_at') ? `-${key}` : key
  if (order.replace(/^-/, '') !== key) return first
  return order.startsWith('-') ? key : `-${key}`
}

/** Returns the tabs to show with the number of documents in each. */
export function tabsOf(counts: Record<string, number>, selected: string): { tab: string; count: number }[] {
  const shown = TABS.filter(
    (tab) => (MAIN_TABS as readonly string[]).includes(tab) || tab === selected || (counts[tab] ?? 0) > 0,
  )
  const total = KEPT.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  const tabs: { tab: string; count: number }[] = shown.map((tab) => ({ tab, count: counts[tab] ?? 0 }))
  return [...tabs.filter(({ tab }) => !REMOVED.includes(tab)), { tab: 'all', count: total }].concat(
    tabs.filter(({ tab }) => REMOVED.includes(tab)),
  )
}
