import type { Candidate } from '../find/candidates.ts'
import { overlapX, type Segment } from '../find/layout.ts'
import { hasLegalForm } from '../find/legal-forms.ts'
import { hasPostcode, looksLikeStreet } from '../find/postal.ts'
import {
  hasAddressForm,
  isAddressedPolitely,
  looksLikeAddressHeading,
  looksLikeAttention,
  looksLikeOrganization,
  looksLikePerson,
} from '../find/parties.ts'
import { foldText } from '../normalise/ids.ts'
import type { Box } from '../types.ts'
import type { Side } from '../lexicon/classes.ts'
import type { DescribedByKind } from './describe.ts'
import type { Described } from './describe.ts'
import { namedSide } from './features/others.ts'
import type { Answer } from './model.ts'
import { isImprint } from './imprint.ts'
import { includesAll, introducedAs, isHolder, isHouseBank, isPayee, withoutForm, wordsOf } from './party-names.ts'
import type { Relations } from './relations.ts'

/** Weights in log odds. Set manually; the benchmark shows their effect. */
export const PARTIES = {
  sameName: -9,
  sameNumber: -9,
  sameWords: -3,
  onlyBuyer: -3,
  onlyBuyerInBlock: -0.5,
  own: 1,
  other: -1.5,
  named: 1,
  misnamed: -5,
  headed: 0.5,
  misheaded: -2.5,
  introduced: 3.5,
  imprint: 4,
  extends: 1.5,
  payee: -3,
  holder: 1.5,
  contact: -3,
  person: -2.5,
  street: -2,
  sentence: -3,
  addressed: 2.5,
} as const

/** Widest distance between a name and the VAT number of its block, in text heights. */
const REACH = 14
/** A distance is smaller than another one if the difference is this, in text heights. */
const CLEARLY = 2

/** Places of a value that are compared with those of another one: a page can repeat both any number of times. */
const MAX_PLACES = 100

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
 * is printed next to or whose it says to be, no value belongs to both, and a document with one VAT number prints that of its sender, unless
 * it is a line of the block of the other party.
 */
export function weighParties({ name: names, vat: vats }: Parties): (answers: PartyAnswers) => number {
  const places = new Map<string, Candidate[]>()
  for (const { candidate } of [...names, ...vats]) {
    const key = keyOf(candidate.kind, candidate.value)
    const known = places.get(key)
    if (!known) places.set(key, [candidate])
    else if (known.length < MAX_PLACES) known.push(candidate)
  }
  const placesOf = (kind: 'name' | 'vat', { value }: Answer): readonly Candidate[] =>
    places.get(keyOf(kind, value)) ?? []
  const distances = onceForEach((name) =>
    onceForEach((vat) => {
      let least = Infinity
      for (const one of placesOf('name', name))
        for (const two of placesOf('vat', vat)) least = Math.min(least, gapOf(one, two))
      return least
    }),
  )
  const blocks = onceForEach((name) =>
    onceForEach((vat) => placesOf('name', name).some((one) => placesOf('vat', vat).some((two) => isInBlock(one, two)))),
  )
  const between = (name: Answer, vat: Answer): number => distances(name)(vat)
  const weighOwner = (vat: Answer | null, own: Answer | null, other: Answer | null): number => {
    if (!vat) return 0
    const toOwn = own ? between(own, vat) : Infinity
    const toOther = other ? between(other, vat) : Infinity
    if (toOwn < REACH && toOwn + CLEARLY < toOther) return PARTIES.own
    return toOther < REACH && toOther + CLEARLY < toOwn ? PARTIES.other : 0
  }
  const weighOnlyBuyer = (vat: Answer, name: Answer | null): number =>
    name && blocks(name)(vat) ? PARTIES.onlyBuyerInBlock : PARTIES.onlyBuyer
  const named = new Map<string, Side>()
  for (const { candidate, relations } of vats) {
    const side = namedSide(candidate, relations)
    if (side) named.set(candidate.value, side)
  }
  const headed = headedSides(vats)
  const weighLabel = (vat: Answer | null, side: Side): number => {
    if (!vat) return 0
    const printed = named.get(vat.value)
    if (printed) return printed === side ? PARTIES.named : PARTIES.misnamed
    const heading = headed.get(vat.value)
    return !heading ? 0 : heading === side ? PARTIES.headed : PARTIES.misheaded
  }
  const introduced = new Map<string, Side>()
  for (const name of names) {
    const { candidate, relations } = name
    const side = isPayee(name) ? null : introducedAs(candidate, relations)
    if (side) introduced.set(foldText(candidate.value), side)
  }
  const sideOfName = onceForEach((name) => introduced.get(foldText(name.value)))
  const weighName = (name: Answer | null, side: Side): number => {
    const printed = name && sideOfName(name)
    return !printed ? 0 : printed === side ? PARTIES.introduced : -PARTIES.introduced
  }
  const imprints = new Set(
    names.filter((name) => isImprint(name, vats)).map(({ candidate }) => foldText(candidate.value)),
  )
  const weighImprint = onceForEach((name) => (imprints.has(foldText(name.value)) ? PARTIES.imprint : 0))
  const weighSender = onceForEach((name) => {
    if (!hasLegalForm(name.value) && (isAddressedPolitely(name.value) || looksLikeAttention(name.value)))
      return PARTIES.contact
    const own = names.filter(({ candidate }) => candidate.value === name.value)
    if (own.some(isHouseBank)) return PARTIES.payee
    const isFull = own.some(({ features }) => features.includes('nm:extends'))
    const isShort = own.some(({ features }) => features.includes('nm:again:legal'))
    const holds = own.some(isHolder) ? PARTIES.holder : 0
    return weighImprint(name) + holds + (isFull ? PARTIES.extends : isShort ? -PARTIES.extends : 0)
  })
  const weighRecipient = onceForEach((name) => {
    const own = names.filter(({ candidate }) => candidate.value === name.value)
    return own.length === 0 ? 0 : Math.max(...own.map((one) => weighPlace(one, names)))
  })
  const plainName = onceForEach((name) => withoutForm(name.value))
  const isSame = (a: Answer | null, b: Answer | null): boolean =>
    a !== null && b !== null && plainName(a) === plainName(b)
  const words = onceForEach((name) => wordsOf(name.value))
  const areOfOne = (a: Answer | null, b: Answer | null): boolean =>
    a !== null && b !== null && includesAll(words(a), words(b))
  const distinct = new Set(vats.map(({ candidate }) => candidate.value)).size
  return ({ senderName, recipientName, senderVat, recipientVat }) =>
    (isSame(senderName, recipientName)
      ? PARTIES.sameName
      : areOfOne(senderName, recipientName)
        ? PARTIES.sameWords
        : 0) +
    (isSame(senderVat, recipientVat) ? PARTIES.sameNumber : 0) +
    (distinct === 1 && recipientVat && !senderVat ? weighOnlyBuyer(recipientVat, recipientName) : 0) +
    weighName(senderName, 'seller') +
    weighName(recipientName, 'buyer') +
    (senderName ? weighSender(senderName) : 0) +
    (recipientName ? weighRecipient(recipientName) - weighImprint(recipientName) : 0) +
    weighLabel(senderVat, 'seller') +
    weighLabel(recipientVat, 'buyer') +
    weighOwner(senderVat, senderName, recipientName) +
    weighOwner(recipientVat, recipientName, senderName)
}

