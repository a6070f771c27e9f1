import { compactText } from '../normalise/characters.ts'
import { analyse, type Analysis } from '../find/analyse.ts'
import type { Candidate, CandidateKind } from '../find/candidates.ts'
import type { Box, Extraction, HeaderField, ReadDocument } from '../types.ts'
import { fingerprint, withoutIdentifiers } from './fingerprint.ts'
import { kindOf, sameForm, WHOLE } from './kinds.ts'
import { placeAll, type Placed } from './places.ts'
import { PrintedTexts } from './printed.ts'
import { isTrimmed } from './trim.ts'
import type { Anchor, ConfirmedValue, ConfirmedValues, FieldLesson, Lesson } from './types.ts'

/** Positions kept of a value that is on the page several times. */
const MAX_ANCHORS = 4
const MAX_VALUE = 300
/** Weight of a position that was confirmed for another field with the same value, such as the amount due. */
const TAKEN = 0.3

/**
 * Returns what a confirmed document teaches. Pure: the same document, values and engine give the same lesson. `read` is what the engine
 * reads without memory.
 */
export function makeLesson(
  document: ReadDocument,
  values: ConfirmedValues,
  read: Pick<Extraction, 'fields'>,
  locale?: string,
): Lesson {
  const analysis = analyse(document, locale)
  const texts = new PrintedTexts(analysis)
  const placed = new Map<CandidateKind, Placed[]>()
  const fields: Lesson['fields'] = {}
  for (const [field, confirmed] of Object.entries(values) as [HeaderField, ConfirmedValue][]) {
    const taken = Object.entries(values).flatMap(([other, one]) => (other !== field && one.position ? [one] : []))
    const lesson = learnField(field, confirmed, taken, analysis, placed, texts)
    const isCompared = WHOLE.includes(field) || isTrimmed(field) || lesson?.value === null
    const raw = isCompared ? read.fields[field]?.value : undefined
    if (lesson) fields[field] = { ...lesson, ...(raw === undefined ? {} : { read: raw.slice(0, MAX_VALUE) }) }
  }
  const recipient = Object.entries(values).flatMap(([field, confirmed]) =>
    field.startsWith('recipient_') && confirmed.value ? [confirmed.value] : [],
  )
  return { version: 1, fingerprint: withoutIdentifiers(fingerprint(document), recipient), fields }
}

function learnField(
  field: HeaderField,
  { value, page, position }: ConfirmedValue,
  taken: readonly ConfirmedValue[],
  analysis: Analysis,
  placed: Map<CandidateKind, Placed[]>,
  texts: PrintedTexts,
): FieldLesson | null {
  if (value === null || value.trim() === '') return { value: null, anchors: [], printed: false }
  if (value.length > MAX_VALUE) return null
  const kind = kindOf(field)
  if (!kind) return { value, anchors: [], printed: WHOLE.includes(field) || texts.find(value) !== null }
  if (!placed.has(kind)) placed.set(kind, placeAll(analysis, kind))
  const wanted = sameForm(field, value)
  const same = placed.get(kind)!.filter(({ candidate }) => {
    const found = sameForm(field, candidate.value)
    return found === wanted || (kind === 'name' && compactText(candidate.text) === wanted)
  })
  const anchors = same.map(({ candidate, place, label }): Anchor => {
    const box = analysis.layout.toPage(candidate.segment.page.number, candidate.box)
    const isOwn = isAt(candidate, box, { page, position })
    const weight = isOwn ? 2 : taken.some((other) => isAt(candidate, box, other)) ? TAKEN : 1
    return { place, weight, ...(label ? { label } : {}) }
  })
  anchors.sort((a, b) => b.weight - a.weight)
  return {
    value,
    anchors: anchors.slice(0, MAX_ANCHORS),
    printed: anchors.length > 0 || texts.find(value) !== null,
  }
}

const isAt = (
  { segment }: Candidate,
  box: Box,
  { page, position }: Pick<ConfirmedValue, 'page' | 'position'>,
): boolean => page === segment.page.number && position !== null && overlaps(position, box)

/** At least half of the smaller box is inside of the other. */
function overlaps(a: Box, b: Box): boolean {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  if (width <= 0 || height <= 0) return false
  const area = ([left, top, right, bottom]: Box) => Math.max(1, (right - left) * (bottom - top))
  return (width * height) / Math.min(area(a), area(b)) >= 0.5
}
