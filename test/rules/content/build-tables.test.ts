/** Rows of tables and items of lists in new content. */
import { describe, expect, it } from 'vitest'
import { aField, anExtraction, build, multivalueOf, nodeOf, read, schemaOf, valuesOf } from './fixtures.ts'

describe('buildTree', () => {
  it('creates a row for every line item with a value in a column', () => {
    const tree = build()
    expect(valuesOf(tree, 'text')).toEqual(['Water', 'Power'])
    expect(valuesOf(tree, 'sum')).toEqual(['1,119.50', '80.50'])
    const foreign = anExtraction({ line_items: [{ table_column_code: read('A1') }] })
    expect(multivalueOf(build({ extraction: foreign }), 'lines').children).toEqual([])
  })

  it('drops rows beyond max_occurrences, and uses tax details if configured', () => {
    const taxes = schemaOf({
      category: 'multivalue',
      id: 'taxes',
      label: 'Taxes',
      rir_field_names: ['tax_details'],
      max_occurrences: 1,
      children: {
        category: 'tuple',
        id: 'tax',
        label: 'Tax',
        children: [aField({ id: 'rate', type: 'number', format: '# ##0,#', rir_field_names: ['tax_detail_rate'] })],
      },
    })
    const extraction = anExtraction({
      tax_details: [{ tax_detail_rate: read('7.7') }, { tax_detail_rate: read('19') }],
    })
    expect(valuesOf(build({ extraction }, taxes), 'rate')).toEqual(['7,7'])
  })

  it('sets sources of cells by the arithmetic of their row', () => {
    const columns = ['quantity', 'amount_base', 'amount_total_base', 'tax', 'code'].map((name) =>
      aField({ id: name, rir_field_names: [`table_column_${name}`] }),
    )
    const table = schemaOf({
      category: 'multivalue',
      id: 'rows',
      label: 'Rows',
      children: { category: 'tuple', id: 'row', label: 'Row', children: columns },
    })
    const row = (total: string) => ({
      table_column_quantity: read('3'),
      table_column_amount_base: read('33.33'),
      table_column_amount_total_base: read(total),
      table_column_tax: read('0'),
      table_column_code: read('A'),
    })
    const sourcesOf = (total: string) => {
      const tree = build({ extraction: anExtraction({ line_items: [row(total)] }), defaultThreshold: 1 }, table)
      return columns.map(({ id }) => nodeOf(tree, id).validation_sources.join())
    }
    expect(sourcesOf('99.99')).toEqual(['checks', 'checks', 'checks', '', ''])
    expect(sourcesOf('100.00')).toEqual(['checks', 'checks', 'checks', '', ''])
    expect(sourcesOf('100.01')).toEqual(['', '', '', '', ''])
  })

  it('creates one item of a list for a value, and none without a value', () => {
    expect(valuesOf(build(), 'order')).toEqual(['PO-1'])
    expect(valuesOf(build({ extraction: null }), 'order')).toEqual([])
  })
})
