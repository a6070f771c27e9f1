import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { provisionOcrModels } from '../src/provision/ocr-models.ts'
import { writeBench, type BenchResult } from './bench.ts'
import { openCrew, type Crew } from './ocr/crew.ts'
import { ENGINES, type EngineName } from './ocr/engine.ts'
import { holdsAmount, holdsDate, wordsFound, type PageTruth } from './ocr/recall.ts'

const HELP = `Usage: npm run bench:ocr -- --dir FOLDER [--limit N] [--engines "NAME,NAME"]

Reads the images of a folder with manifest.json (file, language, truth, visible, ocr_truth) with every engine that is there,
one process per core and engine, in turns, and compares: totals and dates found in the text, words found, pages/s, memory.
The rival is the machine's tesseract (apt-get install tesseract-ocr).

Engines: ${ENGINES.join(', ')}`

interface Entry {
  file: string
  language: string
  truth: PageTruth & { document_type?: string }
  visible: string[]
  ocr_truth?: { text: string }[]
}

interface Tally {
  crew: Crew
  seconds: number
  texts: string[]
}

const LANGUAGES: Record<string, string> = { en: 'eng', de: 'deu', fr: 'fra' }
const MAIN: EngineName = 'ppocr cascade'
const RIVAL: EngineName = 'native tesseract'

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    limit: { type: 'string', default: '40' },
    engines: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help || !values.dir) {
  console.log(HELP)
  process.exitCode = values.help ? 0 : 2
} else {
  const wanted = values.engines?.split(',').map((name) => name.trim())
  await measure(
    values.dir,
    Number(values.limit),
    ENGINES.filter((name) => !wanted || wanted.includes(name)),
  )
}

async function measure(dir: string, limit: number, engines: EngineName[]): Promise<void> {
  const entries = (JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Entry[])
    .filter((entry) => /\.(jpe?g|png)$/i.test(entry.file))
    .slice(0, limit)
  const cores = availableParallelism()
  const tallies = await openAll(engines, LANGUAGES[entries[0]?.language ?? 'en'] ?? 'eng', cores)
  const files = entries.map((entry) => join(dir, entry.file))
  for (const { crew } of tallies.values()) await crew.read(files.slice(0, cores))
  const round = cores * 4
  for (let from = 0; from < files.length; from += round) {
    // Every engine reads the same pages before the next ones, so that other load on the machine affects all alike.
    for (const tally of tallies.values()) {
      const { texts, seconds } = await tally.crew.read(files.slice(from, from + round))
      tally.texts.push(...texts)
      tally.seconds += seconds
    }
    process.stderr.write(`${Math.min(files.length, from + round)} of ${files.length} pages\n`)
  }
  for (const { crew } of tallies.values()) crew.end()
  writeBench('ocr', report(entries, tallies))
}

/** Opens the available engines and prints why the others cannot be opened. */
async function openAll(engines: EngineName[], language: string, cores: number): Promise<Map<EngineName, Tally>> {
  const models = await provisionOcrModels()
  if (models.dir === null) console.error(`PP-OCR is skipped: ${models.reason}`)
  const tallies = new Map<EngineName, Tally>()
  for (const engine of engines) {
    try {
      const crew = await openCrew({ engine, language, modelsDir: models.dir ?? undefined }, cores)
      tallies.set(engine, { crew, seconds: 0, texts: [] })
    } catch (error) {
      const hint = engine === RIVAL ? ' Install it: apt-get install tesseract-ocr (or brew install tesseract).' : ''
      console.error(`${engine} is skipped: ${error instanceof Error ? error.message : String(error)}${hint}`)
    }
  }
  return tallies
}

function report(entries: Entry[], tallies: Map<EngineName, Tally>): BenchResult[] {
  const receipts = entries.every((entry) => entry.truth.document_type === 'receipt')
  const results: BenchResult[] = [{ what: 'pages', value: entries.length, unit: 'pages' }]
  for (const [engine, { crew, seconds, texts }] of tallies) {
    const goal = engine === MAIN && receipts
    const found = recallOf(entries, texts)
    for (const [what, value] of Object.entries(found)) {
      const reach = goal && what !== 'words'
      results.push({
        what: `${engine}: ${what} found`,
        value,
        unit: 'share',
        ...(reach ? { target: '>= 0.97', met: value >= 0.97 } : {}),
      })
    }
    results.push({ what: `${engine}: speed`, value: entries.length / seconds, unit: 'pages/s' })
    const memory = crew.peakMemory()
    const small = memory < 900
    results.push({
      what: `${engine}: peak memory of a process`,
      value: Math.round(memory),
      unit: 'MB',
      ...(engine === MAIN ? { target: '< 900', met: small } : {}),
    })
  }
  const rival = tallies.get(RIVAL)
  for (const [engine, { seconds }] of tallies) {
    if (!rival || engine === RIVAL) continue
    const ratio = rival.seconds / seconds
    const goal = engine === MAIN && receipts
    results.push({
      what: `${engine}: speed against native tesseract`,
      value: ratio,
      unit: 'x',
      ...(goal ? { target: '>= 1.2', met: ratio >= 1.2 } : {}),
    })
  }
  return results
}

function recallOf(entries: Entry[], texts: string[]): Record<string, number> {
  const sums = { total: [0, 0], date: [0, 0], words: [0, 0] }
  const count = (sum: number[], found: number, of: number): void => {
    sum[0]! += found
    sum[1]! += of
  }
  entries.forEach(({ truth, visible, ocr_truth }, index) => {
    const text = texts[index]!
    if (visible.includes('amount_total')) count(sums.total, Number(holdsAmount(text, truth.amount_total!)), 1)
    if (visible.includes('date_issue')) count(sums.date, Number(holdsDate(text, truth.date_issue!)), 1)
    if (!ocr_truth) return
    const { found, of } = wordsFound(text, ocr_truth.map((line) => line.text).join(' '))
    count(sums.words, found, of)
  })
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, [, of]]) => of! > 0)
      .map(([what, [found, of]]) => [what, found! / of!]),
  )
}
