/** Whether two documents are the same invoice, by their values. */
import type { Identity, Role } from './identity.ts'

/** Two documents that are the same invoice, or two versions of it. */
export interface Match {
  reason: 'same_number' | 'same_amount' | 'same_picture' | 'reissued'
  /** What is equal. */
  equal: Role[]
  /** What differs, of two versions. */
  different: Role[]
}

/** Suppliers who number their invoices from 1 each year use a number again after about a year; a corrected invoice comes earlier. */
const MAX_DAYS = 270

/**
 * Compares two identities. Equal numbers of one supplier are the same invoice; if date or amount differ, the invoice was issued again, unless it is
 * one of another year. Documents of which one has no number, or has it with what is printed beside it, are the same with equal amount, date and
 * supplier. Documents with different numbers are different: invoices of each month, and of parts of an order, have the same supplier and often the
 * same amount.
 */
export function compareIdentities(mine: Identity, other: Identity): Match | null {
  if (mine.kind && other.kind && mine.kind !== other.kind) return null
  const supplier = sameSupplier(mine.suppliers, other.suppliers)
  const amount = sameAmount(mine, other)
  const date = same(mine.date, other.date)
  const equal = (roles: Role[]) => roles.filter((role) => ({ number: true, supplier, amount, date })[role] === true)
  if (mine.number !== null && mine.number === other.number) {
    if (supplier === true) {
      if (amount === false && daysBetween(mine.date, other.date) > MAX_DAYS) return null
      const different = (['amount', 'date'] as const).filter((role) => (role === 'amount' ? amount : date) === false)
      return different.length > 0
        ? { reason: 'reissued', equal: equal(['number', 'supplier', 'amount', 'date']), different }
        : { reason: 'same_number', equal: ['number', 'supplier'], different: [] }
    }
    // The supplier cannot be compared, or was read differently.
    return amount && date ? { reason: 'same_amount', equal: ['number', 'amount', 'date'], different: [] } : null
  }
  const isOther = mine.number !== null && other.number !== null && !isPartOf(mine.number, other.number)
  if (isOther || !amount || !date || supplier !== true) return null
  return { reason: 'same_amount', equal: ['supplier', 'amount', 'date'], different: [] }
}

/** Whether the number of each document is printed on the pages of the other. */
export interface Crossed {
  mineThere: boolean
  theirsHere: boolean
}
/** Characters of a folded number that can be recognised in another one. */
const MIN_PART = 6

/**
 * Compares two documents whose first pages look the same, which says only that the supplier and the form of the contents are the same. They are the
 * same page if nothing that was read contradicts it: a number that was read differently, or in one of them only, must be printed on both pages.
 */
export function comparePictured(mine: Identity, other: Identity, { mineThere, theirsHere }: Crossed): Match | null {
  if (same(mine.kind, other.kind) === false) return null
  const [amount, date] = [sameAmount(mine, other), same(mine.date, other.date)]
  const match: Match = { reason: 'same_picture', equal: [], different: [] }
  if (mine.number === null && other.number === null) return amount && date ? match : null
  if (mine.number !== null && mine.number === other.number) return match
  if (mine.number !== null && other.number !== null && amount && date && isPartOf(mine.number, other.number))
    return match
  const isCrossed = (mine.number === null || mineThere) && (other.number === null || theirsHere)
  if (!isCrossed || (amount === false && date === false)) return null
  // A number that only one of them has is weaker.
  const isNumbered = mine.number !== null && other.number !== null
  return isNumbered || (amount !== false && date !== false) ? match : null
}

/** Whether one of two folded numbers was read with what is printed before or after it: `RN58292009` and `58292009`. */
function isPartOf(one: string, two: string): boolean {
  const [short, long] = one.length < two.length ? [one, two] : [two, one]
  return short.length >= MIN_PART && (long.startsWith(short) || long.endsWith(short))
}

/** 0 if a date is not known. */
const daysBetween = (one: string | null, two: string | null): number =>
  one === null || two === null ? 0 : Math.abs(Date.parse(one) - Date.parse(two)) / 86_400_000

/** Null if it is not known. */
const same = <T>(mine: T | null, other: T | null): boolean | null =>
  mine === null || other === null ? null : mine === other

function sameAmount(mine: Identity, other: Identity): boolean | null {
  const amount = same(mine.amount, other.amount)
  return amount && same(mine.currency, other.currency) === false ? false : amount
}

/** Share of pairs of letters that two names of one supplier have in common. */
const ALIKE = 0.7

/** Whether two sets of keys name the same supplier; null if nothing can be compared. */
export function sameSupplier(mine: readonly string[], other: readonly string[]): boolean | null {
  const own = new Set(mine)
  if (other.some((key) => own.has(key))) return true
  const [name, otherName] = [nameIn(mine), nameIn(other)]
  if (name !== undefined && otherName !== undefined) return likeness(name, otherName) >= ALIKE
  const sorts = new Set(mine.map(sortOf))
  return other.some((key) => sorts.has(sortOf(key))) ? false : null
}

const sortOf = (key: string): string => key.slice(0, key.indexOf(':'))
const nameIn = (keys: readonly string[]): string | undefined =>
  keys.find((key) => sortOf(key) === 'name')?.slice('name:'.length)

/** How alike two names are, from 0 to 1; a name that contains the other one is that name with its legal form. */
function likeness(one: string, two: string): number {
  const [short, long] = [one.replaceAll(' ', ''), two.replaceAll(' ', '')].sort((a, b) => a.length - b.length) as [
    string,
    string,
  ]
  if (short.length >= 5 && long.startsWith(short)) return 1
  const pairs = new Map<string, number>()
  for (let at = 1; at < short.length; at++) add(pairs, short.slice(at - 1, at + 1), 1)
  let common = 0
  for (let at = 1; at < long.length; at++) {
    const pair = long.slice(at - 1, at + 1)
    if ((pairs.get(pair) ?? 0) <= 0) continue
    add(pairs, pair, -1)
    common++
  }
  return (2 * common) / Math.max(1, short.length + long.length - 2)
}

const add = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by)
