import { describe, expect, it } from 'vitest'
import {
  addressOf,
  DEFAULT_ORDER,
  filtersOf,
  isFiltered,
  KEPT,
  nextOrder,
  NO_FILTERS,
  tabsOf,
  viewOf,
} from '../src/screens/documents/view.ts'

const view = (query: string) => viewOf(new URLSearchParams(query))

describe('The address of a list', () => {
  it('shows what is to review, the latest first, without parameters', () => {
    expect(view('')).toEqual({
      tab: 'to_review',
      search: '',
      labels: [],
      assignees: [],
      from: '',
      to: '',
      order: DEFAULT_ORDER,
    })
  })

  it('holds all filters, and reading it returns them', () => {
    const wanted = {
      tab: 'exported',
      search: 'acme',
      labels: [2, 5],
      assignees: [7],
      from: '2026-01-31',
      to: '2026-02-28',
      order: 'exported_at',
    }
    const query = new URLSearchParams(Object.entries(addressOf(wanted)).map(([name, value]) => [name, value ?? '']))
    expect(viewOf(query)).toEqual(wanted)
  })

  it('is read without values that make no sense', () => {
    const found = view('status=lost&labels=1,x,-2,3&from=yesterday&to=2026-99-99&order=password')
    expect(found).toMatchObject({ tab: 'to_review', labels: [1, 3], from: '', to: '', order: DEFAULT_ORDER })
  })

  it('leaves out the usual order and empty filters', () => {
    expect(addressOf({ order: DEFAULT_ORDER })).toEqual({ order: null })
    expect(addressOf(NO_FILTERS)).toEqual({ search: '', labels: '', assignees: '', from: '', to: '' })
  })
})

describe('The filters of the API', () => {
  it('contain the last day of a period whole', () => {
    const { arrived_at_after, arrived_at_before } = filtersOf(view('from=2026-03-28&to=2026-03-30'))
    expect(arrived_at_after).toBe(new Date(2026, 2, 28).toISOString())
    expect(arrived_at_before).toBe(new Date(2026, 2, 31).toISOString())
  })

  it('ask for everything that was not removed, for all', () => {
    const { status } = filtersOf(view('status=all'))
    expect(status).toBe(KEPT)
    expect(KEPT).not.toContain('deleted')
    expect(KEPT).toContain('failed_import')
  })

  it('contain at most 256 characters of a search', () => {
    expect(filtersOf(view(`search=${'a'.repeat(300)}`)).search).toHaveLength(256)
  })

  it('do not count a tab or an order as a filter', () => {
    expect(isFiltered(view('status=all&order=status'))).toBe(false)
    expect(isFiltered(view('labels=3'))).toBe(true)
  })
})

describe('A click on a column head', () => {
  it('orders names upwards and times downwards, and reverses them at the second click', () => {
    expect(nextOrder(DEFAULT_ORDER, 'status')).toBe('status')
    expect(nextOrder('status', 'status')).toBe('-status')
    expect(nextOrder('status', 'confirmed_at')).toBe('-confirmed_at')
    expect(nextOrder('-confirmed_at', 'confirmed_at')).toBe('confirmed_at')
  })
})

describe('The tabs', () => {
  const names = (counts: Record<string, number>, selected = 'to_review') =>
    tabsOf(counts, selected).map(({ tab }) => tab)

  it('are the main ones, and others only with documents', () => {
    expect(names({})).toEqual(['to_review', 'reviewing', 'postponed', 'confirmed', 'exported', 'all'])
    expect(names({ failed_export: 1, deleted: 2 })).toEqual([
      'to_review',
      'reviewing',
      'postponed',
      'confirmed',
      'failed_export',
      'exported',
      'all',
      'deleted',
    ])
  })

  it('include the selected one, so that it does not vanish with its last document', () => {
    expect(names({}, 'rejected')).toContain('rejected')
  })

  it('count for all only what was not removed', () => {
    expect(tabsOf({ to_review: 3, exported: 4, deleted: 5 }, 'all').find(({ tab }) => tab === 'all')?.count).toBe(7)
  })
})
