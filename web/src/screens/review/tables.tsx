/** The tables of the annotation below its pages, one at a time. */
import { useComputed } from '@preact/signals'
import { useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Splitter, useSize } from '../../ui/splitter.tsx'
import { LineItems } from './grid/line-items.tsx'
import type { TableView } from './model/content.ts'
import type { Review } from './store/review.ts'
import { remember, storage } from '../../app/storage.ts'

const STORED = 'sheaf.tables'

export function Tables({ review }: { review: Review }) {
  const height = useSize({ name: 'tables', initial: Math.round(innerHeight * 0.34), min: 120, max: 700 })
  const [open, setOpen] = useState(storage.getItem(STORED) !== 'closed')
  const [chosen, setChosen] = useState<number | null>(null)
  const { value: active } = useComputed(() => review.fieldById.value.get(review.active.value ?? -1)?.tableId)
  const tables = review.sections.value.flatMap(({ entries }): TableView[] =>
    entries.flatMap((entry) => (entry.kind === 'table' ? [entry] : [])),
  )
  if (!tables.length) return null
  // The table of the active cell comes to the front; otherwise the longest, which are the line items of an invoice.
  const longest = tables.reduce((best, table) => (table.rows.length > best.rows.length ? table : best))
  const table =
    tables.find(({ node }) => node.id === active) ?? tables.find(({ node }) => node.id === chosen) ?? longest
  const toggle = () => {
    remember(STORED, open ? 'closed' : 'open')
    setOpen(!open)
  }
  return (
    <>
      {open && <Splitter label={t('review.tableHeight')} orientation="horizontal" size={height} />}
      <section class="review-tables" style={{ height: open ? `${height.value}px` : 'auto' }}>
        <header>
          <div role="tablist" aria-label={t('review.tables')}>
            {tables.map(({ node, schema, rows }) => (
              <button
                key={node.id}
                type="button"
                role="tab"
                aria-selected={node.id === table.node.id}
                onClick={() => {
                  setChosen(node.id)
                  const cell = rows[0]?.cells[0]
                  if (active !== undefined && active !== null && active !== node.id) review.focus(cell?.id ?? null)
                  if (!open) toggle()
                }}
              >
                {schema.label} <span class="count">{rows.length}</span>
              </button>
            ))}
          </div>
          <Button
            kind="quiet"
            icon={open ? 'down' : 'up'}
            label={t(open ? 'review.hideTables' : 'review.showTables')}
            expanded={open}
            onClick={toggle}
          />
        </header>
        {open && <LineItems key={table.node.id} review={review} table={table} />}
      </section>
    </>
  )
}
