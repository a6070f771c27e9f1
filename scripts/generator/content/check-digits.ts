export const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0)

/** ISO 7064 mod 11,10, used by Germany and Croatia. */
export function mod11and10(text: string): number {
  let product = 10
  for (const digit of text) product = (((Number(digit) + product) % 10 || 10) * 2) % 11
  return (11 - product) % 10
}

/** The digits before the check digit, and the check digit of them; null if there is none. */
interface NumberRule {
  head: string
  check: (digits: string) => number | null
}

/** Numbers of companies that have check digits; their rules are those of the national registers and tax offices. */
export const NATIONAL: Readonly<Record<string, NumberRule>> = {
  HU: { head: '%######', check: (d) => (10 - (weighted(d, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 },
  RO: { head: '%#######', check: (d) => ((weighted(d.padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 },
  GR: { head: '%#######', check: (d) => (weighted(d, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 },
  SI: {
    head: '%######',
    check: (d) => {
      const check = 11 - (weighted(d, [8, 7, 6, 5, 4, 3, 2]) % 11)
      return check === 11 ? null : check % 10
    },
  },
  HR: { head: '%#########', check: mod11and10 },
  SK: { head: '202%#####', check: (d) => Number(d) % 11 },
  // Companies that were founded since 2008.
  BG: {
    head: '2#######',
    check: (d) => {
      const check = weighted(d, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
      return check < 10 ? check : (weighted(d, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10
    },
  },
  TR: {
    head: '%########',
    check: (d) => {
      const sum = [...d].reduce((total, digit, i) => {
        const first = (Number(digit) + d.length - i) % 10
        return total + (first === 0 ? 0 : (first * 2 ** (d.length - i)) % 9 || 9)
      }, 0)
      return (10 - (sum % 10)) % 10
    },
  },
  /** Ukraine: the code of the state register of enterprises. */
  EDRPOU: {
    head: '%######',
    check: (d) => {
      const weights = /^[345]/.test(d) ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7]
      const check = weighted(d, weights) % 11
      const more = weights.map((weight) => weight + 2)
      return check < 10 ? check : (weighted(d, more) % 11) % 10
    },
  },
  /** Slovakia and the Czech Republic: the number of the register of organizations. */
  ICO: { head: '%######', check: (d) => (11 - (weighted(d, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 },
}

/** Returns the digits with their check digit; null if they have none. */
export function withCheckDigit(kind: string, digits: string): string | null {
  const check = NATIONAL[kind]!.check(digits)
  return check === null || check > 9 ? null : `${digits}${check}`
}
