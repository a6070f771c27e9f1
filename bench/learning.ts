import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateSeries, wordsOf, type GeneratedDocument } from '../scripts/generator/index.ts'
import { loadTrained } from '@sheaf/extraction/stages'
import type { HeaderField, ReadDocument } from '@sheaf/extraction/types'
import { findOcrModels } from '../src/provision/ocr-models.ts'
import { type BenchResult, writeBench } from './bench.ts'
import { learnBase, type TrainingDocument } from '../scripts/train/examples.ts'
import { prepareMade } from '../scripts/train/made.ts'
import { trainFolds } from '../scripts/train/protocols.ts'
import { loadEntries, readEntry } from './extraction/corpus.ts'
import { type Lookup, measureLearning, reportLearning, TEACHERS, type Targets } from './extraction/learning.ts'
import { type Given, makeStudent, type Student } from './extraction/lessons.ts'
import { readPicture, readReal } from './extraction/readings.ts'
import { anotherReceipt } from './extraction/stores.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'text,receipts,stores,real' },
    series: { type: 'string', default: '80' },
    receipts: { type: 'string', default: '30' },
    made: { type: 'string', default: '4800' },
    scans: { type: 'string', default: '240' },
    from: { type: 'string', default: '0' },
    data: { type: 'string', default: join(root, '..', 'shared', 'data') },
    cache: { type: 'string', default: join(root, 'bench-results', 'read-cache') },
    models: { type: 'string' },
    errors: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `npm run bench:learning -- [--parts text,receipts,stores,real] [--series N] [--receipts N] [--from N] [--data FOLDER] [--cache DIR] [--errors FIELD,...]
Reads documents of a layout after 0, 1, 2 and 5 of its documents were confirmed, and after five of which one is wrong (the worst of the five places).
text      series of the generator: documents of one sender, of families of layouts that no model has learned from
receipts  the same for till receipts, as scans and photographs read by OCR, which are kept in --cache
stores    the receipts of --data, read by a model that has learned from no receipt of a camera, after others of the same store that are
          invented from them: other amounts and lines of goods (--made and --scans as for bench:extraction)
real      documents of --data whose group has at least six; the shipped model has learned from them, so that their first column is too good
A queue also knows a document of each other layout.`

/** Documents tested for each layout of the generator. */
const TESTED = 3

const lookup: Lookup | undefined = values.errors
  ? { fields: values.errors.split(',') as HeaderField[], show: (line) => console.log(line) }
  : undefined

if (values.help) console.log(HELP)
else await main()

async function main(): Promise<void> {
  const wanted = values.parts.split(',')
  const modelsDir = values.models ?? (await findOcrModels()).dir ?? undefined
  const results: BenchResult[] = []
  const measure = (name: string, groups: readonly Student[][], targets: Targets): void => {
    if (groups.length > 0) results.push(...reportLearning(measureLearning(name, groups, lookup), targets))
  }
  if (wanted.includes('text')) measure('text', await madeGroups(Number(values.series), false), { afterTwo: 0.97 })
  if (wanted.includes('receipts'))
    measure('receipts', await madeGroups(Number(values.receipts), true, modelsDir), { gain: 0.04 })
  if (wanted.includes('stores')) measure('stores', await storeGroups(modelsDir), { gain: 0.04 })
  if (wanted.includes('real')) for (const [name, groups] of await realParts(modelsDir)) measure(name, groups, {})
  writeBench('learning', results)
}

async function madeGroups(count: number, receipts: boolean, modelsDir?: string): Promise<Student[][]> {
  const groups: Student[][] = []
  const from = Number(values.from)
  for (let number = from; number < from + count; number++) {
    const group: Student[] = []
    for (const [i, made] of generateSeries(number, TEACHERS + TESTED, { receipts }).entries()) {
      const document = receipts ? await readSeries(made, 100 * number + i, modelsDir) : wordsOf(made)
      const { truth, visible, absent } = made
      const entry: Given = { group: String(number), file: made.name, truth: truth as Given['truth'], visible, absent }
      group.push(makeStudent(entry, document, loadTrained()))
    }
    groups.push(group)
  }
  return groups
}

function readSeries(made: GeneratedDocument, number: number, modelsDir?: string): Promise<ReadDocument> {
  return readPicture(made, number, number % 2 === 0 ? 'scan' : 'photo', join(values.cache, 'made-series'), modelsDir)
}

/** For each real receipt five others of its store, invented from it, that teach. The model knows no receipts of the data. */
async function storeGroups(modelsDir?: string): Promise<Student[][]> {
  if (!existsSync(values.data)) return []
  const real = await readReal(values.data, values.cache, modelsDir)
  const made = await prepareMade(Number(values.made), Number(values.scans), values.cache, modelsDir)
  const partOf = ({ entry }: TrainingDocument): string => (entry.section === 'receipts' ? 'receipts' : 'others')
  const modelFor = trainFolds(
    real.map(({ training }) => training),
    learnBase(made.learned),
    made.calibrated,
    partOf,
  )
  return real
    .filter(({ entry, transcribed }) => entry.section === 'receipts' && !transcribed)
    .map(({ entry, document, training }, i) => {
      const others = Array.from({ length: TEACHERS }, (_, k) => anotherReceipt(entry, document, 100 * i + k))
      return [...others, { entry, document }].map((one) => makeStudent(one.entry, one.document, modelFor(training)))
    })
}

/** Groups of real documents by part. Each document is tested with the five that follow it in its group. */
async function realParts(modelsDir?: string): Promise<Map<string, Student[][]>> {
  if (!existsSync(values.data)) {
    console.log(`There is no folder ${values.data}: real documents are left out.`)
    return new Map()
  }
  const entries = loadEntries(values.data)
  const groups = [...Map.groupBy(entries, ({ group }) => group).values()].filter((one) => one.length > TEACHERS)
  const parts = new Map<string, Student[][]>()
  for (const members of groups) {
    const students: Student[] = []
    for (const entry of members)
      students.push(makeStudent(entry, await readEntry(entry, values.cache, modelsDir), loadTrained()))
    const name = `real ${members[0]!.section}`
    parts.set(name, [...(parts.get(name) ?? []), ...turns(students)])
  }
  return parts
}

/** Each of the students, behind five others that teach. */
function turns(students: readonly Student[]): Student[][] {
  return students.map((student, i) => [
    ...Array.from({ length: TEACHERS }, (_, k) => students[(i + 1 + k) % students.length]!),
    student,
  ])
}
