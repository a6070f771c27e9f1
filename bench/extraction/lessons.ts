import { extractDocument } from '@sheaf/extraction'
import { analyse, kindOf, PrintedTexts, HEADER_KEYS, type Trained } from '@sheaf/extraction/stages'
import {
  fingerprint,
  searchKeys,
  similarity,
  outcomesOf,
  MIN_SIMILARITY,
  type ConfirmedValues,
  type LearnedLayout,
  type Lesson,
  type Remembered,
} from '@sheaf/extraction/learn'
import { makeLesson } from '@sheaf/extraction/learn/lesson'
import type { Extraction, HeaderField, ReadDocument } from '@sheaf/extraction/types'
import type { Entry, TruthValue } from './corpus.ts'
import { isRight } from './match.ts'

export const FIELDS = (Object.keys(HEADER_KEYS) as HeaderField[]).filter(
  (field) => !['language', 'document_type', 'payment_method_type'].includes(field),
)

/** A document of a layout: `group` names the layout. */
export type Given = Pick<Entry, 'group' | 'file' | 'truth' | 'visible'> & { absent?: readonly string[] }

interface Taught {
  values: ConfirmedValues
  lesson: Lesson
  keys: ReadonlySet<number>
}

/** A document with what it teaches if a user confirms it, rightly or wrongly. */
export interface Student {
  entry: Given
  document: ReadDocument
  trained: Trained
  right: Taught
  wrong: Taught
  /** Fields whose value can be read on the page. */
  readable: ReadonlySet<HeaderField>
  keys: readonly number[]
}

const OPTIONS = { embeddedXml: false, tables: false } as const

export const truthOf = ({ truth }: Given, field: HeaderField): TruthValue => truth[HEADER_KEYS[field]] as TruthValue

/** Prepares the lessons of a document: of the right values, and of other values of the same kinds that are on the page. */
export function makeStudent(entry: Given, document: ReadDocument, trained: Trained): Student {
  const read = extractDocument(document, OPTIONS, trained)
  const analysis = analyse(document)
  const texts = new PrintedTexts(analysis)
  const values: ConfirmedValues = {}
  const wrong: ConfirmedValues = {}
  const readable = new Set<HeaderField>()
  for (const field of FIELDS) {
    const key = HEADER_KEYS[field]
    if (entry.absent?.includes(key)) values[field] = wrong[field] = { value: null, page: null, position: null }
    const truth = truthOf(entry, field)
    if (!entry.visible.includes(key) || truth === null || truth === undefined) continue
    const value = key.startsWith('amount') ? Number(truth).toFixed(2) : String(truth)
    const found = read.fields[field]
    // A correct value is confirmed at its position, another one is replaced by typing.
    values[field] =
      found && isRight(key, found.value, truth)
        ? { value, page: found.page, position: found.position }
        : { value, page: null, position: null }
    const kind = kindOf(field)
    const candidates = kind ? analysis.candidates[kind] : []
    if (candidates.some((one) => isRight(key, one.value, truth)) || texts.find(value) || field === 'currency')
      readable.add(field)
    const other = candidates.find((one) => !isRight(key, one.value, truth))
    wrong[field] = other
      ? { value: other.value, page: other.segment.page.number, position: other.box }
      : { value: 'something else', page: null, position: null }
  }
  const taught = (confirmed: ConfirmedValues): Taught => {
    const lesson = makeLesson(document, confirmed, read)
    return { values: confirmed, lesson, keys: new Set(searchKeys(lesson.fingerprint)) }
  }
  const keys = searchKeys(fingerprint(document))
  return { entry, document, trained, right: taught(values), wrong: taught(wrong), readable, keys }
}

/** Layouts that are compared with a document, as in src/domain/learning. */
const MAX_LAYOUTS = 6

interface QueueLayout {
  id: number
  lessons: (Remembered & { keys: ReadonlySet<number> })[]
}

/** The memory of a queue without its database: layouts are searched and chosen as by src/domain/learning. */
export class Queue {
  readonly #layouts: QueueLayout[]

  constructor(layouts: readonly QueueLayout[] = []) {
    this.#layouts = layouts.map(({ id, lessons }) => ({ id, lessons: [...lessons] }))
  }

  copy(): Queue {
    return new Queue(this.#layouts)
  }

  read({ document, trained, keys }: Student): Extraction {
    return extractDocument(document, { ...OPTIONS, memory: this.#like(keys) }, trained)
  }

  /** A user confirms the document, after it was read with what the queue knew before. */
  confirm(student: Student, taught: Taught): void {
    const { learned } = this.read(student)
    this.learn(taught, learned)
  }

  /** `learned` is what the queue proposed for the document. */
  learn(taught: Taught, learned?: Extraction['learned']): void {
    const layout = this.#place(taught)
    const outcomes = learned?.layout === layout.id ? outcomesOf(learned.proposals, taught.values) : {}
    layout.lessons.push({ lesson: taught.lesson, outcomes, keys: taught.keys })
  }

  #place({ lesson, keys }: Taught): QueueLayout {
    let best: { layout: QueueLayout; found: number } | undefined
    for (const layout of this.#like([...keys]) as QueueLayout[]) {
      const found = Math.max(...layout.lessons.map((one) => similarity(one.lesson.fingerprint, lesson.fingerprint)))
      if (found >= MIN_SIMILARITY && (!best || found > best.found)) best = { layout, found }
    }
    if (best) return best.layout
    const made = { id: this.#layouts.length + 1, lessons: [] }
    this.#layouts.push(made)
    return made
  }

  #like(keys: readonly number[]): LearnedLayout[] {
    const shared = (layout: QueueLayout) =>
      Math.max(...layout.lessons.map((lesson) => keys.filter((key) => lesson.keys.has(key)).length))
    return this.#layouts
      .map((layout) => ({ layout, shared: shared(layout) }))
      .filter((one) => one.shared > 0)
      .sort((a, b) => b.shared - a.shared || a.layout.id - b.layout.id)
      .slice(0, MAX_LAYOUTS)
      .map(({ layout }) => layout)
  }
}
