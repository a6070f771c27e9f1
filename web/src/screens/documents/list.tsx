/** The table of documents, with heads that order it, and more rows at its end. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../../app/router.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { keyLabel } from '../../ui/keys.ts'
import { Loading } from '../../ui/load.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'
import type { Head } from './heads.ts'
import type { ListStore } from './list-store.ts'
import { DocumentRow } from './row.tsx'
import { addressOf, nextOrder, type View } from './view.ts'
import { leastWidthOf, templateOf } from './widths.ts'

interface ListProps {
  list: ListStore
  view: View
  heads: readonly Head[]
  selectable: boolean
  /** Shown instead of an empty table. */
  empty: ComponentChildren
}

export function DocumentList({ list, view, heads, selectable, empty }: ListProps) {
  const { rows, loading, error } = list
  if (!rows.value.length) {
    if (loading.value === 'first') return <Loading />
    return error.value === undefined ? <>{empty}</> : <Failed list={list} />
  }
  return (
    <Frame heads={heads} selectable={selectable} isBusy={loading.value === 'first'}>
      <div role="table" aria-label={t('documents.title')}>
        <Heads list={list} view={view} heads={heads} selectable={selectable} />
        <div role="rowgroup">
          {rows.value.map((row) => (
            <DocumentRow key={row.id} row={row} heads={heads} list={list} selectable={selectable} />
          ))}
        </div>
      </div>
      <End list={list} selectable={selectable} />
    </Frame>
  )
}

type FrameProps = Pick<ListProps, 'heads' | 'selectable'> & { isBusy: boolean; children: ComponentChildren }

/** Lays rows out in columns, or in two lines each where the columns do not fit. */
function Frame({ heads, selectable, isBusy, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(Infinity)
  useLayoutEffect(() => {
    const root = parseFloat(getComputedStyle(document.documentElement).fontSize)
    const measure = () => setWidth(frame.current!.clientWidth / root)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  const isNarrow = width < leastWidthOf(heads)
  return (
    <div
      ref={frame}
      class={`document-list card ${isNarrow ? 'narrow' : ''}`}
      style={{ '--columns': templateOf(heads, selectable) }}
      aria-busy={isBusy}
    >
      {children}
    </div>
  )
}

function Heads({ list, view, heads, selectable }: Omit<ListProps, 'empty'>) {
  const [chosen, all] = [list.selected.value.size, list.rows.value.length]
  return (
    <div role="rowgroup">
      <div role="row" class="document-heads">
        {selectable && (
          <div role="columnheader" class="cell check">
            <Checkbox
              label={t('documents.selectAll')}
              hideLabel
              checked={chosen > 0 && chosen === all}
              mixed={chosen > 0 && chosen < all}
              onChange={(isOn) => list.selectAll(isOn)}
            />
          </div>
        )}
        {heads.map(({ kind, key, label, column }) => {
          const direction =
            key && view.order.replace(/^-/, '') === key ? (view.order.startsWith('-') ? 'down' : 'up') : null
          return (
            <div
              key={column?.schemaId ?? kind}
              role="columnheader"
              class={`cell ${kind} ${column?.type ?? ''}`}
              aria-sort={direction ? (direction === 'down' ? 'descending' : 'ascending') : undefined}
            >
              {key ? (
                <button type="button" onClick={() => setQuery(addressOf({ order: nextOrder(view.order, key) }))}>
                  <span class="text">{label}</span>
                  {direction && <Icon name={direction} size={14} />}
                </button>
              ) : (
                <span class="text" title={label}>
                  {label}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Loads the next page when it comes into view. */
function End({ list, selectable }: Pick<ListProps, 'list' | 'selectable'>) {
  const end = useRef<HTMLDivElement>(null)
  const { rows, next, total, loading, error } = list
  const hasMore = next.value !== null
  useEffect(() => {
    if (!hasMore || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && list.mayLoadItself() && error.value === undefined) void list.loadMore()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
    // A new observer reports at once, so that short pages continue to load until the window is full.
  }, [hasMore, rows.value.length])
  const shown = formatNumber(rows.value.length)
  return (
    <div ref={end} class="list-end">
      <span class="soft">{t('documents.shown', { shown, total: formatNumber(total.value) })}</span>
      {error.value !== undefined && <span class="field-error">{sentenceOf(error.value)}</span>}
      {hasMore &&
        (list.isFull() ? (
          <span class="soft">{t('documents.full')}</span>
        ) : (
          <Button busy={loading.value === 'more'} onClick={() => void list.loadMore()}>
            {t('common.more')}
          </Button>
        ))}
      <KeyHints selectable={selectable} />
    </div>
  )
}

/** Says which keys move and act in the list. */
const KeyHints = ({ selectable }: { selectable: boolean }) => (
  <p class="key-hints soft">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {t('documents.keyMove')}
    </span>
    <span>
      <kbd>{keyLabel('Enter')}</kbd> {t('documents.keyOpen')}
    </span>
    {selectable && (
      <span>
        <kbd>X</kbd> {t('documents.keySelect')}
      </span>
    )}
    <span>
      <kbd>/</kbd> {t('documents.keySearch')}
    </span>
  </p>
)

const Failed = ({ list }: { list: ListStore }) => (
  <div class="notice" role="alert">
    <p>
      {t('common.failed')} {sentenceOf(list.error.value)}
    </p>
    <Button onClick={() => void list.reload()}>{t('common.retry')}</Button>
  </div>
)