/** Headings of the blocks of the parties, as features of what is in them. */
const HEADS: readonly (readonly [string, Side])[] = [
  ['blk:head:seller', 'seller'],
  ['blk:head:payee', 'seller'],
  ['blk:head:bill_to', 'buyer'],
  ['blk:head:ship_to', 'buyer'],
]

/** Returns the party under whose heading the block of a VAT number is; none if it is under those of both. */
function headedSides(vats: readonly Described[]): ReadonlyMap<string, Side> {
  const sides = new Map<string, Set<Side>>()
  for (const { candidate, features } of vats)
    for (const [feature, side] of HEADS)
      if (features.includes(feature))
        sides.set(candidate.value, (sides.get(candidate.value) ?? new Set<Side>()).add(side))
  return new Map([...sides].flatMap(([value, all]) => (all.size === 1 ? [[value, [...all][0]!] as const] : [])))
}

/** Computes a property of an answer once: each is weighed in thousands of combinations. */
function onceForEach<T>(compute: (answer: Answer) => T): (answer: Answer) => T {
  const known = new Map<Answer, T>()
  return (answer) => {
    if (known.has(answer)) return known.get(answer)!
    const result = compute(answer)
    known.set(answer, result)
    return result
  }
}

/**
 * Returns how a place speaks for or against the name there being the recipient's. Against it: the holder of an account, a person or department
 * of the company on the line beside it, a line of a street below another, the heading of an address, a sentence.
 */
