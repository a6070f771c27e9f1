import { existsSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEntries, readEntry, readTranscription } from '../bench/extraction/corpus.ts'
import type { Trained } from '../src/extraction/model/index.ts'
import { calibrate, predictOutOfFold } from './train/cross-validate.ts'
import { prepare, trainModels, type TrainingDocument } from './train/examples.ts'
import { makeSynthetic } from './train/synthetic.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '..', 'shared', 'data') },
    cache: { type: 'string', default: join(root, 'bench-results', 'read-cache') },
    models: { type: 'string' },
    synthetic: { type: 'string', default: '500' },
    out: { type: 'string', default: join(root, 'src', 'extraction', 'model', 'header.json') },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log('npm run train -- --data FOLDER [--cache DIR] [--models DIR] [--synthetic COUNT] [--out FILE]')
  console.log('Trains the header scorer and its calibration on documents with known answers (docs/extraction.md).')
} else if (!existsSync(values.data)) {
  console.error(
    `There is no folder ${values.data}. Give one with documents and manifests: npm run train -- --data FOLDER`,
  )
  process.exitCode = 1
} else {
  await train()
}

async function train(): Promise<void> {
  const real: TrainingDocument[] = []
  for (const entry of loadEntries(values.data)) {
    // the transcription and the OCR of one receipt share its weight
    if (entry.ocrTruth) real.push(prepare(entry, readTranscription(entry.ocrTruth), 0.5))
    real.push(prepare(entry, await readEntry(entry, values.cache, values.models), entry.ocrTruth ? 0.5 : 1))
  }
  const made = makeSynthetic(Number(values.synthetic)).map((one) => prepare(one.entry, one.document, one.weight))
  console.log(`${real.length} readings of real documents, ${made.length} made ones`)
  const models = trainModels([...real, ...made])
  const calibration = calibrate(predictOutOfFold(real, made, 8))
  const version = createHash('sha256')
    .update(JSON.stringify([models, calibration]))
    .digest('hex')
    .slice(0, 8)
  const trained: Trained = { version, models, calibration }
  writeFileSync(values.out, `${JSON.stringify(trained)}\n`)
  const weights = Object.values(models).reduce((sum, model) => sum + Object.keys(model.weights).length, 0)
  console.log(`Wrote ${values.out}: ${weights} weights, version ${version}`)
}
