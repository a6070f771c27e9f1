/** Solutions that add up, but are no goods: open invoices, instalments, lists of labelled values. */
import type { Word } from '../types.ts'
import { countLetters, type TableLine } from './figures.ts'
import { foldTokens, isTaxWord } from './lexicon.ts'
import type { Solution } from './solve.ts'

export const isDate = ({ text }: Word): boolean => /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/.test(text)

const isDatedOnly = (line: TableLine): boolean =>
  line.words.some(isDate) && !line.words.some(({ text }) => /\p{L}{2}/u.test(text))

/** Returns whether rows that add up are goods or services, and neither an account nor a list of values. */
export const areGoods = (solution: Solution): boolean => !isAccount(solution) && !isListOfValues(solution)

/** Statements, reminders and plans of payment list dates, or sums by their age, without the name of anything. */
export function isAccount({ rows, sums, isPriceless }: Solution): boolean {
  if (isPriceless) return false
  if (!sums && rows.every((row) => row.agreement === null && countLetters(row.line.words) < 2)) return true
  return rows.filter((row) => row.agreement === null && isDatedOnly(row.line)).length * 3 >= rows.length
}

/** `Airfare: 248.37` and `Fee: 11.20` are values with labels, as on tickets. */
function isListOfValues({ rows }: Solution): boolean {
  const labelled = rows.filter((row) => {
    const before = row.line.words.findLast((word) => word.box[2] <= row.amount.box[0] + 1)
    return row.agreement === null && before?.text.endsWith(':')
  })
  return labelled.length * 2 > rows.length
}

/** `Insurance premium tax at 12%` is a part of the sum, but no item. */
export const isTax = (line: TableLine): boolean =>
  line.figures.some(({ percent }) => percent) &&
  line.words.some(({ text }) => foldTokens(text).some((token) => isTaxWord(token)))

/** Leaves out taxes that were added to the rows above them. */
export function withoutTaxes(solution: Solution): Solution {
  const rows = solution.rows.filter((row) => row.agreement !== null || !isTax(row.line))
  return solution.sums && rows.length > 0 ? { ...solution, rows } : solution
}
