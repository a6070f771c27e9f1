import type { LabelClass } from '../lexicon/classes.ts'
import { VOCABULARY, tokenize } from '../lexicon/index.ts'
import type { Box } from '../types.ts'
import type { Label } from './labels.ts'
import { type Layout, overlapX, type Segment, unite } from './layout.ts'
import { hasLegalForm } from './legal-forms.ts'
import { looksLikeAddress, looksLikeContact } from './postal.ts'
import { isCountry, looksLikePerson } from './parties.ts'

/** What a line of a block is about, judged by its text alone. */
export type LineKind = 'label' | 'address' | 'contact' | 'number' | 'country' | 'legal' | 'person' | 'text'

/** Lines that belong together: one below the other, close, and aligned at an edge or in the middle. */
export interface Block {
  index: number
  page: number
  segments: Segment[]
  kinds: LineKind[]
  box: Box
  /** Classes of the labels in it that name a party, and of one directly above it. */
  heads: ReadonlySet<LabelClass>
  /** Classes of all labels in it. */
  marks: ReadonlySet<LabelClass>
}

export interface Blocks {
  list: Block[]
  of: ReadonlyMap<Segment, Block>
}

/** Labels that introduce a party. */
const HEADS: readonly LabelClass[] = ['bill_to', 'ship_to', 'seller', 'payee', 'attention', 'bank']

/** Widest gap between two lines of a block, and offset of their edges, in text heights. */
const LINE_GAP = 1.05
const EDGE = 0.9

/** Divides the segments of all pages into blocks, in reading order. */
export function findBlocks(layout: Layout, labels: readonly Label[]): Blocks {
  const labelsOf = new Map<Segment, Label[]>()
  for (const label of labels) labelsOf.set(label.segment, [...(labelsOf.get(label.segment) ?? []), label])
  const groups: Segment[][] = []
  let open: Segment[][] = []
  for (const segment of layout.segments) {
    open = open.filter((group) => {
      const last = group.at(-1)!
      return last.page === segment.page && segment.box[1] - last.box[3] < 3 * Math.max(last.size, segment.size)
    })
    const home = open
      .filter((group) => continues(group.at(-1)!, segment))
      .sort((a, b) => distance(a.at(-1)!, segment) - distance(b.at(-1)!, segment))[0]
    if (home) home.push(segment)
    else {
      const group = [segment]
      groups.push(group)
      open.push(group)
    }
  }
  const of = new Map<Segment, Block>()
  const list = groups.map((segments, index) => {
    const block = makeBlock(segments, index, labelsOf)
    for (const segment of segments) of.set(segment, block)
    return block
  })
  return { list, of }
}

function continues(above: Segment, below: Segment): boolean {
  if (above.line === below.line) return false
  const size = Math.max(above.size, below.size)
  const gap = below.box[1] - above.box[3]
  if (gap > LINE_GAP * size || gap < -0.6 * size || above.size > 2.2 * below.size || below.size > 1.7 * above.size)
    return false
  const [a, b] = [above.box, below.box]
  const edge = EDGE * size
  return (
    Math.abs(a[0] - b[0]) < edge ||
    (overlapX(a, b) > 0.3 && (Math.abs(a[2] - b[2]) < edge || Math.abs(a[0] + a[2] - b[0] - b[2]) < 2 * edge))
  )
}

const distance = (above: Segment, below: Segment): number =>
  below.box[1] - above.box[3] + Math.min(Math.abs(above.box[0] - below.box[0]), Math.abs(above.box[2] - below.box[2]))

function makeBlock(segments: Segment[], index: number, labelsOf: ReadonlyMap<Segment, readonly Label[]>): Block {
  const marks = new Set<LabelClass>()
  const heads = new Set<LabelClass>()
  segments.forEach((segment, place) => {
    for (const label of labelsOf.get(segment) ?? []) {
      if (label.prose) continue
      for (const one of label.classes) {
        marks.add(one)
        if (place <= 1 && label.start <= 1 && HEADS.includes(one)) heads.add(one)
      }
    }
  })
  return {
    index,
    page: segments[0]!.page.number,
    segments,
    kinds: segments.map((segment) => kindOf(segment, labelsOf.get(segment) ?? [])),
    box: unite(segments.map((segment) => segment.box)),
    heads,
    marks,
  }
}

/** Classifies a line of a block. */
export function kindOf(segment: Segment, labels: readonly Label[]): LineKind {
  const { text } = segment
  if (labels.some((label) => label.alone || (label.start <= 1 && label.colon && label.end > text.length - 3)))
    return 'label'
  if (isCountry(text)) return 'country'
  if (looksLikeContact(text)) return 'contact'
  if (looksLikeAddress(text)) return 'address'
  if (hasLegalForm(text)) return 'legal'
  const digits = text.match(/\d/g)?.length ?? 0
  if (digits > 4 || digits * 2 > text.length) return 'number'
  if (looksLikePerson(text)) return 'person'
  const tokens = tokenize(text)
  if (tokens.length > 0 && tokens.every(({ token }) => VOCABULARY.has(token))) return 'label'
  return 'text'
}
