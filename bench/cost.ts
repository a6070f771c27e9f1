/**
 * What documents cost: pages of text per second of a core, the share of a scan that is not OCR, the memory of a child over many documents, and
 * its start.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { provisionOcrModels } from '../src/provision/ocr-models.ts'
import { writeBench, type BenchResult } from './bench.ts'
import { measureMemory } from './cost/memory.ts'
import { measureScans } from './cost/scans.ts'
import { measureStart } from './cost/start.ts'
import { measureText } from './cost/text.ts'
import { EXAMPLES } from './text-files.ts'

const HELP = `Usage: npm run bench:cost -- [--documents N] [--seconds N] [--rounds N] [--dir FOLDER] [--only PARTS]

  --documents N   documents that one child reads while its memory is measured (5000)
  --seconds N     time for pages of text (20)
  --rounds N      times each scan is read (10)
  --dir FOLDER    PDF files with a text layer, instead of the examples; may be repeated
  --only PARTS    some of start, text, scans, memory, divided by commas`

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '10' },
    dir: { type: 'string', multiple: true, default: [EXAMPLES] },
    only: { type: 'string', default: 'start,text,scans,memory' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const { dir: modelsDir, reason } = await provisionOcrModels()
if (modelsDir === null) console.error(`Scans are left out: ${reason}`)
// A start is measured in time, which other work on the machine lengthens.
const load = loadavg()[0]!
if (load > availableParallelism() / 2) console.error(`The machine is busy (load average ${load.toFixed(1)}).`)

const parts: Record<string, () => Promise<BenchResult[]>> = {
  start: () => measureStart(10),
  text: () => measureText(values.dir, Number(values.seconds)),
  scans: async () => (modelsDir === null ? [] : await measureScans(modelsDir, Number(values.rounds))),
  memory: () => measureMemory(modelsDir ?? undefined, Number(values.documents)),
}
const results: BenchResult[] = [{ what: 'load average of the machine before', value: load, unit: '' }]
for (const part of values.only.split(',')) {
  const measure = parts[part.trim()]
  if (!measure) throw new Error(`There is no part ${part}. Parts are ${Object.keys(parts).join(', ')}.`)
  results.push(...(await measure()))
}
writeBench('cost', results)
