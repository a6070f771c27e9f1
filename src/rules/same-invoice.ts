/** Whether two documents are the same invoice, by their values. */
import type { Identity, Role } from './identity.ts'

/** Two documents that are the same invoice, or two versions of it. */
export interface Match {
  reason: 'same_number' | 'same_amount' | 'reissued'
  /** What is equal. */
  equal: Role[]
  /** What differs, of two versions. */
  different: Role[]
}

/**
 * Compares two identities. Equal numbers of one supplier are the same invoice; if date or amount differ, the invoice was issued again. Documents
 * of which one has no number are the same with equal amount, date and supplier. Documents with different numbers are different: invoices
 * of each month, and of parts of an order, have the same supplier and often the same amount.
 */
export function compareIdentities(mine: Identity, other: Identity): Match | null {
  if (mine.kind && other.kind && mine.kind !== other.kind) return null
  const supplier = sameSupplier(mine.suppliers, other.suppliers)
  const amount = sameAmount(mine, other)
  const date = same(mine.date, other.date)
  const equal = (roles: Role[]) =>
    roles.filter((role) => ({ number: true, supplier, amount, date })[role] === true)
  if (mine.number !== null && mine.number === other.number) {
    if (supplier === true) {
      const different = (['amount', 'date'] as const).filter((role) => (role === 'amount' ? amount : date) === false)
      return different.length > 0
        ? { reason: 'reissued', equal: equal(['number', 'supplier', 'amount', 'date']), different }
        : { reason: 'same_number', equal: ['number', 'supplier'], different: [] }
    }
    // The supplier cannot be compared, or was read differently.
    return amount && date ? { reason: 'same_amount', equal: ['number', 'amount', 'date'], different: [] } : null
  }
  const isNumbered = mine.number !== null && other.number !== null
  if (isNumbered || !amount || !date || supplier !== true) return null
  return { reason: 'same_amount', equal: ['supplier', 'amount', 'date'], different: [] }
}

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
  const [short, long] = [one.replaceAll(' ', ''), two.replaceAll(' ', '')].sort((a, b) => a.length - b.length) as [string, string]
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

const add = (counts: Map<string, number>, key: string, by: number): void => void counts.set(key, (counts.get(key) ?? 0) + by)
