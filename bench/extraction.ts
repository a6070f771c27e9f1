import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findOcrModels } from '../src/provision/ocr-models.ts'
import { calibrate, foldGroups, predict, type Prediction } from '../scripts/train/cross-validate.ts'
import { prepare, trainModels, type TrainingDocument } from '../scripts/train/examples.ts'
import { makeSynthetic } from '../scripts/train/synthetic.ts'
import { extractDocument } from '../src/extraction/engine.ts'
import { loadTrained, type Trained } from '../src/extraction/model/index.ts'
import type { Extraction, ReadDocument } from '../src/extraction/types.ts'
import { writeBench, type BenchResult } from './bench.ts'
import { type Entry, loadEntries, readEntry, readTranscription } from './extraction/corpus.ts'
import { automation, calibrationError, macroScore, type Observation, scoreOf } from './extraction/metrics.ts'
import { observe, observeRows, REPORTED } from './extraction/observe.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '..', 'shared', 'data') },
    cache: { type: 'string', default: join(root, 'bench-results', 'read-cache') },
    sets: { type: 'string' },
    models: { type: 'string' },
    folds: { type: 'string', default: '8' },
    synthetic: { type: 'string', default: '500' },
    'perfect-text': { type: 'boolean', default: false },
    shipped: { type: 'boolean', default: false },
    errors: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `npm run bench:extraction -- [--data FOLDER] [--sets natural,odoo,...] [--perfect-text] [--shipped] [--cache DIR] [--models DIR] [--errors FIELD]
Scores extraction on documents with known answers; what each figure means is in docs/extraction.md.
For each fold a new model is trained without the groups it is tested on. --shipped tests the shipped model, which has seen these documents.
--perfect-text leaves out receipts by OCR and shows those from their transcription only. Read pages are kept in --cache.`

interface Reading {
  entry: Entry
  document: ReadDocument
  transcribed: boolean
  training: TrainingDocument
}

/** Parts of the report with their readings. The targets refer to "natural". */
const PARTS: readonly { name: string; title: string; holds: (reading: Reading) => boolean }[] = [
  {
    name: 'natural',
    title: 'natural text PDFs (einvoice natural + real)',
    holds: ({ entry }) => entry.kind === 'pdf-text' && (entry.section === 'einvoice' || entry.section === 'real'),
  },
  { name: 'einvoice', title: 'einvoice, natural layouts', holds: ({ entry }) => entry.section === 'einvoice' },
  { name: 'standard', title: 'einvoice, standard visualisation', holds: ({ entry }) => entry.section === 'standard' },
  { name: 'real', title: 'real invoices', holds: ({ entry }) => entry.section === 'real' },
  { name: 'odoo', title: 'odoo-fr images', holds: ({ entry }) => entry.section === 'odoo' },
  {
    name: 'receipts',
    title: 'receipts by OCR',
    holds: ({ entry, transcribed }) => entry.section === 'receipts' && !transcribed,
  },
  {
    name: 'receipts-transcribed',
    title: 'receipts, transcription in place of OCR',
    holds: ({ transcribed }) => transcribed,
  },
]

/** Minimum F1 for each part and field. */
const TARGETS: Readonly<Record<string, number>> = {
  'natural/document_id': 0.75,
  'natural/date_issue': 0.85,
  'natural/amount_total': 0.85,
  'natural/amount_total_tax': 0.7,
  'natural/amount_total_base': 0.7,
  'natural/currency': 0.95,
  'natural/iban': 0.9,
  'natural/rows': 0.6,
  'odoo/amount_total': 0.92,
  'odoo/date_issue': 0.9,
  'odoo/document_id': 0.7,
  'receipts/amount_total': 0.72,
  'receipts/date_issue': 0.88,
}

if (values.help) console.log(HELP)
else if (!existsSync(values.data)) {
  console.error(
    `There is no folder ${values.data}. The documents with known answers are not part of the repository: give their folder with --data FOLDER.`,
  )
  process.exitCode = 1
} else await main()

async function main(): Promise<void> {
  const readings = await readAll()
  console.log(
    `${readings.length} readings of ${new Set(readings.map(({ entry }) => entry.path)).size} documents, ${new Set(readings.map(({ entry }) => entry.group)).size} groups; embedded XML is never read`,
  )
  const trainedFor = values.shipped ? shipped() : crossValidated(readings)
  const extractions = new Map<Reading, Extraction>()
  const times: number[] = []
  for (const reading of readings) {
    const started = performance.now()
    extractions.set(reading, extractDocument(reading.document, { embeddedXml: false }, trainedFor(reading)))
    times.push(performance.now() - started)
  }
  const wanted = values.sets?.split(',')
  const results: BenchResult[] = []
  for (const part of PARTS) {
    if (wanted && !wanted.includes(part.name)) continue
    const members = readings.filter((reading) => part.holds(reading))
    if (members.length > 0) results.push(...reportPart(part.name, part.title, members, extractions))
  }
  times.sort((a, b) => a - b)
  results.push({ what: 'time per document after reading, median', value: times[times.length >> 1]!, unit: 'ms' })
  writeBench('extraction', results)
}

async function readAll(): Promise<Reading[]> {
  const modelsDir = values.models ?? (await findOcrModels()).dir ?? undefined
  const readings: Reading[] = []
  for (const entry of loadEntries(values.data)) {
    if (entry.ocrTruth) {
      const document = readTranscription(entry.ocrTruth)
      readings.push({ entry, document, transcribed: true, training: prepare(entry, document, 0.5) })
    }
    if (entry.ocrTruth && values['perfect-text']) continue
    const document = await readEntry(entry, values.cache, modelsDir)
    readings.push({ entry, document, transcribed: false, training: prepare(entry, document, entry.ocrTruth ? 0.5 : 1) })
  }
  return readings
}

