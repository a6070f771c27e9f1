/**
 * Text with boxes from PDF files: compares a warm child of the document sandbox with `pdftotext -bbox` as a process per file, alternately
 * on the same files. `--dir FOLDER` reads PDFs from a folder other than `examples/`, `--rounds N` repeats.
 */
import { spawn, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { percentile, residentMb, writeBench } from './bench.ts'
import { EXAMPLES, textFilesIn } from './text-files.ts'

const { values } = parseArgs({ options: { dir: { type: 'string', multiple: true }, rounds: { type: 'string' } } })
const folders = values.dir ?? [EXAMPLES]
const rounds = Number(values.rounds ?? 5)

if (spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).error) {
  console.error('This benchmark compares with pdftotext: install it, on Debian with `apt-get install poppler-utils`.')
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
// OCR has its own benchmark.
const texts = await textFilesIn(folders, sandbox)

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
