/** Measures instant learning: how well documents are read after 0, 1, 2 and 5 confirmed documents of the same group. */
import { analyse } from '../../src/extraction/find/analyse.ts'
import { extractDocument } from '../../src/extraction/engine.ts'
import { kindOf } from '../../src/extraction/learn/kinds.ts'
import { makeLesson } from '../../src/extraction/learn/lesson.ts'
import { PrintedTexts } from '../../src/extraction/learn/printed.ts'
import type { ConfirmedValues, Remembered } from '../../src/extraction/learn/types.ts'
import { HEADER_KEYS } from '../../src/extraction/lexicon/keys.ts'
import type { Trained } from '../../src/extraction/model/index.ts'
import type { Extraction, HeaderField, ReadDocument } from '../../src/extraction/types.ts'
import type { BenchResult } from '../bench.ts'
import type { Entry, TruthValue } from './corpus.ts'
import { isRight } from './match.ts'
import { REPORTED } from './observe.ts'

export interface LearnedReading {
  entry: Entry
  document: ReadDocument
}

/** Documents of a group that are needed: five to learn from, and one to test. */
const LEAST = 6
/** Documents of a group that are tested. */
const MOST_TESTED = 12
const COUNTS = [0, 1, 2, 5] as const

/** The confirmed documents of one measurement. */
interface Course {
  name: string
  lessons: (others: readonly Student[]) => Remembered[]
}

/** One document with what it teaches, rightly and wrongly. */
interface Student extends LearnedReading {
  trained: Trained
  lesson: Remembered
  wrong: Remembered
  readable: ReadonlySet<HeaderField>
}

const COURSES: readonly Course[] = [
  ...COUNTS.map((count): Course => ({
    name: String(count),
    lessons: (others) => others.slice(0, count).map(({ lesson }) => lesson),
  })),
  {
    name: '5, 1 wrong',
    lessons: (others) => others.slice(0, 5).map(({ lesson, wrong }, i) => (i === 2 ? wrong : lesson)),
  },
  {
    name: '5, last wrong',
    lessons: (others) => others.slice(0, 5).map(({ lesson, wrong }, i) => (i === 4 ? wrong : lesson)),
  },
]

/**
 * Prints the share of correct values by field and number of confirmations, over the documents whose value can be read on the page, as mean
 * over groups. Each document is read with lessons of the documents that follow it in its group.
 */
export function measureLearning(
  name: string,
  readings: readonly LearnedReading[],
  trainedFor: (reading: LearnedReading) => Trained,
  showErrors?: HeaderField,
): BenchResult[] {
  const groups = Map.groupBy(readings, ({ entry }) => entry.group)
  const large = [...groups.values()].filter((members) => members.length >= LEAST)
  if (large.length === 0) return []
  const scores = new Map<string, Map<HeaderField, { right: number; count: number; sure: number }[]>>()
  let known = 0
  let tested = 0
  for (const members of large) {
    const students = members.map((reading) => teach(reading, trainedFor(reading)))
    const own = new Map<string, Map<HeaderField, { right: number; count: number; sure: number }>>()
    for (const [index, student] of students.slice(0, MOST_TESTED).entries()) {
      const others = [...students.slice(index + 1), ...students.slice(0, index)]
      for (const { name: course, lessons } of COURSES) {
        const memory = [{ id: 1, lessons: lessons(others) }]
        const extraction = extractDocument(student.document, { embeddedXml: false, memory }, student.trained)
        if (course === '5') {
          tested += 1
          known += extraction.learned ? 1 : 0
        }
        const counts = own.get(course) ?? new Map<HeaderField, { right: number; count: number; sure: number }>()
        own.set(course, counts)
        for (const field of REPORTED) {
          if (!student.readable.has(field)) continue
          const count = counts.get(field) ?? { right: 0, count: 0, sure: 0 }
          counts.set(field, count)
          count.count += 1
          const found = extraction.fields[field]
          const truth = student.entry.truth[HEADER_KEYS[field]]!
          const right = found !== undefined && isRight(HEADER_KEYS[field], found.value, truth as TruthValue)
          count.right += right ? 1 : 0
          count.sure += found ? found.confidence : 0
          if (showErrors === field && !right) showError(course, student, extraction, field)
        }
      }
    }
    for (const [course, counts] of own) {
      const all = scores.get(course) ?? new Map<HeaderField, { right: number; count: number; sure: number }[]>()
      scores.set(course, all)
      for (const [field, count] of counts) all.set(field, [...(all.get(field) ?? []), count])
    }
  }
  return report(name, large.length, { known, tested }, scores)
}