function shipped(): () => Trained {
  console.log(
    'NOTE: the shipped model was trained on these very documents; its figures here are no measure of new ones.',
  )
  return loadTrained
}

/**
 * Returns a model and calibration for each fold that were not trained on the fold's groups: the model is trained on the others, and the
 * curves are fitted to the out-of-fold predictions of the others.
 */
function crossValidated(readings: readonly Reading[]): (reading: Reading) => Trained {
  const count = Number(values.folds)
  const documents = readings.map(({ training }) => training)
  const folds = foldGroups(documents, count)
  const made = makeSynthetic(Number(values.synthetic)).map((one) => prepare(one.entry, one.document, one.weight))
  const models = Array.from({ length: count }, (_, fold) =>
    trainModels([...documents.filter(({ entry }) => folds.get(entry.group) !== fold), ...made]),
  )
  const predictions: Prediction[][] = models.map((model, fold) =>
    documents.filter(({ entry }) => folds.get(entry.group) === fold).flatMap((document) => predict(document, model)),
  )
  const trained = models.map((model, fold): Trained => ({
    version: `fold-${fold}`,
    models: model,
    calibration: calibrate(predictions.filter((_, other) => other !== fold).flat()),
  }))
  return (reading) => trained[folds.get(reading.entry.group)!]!
}

function reportPart(
  name: string,
  title: string,
  members: readonly Reading[],
  extractions: ReadonlyMap<Reading, Extraction>,
): BenchResult[] {
  const results: BenchResult[] = []
  const show = (value: number): string => (Number.isNaN(value) ? '   -' : value.toFixed(3))
  console.log(
    `\n${title}: ${members.length} documents, ${new Set(members.map(({ entry }) => entry.group)).size} groups`,
  )
  console.log(
    `  ${'field'.padEnd(20)}${'n'.padStart(4)}${'prec'.padStart(8)}${'recall'.padStart(8)}${'F1'.padStart(8)}${'ECE'.padStart(8)}${'auto98'.padStart(8)}${'reached'.padStart(9)}`,
  )
  const add = (what: string, value: number, unit: string): void => {
    if (Number.isNaN(value)) return
    const target = TARGETS[`${name}/${what}`]
    const aimed = unit === 'F1' && target !== undefined
    results.push({
      what: `${name} ${what}${unit === 'F1' ? '' : ` ${unit}`}`,
      value,
      unit,
      ...(aimed ? { target: `>= ${target}`, met: value >= target } : {}),
    })
  }
  for (const field of REPORTED) {
    const seen = members.flatMap((reading) => {
      const one = observe(reading.entry, extractions.get(reading)!, field)
      if (one && values.errors === field && !one.right && (one.truth || one.predicted))
        showError(name, reading, extractions.get(reading)!, field)
      return one ?? []
    })
    if (!seen.some((one: Observation) => one.truth)) continue
    const score = macroScore(seen)
    const error = calibrationError(seen)
    const { share, reached } = automation(seen)
    const cells = [score.precision, score.recall, score.f1, error, share]
      .map((value) => show(value).padStart(8))
      .join('')
    console.log(`  ${field.padEnd(20)}${String(seen.length).padStart(4)}${cells}${show(reached).padStart(9)}`)
    add(field, score.f1, 'F1')
    add(field, score.precision, 'precision')
    add(field, score.recall, 'recall')
    add(field, error, 'calibration error')
    add(field, share, 'automation at 98 %')
  }
  const rows = members.flatMap((reading) => observeRows(reading.entry, extractions.get(reading)!) ?? [])
  if (rows.length > 0) {
    const groups = [...new Set(rows.map((one) => one.group))].map((group) => {
      const own = rows.filter((one) => one.group === group)
      const sum = (pick: (one: (typeof own)[number]) => number): number => own.reduce((all, one) => all + pick(one), 0)
      return {
        ...scoreOf(
          sum((one) => one.right),
          sum((one) => one.predicted),
          sum((one) => one.truth),
        ),
        complete: sum((one) => one.complete) / sum((one) => one.truth),
      }
    })
    const mean = (pick: (one: (typeof groups)[number]) => number): number =>
      groups.reduce((all, one) => all + pick(one), 0) / groups.length
    const f1 = mean((one) => one.f1)
    const complete = mean((one) => one.complete)
    console.log(
      `  ${'line item rows'.padEnd(20)}${String(rows.length).padStart(4)}${[mean((one) => one.precision), mean((one) => one.recall), f1].map((value) => show(value).padStart(8)).join('')}   rows fully right ${show(complete)}`,
    )
    add('rows', f1, 'F1')
    add('rows', complete, 'fully right')
  }
  return results
}

function showError(part: string, reading: Reading, extraction: Extraction, field: (typeof REPORTED)[number]): void {
  const found = extraction.fields[field]
  const key =
    field === 'document_id' ? 'invoice_id' : field.replace('_vat_id', '_vat').replace('date_uzp', 'date_delivery')
  console.log(
    `    ${part} ${reading.entry.file}: ${found ? `${found.value} (${found.confidence.toFixed(2)}, ${found.evidence.label ?? 'no label'})` : 'nothing'} in place of ${String(reading.entry.truth[key])}`,
  )
}
