import type { LabelClass, Side } from '../lexicon/classes.ts'
import type { Blocks } from './blocks.ts'
import type { Label } from './labels.ts'
import type { Layout, Segment } from './layout.ts'

const HEADS: Readonly<Record<Side, readonly LabelClass[]>> = {
  seller: ['seller', 'payee', 'bank'],
  buyer: ['bill_to', 'ship_to'],
}

/** Returns the party in whose block a segment is: by the heading of the block, or one above it in its column; null if there is none. */
export function ownerOf(
  segment: Segment,
  labels: readonly Label[],
  blocks: Blocks | undefined,
  layout: Layout,
): Side | null {
  const heads = blocks?.of.get(segment)?.heads
  const sides = (['seller', 'buyer'] as const).filter((side) => HEADS[side].some((name) => heads?.has(name)))
  if (sides.length === 1) return sides[0]!
  if (sides.length === 0 && isUnder(layout, labels, segment, ['bill_to'])) return 'buyer'
  return null
}

/** Returns true if a heading of these classes is above or left of the segment, close enough to apply to it. */
function isUnder(layout: Layout, labels: readonly Label[], segment: Segment, classes: readonly LabelClass[]): boolean {
  return labels.some(
    (label) =>
      !label.prose &&
      label.segment.page === segment.page &&
      classes.some((name) => label.classes.has(name)) &&
      label.box[1] <= segment.box[1] + 2 &&
      segment.box[1] - label.box[3] < layout.size * 14 &&
      Math.abs(label.box[0] - segment.box[0]) < layout.size * 6,
  )
}
