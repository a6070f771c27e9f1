/** The state of the dialog in which the user draws the grid of a table. */
import { computed, signal } from '@preact/signals'
import { ApiError, request } from '../../../../api/client.ts'
import { showError } from '../../../../ui/toasts.tsx'
import type { Review } from '../../store/review.ts'
import type { TableStore } from '../table-store.ts'
import type { Part } from './part.ts'
import { fromCells, type Box } from './propose.ts'
import { gridRequests, rowsIn } from './requests.ts'
import { fromWords, type Word } from './words.ts'

export type Drawing = ReturnType<typeof createDrawing>

/** Begins with the stored grid, and a proposal for each other page that has cells of the table. */
export function createDrawing({ review, selection, actions }: TableStore, label: () => string) {
  const table = selection.table.value
  const grid = table.schema.grid ?? { row_types: ['data'], default_row_type: 'data', row_types_to_extract: ['data'] }
  const stored = table.node.grid?.parts ?? []
  const pages = [...review.pages.value].sort((a, b) => a.number - b.number)
  const type = grid.row_types_to_extract.includes(grid.default_row_type)
    ? grid.default_row_type
    : (grid.row_types_to_extract[0] ?? grid.default_row_type)
  const columns = table.schema.children.category === 'tuple' ? table.schema.children.children : []
  const fillable = columns.filter((column) => column.type !== 'button')

  const proposal = (page: number): Part | null => {
    const known = rowsIn([...parts.value.values()], grid.row_types_to_extract)
    const found = fromCells(table, page, type)
    if (!found) return null
    // A row belongs to one part only, even if its cells are on two pages.
    const rows = found.rows.filter(({ tuple_id }) => !known.has(tuple_id!))
    return rows.length ? { ...found, rows } : null
  }
  const parts = signal<ReadonlyMap<number, Part>>(new Map())
  const set = (page: number, part: Part | null): void => {
    const next = new Map(parts.value)
    if (part) next.set(page, part)
    else next.delete(page)
    parts.value = next
  }
  stored.forEach((part, index) => {
    // Without lines there is nothing to draw; such a part is replaced.
    if (!part.columns.length || !part.rows.length) return
    const size = pages.find(({ number }) => number === part.page)
    set(part.page, { ...whole(part, size?.width ?? 0, size?.height ?? 0), index })
  })
  for (const { number } of pages) if (!parts.value.has(number)) set(number, proposal(number))

  const cellPage = selection.cell()?.node.content?.page
  const first = cellPage ?? [...parts.value.keys()].sort((a, b) => a - b)[0] ?? 1
  const pageAt = signal(
    Math.max(
      0,
      pages.findIndex(({ number }) => number === first),
    ),
  )
  const page = computed(() => pages[pageAt.value]!)
  const busy = signal(false)
  const failed = signal(false)
  const others = computed(() => {
    const read = rowsIn([...parts.value.values()], grid.row_types_to_extract)
    return table.node.children.filter(({ id }) => !read.has(id)).length
  })
  const isWhole = signal(true)

  return {
    table,
    grid,
    type,
    columns: fillable,
    pages,
    pageAt,
    page,
    parts,
    part: computed(() => parts.value.get(page.value.number) ?? null),
    /** Rows of the table that are in no part. */
    others,
    /** Removes those rows. */
    isWhole,
    busy,
    failed,
    set,
    propose: () => set(page.value.number, proposal(page.value.number)),
    /** Proposes lines within a rectangle of the present page. */
    async draw(rectangle: Box): Promise<void> {
      const { number } = page.value
      const words = await wordsOf(review, number)
      const before = parts.value.get(number)
      const part = fromWords(rectangle, words, { page: number, columns: fillable, type })
      set(number, { ...part, index: before?.index ?? null })
    },
    /** Stores the grid and reads its cells. Returns whether it worked. */
    async read(): Promise<boolean> {
      busy.value = true
      failed.value = false
      const requests = gridRequests({
        stored,
        parts: [...parts.value.values()].sort((a, b) => a.page - b.page),
        extracted: grid.row_types_to_extract,
        isWhole: isWhole.value && others.value > 0 && parts.value.size > 0,
      })
      const done = await actions.recorded(label(), async () => {
        for (const { action, body } of requests)
          if (!(await review.change(`${table.node.id}/${action}`, body))) return false
        return true
      })
      busy.value = false
      failed.value = !done
      return done
    },
  }
}

/** Returns a part with its width and height; 0 means the rest of the page. */
function whole<P extends Omit<Part, 'index'>>(part: P, pageWidth: number, pageHeight: number): P {
  const { width, height, columns, rows } = part
  return {
    ...part,
    width: width || pageWidth - (columns[0]?.left_position ?? 0),
    height: height || pageHeight - (rows[0]?.top_position ?? 0),
  }
}

/** Returns the words of a page; none if it has no text. */
async function wordsOf(review: Review, page: number): Promise<Word[]> {
  try {
    const { results } = await request<{ results: { items: Word[] }[] }>(`/annotations/${review.id}/page_data`, {
      query: { granularity: 'words', page_numbers: page },
    })
    return results.flatMap(({ items }) => items)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) showError(error)
    return []
  }
}
