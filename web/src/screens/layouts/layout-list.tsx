import { useState } from 'preact/hooks'
import type { LearnedLayout } from '../../api/types.ts'
import { formatAgo, formatNumber, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { nameOf, sumsOf, type Example } from './rules.ts'

/** Layouts that are shown at first; a queue has at most 500. */
const STEP = 60
/** A search field appears with more layouts than fit on a display. */
const MANY = 8

interface LayoutListProps {
  layouts: readonly LearnedLayout[]
  /** Undefined while they are read. */
  examples: ReadonlyMap<string, Example> | undefined
  selected: number | undefined
  select: (id: number) => void
}

export function LayoutList({ layouts, examples, selected, select }: LayoutListProps) {
  const [text, setText] = useState('')
  const [most, setMost] = useState(STEP)
  const wanted = text.trim().toLowerCase()
  const named = layouts.map((layout) => ({ layout, name: titleOf(layout, examples) }))
  const found = named.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <>
      {layouts.length > MANY && (
        <TextField
          label={t('layouts.find')}
          hideLabel
          placeholder={t('layouts.find')}
          type="search"
          onInput={setText}
        />
      )}
      {!found.length && <p class="soft">{t('layouts.noMatch')}</p>}
      <ul class="layout-list">
        {found.slice(0, most).map(({ layout, name }) => (
          <LayoutItem
            key={layout.id}
            layout={layout}
            name={name}
            isSelected={layout.id === selected}
            select={() => select(layout.id)}
          />
        ))}
      </ul>
      {found.length > most && (
        <Button kind="quiet" onClick={() => setMost(most + STEP)}>
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

interface LayoutItemProps {
  layout: LearnedLayout
  name: string
  isSelected: boolean
  select: () => void
}

function LayoutItem({ layout, name, isSelected, select }: LayoutItemProps) {
  const { evidence, enabled } = layout
  const { fields, hits, misses } = sumsOf(layout)
  return (
    <li>
      <button type="button" class="layout-item" aria-current={isSelected || undefined} onClick={select}>
        <span class="layout-name">
          {name}
          {!enabled && <span class="status">{t('layouts.disabled')}</span>}
        </span>
        <span class="soft">
          {t('layouts.documents', { count: evidence.documents })} · {t('layouts.fields', { count: fields })}
          {evidence.last_confirmed_at && ` · ${formatAgo(evidence.last_confirmed_at)}`}
        </span>
        <Kept hits={hits} misses={misses} />
      </button>
    </li>
  )
}

/** How often people kept what the layout proposed, as a bar with its figures. */
export function Kept({ hits, misses }: { hits: number; misses: number }) {
  if (hits + misses === 0) return <span class="soft small">{t('layouts.notUsed')}</span>
  return (
    <span class="kept">
      <span class="kept-bar" aria-hidden="true">
        <span style={{ width: `${(hits / (hits + misses)) * 100}%` }} />
      </span>
      <span class="small">{t('layouts.kept', { hits: formatNumber(hits), misses: formatNumber(misses) })}</span>
    </span>
  )
}

/** The name of a layout, or its number if none of its documents is visible; dots while its documents are read. */
export const titleOf = (layout: LearnedLayout, examples: ReadonlyMap<string, Example> | undefined): string =>
  examples ? nameOf(layout, examples) || t('layouts.unnamed', { id: layout.id }) : '…'
