import { t } from '../../i18n/index.ts'
import { formatNumber } from '../../i18n/index.ts'
import { Link } from '../../ui/button.tsx'
import { statusName } from '../../ui/status.tsx'
import { route } from '../../app/router.ts'
import { DEFAULT_TAB, tabsOf } from './view.ts'

/** Returns the address of a tab; the other filters stay. */
function addressOfTab(queueId: number, tab: string): string {
  const query = new URLSearchParams(route.value.query)
  if (tab === DEFAULT_TAB) query.delete('status')
  else query.set('status', tab)
  // The order by a moment of one status makes no sense in another.
  query.delete('order')
  const text = query.toString()
  return `/queues/${queueId}${text ? `?${text}` : ''}`
}

interface TabsProps {
  queueId: number
  counts: Record<string, number>
  selected: string
}

/** Statuses with the number of documents in each. They are links, so that a tab of the browser can show each of them. */
export function Tabs({ queueId, counts, selected }: TabsProps) {
  return (
    <nav class="status-tabs" aria-label={t('documents.byStatus')}>
      {tabsOf(counts, selected).map(({ tab, count }) => (
        <Link key={tab} to={addressOfTab(queueId, tab)} current={tab === selected} class={`status-tab ${tab}`}>
          {tab === 'all' ? t('common.all') : statusName(tab)} <span class="count">{formatNumber(count)}</span>
        </Link>
      ))}
    </nav>
  )
}
