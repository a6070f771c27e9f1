import type { Block, Blocks } from '../../find/blocks.ts'
import type { Candidate } from '../../find/candidates.ts'
import type { Analysis } from '../../find/analyse.ts'
import type { Layout, Segment } from '../../find/layout.ts'
import { hasLegalForm } from '../../find/legal-forms.ts'
import { bucket } from '../../find/names.ts'
import { isCountry, looksLikePerson } from '../../find/parties.ts'
import { tokenize, VOCABULARY } from '../../lexicon/index.ts'
import { foldText } from '../../normalise/ids.ts'
import type { Features } from './common.ts'

/** Facts about the blocks of a document that all candidates share. */
export interface PartyFrame {
  layout: Layout
  blocks: Blocks
  /** Blocks that contain a postal address, in reading order. */
  addressed: readonly Block[]
  /** Segments of these blocks. */
  besideAddress: ReadonlySet<Segment>
  /** Document type by its title: the buyer issues orders, the seller everything else. */
  type: string | null
  /** Folded text of every segment. */
  folded: readonly string[]
  /** Segments by the letters and digits of their folded text. */
  lines: ReadonlyMap<string, readonly Segment[]>
  /** Whether the text of a segment has a legal form. */
  legal: readonly boolean[]
  /** Segments by a folded text that they contain: one name may be printed in hundreds of rows. */
  places: Map<string, readonly Segment[]>
  /** Font sizes of the segments of the first page, largest first. */
  sizes: readonly number[]
  /** Features of blocks by segment: all candidates of a segment share them. */
  described: Map<Segment, Features>
}

/** Computes the facts that `describeBlock` needs, once for each document. */
export function framePartiesOf({ layout, blocks, type }: Analysis): PartyFrame {
  const addressed = blocks.list.filter((block) => block.kinds.includes('address'))
  const folded = layout.segments.map((segment) => foldText(segment.text))
  return {
    layout,
    blocks,
    type: type?.value ?? null,
    addressed,
    besideAddress: new Set(addressed.flatMap((block) => block.segments)),
    folded,
    lines: Map.groupBy(layout.segments, ({ index }) => lettersOf(folded[index]!)),
    legal: layout.segments.map((segment) => hasLegalForm(segment.text)),
    sizes: [
      ...new Set(
        layout.segments.filter(({ page }) => page.number === 1).map((segment) => Math.round(segment.size * 2) / 2),
      ),
    ].sort((a, b) => b - a),
    described: new Map(),
    places: new Map(),
  }
}

/** Features of the block in which a name, a VAT number or an account is: its lines, its heading, its place among the blocks. */
export function describeBlock(frame: PartyFrame, { segment }: Candidate): Features {
  const known = frame.described.get(segment)
  if (known) return known
  const features = describePlaceInBlock(frame, segment)
  frame.described.set(segment, features)
  return features
}

function describePlaceInBlock(frame: PartyFrame, segment: Segment): Features {
  const block = frame.blocks.of.get(segment)
  if (!block) return []
  const features: Features = []
  const at = block.segments.indexOf(segment)
  const kinds = block.kinds
  features.push(`blk:lines:${bucket(kinds.length, [1, 2, 3, 5, 8])}`)
  for (const kind of new Set(kinds)) features.push(`blk:has:${kind}`)
  for (const head of block.heads) {
    features.push(`blk:head:${head}`)
    const place = kinds.slice(0, at).filter((kind) => kind !== 'label').length
    features.push(`blk:head:${head}:${Math.min(3, place)}`, `type:${frame.type ?? 'none'}&head:${head}`)
  }
  if (block.heads.size === 0) features.push('blk:head:none')
  for (const mark of [
    'vat_id',
    'iban',
    'bic',
    'company_no',
    'tax_no',
    'phone',
    'email',
    'web',
    'customer_no',
    'bank',
  ] as const)
    if (block.marks.has(mark)) features.push(`blk:mark:${mark}`)
  const order = frame.addressed.indexOf(block)
  const addressed = Math.min(4, frame.addressed.length)
  features.push(`blk:order:${order < 0 ? 'none' : Math.min(3, order)}/${addressed}`)
  if (order >= 0 && order === frame.addressed.length - 1) features.push('blk:order:last')
  features.push(`type:${frame.type ?? 'none'}&order:${order < 0 ? 'none' : Math.min(3, order)}`)
  const { page } = segment
  const y = block.box[1] / page.height
  const x = (block.box[0] + block.box[2]) / 2 / page.width
  const zone = `${y < 0.12 ? 'top' : y < 0.4 ? 'head' : y < 0.82 ? 'body' : 'foot'}:${x < 0.38 ? 'l' : x < 0.6 ? 'm' : 'r'}`
  features.push(`blk:zone:${zone}`, `blk:order:${order < 0 ? 'none' : Math.min(3, order)}&zone:${zone}`)
  // What is on the lines above and below.
  const kindAt = (i: number): string => kinds[i] ?? 'end'
  features.push(
    `blk:above:${kindAt(at - 1)}`,
    `blk:below:${kindAt(at + 1)}`,
    `blk:around:${kindAt(at - 1)}/${kindAt(at + 1)}/${kindAt(at + 2)}`,
  )
  const below = kinds.slice(at + 1).indexOf('address')
  features.push(`blk:address-in:${below < 0 ? 'none' : Math.min(4, below)}`)
  return features
}

