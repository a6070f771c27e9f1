/** Measures instant learning: how well documents of a layout are read after 0, 1, 2 and 5 of its documents were confirmed. */
import { HEADER_KEYS } from '@sheaf/extraction/stages'
import type { Extraction, HeaderField } from '@sheaf/extraction/types'
import type { BenchResult } from '../bench.ts'
import { interval } from './bootstrap.ts'
import { FIELDS, Queue, type Student, truthOf } from './lessons.ts'
import { isRight } from './match.ts'

/** Confirmed documents of a layout; the others of its group are tested. */
export const TEACHERS = 5
const COUNTS = [0, 1, 2, 5] as const
/** Fields with fewer values are not reported. */
const MIN_VALUES = 20

export interface Course {
  /** Number of confirmed documents, and which of them is confirmed wrongly. */
  count: number
  wrong: number | null
}

const COURSES: readonly Course[] = [
  ...COUNTS.map((count) => ({ count, wrong: null })),
  ...Array.from({ length: TEACHERS }, (_, wrong) => ({ count: TEACHERS, wrong })),
]

const nameOf = ({ count, wrong }: Course): string => (wrong === null ? String(count) : `wrong ${wrong + 1}`)

/** Right and readable values of one layout by course and field. */
type Scores = Map<string, Map<HeaderField, { right: number; count: number; sure: number }>>

export interface Measured {
  name: string
  layouts: Scores[]
  tested: number
  recognized: number
  /** Values where the document has none, by course. */
  invented: Map<string, number>
}

export interface Lookup {
  fields: readonly HeaderField[]
  show: (line: string) => void
}

/**
 * Reads documents of each group with what its other documents taught, in a queue that also knows one document of each other group. Groups
 * have more than five documents.
 */
export function measureLearning(name: string, groups: readonly (readonly Student[])[], lookup?: Lookup): Measured {
  const measured: Measured = { name, layouts: [], tested: 0, recognized: 0, invented: new Map() }
  const first = new Map<string, Student>()
  for (const [student] of groups) if (student) first.set(student.entry.group, student)
  for (const members of groups) {
    const others = new Queue()
    for (const [group, student] of first) if (group !== members[0]!.entry.group) others.learn(student.right)
    const scores: Scores = new Map()
    const teachers = members.slice(0, TEACHERS)
    for (const course of COURSES) {
      const queue = others.copy()
      for (const [i, teacher] of teachers.slice(0, course.count).entries())
        queue.confirm(teacher, i === course.wrong ? teacher.wrong : teacher.right)
      for (const student of members.slice(TEACHERS)) {
        const extraction = queue.read(student)
        if (nameOf(course) === '5') {
          measured.tested += 1
          measured.recognized += extraction.learned ? 1 : 0
        }
        count(scores, measured.invented, nameOf(course), student, extraction)
        for (const field of lookup?.fields ?? []) showError(field, lookup!.show, nameOf(course), student, extraction)
      }
    }
    measured.layouts.push(scores)
  }
  return measured
}

function count(
  scores: Scores,
  invented: Map<string, number>,
  course: string,
  { entry, readable }: Student,
  { fields }: Extraction,
): void {
  const own = scores.get(course) ?? new Map<HeaderField, { right: number; count: number; sure: number }>()
  scores.set(course, own)
  for (const field of FIELDS) {
    const key = HEADER_KEYS[field]
    const found = fields[field]
    if (entry.absent?.includes(key) && found) invented.set(course, (invented.get(course) ?? 0) + 1)
    if (!readable.has(field)) continue
    const one = own.get(field) ?? { right: 0, count: 0, sure: 0 }
    own.set(field, one)
    one.count += 1
    one.right += found && isRight(key, found.value, truthOf(entry, field)) ? 1 : 0
    one.sure += found?.confidence ?? 0
  }
}

/** Mean over layouts of the share of readable values that are right, and of the confidence. */
function meanOf(layouts: readonly Scores[], course: string, field: HeaderField): { share: number; sure: number } {
  const own = layouts.flatMap((scores) => scores.get(course)?.get(field) ?? [])
  const mean = (pick: (one: (typeof own)[number]) => number): number =>
    own.reduce((sum, one) => sum + pick(one) / one.count, 0) / own.length
  return { share: mean(({ right }) => right), sure: mean(({ sure }) => sure) }
}

