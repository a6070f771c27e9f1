import type { Candidate } from '../../find/candidates.ts'
import type { Label } from '../../find/labels.ts'
import { type Layout, overlapX, type Segment } from '../../find/layout.ts'
import { bucket } from '../../find/names.ts'
import type { LabelClass, Side } from '../../lexicon/classes.ts'
import { sideOf } from '../../find/sides.ts'
import { addDays } from '../../normalise/dates.ts'
import type { LabelRelation, Relations } from '../relations.ts'
import type { Features } from './common.ts'

/** Facts about the dates of a document that all of them share. */
export interface DateFrame {
  peers: readonly Candidate[]
  /** The payment terms in days. */
  days: readonly number[]
  type: string | null
}

/** Order among the dates of the document, and consistency with its payment terms. */
export function describeDate(candidate: Candidate, { left, above }: Relations, frame: DateFrame): Features {
  const { peers, days, type } = frame
  const features: Features = []
  // The date of an order document is the date of the order.
  const near = left[0] ?? above[0]
  if (type === 'order' && near?.between === 0)
    for (const labelClass of near.label.classes) features.push(`type:order&D=${labelClass}`)
  const values = [...new Set(peers.map((peer) => peer.value))].sort()
  if (values.length === 1) features.push('date:only')
  else {
    if (candidate.value === values[0]) features.push('date:earliest')
    if (candidate.value === values.at(-1)) features.push('date:latest')
  }
  const order = peers.findIndex((peer) => peer.value === candidate.value)
  features.push(`date:order:${bucket(order, [0, 1, 2, 4])}`)
  if (days.some((n) => peers.some((peer) => peer.value === addDays(candidate.value, n))))
    features.push('date:terms-start')
  if (days.some((n) => peers.some((peer) => candidate.value === addDays(peer.value, n))))
    features.push('date:terms-end')
  const later = peers.filter(
    (peer) => peer.value > candidate.value && Date.parse(peer.value) - Date.parse(candidate.value) <= 95 * 86_400_000,
  )
  const earlier = peers.filter(
    (peer) => peer.value < candidate.value && Date.parse(candidate.value) - Date.parse(peer.value) <= 95 * 86_400_000,
  )
  if (later.length > 0) features.push('date:has-later')
  if (earlier.length > 0) features.push('date:has-earlier')
  return features
}

/** The ids of a document by the segment in which they are, and how many are in the segments before it. */
export type IdPlaces = ReadonlyMap<Segment, { ids: readonly Candidate[]; earlier: number }>

/** Computes the facts that `describeId` needs, once for each document. */
export function findIdPlaces(ids: readonly Candidate[]): IdPlaces {
  const bySegment = Map.groupBy(ids, ({ segment }) => segment)
  const places = new Map<Segment, { ids: readonly Candidate[]; earlier: number }>()
  let earlier = 0
  for (const segment of [...bySegment.keys()].sort((a, b) => a.index - b.index)) {
    const own = bySegment.get(segment)!
    places.set(segment, { ids: own, earlier })
    earlier += own.length
  }
  return places
}

/** Whether an id is the nearest one to each label, and is in the title. */
export function describeId(
  candidate: Candidate,
  relations: Relations,
  places: IdPlaces,
  type: string | null,
): Features {
  const features: Features = []
  const first = relations.left[0]
  if (first && first.between === 0) {
    for (const labelClass of first.label.classes) {
      // The number of an order document is an order number.
      features.push(`type:${type ?? 'none'}&L=${labelClass}`)
      for (const trait of candidate.traits) {
        if (/^(?:like|has|letters|joined|cut)/.test(trait)) features.push(`L=${labelClass}&${trait}`)
      }
    }
  }
  const { ids, earlier } = places.get(candidate.segment)!
  const wider = ids.some((peer) => peer !== candidate && peer.start <= candidate.start && peer.end >= candidate.end)
  const inner = ids.some((peer) => peer !== candidate && peer.start >= candidate.start && peer.end <= candidate.end)
  if (wider) features.push('id:part-of-wider')
  if (inner) features.push('id:has-parts')
  features.push(`id:order:${bucket(earlier, [0, 2, 5, 12, 30])}`)
  return features
}

