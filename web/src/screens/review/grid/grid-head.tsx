/** The headings of the columns, which can be made wider and narrower, and the sums below them. */
import type { SchemaDatapoint } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import type { TableStore } from './table-store.ts'

export function GridHead({ store }: { store: TableStore }) {
  const { columns } = store.selection.table.value
  return (
    <div role="rowgroup" class="grid-head">
      <div role="row" class="grid-row" aria-rowindex={1}>
        <div role="columnheader" class="grid-number" aria-colindex={1}>
          <span class="visually-hidden">{t('grid.number')}</span>
        </div>
        {columns.map((column, col) => (
          <div
            key={column.id}
            role="columnheader"
            class={`grid-heading ${column.type}`}
            aria-colindex={col + 2}
            title={column.description ? `${column.label}: ${column.description}` : column.label}
          >
            <span>{column.label}</span>
            <Resizer store={store} column={column} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The edge of a heading. Keyboards use the commands for width. */
function Resizer({ store, column }: { store: TableStore; column: SchemaDatapoint }) {
  const start = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement
    const from = event.clientX
    const width = handle.parentElement!.offsetWidth
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = (move) => store.widths.set(column.id, width + move.clientX - from)
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = null
    }
  }
  return (
    <span
      class="resizer"
      aria-hidden="true"
      title={t('grid.resize')}
      onPointerDown={start}
      onDblClick={() => store.widths.reset(column.id)}
    />
  )
}

export function GridFoot({ store }: { store: TableStore }) {
  const { table } = store.selection
  const { columns, rows, node } = table.value
  const sums = store.review.aggregations.value.filter(({ tableId }) => tableId === node.id)
  if (!sums.length || !rows.length) return null
  return (
    <div role="rowgroup" class="grid-foot">
      <div role="row" class="grid-row" aria-rowindex={rows.length + 2}>
        <div role="rowheader" class="grid-number" aria-colindex={1} title={t('grid.sums')}>
          <span aria-hidden="true">Σ</span>
          <span class="visually-hidden">{t('grid.sums')}</span>
        </div>
        {columns.map((column, col) => {
          // The sum of a column without values is no information.
          const hasValues = rows.some(({ cells }) => cells[col]?.node.content?.value)
          const sum = hasValues ? sums.find(({ schemaId }) => schemaId === column.id) : undefined
          const label = column.aggregations?.sum?.label
          return (
            <div key={column.id} role="gridcell" class={`grid-sum ${column.type}`} aria-colindex={col + 2}>
              {sum && (
                <>
                  {label && <span class="visually-hidden">{label}</span>}
                  <span>{sum.value}</span>
                </>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
