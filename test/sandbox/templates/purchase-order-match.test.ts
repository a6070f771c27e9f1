import { describe, expect, it } from 'vitest'
import { amount, contents, field, section, table, template } from './support.ts'

const run = template('purchase-order-match')
const orders = [
  'order;supplier;amount;currency',
  'PO-1001;Office Supplies Ltd;1190.00;EUR',
  'PO-1002;"Papier; Müller GmbH";1 000.00;EUR',
  'PO-1002;"Papier; Müller GmbH";500.00;EUR',
  'PO-1003;Nordic Paper s.r.o.;;',
].join('\n')
const document = (order: string, supplier: string, total: string, currency = 'eur') =>
  section(
    field('order_id', order),
    field('sender_name', supplier),
    amount('amount_total', total),
    field('currency', currency),
  )
const problems = async (content: object[], settings = {}) =>
  contents((await run(content, { settings: { orders, ...settings } })).messages)

describe('purchase order matching', () => {
  it('marks the order number as matched', async () => {
    const content = document('po 1001', 'OFFICE SUPPLIES LIMITED', '1190.00')
    const answer = await run([content], { settings: { orders } })
    expect(answer).toMatchObject({
      messages: [],
      automation_blockers: [],
      operations: [{ op: 'replace', id: content.children[0]!.id, value: { validation_sources: ['data_matching'] } }],
    })
    const again = field('order_id', 'PO-1001', null, { validation_sources: ['score', 'data_matching'] })
    expect((await run([section(again)], { settings: { orders } })).operations).toEqual([])
  })

  it.each([
    ['several rows of an order', document('PO-1002', 'Papier Muller', '1500.00')],
    ['the tolerance', document('PO-1001', 'Office Supplies', '1201.90')],
    ['a credit note', document('PO-1001', 'Office Supplies', '-5000.00')],
    ['an order without amount and currency', document('PO-1003', 'Nordic Paper', '99999.00', 'czk')],
    ['empty values', document('PO-1001', '', '', '')],
  ])('accepts %s', async (_, content) => {
    expect(await problems([content])).toEqual([])
  })

  it.each([
    [document('PO-9', 'Office Supplies', '1.00'), 'No open order has the number PO-9.'],
    [document('', 'Office Supplies', '1.00'), 'The document has no order number.'],
    [
      document('PO-1001', 'Other GmbH', '1.00'),
      'The order is of Office Supplies Ltd, but the document is of Other GmbH.',
    ],
    [document('PO-1001', '', '1.00', 'usd'), 'The order is in EUR, but the document in USD.'],
    [document('PO-1001', '', '1202.00'), 'The total 1202.00 exceeds the open amount 1190.00 of the order by 12.00.'],
  ])('reports %#', async (content, text) => {
    const answer = await run([content], { settings: { orders } })
    expect(answer.messages).toMatchObject([{ id: expect.any(Number), type: 'error', content: text }])
    expect(answer['automation_blockers']).toEqual([{ id: answer.messages[0]!.id, content: text }])
  })

  it('adds up the orders of a document, and compares nothing while one is unknown', async () => {
    const numbers = (...values: string[]) => table(...values.map((value) => [field('order_id', value)]))
    const total = section(amount('amount_total', '2690.00'))
    expect(await problems([numbers('PO-1001', 'PO-1002', '', 'PO-1001'), total])).toEqual([])
    expect(await problems([numbers('PO-1001'), total])).toHaveLength(1)
    expect(await problems([numbers('PO-1001', 'PO-7'), total])).toEqual(['No open order has the number PO-7.'])
    expect(await problems([])).toEqual(['The document has no order number.'])
  })

  it('reads lists with other separators, and leaves out what has no field or column', async () => {
    const list = '\ufeffNummer,Betrag\r\n"A 1","1.234,50"\r\n,\r\n'
    const settings = { orders: list, columns: { order: 'Nummer', amount: 'Betrag' }, decimal_separator: ',' }
    expect(await problems([document('A-1', 'Any', '1234.50', 'usd')], settings)).toEqual([])
    expect(await problems([document('A-1', 'Any', '1300.00')], settings)).toHaveLength(1)
    expect(await problems([document('A-1', 'Any', '1300.00')], { ...settings, total: '' })).toEqual([])
  })

  it('explains errors of the list and of the total', async () => {
    const content = [document('PO-1001', '', '')]
    expect(await problems(content, { orders: 'number;amount\n1;2' })).toEqual([
      'The list of orders has no column order, supplier, currency; its columns are number, amount.',
    ])
    expect(await problems(content, { orders: `${orders}\nPO-5;X;12 EUR;EUR` })).toEqual([
      'Row 6 of the list of orders: 12 EUR is not a number.',
    ])
    const unreadable = section(field('order_id', 'PO-1001'), field('amount_total', 'ca. 100'))
    expect(await problems([unreadable])).toEqual([
      'ca. 100 cannot be compared with the order, because it is not a number.',
    ])
  })
})
