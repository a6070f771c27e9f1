import type { Analysis } from '../find/analyse.ts'
import type { CandidateKind } from '../find/candidates.ts'
import type { ReadDocument, HeaderField } from '../types.ts'
import { fingerprint, sameSender, similarity } from './fingerprint.ts'
import { kindOf } from './kinds.ts'
import { placeAll, type Placed } from './places.ts'
import { PrintedTexts } from './printed.ts'
import { supportOf, weighLessons, type Support, type WeighedLesson } from './support.ts'
import type { LearnedLayout, Remembered } from './types.ts'

/** Documents with less in common are of different layouts. */
export const MIN_SIMILARITY = 0.5
/** Older lessons of a layout are ignored: layouts change, and the time for a document is limited. */
const MAX_LESSONS = 10

/** What the memory says about one document. */
export interface Recall {
  layout: number
  similarity: number
  texts: PrintedTexts
  fields: Map<HeaderField, RecalledField>
}

export interface RecalledField {
  lessons: WeighedLesson[]
  support: Support
  /** How often people kept and changed what the layout had proposed. */
  hits: number
  misses: number
  /** An identifier of the sender is on this page and on those of the lessons. */
  sameSender: boolean
}

/** Returns the most similar layout; null if none is similar enough. The lower id decides between equal ones. */
export function recognize(
  document: ReadDocument,
  layouts: readonly LearnedLayout[],
): { layout: LearnedLayout; similarity: number } | null {
  const print = fingerprint(document)
  let best: { layout: LearnedLayout; similarity: number } | null = null
  for (const layout of [...layouts].sort((a, b) => a.id - b.id)) {
    const found = Math.max(0, ...recent(layout).map(({ lesson }) => similarity(lesson.fingerprint, print)))
    if (found >= MIN_SIMILARITY && (!best || found > best.similarity)) best = { layout, similarity: found }
  }
  return best
}

const recent = ({ lessons }: LearnedLayout): Remembered[] => lessons.slice(-MAX_LESSONS)

/** Compares a document with the layouts. Null if it is like none of them. Pure and deterministic. */
export function recall(analysis: Analysis, layouts: readonly LearnedLayout[]): Recall | null {
  const { document } = analysis.layout
  const found = recognize(document, layouts)
  if (!found) return null
  const print = fingerprint(document)
  const remembered = recent(found.layout).reverse()
  const fields: Recall['fields'] = new Map()
  const placed = new Map<CandidateKind, Placed[]>()
  const names = new Set(remembered.flatMap(({ lesson }) => Object.keys(lesson.fields) as HeaderField[]))
  for (const field of [...names].sort()) {
    const own = remembered.filter(({ lesson }) => lesson.fields[field])
    const lessons = weighLessons(
      own.map(({ lesson }) => ({
        lesson: lesson.fields[field]!,
        fit: Math.max(0.3, similarity(lesson.fingerprint, print)),
      })),
    )
    const kind = kindOf(field)
    if (kind && !placed.has(kind)) placed.set(kind, placeAll(analysis, kind))
    const outcomes = own.flatMap(({ outcomes: known }) => known[field] ?? [])
    fields.set(field, {
      lessons,
      support: supportOf(field, lessons, kind ? placed.get(kind)! : []),
      hits: outcomes.filter(Boolean).length,
      misses: outcomes.filter((isHit) => !isHit).length,
      sameSender: own.some(({ lesson }) => sameSender(lesson.fingerprint, print)),
    })
  }
  return { layout: found.layout.id, similarity: found.similarity, texts: new PrintedTexts(analysis), fields }
}
