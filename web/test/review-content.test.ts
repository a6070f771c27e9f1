import { describe, expect, it } from 'vitest'
import { datapointOf, fieldsOf, sectionViews, withNodes } from '../src/screens/review/model/content.ts'
import { dependenciesOf, isEditable, stateOf } from '../src/screens/review/model/state.ts'
import { datapoint, field, SCHEMA, tree } from './support/content.ts'

describe('sectionViews', () => {
  it('shows fields, tables and lists in the order of the schema, without hidden ones', () => {
    const views = sectionViews(SCHEMA, tree())
    expect(views.map(({ entries }) => entries.map(({ kind, schema }) => `${kind} ${schema.id}`))).toEqual([
      ['field number', 'field note'],
      ['table items', 'list orders'],
    ])
    expect(fieldsOf(views).map(({ id, tableId, rowId }) => [id, tableId, rowId])).toEqual([
      [2, null, null],
      [4, null, null],
      [13, 11, 12],
      [14, 11, 12],
      [16, 15, null],
    ])
  })

  it('leaves out a column that is hidden in all rows', () => {
    const content = tree()
    const [table] = content[1]!.children
    if (table?.category === 'multivalue' && table.children[0]?.category === 'tuple')
      table.children[0].children[1]!.hidden = true
    const [entry] = sectionViews(SCHEMA, content)[1]!.entries
    expect(entry?.kind === 'table' && entry.columns.map(({ id }) => id)).toEqual(['text'])
  })

  it('leaves out nodes that the schema does not know, and sections without visible nodes', () => {
    expect(sectionViews([{ ...SCHEMA[0]!, children: [field('other')] }], tree())).toEqual([])
  })
})

describe('withNodes', () => {
  it('replaces nodes at any depth and leaves the given tree unchanged', () => {
    const before = tree()
    const after = withNodes(before, [datapoint(14, 'amount', '4.00')])
    expect(datapointOf(after, 14)?.content?.value).toBe('4.00')
    expect(datapointOf(before, 14)?.content?.value).toBe('3.00')
    expect(datapointOf(after, 2)?.content?.value).toBe('A-1')
  })
})

describe('stateOf', () => {
  const required = field('number')
  const optional = field('note', { constraints: { required: false } })

  it.each([
    [
      'error',
      required,
      datapoint(1, 'number', 'x', { validation_sources: ['human'] }),
      'x',
      [{ type: 'error', content: 'invalid' }],
    ],
    ['checked', required, datapoint(1, 'number', 'x', { validation_sources: ['score', 'human'] }), 'x', []],
    ['sure', required, datapoint(1, 'number', 'x', { validation_sources: ['score'] }), 'x', []],
    ['uncertain', required, datapoint(1, 'number', 'x'), 'x', []],
    ['uncertain', required, datapoint(1, 'number', ''), '', []],
    ['empty', optional, datapoint(1, 'note', ''), '', []],
    ['uncertain', optional, datapoint(1, 'note', 'x', { validation_sources: ['non_required'] }), 'x', []],
  ] as const)('is %s', (state, schema, node, value, messages) => {
    expect(stateOf(schema, node, value, messages)).toBe(state)
  })
})

describe('isEditable', () => {
  it('refuses formulas, buttons and fields that the schema disables', () => {
    const node = datapoint(1, 'a', '')
    expect(isEditable(field('a'), node)).toBe(true)
    expect(isEditable(field('a', { type: 'button' }), node)).toBe(false)
    expect(isEditable(field('a', { ui_configuration: { type: 'formula' } }), node)).toBe(false)
    expect(isEditable(field('a', { ui_configuration: { type: 'formula' } }), { ...node, no_recalculation: true })).toBe(
      true,
    )
    expect(isEditable(field('a', { ui_configuration: { edit: 'disabled' } }), node)).toBe(false)
  })
})

it('finds the fields that a formula depends on', () => {
  expect(dependenciesOf(field('a', { formula: 'field.base + field.tax - field.base' }))).toEqual(['base', 'tax'])
})
