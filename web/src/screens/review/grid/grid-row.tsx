/** One row of the grid. It renders again only if its cells, its place or its part of the selection have changed. */
import { Component } from 'preact'
import type { SchemaDatapoint } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { cellIn, type Row } from './cells.ts'
import { GridCell } from './grid-cell.tsx'
import type { TableStore } from './table-store.ts'

/** Pixels; the same as in the styles. */
export const ROW_HEIGHT = 34

export interface GridRowProps {
  store: TableStore
  row: Row
  columns: readonly SchemaDatapoint[]
  index: number
  /** Column of the cell in the order of Tab; -1 if it is in another row. */
  here: number
  /** Whether the cell `here` is the active field of the review. */
  isActive: boolean
  /** First and last selected column; -1 for none. */
  from: number
  to: number
  statusId: string
}

export class GridRow extends Component<GridRowProps> {
  override shouldComponentUpdate(next: GridRowProps, state: unknown): boolean {
    // A signal that the row reads has changed.
    if (state !== this.state) return true
    const { row, ...rest } = this.props
    const { cells } = next.row
    return (
      Object.entries(rest).some(([name, value]) => next[name as keyof GridRowProps] !== value) ||
      cells.length !== row.cells.length ||
      cells.some(({ node, schema }, at) => node !== row.cells[at]!.node || schema !== row.cells[at]!.schema)
    )
  }

  override render({ store, row, columns, index, here, isActive, from, to, statusId }: GridRowProps) {
    return (
      <div
        role="row"
        class={`grid-row ${here >= 0 && isActive ? 'here' : ''}`}
        style={{ top: `${index * ROW_HEIGHT}px` }}
        data-row={index}
        aria-rowindex={index + 2}
      >
        <div
          role="rowheader"
          class={`grid-number ${from >= 0 ? 'selected' : ''}`}
          aria-colindex={1}
          title={t('grid.selectRow')}
        >
          {index + 1}
        </div>
        {columns.map((column, col) => (
          <GridCell
            key={column.id}
            store={store}
            cell={cellIn(row, column)}
            col={col}
            isHere={col === here}
            isActive={col === here && isActive}
            isSelected={col >= from && col <= to}
            describedBy={statusId}
          />
        ))}
      </div>
    )
  }
}
