import { useEffect, useRef } from 'preact/hooks'
import { BASE, route, setQuery } from '../../app/router.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { statusName } from '../../ui/status.tsx'
import { DEFAULT_TAB, tabsOf } from './view.ts'

/** What a tab changes in the address. The order by a moment of one status makes no sense in another; filters stay. */
const changesOf = (tab: string) => ({ status: tab === DEFAULT_TAB ? null : tab, order: null })

function addressOfTab(tab: string): string {
  const { path, query } = route.value
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changesOf(tab))) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  const text = changed.toString()
  return BASE + path + (text ? `?${text}` : '')
}

/** Stays on the screen, unlike other links: uploads go on, so that there is nothing to ask. */
function open(event: MouseEvent, tab: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
  event.preventDefault()
  setQuery(changesOf(tab), { replace: false })
}

interface TabsProps {
  counts: Record<string, number>
  selected: string
}

/** Statuses with the number of documents in each. They are links, so that a tab of the browser can show each of them. */
export function Tabs({ counts, selected }: TabsProps) {
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  return (
    <nav ref={tabs} class="status-tabs" aria-label={t('documents.byStatus')}>
      {tabsOf(counts, selected).map(({ tab, count }) => (
        <a
          key={tab}
          href={addressOfTab(tab)}
          class={`status-tab ${tab}`}
          aria-current={tab === selected ? 'page' : undefined}
          onClick={(event) => open(event, tab)}
        >
          {tab === 'all' ? t('common.all') : statusName(tab)} <span class="count">{formatNumber(count)}</span>
        </a>
      ))}
    </nav>
  )
}
