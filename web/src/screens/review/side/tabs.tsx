/** Tabs by the pattern of ARIA: one of them is in the order of focus, arrow keys, Home and End select another. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export interface Tab<Id extends string = string> {
  id: Id
  label: string
  /** Number shown beside the label, with its meaning for assistive technology. */
  badge?: { count: number; label: string; isError?: boolean } | null
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** Controls after the tabs. */
  end?: ComponentChildren
  children: ComponentChildren
}

export function Tabs<Id extends string>({ label, tabs, selected, onSelect, end, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const index = (to + tabs.length) % tabs.length
    onSelect(tabs[index]!.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <>
      <div class="side-tabs">
        <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map(({ id: tab, label: text, badge }) => (
            <button
              key={tab}
              id={`${id}-${tab}`}
              type="button"
              role="tab"
              aria-selected={tab === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab === selected ? 0 : -1}
              onClick={() => onSelect(tab)}
            >
              {text}
              {badge && badge.count > 0 && (
                <span class={`side-badge ${badge.isError ? 'error' : ''}`}>
                  <span aria-hidden="true">{badge.count > 99 ? '99+' : badge.count}</span>
                  <span class="visually-hidden">{badge.label}</span>
                </span>
              )}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        key={selected}
        id={`${id}-panel`}
        role="tabpanel"
        class="side-body"
        aria-labelledby={`${id}-${selected}`}
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}
