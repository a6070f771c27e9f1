/** The loaded part of a list: pages, changes that happen meanwhile, and the selection. */
import { batch, computed, signal } from '@preact/signals'
import { request } from '../../api/client.ts'
import type { Query } from '../../api/client.ts'
import { neededIds, type Column } from './columns.ts'
import { patiently } from './patient.ts'
import { mergeRows, rowsOf, SIDELOADS, type Page, type Row } from './rows.ts'
import { select } from './selection.ts'
import { filtersOf, type View } from './view.ts'

const PAGE = 50
/** Pages are loaded on scrolling until there are so many rows, then on request only. */
const MAX_AUTOMATIC = 1000
/** A list does not grow beyond this: the memory of a browser is limited, and filters find more than scrolling. */
const MAX_ROWS = 5000
/** Most ids in one request for changed rows. */
const MAX_IDS = 100

export type ListStore = ReturnType<typeof createList>

/** Returns the list of a queue. */
export function createList(queueId: number) {
  const rows = signal<readonly Row[]>([])
  const next = signal<string | null>(null)
  const total = signal(0)
  /** `first`: there is nothing to show yet; `more`: the next page is on its way. */
  const loading = signal<'first' | 'more' | null>('first')
  const error = signal<unknown>(undefined)
  const selected = signal<ReadonlySet<number>>(new Set())
  const selectedRows = computed(() => rows.value.filter(({ id }) => selected.value.has(id)))
  let view: View | null = null
  let columns: readonly Column[] = []
  let anchor: number | null = null
  /** Whether the rows are of an earlier visit and only need to be brought up to date. */
  let isRecalled = false
  let abort = new AbortController()

  const queryFor = (shown: View, more: Query): Query => {
    const ids = neededIds(columns)
    return {
      queue: queueId,
      ...filtersOf(shown),
      ordering: shown.order,
      sideload: ids.length ? [...SIDELOADS, 'content'] : SIDELOADS,
      'content.schema_id': ids,
      ...more,
    }
  }

  /** Loads the first page of a view; what is shown stays until it arrives. */
  const load = async (given: View, givenColumns: readonly Column[], { keep = isRecalled } = {}): Promise<void> => {
    abort.abort()
    const mine = (abort = new AbortController())
    isRecalled = false
    if (!keep) batch(() => ((selected.value = new Set()), (loading.value = 'first')))
    view = given
    columns = givenColumns
    if (keep && rows.value.length > MAX_IDS) return refresh(rows.value.map(({ id }) => id))
    const size = keep ? Math.max(PAGE, rows.value.length) : PAGE
    try {
      const query = queryFor(given, { page_size: size })
      const page = await patiently(() => request<Page>('/annotations', { query, signal: mine.signal }), mine.signal)
      if (mine.signal.aborted) return
      batch(() => {
        rows.value = rowsOf(page)
        next.value = page.pagination.next
        total.value = page.pagination.total ?? rows.value.length
        error.value = undefined
        loading.value = null
      })
    } catch (failure) {
      if (mine.signal.aborted) return
      batch(() => {
        // Rows of other filters would look like the answer to these.
        if (!keep) rows.value = []
        error.value = failure
        loading.value = null
      })
    }
  }

  const loadMore = async (): Promise<void> => {
    if (!next.value || loading.value || rows.value.length >= MAX_ROWS) return
    const { signal } = abort
    loading.value = 'more'
    try {
      const page = await patiently(() => request<Page>(next.value!, { signal }), signal)
      if (signal.aborted) return
      const present = new Set(rows.value.map(({ id }) => id))
      batch(() => {
        rows.value = [...rows.value, ...rowsOf(page).filter(({ id }) => !present.has(id))]
        next.value = page.pagination.next
        error.value = undefined
      })
    } catch (failure) {
      if (!signal.aborted) error.value = failure
    } finally {
      if (!signal.aborted) loading.value = null
    }
  }

  /** Reads changed documents again: rows change in place, appear or leave, as the filters demand. */
  const refresh = async (ids: readonly number[]): Promise<void> => {
    if (!view || loading.value === 'first') return
    const { signal } = abort
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      const asked = ids.slice(at, at + MAX_IDS)
      const query = queryFor(view, { id: asked, page_size: MAX_IDS })
      const page = await patiently(() => request<Page>('/annotations', { query, signal }), signal)
      if (signal.aborted) return
      const found = rowsOf(page)
      const change = { found, asked, order: view.order, isComplete: next.value === null }
      const merged = mergeRows(rows.value, change)
      batch(() => {
        total.value += merged.length - rows.value.length
        rows.value = merged
        const present = new Set(merged.map(({ id }) => id))
        if ([...selected.value].some((id) => !present.has(id)))
          selected.value = new Set([...selected.value].filter((id) => present.has(id)))
      })
    }
  }

  return {
    queueId,
    rows,
    next,
    total,
    loading,
    error,
    selected,
    selectedRows,
    load,
    loadMore,
    refresh,
    /** Shows rows of an earlier visit until they have been loaded. */
    show: (found: { rows: readonly Row[]; next: string | null; total: number }): void => {
      isRecalled = true
      batch(() => {
        rows.value = found.rows
        next.value = found.next
        total.value = found.total
        loading.value = null
      })
    },
    reload: () => (view ? load(view, columns, { keep: rows.value.length > 0 }) : Promise.resolve()),
    mayLoadItself: () => rows.value.length < MAX_AUTOMATIC,
    isFull: () => rows.value.length >= MAX_ROWS,
    /** Changes the selection of a row, or of all from the one clicked before. */
    toggle: (id: number, isRange: boolean): void => {
      const ids = rows.value.map((row) => row.id)
      selected.value = select(selected.value, { ids, id, anchor, isRange })
      anchor = id
    },
    selectAll: (isOn: boolean): void => {
      selected.value = new Set(isOn ? rows.value.map(({ id }) => id) : [])
      anchor = null
    },
    setSelected: (ids: readonly number[]): void => {
      const present = new Set(rows.value.map(({ id }) => id))
      selected.value = new Set(ids.filter((id) => present.has(id)))
    },
    close: () => abort.abort(),
  }
}
