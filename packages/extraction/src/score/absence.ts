import type { Analysis } from '../find/analyse.ts'
import type { Blocks } from '../find/blocks.ts'
import type { CandidateKind } from '../find/candidates.ts'
import type { LabelClass } from '../lexicon/classes.ts'
import type { DescribedByKind } from './describe.ts'
import type { Features } from './features/common.ts'

/** Labels of the values of each kind. */
const LABELS: Readonly<Partial<Record<CandidateKind, readonly LabelClass[]>>> = {
  amount: ['total', 'base', 'tax', 'due', 'paid'],
  date: ['invoice_date', 'due_date', 'delivery_date'],
  id: ['invoice_no', 'order_no', 'delivery_no'],
  iban: ['iban', 'account_no'],
  bic: ['bic'],
  vat: ['vat_id', 'tax_no'],
}

/** Widest distance of a label from its value, in text heights: on the left, and above. */
const NEAR = { left: 60, above: 2.5 }

/**
 * Features of the answer "not on this page": the type of the document, the labels that it has, and which of them have a value next to them. A
 * delivery note rarely has a total, and a page without the label of an order number rarely has an order number.
 */
export function describeAbsence(
  { layout, labels, type, candidates, blocks }: Analysis,
  byKind: DescribedByKind,
): Features {
  const features = new Set<string>([`none:type:${type?.value ?? 'unknown'}`, `none:source:${layout.source}`])
  if (layout.receipt) features.add('none:receipt')
  for (const label of labels) {
    if (label.prose) continue
    for (const name of label.classes) {
      features.add(`none:has:${name}`)
      if (label.colon || label.alone) features.add(`none:has:${name}/mark`)
    }
  }
  const money = candidates.amount.filter(
    ({ traits }) => traits.includes('places:2') && !traits.includes('percent'),
  ).length
  features.add(`none:money:${money === 0 ? 0 : money < 4 ? 1 : 2}`)
  features.add(`none:dates:${Math.min(3, new Set(candidates.date.map(({ value }) => value)).size)}`)
  features.add(`none:parties:${Math.min(3, countParties(blocks))}`)
  for (const [kind, classes] of Object.entries(LABELS) as [CandidateKind, readonly LabelClass[]][]) {
    const found = classesWithValue(byKind[kind])
    for (const name of classes) if (found.has(name)) features.add(`none:value:${kind}/${name}`)
  }
  return [...features]
}

/** Returns the classes of the nearest label of each value: more than the label itself, which occurs in sentences and headings too. */
function classesWithValue(described: DescribedByKind[CandidateKind]): Set<LabelClass> {
  const found = new Set<LabelClass>()
  for (const { candidate, relations } of described) {
    if (candidate.traits.includes('percent')) continue
    const [beside, over] = [relations.left[0], relations.above[0]]
    const isBeside = beside && beside.between === 0 && beside.distance < NEAR.left
    const isOver = over && over.between === 0 && over.distance < NEAR.above
    const near = isBeside ? beside : isOver ? over : undefined
    for (const name of near?.label.classes ?? []) found.add(name)
  }
  return found
}

/** Counts the blocks with a postal address that differ in their first line and are not the place of a delivery. */
function countParties({ list }: Blocks): number {
  const parties = list.filter(({ kinds, heads }) => kinds.includes('address') && !heads.has('ship_to'))
  return new Set(parties.map(({ segments, kinds }) => segments[kinds.findIndex((kind) => kind !== 'label')]?.text)).size
}
