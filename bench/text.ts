/**
 * Text with boxes from PDF files: compares a warm child of the document sandbox with `pdftotext -bbox` as a process per file, alternately
 * on the same files, and on one long file made of their pages, where the start of a process does not count. `--dir FOLDER` reads PDFs from
 * a folder other than `examples/`, `--rounds N` repeats.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PDFDocument } from 'pdf-lib'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { percentile, residentMb, writeBench } from './bench.ts'
import { EXAMPLES, textFilesIn, type TextFile } from './text-files.ts'

const LONG_PAGES = 300

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

/** One file with `LONG_PAGES` pages: those of the other files, repeated. */
async function longFile(folder: string): Promise<TextFile> {
  const long = await PDFDocument.create()
  const sources = await Promise.all(texts.map(({ bytes }) => PDFDocument.load(bytes)))
  const indices = sources.flatMap((source) => source.getPageIndices().map((index) => ({ source, index })))
  for (let i = 0; i < LONG_PAGES; i++) {
    const { source, index } = indices[i % indices.length]!
    const [page] = await long.copyPages(source, [index])
    long.addPage(page)
  }
  const bytes = Buffer.from(await long.save())
  const file = join(folder, 'long.pdf')
  writeFileSync(file, bytes)
  return { file, bytes, pages: LONG_PAGES }
}

/** Reads the files with both programs in turns; returns pages/s, and the time that each file took in the child. */
async function compare(
  files: readonly TextFile[],
): Promise<{ ours: number; theirs: number; pages: number; perFile: number[] }> {
  const time = { ours: 0, theirs: 0 }
  const perFile: number[] = []
  let pages = 0
  for (let round = 0; round < rounds; round++) {
    for (const { file, bytes, pages: count } of files) {
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
  return { ours: (1000 * pages) / time.ours, theirs: (1000 * pages) / time.theirs, pages, perFile }
}

const { ours, theirs, pages, perFile } = await compare(texts)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-text-'))
const long = await compare([await longFile(folder)]).finally(() => rmSync(folder, { recursive: true }))
const childMb = sandbox.memoryMb[0] ?? 0
await sandbox.close()

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
  { what: `one file of ${LONG_PAGES} pages, warm child`, value: long.ours, unit: 'pages/s' },
  { what: `one file of ${LONG_PAGES} pages, pdftotext -bbox`, value: long.theirs, unit: 'pages/s' },
  {
    what: `warm child against pdftotext, one file of ${LONG_PAGES} pages`,
    value: long.ours / long.theirs,
    unit: 'times',
    target: '>= 1',
    met: long.ours >= long.theirs,
  },
  { what: 'time per file, p50', value: percentile(perFile, 0.5), unit: 'ms' },
  { what: 'time per file, p95', value: percentile(perFile, 0.95), unit: 'ms' },
  { what: 'memory of the child afterwards', value: childMb, unit: 'MB' },
  { what: 'memory of the benchmark itself', value: residentMb(), unit: 'MB' },
])
