/** Descriptions that continue on the next line of the page, and were read as rows of their own. */
import type { FieldView, TableView } from '../model/content.ts'
import type { Operation } from '../store/review.ts'
import { cellIn, isWritable, valueOf, type Row } from './cells.ts'
import { span, type Range } from './ranges.ts'

/** A row to append to the row before it that is not itself appended. */
export interface Wrapped {
  row: number
  into: number
}

const filled = (row: Row): FieldView[] => row.cells.filter((cell) => valueOf(cell) !== '')

/** Distance between two lines, in heights of a line, above which a text does not continue. */
const MAX_GAP = 1.2

/** Whether a box follows directly below another one. Without boxes: yes. */
function isBelow(above: FieldView, below: FieldView): boolean {
  const [a, b] = [above.node.content, below.node.content]
  if (!a?.position || !b?.position) return true
  const height = b.position[3]! - b.position[1]!
  const gap = b.position[1]! - a.position[3]!
  return a.page === b.page && gap < MAX_GAP * height && gap > -height
}

/** Returns the rows that have a text in one column only, directly below a row that has this column and others. */
export function wrappedRows({ rows }: TableView): Wrapped[] {
  const found: Wrapped[] = []
  let into: number | null = null
  let last: FieldView | undefined
  rows.forEach((row, index) => {
    const cells = filled(row)
    const only = cells.length === 1 && cells[0]!.schema.type === 'string' ? cells[0]! : null
    const above = into === null || !only ? undefined : cellIn(rows[into], only.schema)
    const before = last?.schema.id === only?.schema.id ? last : above
    if (only && above && valueOf(above) !== '' && isWritable(above) && isBelow(before ?? above, only)) {
      found.push({ row: index, into: into! })
      last = only
    } else {
      into = cells.length > 1 ? index : null
      last = undefined
    }
  })
  return found
}

/** Returns the rows of a selection as joined into its first row, or one row into the row above it. */
export const joinedBy = ({ top, bottom }: Range): Wrapped[] =>
  top === bottom
    ? [{ row: top, into: top - 1 }].filter(({ into }) => into >= 0)
    : span(top + 1, bottom).map((row) => ({ row, into: top }))

export type Join = { operations: Operation[] } | { conflict: { row: number; into: number; column: string } }

/** Returns operations that append rows to others: texts with a space, other values only into empty cells. Refuses to lose a value. */
export function joinRows(table: TableView, pairs: readonly Wrapped[]): Join {
  const changed = new Map<number, { value: string; page: number | null; position: number[] | null }>()
  for (const { row, into } of pairs)
    for (const column of table.columns) {
      const [source, target] = [cellIn(table.rows[row], column), cellIn(table.rows[into], column)]
      const text = valueOf(source)
      if (text === '' || !source || !target) continue
      const before = changed.get(target.id) ?? placeOf(target)
      const isText = column.type === 'string'
      if (!isWritable(target) || (before.value !== '' && !isText))
        return { conflict: { row, into, column: column.label } }
      changed.set(target.id, {
        value: before.value === '' ? text : `${before.value} ${text}`,
        ...around(before, placeOf(source)),
      })
    }
  const replaces = [...changed].map(([id, content]): Operation => {
    return { op: 'replace', id, value: { content, validation_sources: ['human'] } }
  })
  const removes = pairs.map(({ row }): Operation => ({ op: 'remove', id: table.rows[row]!.id }))
  return { operations: [...replaces, ...removes] }
}

type Located = { page: number | null; position: number[] | null }

const placeOf = (cell: FieldView): Located & { value: string } => ({
  value: valueOf(cell),
  page: cell.node.content?.page ?? null,
  position: cell.node.content?.position ?? null,
})

/** Returns the box around two boxes; the first one if they are on different pages. */
function around(a: Located, b: Located): Located {
  if (!a.position) return { page: b.page, position: b.position }
  if (!b.position || a.page !== b.page) return { page: a.page, position: a.position }
  const sides = a.position.map((side, index) => Math[index < 2 ? 'min' : 'max'](side, b.position![index]!))
  return { page: a.page, position: sides }
}
