/** Flat values of content. */
import { describe, expect, it } from 'vitest'
import { flattenFields } from '../../../src/rules/content/index.ts'
import { anExtraction, build, nodesOf, read, schema } from './fixtures.ts'

describe('flattenFields', () => {
  it('returns every value as text, number and date, with rows in order', () => {
    expect(flattenFields(build(), schema)).toEqual({
      bill_no: [{ string: 'B-9' }],
      issued: [{ string: '5.1.2026', date: '2026-01-05' }],
      total: [{ string: '1,200.00', number: 1200 }],
      currency: [{ string: 'eur' }],
      unit: [{ string: 'Head office' }],
      note: [{ string: '' }],
      sum_all: [{ string: '' }],
      text: [{ string: 'Water' }, { string: 'Power' }],
      sum: [
        { string: '1,119.50', number: 1119.5 },
        { string: '80.50', number: 80.5 },
      ],
      order: [{ string: 'PO-1' }],
    })
  })

  it('keeps empty cells so that rows remain aligned', () => {
    const line_items = [{ table_column_amount_total: read('1') }, { table_column_description: read('Power') }]
    const fields = flattenFields(build({ extraction: anExtraction({ line_items }) }), schema)
    expect(fields.text).toEqual([{ string: '' }, { string: 'Power' }])
    expect(fields.sum).toEqual([{ string: '1', number: 1 }, { string: '' }])
    expect(nodesOf(build(), 'press')).toHaveLength(1)
    expect(fields).not.toHaveProperty('press')
  })
})
