/** The grid of a table. Only visible rows are rendered; headings, row numbers and sums stay in view. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { GridFoot, GridHead } from './grid-head.tsx'
import { GridRow, ROW_HEIGHT } from './grid-row.tsx'
import { onGridKey } from './keys.ts'
import { startDrag } from './pointer.ts'
import type { TableStore } from './table-store.ts'
import { template } from './widths.ts'
import { renderedRows } from './windowing.ts'

export function GridView({ store, statusId, leave }: { store: TableStore; statusId: string; leave: () => void }) {
  const { selection, review, widths } = store
  const table = selection.table.value
  const at = selection.at.value
  const range = selection.range.value
  const isActive = selection.isActive.value
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ scrollTop: 0, height: 400 })

  const measure = () => {
    const { scrollTop, clientHeight } = scroller.current!
    const next = { scrollTop, height: clientHeight }
    setView((before) => (rowsOf(before).join() === rowsOf(next).join() ? before : next))
  }
  const rowsOf = (place: typeof view) =>
    renderedRows({ ...place, rowHeight: ROW_HEIGHT, count: table.rows.length, active: null })

  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(scroller.current!)
    return () => observer.disconnect()
  }, [table.rows.length])

  const activeId = isActive ? review.active.value : null
  const editingId = selection.editingId.value
  useLayoutEffect(() => {
    const element = activeId === null ? null : scroller.current!.querySelector<HTMLElement>(`#cell-${activeId}`)
    if (!element) return
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const hasFocus = scroller.current!.contains(document.activeElement)
    if (editingId === null && (hasFocus || !review.pointing.value)) element.focus({ preventScroll: true })
  }, [activeId, editingId])

  const { columns, width } = template(table.columns, widths.widths.value)
  const rendered = renderedRows({ ...view, rowHeight: ROW_HEIGHT, count: table.rows.length, active: at.row })
  const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 3)
  return (
    <div
      ref={scroller}
      class="grid-scroll"
      onScroll={measure}
      onKeyDown={(event) => {
        // The browser's own copy and paste follow, on the cell with the focus.
        if ((event.ctrlKey || event.metaKey) && /^[cvx]$/i.test(event.key)) return event.stopPropagation()
        if (selection.editing.peek() || event.target === scroller.current) return
        if (onGridKey(event, store, page, leave)) event.preventDefault()
      }}
    >
      <div
        role="grid"
        class="grid"
        style={{ '--columns': columns, minWidth: `${width}px` }}
        aria-label={table.schema.label}
        aria-rowcount={table.rows.length + 2}
        aria-colcount={table.columns.length + 1}
        aria-multiselectable
        aria-readonly={!store.mayEdit.value || undefined}
        aria-busy={store.actions.busy.value || undefined}
      >
        <GridHead store={store} />
        <div
          role="rowgroup"
          class="grid-body"
          style={{ height: `${table.rows.length * ROW_HEIGHT}px` }}
          onPointerDown={(event) => startDrag(event, store)}
          onDblClick={() => selection.edit()}
        >
          {rendered.map((index) => {
            const row = table.rows[index]!
            const isInRange = isActive && index >= range.top && index <= range.bottom
            return (
              <GridRow
                key={row.id}
                store={store}
                row={row}
                columns={table.columns}
                index={index}
                here={index === at.row ? at.col : -1}
                isActive={isActive && index === at.row}
                from={isInRange ? range.left : -1}
                to={isInRange ? range.right : -1}
                statusId={statusId}
              />
            )
          })}
        </div>
        <GridFoot store={store} />
      </div>
    </div>
  )
}