function teach(reading: LearnedReading, trained: Trained): Student {
  const { entry, document } = reading
  const read = extractDocument(document, { embeddedXml: false, tables: false }, trained)
  const values: ConfirmedValues = {}
  const wrong: ConfirmedValues = {}
  const readable = new Set<HeaderField>()
  const analysis = analyse(document)
  const texts = new PrintedTexts(analysis)
  for (const field of REPORTED) {
    const key = HEADER_KEYS[field]
    const truth = entry.truth[key]
    if (!entry.visible.includes(key) || truth === null || truth === undefined) continue
    const value = key.startsWith('amount') ? Number(truth).toFixed(2) : String(truth)
    values[field] = { value, page: null, position: null }
    const kind = kindOf(field)
    const candidates = kind ? analysis.candidates[kind] : []
    if (
      candidates.some((one) => isRight(key, one.value, truth as TruthValue)) ||
      texts.find(value) ||
      field === 'currency'
    )
      readable.add(field)
    // Another value of the same kind, as if a person had clicked on the wrong line.
    const other = candidates.find((one) => !isRight(key, one.value, truth as TruthValue))
    wrong[field] = { value: other?.value ?? 'something else', page: null, position: null }
  }
  return {
    ...reading,
    trained,
    readable,
    lesson: { lesson: makeLesson(document, values, read), outcomes: {} },
    wrong: { lesson: makeLesson(document, wrong, read), outcomes: {} },
  }
}

function report(
  name: string,
  groups: number,
  { known, tested }: { known: number; tested: number },
  scores: ReadonlyMap<string, ReadonlyMap<HeaderField, { right: number; count: number; sure: number }[]>>,
): BenchResult[] {
  const results: BenchResult[] = []
  console.log(
    `\n${name}: share of correct values by number of confirmed documents; ${groups} groups, ${tested} documents, ${known} recognized after 5`,
  )
  console.log(`  ${'field'.padEnd(20)}${'n'.padStart(5)}${COURSES.map((course) => course.name.padStart(15)).join('')}`)
  for (const field of REPORTED) {
    const first = scores.get('0')?.get(field)
    if (!first) continue
    const cells = COURSES.map((course) => {
      const own = scores.get(course.name)?.get(field) ?? []
      const value = own.reduce((sum, { right, count }) => sum + right / count, 0) / own.length
      const sure = own.reduce((sum, { sure: one, count }) => sum + one / count, 0) / own.length
      results.push({ what: `learning ${name} ${field} after ${course.name}`, value, unit: 'share' })
      return `${value.toFixed(3)} (${sure.toFixed(2)})`.padStart(15)
    })
    const count = first.reduce((sum, one) => sum + one.count, 0)
    console.log(`  ${field.padEnd(20)}${String(count).padStart(5)}${cells.join('')}`)
  }
  return results
}

function showError(course: string, { entry }: Student, extraction: Extraction, field: HeaderField): void {
  const found = extraction.fields[field]
  const read = found
    ? `${found.value} (${found.confidence}, ${found.evidence.generator}, ${found.evidence.label ?? '-'})`
    : 'nothing'
  console.log(
    `    ${course}: ${entry.group} ${entry.file}: ${read} in place of ${String(entry.truth[HEADER_KEYS[field]])}; layout ${extraction.learned?.similarity ?? '-'}`,
  )
}
