/** Boxes of values on the pages, from the content of the annotation. */
import { formatNumber, t } from '../../../i18n/index.ts'
import type { FieldView } from '../model/content.ts'
import { dependenciesOf, needsReview, type FieldState } from '../model/state.ts'
import type { Rectangle, Review } from '../store/review.ts'
import { rectangleOf, union } from './geometry.ts'

export interface Box {
  id: number
  page: number
  rectangle: Rectangle
  state: FieldState
  label: string
  value: string
  isCell: boolean
}

/** Where a field is on the pages; null if its value has no place. */
export function placeOfField({ node }: Pick<FieldView, 'node'>): { page: number; rectangle: Rectangle } | null {
  const rectangle = rectangleOf(node.content?.position)
  const page = node.content?.page
  return rectangle && typeof page === 'number' ? { page, rectangle } : null
}

/** Returns the boxes of each page. Reads signals of the review. */
export function boxesOf(review: Review): Map<number, Box[]> {
  const byPage = new Map<number, Box[]>()
  const rows = new Map<number, Map<number, number>>()
  for (const field of review.fields.value) {
    const row = field.rowId === null || field.tableId === null ? null : rowNumber(rows, field.tableId, field.rowId)
    const place = placeOfField(field)
    if (!place) continue
    const box: Box = {
      ...place,
      id: field.id,
      state: review.stateOf(field),
      label: row === null ? field.schema.label : t('pages.cell', { label: field.schema.label, row: formatNumber(row) }),
      value: field.node.content?.value ?? '',
      isCell: row !== null,
    }
    const list = byPage.get(place.page)
    if (list) list.push(box)
    else byPage.set(place.page, [box])
  }
  return byPage
}

function rowNumber(tables: Map<number, Map<number, number>>, tableId: number, rowId: number): number {
  const rows = tables.get(tableId) ?? new Map<number, number>()
  tables.set(tableId, rows)
  if (!rows.has(rowId)) rows.set(rowId, rows.size + 1)
  return rows.get(rowId)!
}

/** The active field on its page, and its row if it is a cell. */
export interface ActivePlace {
  page: number
  rectangle: Rectangle
  row: Rectangle | null
}

export function activePlaceOf(review: Review): ActivePlace | null {
  const id = review.active.value
  const field = id === null ? undefined : review.fieldById.value.get(id)
  const place = field && placeOfField(field)
  if (!place) return null
  const row =
    field.rowId === null
      ? []
      : review.fields.value.flatMap((one) => {
          const other = one.rowId === field.rowId ? placeOfField(one) : null
          return other?.page === place.page ? [other.rectangle] : []
        })
  return { ...place, row: row.length > 1 ? row.reduce(union) : null }
}

/** Number of values on each page that wait for the reviewer. */
export const uncertainByPage = (boxes: ReadonlyMap<number, readonly Box[]>): Map<number, number> =>
  new Map([...boxes].map(([page, list]) => [page, list.filter(({ state }) => needsReview(state)).length]))

const NONE: ReadonlySet<number> = new Set()

/** Returns the ids of the fields that the formula of the active field refers to: those of its own row, and those outside of tables. */
export function relatedTo(review: Review): ReadonlySet<number> {
  const id = review.active.value
  const field = id === null ? undefined : review.fieldById.value.get(id)
  const names = field?.schema.ui_configuration?.type === 'formula' ? dependenciesOf(field.schema) : []
  if (!field || !names.length) return NONE
  const isNear = ({ rowId }: FieldView) => field.rowId === null || rowId === null || rowId === field.rowId
  return new Set(review.fields.value.filter((one) => names.includes(one.schema.id) && isNear(one)).map((one) => one.id))
}
