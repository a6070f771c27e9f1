import { describe, expect, it } from 'vitest'
import type { SectionView } from '../src/screens/review/model/content.ts'
import type { Message } from '../src/screens/review/model/state.ts'
import { countOf, earlierMessages, groupMessages } from '../src/screens/review/side/message-groups.ts'
import { labelIn, placesOf } from '../src/screens/review/side/places.ts'

const field = (id: number, label: string) => ({ kind: 'field', id, schema: { label } })
const sections = [
  {
    id: 1,
    schema: { label: 'Invoice' },
    entries: [
      field(2, 'Number'),
      {
        kind: 'table',
        node: { id: 3 },
        schema: { label: 'Line items' },
        rows: [
          { id: 4, cells: [field(5, 'Quantity'), field(6, 'Price')] },
          { id: 7, cells: [field(8, 'Quantity')] },
        ],
      },
      { kind: 'list', node: { id: 9 }, schema: { label: 'Orders' }, items: [{ id: 10 }, { id: 11 }] },
    ],
  },
] as unknown as SectionView[]
const message = (type: Message['type'], content: string): Message => ({ type, content })

describe('places', () => {
  it('name a cell by its column and row, and a row by its table', () => {
    const places = placesOf(sections)
    expect(places.get(8)).toEqual({ label: 'Quantity', row: 2, focusId: 8 })
    expect(places.get(7)).toEqual({ label: 'Line items', row: 2, focusId: 8 })
  })
  it('lead from a table, list or section to its first field', () => {
    const places = placesOf(sections)
    expect([1, 3, 9].map((id) => places.get(id)!.focusId)).toEqual([2, 5, 10])
  })
  it('of hidden fields have the label of the schema', () => {
    const schema = [{ id: 's', label: 'S', children: [{ id: 't', label: 'T', children: { id: 'r', label: '' } }] }]
    expect(labelIn(schema, 't')).toBe('T')
    expect(labelIn(schema, 'r')).toBe('r')
    expect(labelIn(schema, 'gone')).toBe('gone')
  })
})

describe('messages', () => {
  it('are grouped by severity, in the order of the form, those about the document first', () => {
    const messages = new Map([
      [99, [message('error', 'hidden')]],
      [8, [message('error', 'row'), message('info', 'note')]],
      [2, [message('error', 'number')]],
      [0, [message('warning', 'copy'), message('error', 'document')]],
    ])
    const groups = groupMessages(messages, placesOf(sections))
    expect(groups.map(({ type, messages: found }) => [type, found.map(({ content }) => content)])).toEqual([
      ['error', ['document', 'number', 'row', 'hidden']],
      ['warning', ['copy']],
      ['info', ['note']],
    ])
    expect(countOf(messages, 'error')).toBe(4)
  })
  it('that are stored and still present are not repeated', () => {
    const stored = [
      { id: '2', type: 'error', content: 'number' },
      { id: 'all', type: 'error', content: 'The export has failed.' },
      { error: 'Older form.' },
      { id: '2', type: 'aggregation', content: '12' },
    ]
    expect(earlierMessages(stored, new Map([[2, [message('error', 'number')]]]))).toEqual([
      { nodeId: 0, type: 'error', content: 'The export has failed.' },
      { nodeId: 0, type: 'error', content: 'Older form.' },
    ])
    expect(earlierMessages(null, new Map())).toEqual([])
  })
})
