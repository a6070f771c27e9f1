import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findOcrModels } from '../src/provision/ocr-models.ts'
import { learnBase, type TrainingDocument } from '../scripts/train/examples.ts'
import { prepareMade } from '../scripts/train/made.ts'
import {
  foldOf,
  languageFoldOf,
  type ModelFor,
  sourceOf,
  trainFolds,
  trainLanguages,
} from '../scripts/train/protocols.ts'
import { extractDocument } from '@sheaf/extraction'
import { loadTrained } from '@sheaf/extraction/stages'
import type { Extraction, HeaderField } from '@sheaf/extraction/types'
import { writeBench } from './bench.ts'
import { reportLanguages, resultsOfLanguages } from './extraction/languages.ts'
import { PARTS } from './extraction/parts.ts'
import { readReal, readTest, type Reading } from './extraction/readings.ts'
import { type PartReport, publish } from './extraction/publish.ts'
import { reportPart, resultsOf, type Runs, showErrors, showRowErrors } from './extraction/report.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '..', 'shared', 'data') },
    cache: { type: 'string', default: join(root, 'bench-results', 'read-cache') },
    only: { type: 'string' },
    parts: { type: 'string' },
    models: { type: 'string' },
    folds: { type: 'string', default: '4' },
    'language-folds': { type: 'string', default: '5' },
    made: { type: 'string', default: '4800' },
    scans: { type: 'string', default: '240' },
    test: { type: 'string', default: '400' },
    'test-scans': { type: 'string', default: '80' },
    quick: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    errors: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `npm run bench:extraction -- [--data FOLDER] [--only figures,learning,cost] [--parts text,images,...] [--quick] [--errors FIELD|rows] [--cache DIR] [--models DIR]
Scores extraction on documents with known answers; what each figure means is in docs/extraction.md.
Each document is tested four times: by the shipped model, by a model that did not learn from its group, by one that did not learn from its
source (the first headline), and by one that did not learn from its language (the second headline). Documents of the generator are of
families of layouts that no model learns from.
--only figures,...         figures: of extraction; learning: bench:learning; cost: bench:cost; all by default, only the figures with one of
                           the options below that narrow them (--parts, --quick, --errors)
--made N, --scans N        generated documents and scans to learn from (4800, 240)
--test N, --test-scans N   generated documents and scans to test with (400, 80)
--folds N                  parts in which groups are left out (4)
--language-folds N         parts in which languages are left out (5)
--quick                    only the shipped model, which knows the real documents: for finding errors, not for measuring
--errors FIELD,...|rows    lists the wrong values
--publish                  writes docs/extraction-figures.md with plots and pictures
Read pages are kept in --cache.`

if (values.help) console.log(HELP)
else if (!existsSync(values.data)) {
  console.error(
    `There is no folder ${values.data}. The documents with known answers are not part of the repository: give their folder with --data FOLDER.`,
  )
  process.exitCode = 1
} else await main()

/** Measures what documents teach and what they cost in processes of their own, which other work has not warmed. */
async function main(): Promise<void> {
  const narrowed = values.quick || values.parts !== undefined || values.errors !== undefined
  const wanted = values.only?.split(',') ?? (narrowed ? ['figures'] : ['figures', 'learning', 'cost'])
  if (wanted.includes('figures')) await measureFigures()
  const { data, cache, models } = values
  if (wanted.includes('learning'))
    run('learning', ['--data', data, '--cache', cache, ...(models ? ['--models', models] : [])])
  if (wanted.includes('cost')) run('cost', [])
}

function run(bench: string, options: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'bench', `${bench}.ts`), ...options], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

async function measureFigures(): Promise<void> {
  const modelsDir = values.models ?? (await findOcrModels()).dir ?? undefined
  const real = await readReal(values.data, values.cache, modelsDir)
  const test = await readTest(Number(values.test), Number(values['test-scans']), values.cache, modelsDir)
  const readings = [...real, ...test]
  const runs = values.quick ? quick(readings) : await measure(real, test, modelsDir)
  const wanted = values.parts?.split(',')
  const reports: PartReport[] = []
  for (const part of PARTS) {
    const members = readings.filter((reading) => part.holds(reading))
    if ((wanted && !wanted.includes(part.name)) || members.length === 0) continue
    reports.push(reportPart(part, members, runs))
    for (const field of values.errors?.split(',') ?? []) {
      if (field === 'rows') showRowErrors(part, members, runs.unknownSource)
      else showErrors(part, members, runs.unknownSource, field as HeaderField)
    }
  }
  if (values.quick) return
  const languages = reportLanguages(readings, runs)
  writeBench('extraction', [...reports.flatMap(resultsOf), ...resultsOfLanguages(languages)])
  if (values.publish) await publish(reports, languages)
}

function quick(readings: readonly Reading[]): Runs {
  console.log('The shipped model has learned from the real documents: these figures are no measure of unknown ones.')
  const development = extractAll(readings, loadTrained)
  return { development, crossValidated: development, unknownSource: development, unknownLanguage: development }
}

async function measure(real: readonly Reading[], test: readonly Reading[], modelsDir?: string): Promise<Runs> {
  const made = await prepareMade(Number(values.made), Number(values.scans), values.cache, modelsDir)
  const base = learnBase(made.learned)
  const documents = real.map(({ training }) => training)
  const shipped = loadTrained()
  const protocol = (partOf: (document: TrainingDocument) => string): ReadonlyMap<Reading, Extraction> => {
    const modelFor: ModelFor = trainFolds(documents, base, made.calibrated, partOf)
    // No model learned from the families of the generated documents, so the shipped one is measured on them.
    return new Map([...extractAll(real, ({ training }) => modelFor(training)), ...extractAll(test, () => shipped)])
  }
  const foldOfLanguage = languageFoldOf([...documents, ...made.learned], Number(values['language-folds']))
  const withoutLanguage = trainLanguages(documents, made, foldOfLanguage)
  return {
    development: extractAll([...real, ...test], () => shipped),
    crossValidated: protocol(foldOf(documents, Number(values.folds))),
    unknownSource: protocol(sourceOf),
    unknownLanguage: extractAll([...real, ...test], ({ entry }) => withoutLanguage(entry.language)),
  }
}

function extractAll(
  readings: readonly Reading[],
  trainedFor: (reading: Reading) => ReturnType<typeof loadTrained>,
): ReadonlyMap<Reading, Extraction> {
  return new Map(
    readings.map((reading) => [
      reading,
      extractDocument(reading.document, { embeddedXml: false }, trainedFor(reading)),
    ]),
  )
}
