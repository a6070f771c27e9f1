/** Draws whole invoices, and extracts them. */
import { extractDocument } from '../../src/engine.ts'
import { readDocument } from '../../src/read/index.ts'
import { HEADER_KEYS } from '../../src/stages.ts'
import type { HeaderField } from '../../src/types.ts'
import type { Text } from '../read/files.ts'

/** What an invoice prints. */
export interface Drawn {
  title?: string
  sender?: readonly string[]
  /** Labels and values at the top right. */
  facts?: readonly (readonly [label: string, value: string])[]
  rows?: readonly (readonly [description: string, quantity: string, price: string, amount: string])[]
  sums: readonly (readonly [label: string, amount: string])[]
}

export const FACTS = [
  ['Invoice number', 'WT-5512'],
  ['Invoice date', '7 May 2026'],
  ['Due date', '6 June 2026'],
] as const

/** An invoice, or a credit memo, as a small company prints it. */
export function draw({
  title = 'Invoice',
  sender = ['Wren Timber Ltd', '8 Kiln Road, Farley FY3 9ZZ'],
  facts = FACTS,
  rows = [],
  sums,
}: Drawn): Text[] {
  const line = (y: number, cells: readonly (readonly [x: number, text: string])[]): Text[] =>
    cells.map(([x, text]) => ({ text, x, y, size: 10 }))
  return [
    { text: title, x: 350, y: 60, size: 18, bold: true },
    ...sender.flatMap((text, at) => line(60 + at * 14, [[50, text]])),
    ...facts.flatMap(([label, value], at) =>
      line(95 + at * 15, [
        [350, label],
        [460, value],
      ]),
    ),
    ...['Bill to', 'Linnet Joinery', '2 Ferry Lane, Farley FY1 9ZY'].flatMap((text, at) =>
      line(160 + at * 14, [[50, text]]),
    ),
    ...line(250, [
      [50, 'Description'],
      [300, 'Qty'],
      [370, 'Unit price'],
      [480, 'Amount'],
    ]),
    ...rows.flatMap(([description, quantity, price, amount], at) =>
      line(270 + at * 16, [
        [50, description],
        [300, quantity],
        [370, price],
        [480, amount],
      ]),
    ),
    ...sums.flatMap(([label, amount], at) =>
      line(340 + at * 16, [
        [330, label],
        [480, amount],
      ]),
    ),
  ]
}

export const PLANKS = { rows: [['Oak planks', '5', '40.00', '200.00']] } satisfies Partial<Drawn>
export const SUMS = [
  ['Net total', '200.00'],
  ['VAT 20%', '40.00'],
  ['Total GBP', '240.00'],
] as const

/** Reads a file as the import of a document does, without its embedded XML. */
export async function extract(bytes: Uint8Array, options: Parameters<typeof readDocument>[1] = {}, locale?: string) {
  const document = await readDocument(bytes, { embeddedXml: false, pictures: false, ...options })
  const { fields, ...more } = extractDocument(document, locale ? { locale } : {})
  const value = (key: string): string | number | null => {
    const field = (Object.keys(fields) as HeaderField[]).find((name) => (HEADER_KEYS[name] ?? name) === key)
    const found = field && fields[field]!.value
    if (found === undefined) return null
    return key.startsWith('amount') ? Number(found) : found
  }
  return { value, ...more }
}
