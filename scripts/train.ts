// `npm run train`: trains the header scorer and its calibration, and writes packages/extraction/src/model/header.json.
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readReal } from '../bench/extraction/readings.ts'
import type { Trained } from '@sheaf/extraction/stages'
import { findOcrModels } from '../src/provision/ocr-models.ts'
import { learnBase } from './train/examples.ts'
import { prepareMade } from './train/made.ts'
import { trainShipped } from './train/protocols.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '..', 'shared', 'data') },
    cache: { type: 'string', default: join(root, 'bench-results', 'read-cache') },
    models: { type: 'string' },
    made: { type: 'string', default: '4800' },
    scans: { type: 'string', default: '240' },
    out: { type: 'string', default: join(root, 'packages', 'extraction', 'src', 'model', 'header.json') },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(
    'npm run train -- --data FOLDER [--made COUNT] [--scans COUNT] [--cache DIR] [--models DIR] [--out FILE]\n' +
      'Trains the header scorer and its calibration on generated documents and on documents with known answers (docs/extraction.md).',
  )
} else if (!existsSync(values.data)) {
  console.error(
    `There is no folder ${values.data}. Give one with documents and manifests: npm run train -- --data FOLDER`,
  )
  process.exitCode = 1
} else {
  await train()
}

async function train(): Promise<void> {
  const modelsDir = values.models ?? (await findOcrModels()).dir ?? undefined
  const real = await readReal(values.data, values.cache, modelsDir)
  const made = await prepareMade(Number(values.made), Number(values.scans), values.cache, modelsDir)
  console.log(
    `${real.length} readings of real documents, ${made.learned.length} made ones, ${made.calibrated.length} for calibration`,
  )
  const { models, calibration } = trainShipped(
    real.map(({ training }) => training),
    learnBase(made.learned),
    made.calibrated,
  )
  const version = createHash('sha256')
    .update(JSON.stringify([models, calibration]))
    .digest('hex')
    .slice(0, 8)
  const trained: Trained = { version, models, calibration }
  writeFileSync(values.out, `${JSON.stringify(trained)}\n`)
  const weights = Object.values(models).reduce((sum, model) => sum + Object.keys(model.weights).length, 0)
  console.log(`Wrote ${values.out}: ${weights} weights, version ${version}`)
}
