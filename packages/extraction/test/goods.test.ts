import { describe, expect, it } from 'vitest'
import { extractDocument } from '../src/engine.ts'
import { pageOf, type Placed } from './pages.ts'

const HEAD: readonly Placed[] = [
  [80, 60, 'DELIVERY NOTE', 32],
  [80, 110, 'Tannbach Papier GmbH'],
  [80, 136, 'Gartenweg 12, 48151 Neustadt'],
  [80, 200, 'Delivery note no.:'],
  [300, 200, 'LS-2041'],
  [80, 230, 'Purchase order:'],
  [300, 230, '4500071936'],
  [80, 290, 'Deliver to:'],
  [80, 316, 'Oakline Services Ltd'],
  [80, 342, '4 Mill Lane, 10115 Oldbridge'],
]
const TABLE: readonly Placed[] = [
  [80, 460, 'Item no.'],
  [300, 460, 'Description'],
  [800, 460, 'Quantity'],
  [1000, 460, 'Unit'],
  [80, 490, 'CP-4'],
  [300, 490, 'Copy paper A4'],
  [830, 490, '10'],
  [1000, 490, 'pack'],
  [80, 520, 'TN-2'],
  [300, 520, 'Toner'],
  [838, 520, '2'],
  [1000, 520, 'pc'],
]
const values = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, found]) => [name, (found as { value: string }).value]))

describe('a delivery note without prices', () => {
  const { fields, line_items, tax_details } = extractDocument(pageOf([...HEAD, ...TABLE]))

  it('has no amounts, taxes, dates of payment or currency', () => {
    const found = Object.keys(fields).filter((name) => /^amount_|^currency|^date_due|^date_uzp|^payment/.test(name))
    expect([found, tax_details]).toEqual([[], []])
  })

  it('has its own number, the goods and the place they go to', () => {
    expect(values(fields)).toMatchObject({
      document_type: 'delivery_note',
      document_id: 'LS-2041',
      order_id: '4500071936',
      recipient_delivery_name: 'Oakline Services Ltd',
      recipient_delivery_address: '4 Mill Lane, 10115 Oldbridge',
    })
    expect(line_items.map(values)).toEqual([
      {
        table_column_code: 'CP-4',
        table_column_description: 'Copy paper A4',
        table_column_quantity: '10',
        table_column_uom: 'pack',
      },
      {
        table_column_code: 'TN-2',
        table_column_description: 'Toner',
        table_column_quantity: '2',
        table_column_uom: 'pc',
      },
    ])
  })
})

describe('a delivery note without a heading above its address', () => {
  it('is for the company in the window of the envelope', () => {
    const letter: readonly Placed[] = [
      [80, 200, 'Tannbach Papier GmbH · Gartenweg 12 · 48151 Neustadt', 12],
      [80, 230, 'Oakline Services Ltd'],
      [80, 256, '4 Mill Lane'],
      [80, 282, '10115 Oldbridge'],
      [780, 240, 'Delivery note no.:'],
      [980, 240, 'LS-2041'],
      [80, 400, 'DELIVERY NOTE', 32],
      [80, 1600, 'Tannbach Papier GmbH · HRB 9917 Neustadt · USt-IdNr. DE136695976', 12],
    ]
    const { fields } = extractDocument(pageOf([...letter, ...TABLE]))
    expect(values(fields)).toMatchObject({
      document_type: 'delivery_note',
      sender_name: 'Tannbach Papier GmbH',
      recipient_name: 'Oakline Services Ltd',
    })
    expect(fields.recipient_delivery_name).toBeUndefined()
  })
})
