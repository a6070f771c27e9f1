/** Reads and checks the numbers of tax offices and company registers. */
import { hasCheckDigits } from '../check-digits.ts'
import { AMERICA } from './america.ts'
import { ASIA } from './asia.ts'
import { EUROPE } from './europe.ts'
import { EUROPEAN_UNION } from './european-union.ts'
import type { TaxIdKind } from './kind.ts'
import { repairNumber } from './repair.ts'

export type { TaxIdClass, TaxIdKind } from './kind.ts'

export const TAX_IDS: readonly TaxIdKind[] = [...EUROPEAN_UNION, ...EUROPE, ...AMERICA, ...ASIA]

/** Right or wrong check digits; unchecked if there are none. */
export type Validity = 'valid' | 'unchecked' | 'invalid'

export interface TaxId {
  kind: TaxIdKind
  /** Without spaces, points, hyphens and slashes. */
  value: string
  validity: Validity
  /** Where it ends in the text. */
  end: number
  /** True if characters were read as digits that look alike. */
  repaired: boolean
}

const RANKS: readonly Validity[] = ['valid', 'unchecked', 'invalid']

/** Returns the number without the marks between its groups. */
export const compactId = (text: string): string => text.replace(/[\s./\u2010-\u2013-]/g, '').toUpperCase()

/** Returns whether a compact number has the form of a kind, and its check digits; null if it has another form. */
export function checkTaxId(kind: TaxIdKind, value: string): Validity | null {
  if (!kind.shape.test(value)) return null
  if (!kind.check || (kind.checked && !kind.checked.test(value))) return 'unchecked'
  const isRight = hasCheckDigits(kind.check, kind.part?.(value) ?? value)
  if (isRight === undefined || (!isRight && kind.lenient)) return 'unchecked'
  return isRight ? 'valid' : 'invalid'
}

/** A number of at most 22 characters, with marks between its groups; `&` and `Ñ` are in Mexican ones. */
const NUMBER = /^[A-Z\dÑ&](?:[\s./\u2010-\u2013-]{0,3}[A-Z\dÑ&]){3,21}/i
/** What the printed number does not go on with. */
const CONTINUES = /^(?:[\p{L}\d]|[.,]\d)/u

/**
 * Returns the number of one of the kinds at the start of a text; the longest one, and of several kinds that with the right check digits. `misread`
 * also tries the digits that letters of an OCR page could be.
 */
export function readTaxId(text: string, kinds: readonly TaxIdKind[], misread = false): TaxId | null {
  const whole = NUMBER.exec(text)?.[0]
  if (!whole) return null
  let best: TaxId | null = null
  for (let end = whole.length; end >= 4; end--) {
    if (!/[A-Z\dÑ&]/i.test(whole[end - 1]!) || CONTINUES.test(text.slice(end))) continue
    for (const kind of kinds) {
      const found = readAs(kind, text.slice(0, end), misread)
      if (found && (!best || RANKS.indexOf(found.validity) < RANKS.indexOf(best.validity))) best = { ...found, end }
    }
    if (best?.validity === 'valid') return best
  }
  return best
}

function readAs(kind: TaxIdKind, printed: string, misread: boolean): Omit<TaxId, 'end'> | null {
  const value = compactId(printed)
  // Small letters are words, apart from the check character of Chilean numbers and what OCR takes for digits.
  const isWord = /\p{Ll}/u.test(misread ? printed.replace(/[ol]/g, '') : printed.replace(/k$/, ''))
  if (isWord) return null
  const validity = checkTaxId(kind, value)
  if (validity && validity !== 'invalid') return { kind, value, validity, repaired: false }
  const repaired = misread ? repairNumber(compactPrinted(printed), (one) => checkTaxId(kind, one) === 'valid') : null
  if (repaired) return { kind, value: repaired, validity: 'valid', repaired: true }
  return validity && { kind, value, validity, repaired: false }
}

const compactPrinted = (text: string): string => text.replace(/[\s./\u2010-\u2013-]/g, '')
