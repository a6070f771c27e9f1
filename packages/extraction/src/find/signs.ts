/** The sign of an amount on its line: a minus before or behind it, also apart from it by a currency; parentheses; the letters of credits. */
import { currencyOf } from '../normalise/currencies.ts'
import { foldText } from '../normalise/ids.ts'
import type { Layout } from './layout.ts'

interface Place {
  start: number
  end: number
}

/** A mark with or without a currency before a figure: `-$`, `- EUR `, `(GBP `. */
const BEFORE = /(?<mark>[-‐‑‒–−(])\s?(?<currency>[^\s\d().,:;–−-]{1,5}\.?)?\s?$/u
/** The end of parentheses, with or without a currency: `)`, ` €)`. */
const CLOSE = /^\s?(?<currency>[^\s\d().,:;–−-]{1,5})?\s?\)/u
/** A minus, or the mark of a credit, behind a figure and its currency: `-`, ` EUR-`, ` CR`. */
const BEHIND = /^(?:\s?(?<currency>[^\s\d().,:;–−-]{1,5}))?(?:[-‐‑‒–−](?!\S)|\s?cr\.?(?![\p{L}\d]))/iu
/** An amount directly before parentheses: what they contain is the same sum in other words. */
const AMOUNT = /\d[.,]\d{2,3}\s?[^\s\d(]{0,5}\s?$/

const isCurrency = (text: string | undefined): boolean => text === undefined || currencyOf(text) !== null

/** Characters on each side that are looked at: those of a mark, a currency and a figure. */
const REACH = 24

/** Returns the place of a figure together with what shows that it is negative, and whether a letter shows that it is a credit. */
export function includeSign(
  text: string,
  { start, end }: Place,
  credits: ReadonlySet<string>,
): Place & { isCredit: boolean } {
  if (text[start] === '(') start += 1
  // Most figures are alone in their cells.
  else if (start === 0 && end === text.length) return { start, end, isCredit: false }
  const from = Math.max(0, start - REACH)
  const before = BEFORE.exec(text.slice(from, start))
  const { mark, currency } = before?.groups ?? {}
  if (before && isCurrency(currency)) {
    const at = from + before.index
    const outside = text.slice(from, at)
    if (mark === '(') {
      const close = AMOUNT.test(outside) ? null : CLOSE.exec(text.slice(end, end + REACH))
      if (close && isCurrency(close.groups!.currency)) return { start: at, end: end + close[0].length, isCredit: false }
    } else if (isMinus(outside, before[0], text.slice(end, end + REACH))) start = at
  }
  const behind = BEHIND.exec(text.slice(end, end + REACH))
  // Behind a decimal mark, a dash replaces the missing cents.
  if (behind && isCurrency(behind.groups!.currency) && !/[.,]/.test(text[end - 1]!)) end += behind[0].length
  const letter = /^\s?([A-Z])(?![\p{L}\d])/u.exec(text.slice(end, end + REACH))?.[1]
  return { start, end, isCredit: letter !== undefined && credits.has(letter) }
}

/** A dash apart from its figure may separate it from a label, or begin an item of a list: it is a minus before an amount that is alone. */
function isMinus(outside: string, all: string, rest: string): boolean {
  if (outside !== '' && !/[\s:=(]$/.test(outside)) return false
  if (all.startsWith('−') || /^\S\S/.test(all)) return true
  return /(?:^|[:=(])\s*$/.test(outside) && /^\s?\S{0,4}$/.test(rest)
}

/** Marks of debits and credits in accounts, and a word that shows such an account: in German, Spanish, Portuguese, Italian. */
const ACCOUNTS: readonly (readonly [debit: string, credit: string, words: RegExp])[] = [
  ['S', 'H', /(?<!\p{L})(?:soll|haben|kontoauszug|saldo)(?!\p{L})/u],
  ['D', 'H', /(?<!\p{L})(?:debe|haber|extracto|saldo)(?!\p{L})/u],
  ['D', 'C', /(?<!\p{L})(?:extrato|extracto|estratto|saldo|statement|balance)(?!\p{L})/u],
]

/**
 * Returns the letters that mark credits behind the amounts of an account (`57,60 H`). Behind single amounts such letters are codes of taxes: both
 * letters of a pair occur in an account, and a word for it.
 */
export function findCreditLetters({ segments }: Layout): ReadonlySet<string> {
  const letters = new Set(
    segments.flatMap(({ text }) =>
      [...text.matchAll(/\d[.,]\d{2}\s?([SHDC])(?![\p{L}\d])/gu)].map((match) => match[1]!),
    ),
  )
  const accounts = ACCOUNTS.filter(([debit, credit]) => letters.has(debit) && letters.has(credit))
  if (accounts.length === 0) return new Set()
  const text = foldText(segments.map((segment) => segment.text).join(' '))
  return new Set(accounts.filter(([, , words]) => words.test(text)).map(([, credit]) => credit))
}
