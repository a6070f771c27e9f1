import { describe, expect, it } from 'vitest'
import { amount, contents, field, section, table, template } from './support.ts'

const run = template('totals-check')
const totals = (net: string, tax: string, total: string, ...others: object[]) =>
  section(amount('amount_total_base', net), amount('amount_total_tax', tax), amount('amount_total', total), ...others)
const line = (value: string) => [amount('table_column_amount_total_base', value)]

describe('the check of totals', () => {
  it.each([
    ['equal sums', [totals('100.00', '19.00', '119.00')]],
    ['a difference within the tolerance', [totals('100.00', '19.02', '119.00')]],
    ['rounding', [totals('100.00', '19.04', '119.00', amount('amount_rounding', '-0.04'))]],
    ['a credit note', [totals('-100.00', '-19.00', '-119.00')]],
    ['several taxes', [totals('100.00', '12.00', '119.00', amount('amount_total_tax', '7.00'))]],
    ['lines', [totals('100.00', '19.00', '119.00'), table(line('60.00'), line('50.00'), line('-10.00'))]],
    ['an empty line', [totals('100.00', '19.00', '119.00'), table(line('60.00'), line(''))]],
    ['empty values', [totals('', '', '')]],
    ['an unreadable value', [totals('100.00', '19.00', ''), section(field('amount_total', 'ca. 119'))]],
    ['no values', []],
  ])('accepts %s', async (_, content) => {
    expect((await run(content)).messages).toEqual([])
  })

  it('warns on the total with the difference', async () => {
    const content = totals('100.00', '19.00', '118.00')
    expect((await run([content])).messages).toEqual([
      {
        id: content.children[2]!.id,
        type: 'warning',
        content: 'The sum of net and tax is 119.00, but the total is 118.00 (difference -1.00).',
      },
    ])
    expect((await run([totals('0.1', '0.2', '0.35')])).messages).toHaveLength(1)
  })

  it('writes the thousandths of dinars', async () => {
    expect(contents((await run([totals('52.750', '2.638', '55.488')])).messages)).toEqual([
      'The sum of net and tax is 55.388, but the total is 55.488 (difference 0.10).',
    ])
  })

  it('warns on the net amount if the lines differ', async () => {
    const { messages } = await run([totals('-100.00', '-19.00', '-119.00'), table(line('60.00'), line('-50.00'))])
    expect(contents(messages)).toEqual([
      'The sum of 2 line items is 10.00, but the net amount is -100.00 (difference -110.00).',
    ])
  })

  it('leaves out the check of lines if no column is set', async () => {
    const content = [totals('100.00', '19.00', '119.00'), table(line('60.00'))]
    expect((await run(content, { settings: { line_total: '' } })).messages).toEqual([])
    expect((await run(content)).messages).toHaveLength(1)
  })
})
