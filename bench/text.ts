/**
 * Text with boxes from PDF files: compares a warm child of the document sandbox with `pdftotext -bbox` as a process per file, alternately
 * on the same files. `--dir FOLDER` reads PDFs from a folder other than `examples/`, `--rounds N` repeats.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { percentile, residentMb, writeBench } from './bench.ts'

const { values } = parseArgs({ options: { dir: { type: 'string', multiple: true }, rounds: { type: 'string' } } })
const folders = values.dir ?? [join(import.meta.dirname, '..', 'examples')]
const rounds = Number(values.rounds ?? 5)

if (spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).error) {
  console.error('This benchmark compares with pdftotext: install it, on Debian with `apt-get install poppler-utils`.')
  process.exit(1)
}

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .sort()
    .map((name) => join(folder, name)),
)
if (files.length === 0) {
  console.error(`There are no PDF files in ${folders.join(', ')}.`)
  process.exit(1)
}

/** Returns the number of pages with words in pdftotext's output, which goes to a pipe, as in a service. */
function runPdftotext(file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('pdftotext', ['-bbox', '-q', file, '-'], { stdio: ['ignore', 'pipe', 'ignore'] })
    let pages = 0
    child.stdout.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf('<page '); at >= 0; at = chunk.indexOf('<page ', at + 1)) pages++
    })
    child.on('error', reject)
    child.on('close', () => resolve(pages))
  })
}

const sandbox = openDocumentSandbox({ processes: 1 })
// Only files with a text layer on every page; OCR has its own benchmark.
const texts: { file: string; bytes: Buffer; pages: number }[] = []
for (const file of files) {
  const bytes = readFileSync(file)
  const document = await sandbox.read(bytes, { maxPages: 1000 }).catch(() => undefined)
  if (document?.pages.every((page) => page.source === 'text' && page.words.length > 0)) {
    texts.push({ file, bytes, pages: document.pages.length })
  }
}
if (texts.length === 0) {
  console.error('None of the PDF files has a text layer.')
  process.exit(1)
}

const time = { ours: 0, theirs: 0 }
const perFile: number[] = []
let pages = 0
for (let round = 0; round < rounds; round++) {
  for (const { file, bytes, pages: count } of texts) {
    pages += count
    let from = performance.now()
    await sandbox.read(bytes, { maxPages: 1000, embeddedXml: false })
    perFile.push(performance.now() - from)
    time.ours += perFile.at(-1)!
    from = performance.now()
    await runPdftotext(file)
    time.theirs += performance.now() - from
  }
}
const childMb = sandbox.memoryMb[0] ?? 0
await sandbox.close()

const ours = (1000 * pages) / time.ours
const theirs = (1000 * pages) / time.theirs
writeBench('text', [
  { what: 'files with a text layer', value: texts.length, unit: 'files' },
  { what: 'pages read', value: pages, unit: 'pages' },
  { what: 'text with boxes, warm child', value: ours, unit: 'pages/s' },
  { what: 'pdftotext -bbox, a process per file', value: theirs, unit: 'pages/s' },
  {
    what: 'warm child against pdftotext',
    value: ours / theirs,
    unit: 'times',
    target: '>= 3',
    met: ours / theirs >= 3,
  },
  { what: 'time per file, p50', value: percentile(perFile, 0.5), unit: 'ms' },
  { what: 'time per file, p95', value: percentile(perFile, 0.95), unit: 'ms' },
  { what: 'memory of the child afterwards', value: childMb, unit: 'MB' },
  { what: 'memory of the benchmark itself', value: residentMb(), unit: 'MB' },
])
