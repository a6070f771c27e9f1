import { formatAmount } from '../normalise/amounts.ts'
import type { Agreement } from './arithmetic.ts'
import type { ExtractedValue, LineColumn, LineItem, Word } from '../types.ts'
import type { Column } from './columns.ts'
import { cellConfidence } from './confidence.ts'
import type { Cell, RowSupport } from './confidence.ts'
import { unionBox } from './figures.ts'
import type { Figure } from './figures.ts'
import { isUnit } from './lexicon.ts'
import { cellNear } from './roles.ts'
import type { Reading, Solution, SolvedRow } from './solve.ts'
import { findTaxation } from './taxation.ts'
import type { Taxation } from './taxation.ts'
import { separateCodes } from './codes.ts'
import { attachTexts } from './text.ts'
import type { RowText } from './text.ts'

interface Frame {
  solution: Solution
  taxation: Taxation
  anchors: ReadonlySet<SolvedRow['line']>
}

/** Converts the rows of a solved table to line items. */
export function describeRows(
  solution: Solution,
  reading: Reading,
  totals: { base?: number; total?: number },
): LineItem[] {
  const texts = separateCodes(solution.texts ?? attachTexts(solution, reading), solution.headings)
  const frame: Frame = {
    solution,
    taxation: findTaxation(solution, totals),
    anchors: new Set(solution.rows.map((row) => row.line)),
  }
  return solution.rows.map((row, index) => describeRow(frame, row, texts[index]!))
}

function describeRow(frame: Frame, row: SolvedRow, text: RowText): LineItem {
  const { roles } = frame.solution
  const { gross, partner, rate, tax } = frame.taxation
  const item: LineItem = {}
  const support = supportOf(frame.solution, row)
  const checks = checksOf(frame.solution, row)
  const put = (
    name: LineColumn,
    cell: Cell,
    words: readonly Word[],
    shown: string,
    value: string,
    label?: string,
  ): void => {
    item[name] = makeValue(row, cell, support, words, shown, value, checks, label)
  }
  const putFigure = (
    name: LineColumn,
    cell: Cell,
    figure: Figure | undefined,
    column?: Column,
    value?: number,
  ): void => {
    if (!figure) return
    put(
      name,
      cell,
      figure.words,
      figure.text,
      formatAmount(value ?? figure.value, figure.places),
      column?.heading?.text,
    )
  }
  const at = (column: Column | undefined): Figure | undefined => column && cellNear(column, row.line, frame.anchors)
  putText(item, put, text)
  const quantity = at(roles.quantity)
  putFigure('table_column_quantity', 'quantity', quantity, roles.quantity, row.agreement?.quantity)
  if (quantity?.unit) put('table_column_uom', 'unit', quantity.unit.words, quantity.unit.text, quantity.unit.text)
  if (frame.solution.isPriceless) return item
  putFigure('table_column_rate', 'rate', at(rate), rate)
  putFigure('table_column_tax', 'other', at(tax), tax)
  const grossPrice = row.agreement?.kind === 'taxed' ? false : (roles.price?.heading?.gross ?? false) || gross
  putFigure(
    grossPrice ? 'table_column_amount' : 'table_column_amount_base',
    'price',
    at(roles.price),
    roles.price,
    row.agreement?.price,
  )
  if (partner) {
    const name = gross ? 'table_column_amount_total_base' : 'table_column_amount_total'
    putFigure(name, 'amount', partner.cells.get(row.line), partner)
  }
  const name = gross ? 'table_column_amount_total' : 'table_column_amount_total_base'
  putFigure(name, 'amount', row.amount, roles.amount, row.agreement?.amount)
  return item
}

type Put = (name: LineColumn, cell: Cell, words: readonly Word[], shown: string, value: string) => void

function putText(item: LineItem, put: Put, text: RowText): void {
  const putWords = (name: LineColumn, cell: Cell, words: readonly Word[]): void => {
    if (words.length > 0) put(name, cell, words, joinWords(words, false), joinWords(words, true))
  }
  putWords('table_column_description', 'description', text.description)
  putWords('table_column_code', text.hasOtherCodes ? 'one of codes' : 'code', text.code)
  if (text.uom.length > 0) {
    const shown = joinWords(text.uom, false)
    put('table_column_uom', 'unit', text.uom, shown, mendUnit(shown))
  }
  putWords('table_column_other', 'other', text.details)
}

/** OCR reads an l in a word as 1: `ink1.` is `inkl.` */
const mendWord = (word: string): string => word.replace(/(?<=\p{Ll}{2})1(?=\p{Ll}|\.$)/gu, 'l')

/** OCR confuses the size of some letters: `pC` is `pc`. */
const mendUnit = (unit: string): string =>
  /^\p{Ll}+\p{Lu}/u.test(unit) && isUnit(unit.toLowerCase()) && !/^(kW|mW|mA|kV|mV|kN|hL|mL|dB)/.test(unit)
    ? unit.toLowerCase()
    : unit

/** Joins words of one or several lines to one text; a compound hyphenated at a line break is joined in the value. */
function joinWords(words: readonly Word[], mend: boolean): string {
  let joined = ''
  let before: Word | undefined
  for (const word of words) {
    const newLine = before !== undefined && word.box[1] > before.box[1] + 0.6 * before.size
    const text = mend && word.confidence < 1 ? mendWord(word.text) : word.text
    if (mend && newLine && /\p{L}-$/u.test(joined)) joined += text
    else joined += joined === '' ? text : ` ${text}`
    before = word
  }
  return joined
}

function supportOf(solution: Solution, row: SolvedRow): RowSupport {
  return {
    agreement: row.agreement?.kind ?? null,
    sums: solution.sums,
    headed: solution.roles.amount.heading !== undefined,
  }
}

export const SUM_CHECK = 'sum(rows)=total'

const CHECKS: Record<Agreement['kind'], string> = {
  product: 'quantity*price=amount',
  equal: '1*price=amount',
  zero: 'quantity*price=0',
  discount: 'quantity*price-discount=amount',
  addition: 'quantity*price+addition=amount',
  per: 'quantity*price/per=amount',
  taxed: 'quantity*price+tax=amount',
}

function checksOf(solution: Solution, row: SolvedRow): string[] {
  return [...(row.agreement ? [CHECKS[row.agreement.kind]] : []), ...(solution.sums ? [SUM_CHECK] : [])]
}

/** Returns the arithmetic in a row's checks. */
export function agreementOf(checks: readonly string[]): Agreement['kind'] | null {
  for (const [kind, name] of Object.entries(CHECKS)) if (checks.includes(name)) return kind as Agreement['kind']
  return null
}

/** The generator of a code in a row that has more of them. */
export const ONE_OF_CODES = 'table.one-of-codes'

function makeValue(
  row: SolvedRow,
  cell: Cell,
  support: RowSupport,
  words: readonly Word[],
  text: string,
  value: string,
  checks: readonly string[],
  label: string | undefined,
): ExtractedValue {
  const ink = Math.min(...words.map((word) => word.confidence))
  return {
    text,
    value,
    confidence: cellConfidence(cell, support, ink),
    page: row.line.page,
    position: unionBox(words),
    evidence: {
      generator: cell === 'one of codes' ? ONE_OF_CODES : support.headed ? 'table.headed' : 'table.arithmetic',
      ...(label ? { label } : {}),
      ...(checks.length > 0 ? { checks: [...checks] } : {}),
    },
  }
}
