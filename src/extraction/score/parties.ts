import type { Candidate } from '../find/candidates.ts'
import { overlapX } from '../find/layout.ts'
import { hasLegalForm } from '../find/names.ts'
import { foldText } from '../normalise/ids.ts'
import type { Box } from '../types.ts'
import type { Side } from '../find/sides.ts'
import type { DescribedByKind } from './choose.ts'
import { namedSide } from './features/others.ts'
import type { Answer } from './model.ts'
import type { Relations } from './relations.ts'

/** Weights in log odds. Set manually; the benchmark shows their effect. */
export const PARTIES = {
  sameName: -9,
  sameNumber: -9,
  onlyBuyer: -5,
  own: 1,
  other: -1.5,
  named: 1,
  misnamed: -5,
  introduced: 2.5,
} as const

/** Widest distance between a name and the VAT number of its block, in text heights. */
const REACH = 14
/** A distance is smaller than another one if the difference is this, in text heights. */
const CLEARLY = 2

/** All candidates for names and VAT numbers. */
export type Parties = Pick<DescribedByKind, 'name' | 'vat'>

/** The candidate answers of both parties; null means that the value is not on the page. */
export interface PartyAnswers {
  senderName: Answer | null
  recipientName: Answer | null
  senderVat: Answer | null
  recipientVat: Answer | null
}

/**
 * Returns the function that weighs names and VAT numbers of both parties together, in log odds: a VAT number belongs to the name that it
 * is printed next to or whose it says to be, no value belongs to both, and a document with one VAT number prints that of its sender.
 */
export function weighParties({ name: names, vat: vats }: Parties): (answers: PartyAnswers) => number {
  const places = new Map<string, Candidate[]>()
  for (const { candidate } of [...names, ...vats]) {
    const key = keyOf(candidate.kind, candidate.value)
    places.set(key, [...(places.get(key) ?? []), candidate])
  }
  const known = new Map<string, number>()
  const between = (name: Answer, vat: Answer): number => {
    const key = `${name.value}\n${vat.value}`
    let distance = known.get(key)
    if (distance === undefined) {
      const at = places.get(keyOf('vat', vat.value)) ?? []
      const near = (places.get(keyOf('name', name.value)) ?? []).flatMap((one) => at.map((two) => gapOf(one, two)))
      distance = Math.min(Infinity, ...near)
      known.set(key, distance)
    }
    return distance
  }
  const weighOwner = (vat: Answer | null, own: Answer | null, other: Answer | null): number => {
    if (!vat) return 0
    const toOwn = own ? between(own, vat) : Infinity
    const toOther = other ? between(other, vat) : Infinity
    if (toOwn < REACH && toOwn + CLEARLY < toOther) return PARTIES.own
    return toOther < REACH && toOther + CLEARLY < toOwn ? PARTIES.other : 0
  }
  const named = new Map<string, Side>()
  for (const { candidate, relations } of vats) {
    const side = namedSide(candidate, relations)
    if (side) named.set(candidate.value, side)
  }
  const weighLabel = (vat: Answer | null, side: Side): number => {
    const printed = vat && named.get(vat.value)
    return !printed ? 0 : printed === side ? PARTIES.named : PARTIES.misnamed
  }
  const introduced = new Map<string, Side>()
  for (const { candidate, relations } of names) {
    const side = introducedAs(candidate, relations)
    if (side) introduced.set(foldText(candidate.value), side)
  }
  const weighName = (name: Answer | null, side: Side): number => {
    const printed = name && introduced.get(foldText(name.value))
    return !printed ? 0 : printed === side ? PARTIES.introduced : -PARTIES.introduced
  }
  const distinct = new Set(vats.map(({ candidate }) => candidate.value)).size
  return ({ senderName, recipientName, senderVat, recipientVat }) =>
    (isSame(senderName, recipientName) ? PARTIES.sameName : 0) +
    (isSame(senderVat, recipientVat) ? PARTIES.sameNumber : 0) +
    (distinct === 1 && recipientVat && !senderVat ? PARTIES.onlyBuyer : 0) +
    weighName(senderName, 'seller') +
    weighName(recipientName, 'buyer') +
    weighLabel(senderVat, 'seller') +
    weighLabel(recipientVat, 'buyer') +
    weighOwner(senderVat, senderName, recipientName) +
    weighOwner(recipientVat, recipientName, senderName)
}

/** Returns the side that a label directly before a name gives it: `Seller: Northmoor Paper Ltd`. */
function introducedAs({ segment }: Candidate, { left }: Relations): Side | null {
  const [near] = left
  if (!near || near.label.segment !== segment || !near.label.colon || near.distance > 2) return null
  const { classes } = near.label
  if (classes.has('seller') === classes.has('bill_to')) return null
  return classes.has('seller') ? 'seller' : 'buyer'
}

const keyOf = (kind: string, value: string): string => `${kind}\n${foldText(value)}`
/** Names of one company may differ in their legal form: `Northmoor Corp`, `Northmoor Corporation`. */
const isSame = (a: Answer | null, b: Answer | null): boolean =>
  a !== null && b !== null && withoutForm(a.value) === withoutForm(b.value)
const withoutForm = (name: string): string =>
  foldText(name.replace(/\s+\p{L}[\p{L}.]*$/u, (end) => (hasLegalForm(end) ? '' : end)))

/** Returns the distance of two candidates in text heights; infinite if they are on different pages or not in one column. */
function gapOf(a: Candidate, b: Candidate): number {
  if (a.segment.page !== b.segment.page) return Infinity
  const size = Math.max(a.segment.size, b.segment.size)
  const wide = (box: Box): Box => [box[0] - 3 * size, box[1], box[2] + 3 * size, box[3]]
  if (a.segment.line !== b.segment.line && overlapX(wide(a.box), wide(b.box)) <= 0.1) return Infinity
  return Math.abs(a.box[1] + a.box[3] - b.box[1] - b.box[3]) / 2 / size
}
