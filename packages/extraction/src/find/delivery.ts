import { findAddress, type Address } from './address.ts'
import { makeCandidate, type Candidate } from './candidates.ts'
import type { Label } from './labels.ts'
import type { Layout, Segment } from './layout.ts'
import { looksLikeAddress, looksLikeContact } from './postal.ts'

/** Returns the name and the address below a heading such as "Deliver to". */
export function findDelivery(
  layout: Layout,
  labels: readonly Label[],
): { label: Label; name: Candidate; address: Address | null } | null {
  for (const label of labels) {
    if (!label.classes.has('ship_to') || label.prose || !label.alone) continue
    const first = below(layout, label.segment)
    if (!first || looksLikeContact(first.text) || looksLikeAddress(first.text)) continue
    if (labels.some((other) => other.segment === first && other.start <= 1 && (other.colon || other.alone))) continue
    const name = makeCandidate('name', first, 0, first.text.length, first.text.trim(), 'name.delivery')
    return { label, name, address: findAddress(layout, labels, name, []) }
  }
  return null
}

/** Returns the next segment in the column, if it follows directly. */
function below(layout: Layout, heading: Segment): Segment | undefined {
  const next = layout.segments.find(
    (segment) =>
      segment.page === heading.page &&
      segment.line > heading.line &&
      Math.abs(segment.box[0] - heading.box[0]) < layout.size * 1.5,
  )
  return next && next.box[1] - heading.box[3] < 2 * heading.size ? next : undefined
}
