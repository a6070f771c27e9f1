import type { Candidate } from '../find/candidates.ts'
import type { Label } from '../find/labels.ts'
import { type Layout, overlapX, overlapY } from '../find/layout.ts'

export interface LabelRelation {
  label: Label
  /** Gap between label and value in text heights. */
  distance: number
  /** Number of values of the same kind in between. */
  between: number
}

export interface Relations {
  /** Labels to the left on the same line, nearest first. */
  left: LabelRelation[]
  /** Labels above in the same column, nearest first. */
  above: LabelRelation[]
  /** Labels to the right and directly below, nearest first: rare, but used by some tills. */
  right: LabelRelation[]
  below: LabelRelation[]
}

/** Maximum distance of a label above, in text heights: the header of a table is far from its last row. */
const REACH_ABOVE = 40

/** Returns the labels around each candidate; `peers` are all candidates of the same kind. */
export function relate(layout: Layout, labels: readonly Label[], peers: readonly Candidate[]): Relations[] {
  const labelsOf = Map.groupBy(labels, ({ segment }) => segment.page.number)
  const peersOf = Map.groupBy(peers, ({ segment }) => segment.page.number)
  return peers.map((candidate) => {
    const page = candidate.segment.page.number
    return relateOne(layout, labelsOf.get(page) ?? [], peersOf.get(page)!, candidate)
  })
}

/** Labels and peers are those of the candidate's page. */
function relateOne(
  layout: Layout,
  labels: readonly Label[],
  peers: readonly Candidate[],
  candidate: Candidate,
): Relations {
  const relations: Relations = { left: [], above: [], right: [], below: [] }
  const ownLine: LabelRelation[] = []
  const box = candidate.box
  const size = Math.max(5, Math.min(layout.size * 1.5, candidate.segment.size))
  for (const label of labels) {
    if (label.prose && label.segment !== candidate.segment) continue
    const inside = label.segment === candidate.segment
    if (inside ? label.start < candidate.end && candidate.start < label.end : false) continue
    const sameLine = label.segment.line === candidate.segment.line || overlapY(label.box, box) > 0.5
    if (sameLine) {
      const isLeft = inside ? label.end <= candidate.start : label.box[2] <= box[0] + size * 0.3
      const isRight = inside ? label.start >= candidate.end : label.box[0] >= box[2] - size * 0.3
      if (isLeft) {
        const distance = Math.max(0, box[0] - label.box[2]) / size
        keepNearest(relations.left, label, distance)
        if (label.segment.line === candidate.segment.line) keepNearest(ownLine, label, distance)
      } else if (isRight) {
        keepNearest(relations.right, label, Math.max(0, label.box[0] - box[2]) / size)
      }
      continue
    }
    const gap = (box[1] - label.box[3]) / size
    const gapBelow = (label.box[1] - box[3]) / size
    if (gap > -0.4 && gap < REACH_ABOVE) {
      if (inColumn(label, candidate, size)) keepNearest(relations.above, label, Math.max(0, gap))
    } else if (gapBelow > -0.4 && gapBelow < 2.5 && inColumn(label, candidate, size)) {
      keepNearest(relations.below, label, Math.max(0, gapBelow))
    }
  }
  // On a slanted scan a label of the line above or below can be at the same height; it counts only if the value's line has no label.
  if (candidate.segment.page.source === 'ocr' && ownLine.length > 0) relations.left = ownLine
  // Counting is the costly part, so it is done for the nearest labels only.
  const inLine: Candidate[] = []
  if (relations.left.length > 0)
    for (const peer of peers)
      if (peer.box[2] <= box[0] + 1 && overlapY(peer.box, box) > 0.5 && peer !== candidate) inLine.push(peer)
  for (const relation of relations.left)
    relation.between = inLine.filter((peer) => peer.box[0] >= relation.label.box[2] - 1).length
  const inColumnAbove: Candidate[] = []
  if (relations.above.length > 0)
    for (const peer of peers)
      if (peer.box[3] <= box[1] + size * 0.4 && overlapX(peer.box, box) > 0.3 && peer !== candidate)
        inColumnAbove.push(peer)
  for (const relation of relations.above)
    relation.between = inColumnAbove.filter((peer) => peer.box[1] >= relation.label.box[3] - size * 0.4).length
  return relations
}

const MAX_LABELS = 4

/** Adds a label to the nearest ones found so far, nearest first; of equal distances the first one found precedes. */
function keepNearest(list: LabelRelation[], label: Label, distance: number): void {
  let place = list.length
  while (place > 0 && list[place - 1]!.distance > distance) place--
  if (place === MAX_LABELS) return
  list.splice(place, 0, { label, distance, between: 0 })
  if (list.length > MAX_LABELS) list.length = MAX_LABELS
}

/** Same column: the boxes overlap horizontally, or their left edges, right edges or centres are aligned. */
function inColumn(label: Label, candidate: Candidate, size: number): boolean {
  const a = label.box
  const b = candidate.box
  if (overlapX(a, b) > 0.25) return true
  return Math.abs(a[0] - b[0]) < size || Math.abs(a[2] - b[2]) < size
}
