import type { Analysis } from '../find/analyse.ts'
import type { Blocks } from '../find/blocks.ts'
import type { Features } from './features/common.ts'

/**
 * Features of the answer "not on this page": the type of the document, and the labels that it has. A delivery note rarely has a total, and
 * a page without the label of an order number rarely has an order number.
 */
export function describeAbsence({ layout, labels, type, candidates, blocks }: Analysis): Features {
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
  return [...features]
}

/** Counts the blocks with a postal address that differ in their first line and are not the place of a delivery. */
function countParties({ list }: Blocks): number {
  const parties = list.filter(({ kinds, heads }) => kinds.includes('address') && !heads.has('ship_to'))
  return new Set(parties.map(({ segments, kinds }) => segments[kinds.findIndex((kind) => kind !== 'label')]?.text)).size
}