/** Features of the text of a name, and of its place among other lines that could be one. */
export function describeName(frame: PartyFrame, candidate: Candidate): Features {
  const features: Features = []
  const { text } = candidate
  const block = frame.blocks.of.get(candidate.segment)
  const legal = hasLegalForm(text)
  const person = looksLikePerson(text)
  const self = isCountry(text) ? 'country' : person ? 'person' : legal ? 'legal' : 'plain'
  features.push(`nm:self:${self}`)
  const at = block?.segments.indexOf(candidate.segment) ?? -1
  if (block) {
    const others = block.kinds.filter((_, i) => i !== at)
    const names = others.filter((kind) => kind === 'legal').length
    if (names > 0) features.push(`nm:${self}&other-legal`)
    if (others.includes('person')) features.push(`nm:${self}&other-person`)
    const first = block.kinds.findIndex((kind) => kind !== 'label')
    features.push(at === first ? `nm:${self}&first` : at === first + 1 ? `nm:${self}&second` : `nm:${self}&later`)
    for (const head of block.heads) features.push(`nm:${self}&head:${head}`)
    const below = block.kinds.slice(at + 1).indexOf('address')
    features.push(`nm:${self}&address-in:${below < 0 ? 'none' : Math.min(3, below)}`)
  }
  const tokens = tokenize(text)
  const known = tokens.filter(({ token }) => VOCABULARY.has(token)).length
  features.push(`nm:known:${tokens.length === 0 ? 'none' : bucket(known / tokens.length, [0, 0.35, 0.6, 0.99])}`)
  const words = text.split(/\s+/)
  const capital = words.filter((word) => /^[\p{Lu}\d&]/u.test(word)).length
  features.push(`nm:capital:${bucket(capital / words.length, [0.3, 0.6, 0.99])}`)
  if (/[.!?]$/.test(text) && words.length > 4) features.push('nm:sentence')
  const folded = foldText(text)
  const foot = candidate.box[1] > candidate.segment.page.height * 0.8 ? 'foot' : 'above'
  const elsewhere = placesOf(frame, folded).filter((segment) => segment !== candidate.segment)
  features.push(`nm:again:${Math.min(3, elsewhere.length)}`)
  if (elsewhere.some((segment) => segment.box[1] > segment.page.height * 0.8)) features.push('nm:again:foot')
  if (elsewhere.some((segment) => frame.blocks.of.get(segment)?.marks.has('iban'))) features.push('nm:again:bank')
  if (elsewhere.some((segment) => frame.besideAddress.has(segment))) features.push('nm:again:address')
  // A logo has the short name of a company, whose full name is in a footer or a return line.
  if (!legal && elsewhere.some((segment) => frame.legal[segment.index])) features.push('nm:again:legal')
  if (legal && startsOf(folded).some((start) => frame.lines.get(start)?.some((line) => line !== candidate.segment)))
    features.push('nm:extends', `nm:extends&${foot}`)
  const rank = frame.sizes.findIndex((size) => size <= candidate.segment.size + 0.3)
  features.push(
    `nm:size:${bucket(rank < 0 ? 9 : rank, [0, 1, 2, 4])}`,
    `nm:size:${bucket(rank < 0 ? 9 : rank, [0, 1, 2, 4])}&${self}`,
  )
  return features
}

function placesOf({ layout, folded, places }: PartyFrame, text: string): readonly Segment[] {
  const known = places.get(text)
  if (known) return known
  const found = layout.segments.filter((segment) => folded[segment.index]!.includes(text))
  places.set(text, found)
  return found
}

/** A logo may be spaced in its own way: `NORTH&SONS` is the start of `North & Sons Ltd`. */
const lettersOf = (folded: string): string => folded.replace(/[^\p{L}\d]/gu, '')

/** Returns the letters of the shorter names with which a name starts: its first words, and more than its first letters. */
function startsOf(name: string): string[] {
  const starts: string[] = []
  for (let end = name.indexOf(' ', 4); end > 0; end = name.indexOf(' ', end + 1)) {
    const start = lettersOf(name.slice(0, end))
    if (start.length >= 4) starts.push(start)
  }
  return starts
}