function weighPlace(name: Described, names: readonly Described[]): number {
  const { candidate, relations } = name
  const { text, segment } = candidate
  if (isPayee(name)) return PARTIES.payee
  if (isBelowReturnLine(name, names)) return PARTIES.addressed
  const words = text.split(/\s+/)
  const isCompany = hasLegalForm(text)
  const isSentence = words.length >= 4 && /[\p{Ll}\d]{4}[.!?]$/u.test(segment.text)
  if (!isCompany && (isSentence || looksLikeAddressHeading(text) || /^powered by /i.test(text))) return PARTIES.sentence
  const beside = names.map((other) => other.candidate).filter((other) => isNextLine(candidate, other))
  if (!isCompany && beside.some((other) => other.box[1] < candidate.box[1] && looksLikeStreet(other.segment.text)))
    return PARTIES.street
  // A house number with its street is the line below a name.
  if (!isCompany && /^\d+\w?,?\s/.test(text) && looksLikeStreet(text)) return PARTIES.street
  const isCompanyLine = ({ text: line }: Candidate): boolean => hasLegalForm(line) || looksLikeOrganization(line)
  const around = beside.filter(
    (other) =>
      !other.traits.includes('contact') &&
      (!other.traits.includes('address') || isCompanyLine(other)) &&
      !looksLikeAttention(other.text),
  )
  const isAttention = looksLikeAttention(text) || (!isCompany && isAfterAttention(candidate, relations))
  if (isAttention && around.length > 0) return PARTIES.contact
  // A form of address names a person: beside an organization, whatever its name is, that is its contact.
  const isAddressed = !isCompany && (hasAddressForm(text) || hasAddressForm(segment.text))
  if (isAddressed && around.some((other) => !looksLikePerson(other.text))) return PARTIES.contact
  const isPlain =
    !isCompany && !looksLikeOrganization(text) && words.length <= 4 && words.every((word) => /^\p{Lu}\D*$/u.test(word))
  return isPlain && around.some(isCompanyLine) ? PARTIES.person : 0
}

const isAfterAttention = ({ segment }: Candidate, { left: [near] }: Relations): boolean =>
  near?.label.segment === segment && near.distance < 2 && near.label.classes.has('attention')

/**
 * Returns whether a name is the first line below the sender's address on one line, as in the window of an envelope:
 * `Northmoor Paper Ltd · 12 Mill Lane · LM1 7TE Lower Marden`. The buyer issues orders, and is the sender of their letter.
 */
function isBelowReturnLine({ candidate: { box, segment }, features }: Described, names: readonly Described[]): boolean {
  if (features.some((feature) => feature.startsWith('type:order&'))) return false
  return names.some(({ candidate: { segment: above } }) => {
    const gap = box[1] - above.box[3]
    if (above.page !== segment.page || gap < -0.4 * segment.size || gap > 2 * segment.size) return false
    if (!hasPostcode(above.text) || above.box[1] > 0.4 * above.page.height) return false
    const words = above.page.words.filter(({ box: one }) => one[1] < above.box[3] - 2 && one[3] > above.box[1] + 2)
    const line = words.filter((word) => Math.abs(word.box[0] - above.box[0]) < 0.4 * above.page.width)
    const marks = line.filter((word) => /^[●•·|]$/.test(word.text) && word.box[0] < above.box[2])
    const start = Math.min(...marks.map((word) => word.box[0]))
    return (
      marks.length >= 2 &&
      box[0] < start &&
      box[2] > start - 0.2 * above.page.width &&
      !hasCloser(segment, above, names)
    )
  })
}

const hasCloser = (segment: Segment, above: Segment, names: readonly Described[]): boolean =>
  names.some(
    ({ candidate: { segment: other } }) =>
      other.page === segment.page &&
      other.line > above.line &&
      other.line < segment.line &&
      overlapX(other.box, segment.box) > 0,
  )

/** Returns whether a name is on the line directly above or below another one, and starts where it does. */
function isNextLine({ segment, box }: Candidate, other: Candidate): boolean {
  if (other.segment.page !== segment.page || other.segment.line === segment.line) return false
  const size = Math.max(segment.size, other.segment.size)
  // The line of the sender above the address in the window of an envelope is small, or has marks between its parts.
  if (other.segment.size < 0.85 * segment.size || /[●•·|]/.test(other.segment.text)) return false
  const gap = Math.max(other.box[1] - box[3], box[1] - other.box[3])
  return gap < size && gap > -0.6 * size && Math.abs(other.segment.box[0] - segment.box[0]) < size
}

const keyOf = (kind: string, value: string): string => `${kind}\n${foldText(value)}`
/** Returns whether a VAT number is a line of the block of a name, above or below it: both lines start or end there. */
function isInBlock(name: Candidate, vat: Candidate): boolean {
  const [a, b] = [name.segment, vat.segment]
  const isAligned = [0, 2].some((edge) => Math.abs(a.box[edge]! - b.box[edge]!) < Math.max(a.size, b.size))
  return a === b || (isAligned && gapOf(name, vat) < REACH)
}

/** Returns the distance of two candidates in text heights; infinite if they are on different pages or not in one column. */
function gapOf(a: Candidate, b: Candidate): number {
  if (a.segment.page !== b.segment.page) return Infinity
  const size = Math.max(a.segment.size, b.segment.size)
  const wide = (box: Box): Box => [box[0] - 3 * size, box[1], box[2] + 3 * size, box[3]]
  if (a.segment.line !== b.segment.line && overlapX(wide(a.box), wide(b.box)) <= 0.1) return Infinity
  return Math.abs(a.box[1] + a.box[3] - b.box[1] - b.box[3]) / 2 / size
}