/** 95 % bootstrap interval over layouts of the share of right values. */
function spread(layouts: readonly Scores[], course: string, field: HeaderField): string {
  const items = layouts.map((scores, i) => ({ group: String(i), source: String(i), scores }))
  const share = (list: readonly { scores: Scores }[]): number =>
    meanOf(
      list.map(({ scores }) => scores),
      course,
      field,
    ).share
  const [low, high] = interval(items, share)
  return `${low.toFixed(3)}–${high.toFixed(3)}`
}

export interface Targets {
  /** Least share of right values after two confirmations. */
  afterTwo?: number
  /** Least gain of the total after five. */
  gain?: number
}

/** Prints the figures of each field and returns them with their targets. */
export function reportLearning(measured: Measured, targets: Targets): BenchResult[] {
  const { name, layouts, tested, recognized, invented } = measured
  const results: BenchResult[] = []
  console.log(`\n${name}: ${layouts.length} layouts, ${tested} documents, ${recognized} recognized after 5`)
  console.log(
    'share of right values where they are readable (confidence), by number of confirmed documents of the layout',
  )
  const heads = [...COUNTS.map(String), '5, 1 wrong', '95 % after 2', '95 % after 5']
  console.log(`  ${'field'.padEnd(28)}${'n'.padStart(5)}${heads.map((head) => head.padStart(14)).join('')}`)
  for (const field of FIELDS) {
    const values = layouts.reduce((sum, scores) => sum + (scores.get('0')?.get(field)?.count ?? 0), 0)
    if (values < MIN_VALUES) continue
    const means = COUNTS.map((count) => meanOf(layouts, String(count), field))
    const wrong = COURSES.filter((course) => course.wrong !== null).map((course) =>
      meanOf(layouts, nameOf(course), field),
    )
    const worst = wrong.reduce((least, one) => (one.share < least.share ? one : least))
    const cells = [...means, worst].map(({ share, sure }) => `${share.toFixed(3)} (${sure.toFixed(2)})`.padStart(14))
    for (const course of ['2', '5']) cells.push(spread(layouts, course, field).padStart(14))
    console.log(`  ${field.padEnd(28)}${String(values).padStart(5)}${cells.join('')}`)
    const [none, one, two, five] = means.map(({ share }) => share) as [number, number, number, number]
    const add = (what: string, value: number, target?: string, met?: boolean): void =>
      void results.push({
        what: `${name} ${field} ${what}`,
        value,
        unit: 'share',
        ...(target ? { target, met: met! } : {}),
      })
    add('unlearned', none)
    add('after 1', one)
    if (targets.afterTwo === undefined) add('after 2', two)
    else add('after 2', two, `>= ${targets.afterTwo}`, two >= targets.afterTwo)
    if (targets.gain === undefined || field !== 'amount_total') add('after 5', five)
    else add('after 5', five, `>= ${(none + targets.gain).toFixed(3)}`, five >= none + targets.gain)
    add('after 5, worst of one wrong', worst.share, `>= ${none.toFixed(3)}`, worst.share > none - 1e-9)
  }
  const without = COUNTS.map((count) => String(invented.get(String(count)) ?? 0))
  console.log(`  values where the page has none: ${without.join(', ')}`)
  return results
}

function showError(
  field: HeaderField,
  show: Lookup['show'],
  course: string,
  { entry, readable }: Student,
  extraction: Extraction,
): void {
  const found = extraction.fields[field]
  const truth = truthOf(entry, field)
  if (!readable.has(field) || (found && isRight(HEADER_KEYS[field], found.value, truth))) return
  const read = found
    ? `${found.value} (${found.confidence}, ${found.evidence.generator}, ${found.evidence.label ?? '-'})`
    : 'nothing'
  show(
    `    ${course} ${field}: ${entry.file}: ${read} in place of ${String(truth)}; layout ${extraction.learned?.similarity ?? '-'}`,
  )
}