const SELLER_MARKS: readonly LabelClass[] = [
  'iban',
  'bic',
  'company_no',
  'tax_no',
  'bank',
  'seller',
  'payee',
  'web',
  'email',
  'account_no',
]
const BUYER_MARKS: readonly LabelClass[] = ['bill_to', 'ship_to', 'customer_no']

/** What the candidates of one kind share. */
export interface Sides {
  /** Distinct values in reading order. */
  values: readonly string[]
  /** Country of the first IBAN. */
  country?: string | undefined
  /** Whether a VAT number has the code of its country. */
  coded: boolean
}

/** Computes the facts that `describeSide` needs, once for each kind. */
export function findSides(layout: Layout, candidates: readonly Candidate[]): Sides {
  const text = layout.segments.map((segment) => segment.text).join('\n')
  return {
    values: [...new Set(candidates.map(({ value }) => value))],
    coded: candidates.some(({ traits }) => !traits.includes('national')),
    country: /(?<![A-Z])([A-Z]{2})\d{2}(?:\s?[A-Z0-9]{4}){3}/.exec(text)?.[1],
  }
}

/** Features for the owner of a VAT number, name or address: labels of seller and buyer near it. */
export function describeSide(
  layout: Layout,
  labels: readonly Label[],
  candidate: Candidate,
  relations: Relations,
  { values, country, coded }: Sides,
): Features {
  const features: Features = []
  const side = namedSide(candidate, relations)
  if (side) features.push(`side:${side}`)
  const near = labels.filter(
    (label) =>
      label.segment.page === candidate.segment.page &&
      Math.abs(label.box[1] - candidate.box[1]) < layout.size * 9 &&
      overlapX(widen(label.box, layout.size * 6), candidate.box) > 0,
  )
  for (const mark of SELLER_MARKS) if (near.some((label) => label.classes.has(mark))) features.push(`near:${mark}`)
  for (const mark of BUYER_MARKS) {
    const above = labels.filter(
      (label) =>
        label.segment.page === candidate.segment.page &&
        label.classes.has(mark) &&
        !label.prose &&
        label.box[1] <= candidate.box[3] &&
        candidate.box[1] - label.box[3] < layout.size * 14,
    )
    if (
      above.some(
        (label) =>
          Math.abs(label.box[0] - candidate.box[0]) < layout.size * 8 || overlapX(label.box, candidate.box) > 0.2,
      )
    )
      features.push(`under:${mark}`)
  }
  features.push(`distinct:${Math.min(3, values.length)}`, `nth:${Math.min(3, values.indexOf(candidate.value))}`)
  if (candidate.kind === 'vat' && candidate.traits.includes('national'))
    features.push(coded ? 'national:beside-coded' : 'national:only')
  if (candidate.kind === 'vat' && country)
    features.push(candidate.value.startsWith(country) ? 'country:as-iban' : 'country:not-iban')
  return features
}

const OF_PARTIES: readonly LabelClass[] = ['vat_id', 'tax_no', 'iban', 'bic', 'company_no']

/** Returns whose number the label of a candidate says it is: `Buyer VAT ID`, `Uw btw-nummer`, `Notre n° TVA`. */
export function namedSide(candidate: Candidate, { left, above }: Relations): Side | null {
  const { segment, start } = candidate
  const inside = sideOf(segment.text.slice(0, start))
  if (inside) return inside
  const isNear = ({ between, distance }: LabelRelation): boolean => between === 0 && distance < 12
  const around = [left.filter(isNear), above.filter(isNear)].find((list) => list.length > 0)
  const line = around?.[0]?.label.segment
  if (!around || !line || line === segment) return null
  // The words of one label may be found as two: `Client` and `VAT no.`.
  const classes = around.filter(({ label }) => label.segment === line).flatMap(({ label }) => [...label.classes])
  return OF_PARTIES.some((name) => classes.includes(name)) ? sideOf(line.text) : null
}

const widen = (box: Candidate['box'], by: number): Candidate['box'] => [box[0] - by, box[1], box[2] + by, box[3]]
