import { analyse } from '../src/find/analyse.ts'
import type { CandidateKind } from '../src/find/candidates.ts'
import { groupLines } from '../src/read/lines.ts'
import { describeAll, type Description } from '../src/score/choose.ts'
import type { Extraction, PageSource, ReadDocument, Word } from '../src/types.ts'

/** A text at a position: `[x, y, text]`, characters 16 pixels high, 8 wide. */
export type Placed = readonly [x: number, y: number, text: string, size?: number]

/** Creates a document of one page with words at the given positions. */
export function pageOf(pieces: readonly Placed[], source: PageSource = 'text'): ReadDocument {
  const words: Word[] = pieces.flatMap(([x, y, text, size = 16]) => {
    let left = x
    return text.split(' ').map((part) => {
      const word: Word = { text: part, box: [left, y, left + (part.length * size) / 2, y + size], confidence: 1, size }
      left += ((part.length + 1) * size) / 2
      return word
    })
  })
  return {
    pages: [{ number: 1, width: 1240, height: 1754, rotation: 0, source, words, lines: groupLines(words) }],
    pageCount: 1,
    reader: 'test',
  }
}

/** The title of a document, its number and its date, and the given labels with their amounts below. */
export const textsOfSums = (title: string, sums: readonly (readonly [label: string, amount: string])[]): Placed[] => [
  [820, 60, title, 32],
  [780, 240, 'No.:'],
  [980, 240, 'X-20417'],
  [780, 270, 'Date:'],
  [980, 270, '14.03.2024'],
  ...sums.flatMap(([label, amount], i): Placed[] => [
    [700, 900 + i * 40, label],
    [1050, 900 + i * 40, amount],
  ]),
]

/** Returns the candidates with their features of a page of such texts. */
export const describeLines = (...lines: Placed[]): Description => describeAll(analyse(pageOf(lines)))

/** Returns the values of all candidates of a kind on a page of such lines. */
export const valuesOf = (kind: CandidateKind, ...lines: string[]): string[] => {
  const pieces = lines.map((text, i): Placed => [60, 60 + i * 30, text])
  return analyse(pageOf(pieces)).candidates[kind].map((candidate) => candidate.value)
}

/** Returns description, quantity and amount of each row. */
export const rowsOf = ({ line_items }: Extraction): (string | number | undefined)[][] =>
  line_items.map((row) => [
    row.table_column_description?.value,
    row.table_column_quantity?.value,
    Number((row.table_column_amount_total_base ?? row.table_column_amount_total)?.value),
  ])

/** A small invoice of an invented company with known values. */
export const SMALL_INVOICE: readonly Placed[] = [
  [80, 60, 'Tannbach Papier GmbH', 28],
  [80, 110, 'Gartenweg 12'],
  [80, 136, '48151 Neustadt'],
  [820, 60, 'INVOICE', 32],
  [80, 240, 'Bill to:'],
  [80, 268, 'Oakline Services Ltd'],
  [80, 294, '4 Mill Lane'],
  [80, 320, '10115 Oldbridge'],
  [780, 240, 'Invoice No.:'],
  [980, 240, 'INV-20417'],
  [780, 270, 'Invoice date:'],
  [980, 270, '14.03.2024'],
  [780, 300, 'Due date:'],
  [980, 300, '28.03.2024'],
  [780, 330, 'Order No.:'],
  [980, 330, 'PO-7781'],
  [80, 460, 'Description'],
  [700, 460, 'Quantity'],
  [860, 460, 'Unit price'],
  [1060, 460, 'Amount'],
  [80, 490, 'Copy paper A4'],
  [740, 490, '10'],
  [880, 490, '12.50'],
  [1060, 490, '125.00'],
  [80, 520, 'Toner'],
  [748, 520, '2'],
  [880, 520, '37.50'],
  [1068, 520, '75.00'],
  [820, 600, 'Subtotal'],
  [1060, 600, '200.00'],
  [820, 630, 'VAT 19 %'],
  [1068, 630, '38.00'],
  [820, 660, 'Total'],
  [1060, 660, '€238.00'],
  [80, 1500, 'VAT ID: DE136695976'],
  [480, 1500, 'IBAN: DE89 3704 0044 0532 0130 00'],
  [920, 1500, 'BIC: COBADEFFXXX'],
]
