// `npm run fuzz:documents -- --minutes 20 [--seed N] [--data FOLDER]`: changes documents at random and imports them in the sandbox. Each has to
// give a result or a reason in time and within the memory limit, and clean documents the same result as before. A document that breaks
// this is written to the folder `tmp`, and the command fails.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { INVOICES, PICTURES } from '@sheaf/extraction/fixtures'
import { sniff } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { findOcrModels } from '../src/provision/ocr-models.ts'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { seededRandom } from '../test/mail/mutate.ts'
import { mutateDocument } from './fuzz/mutate-documents.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    data: { type: 'string', multiple: true, default: [] },
  },
})

/** Larger documents would leave time for few. */
const MAX_BYTES = 2_000_000
const MEMORY_MB = 1500
const TIMEOUT_MS = 60_000
/** The sandbox ends a document after four times its limit, even if each page is in time. */
const PATIENCE_MS = 4 * TIMEOUT_MS + 30_000
/** A clean document follows this number of changed ones. */
const CLEAN_EVERY = 8
const MAX_FAILURES = 20

const EXAMPLES = join(import.meta.dirname, '../examples/documents')
/** All other codes have a document as their cause; the reader must not fail in an unexpected way. */
const EXPECTED: ReadonlySet<string> = new Set([
  'empty',
  'damaged',
  'encrypted',
  'unsupported',
  'too_many_pixels',
  'too_large',
  'timeout',
  'out_of_memory',
])

const seed = Number(values.seed ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const { dir } = await findOcrModels()
const sandbox = openDocumentSandbox({
  processes: 1,
  timeoutMs: TIMEOUT_MS,
  memoryMb: MEMORY_MB,
  ...(dir ? { modelsDir: dir } : {}),
})
const files = [EXAMPLES, ...values.data].flatMap(documentsIn)
files.push(...Object.values({ ...INVOICES, ...PICTURES }).map((make) => make()))
files.push(
  Buffer.from((await sandbox.renderPage(readFileSync(join(EXAMPLES, 'alder-finch-invoice.pdf')), { page: 1 })).png),
)
const clean = readFileSync(join(EXAMPLES, 'muehlbach-rechnung.pdf'))
const baseline = await sandbox.extract(clean, {})

const counts: Record<string, number> = {}
const failures: string[] = []
let count = 0
let largest = 0
const end = Date.now() + Number(values.minutes) * 60_000
while (Date.now() < end && failures.length < MAX_FAILURES) {
  const file = mutateDocument(files, random)
  const outcome = await importDocument(file)
  counts[outcome.code] = (counts[outcome.code] ?? 0) + 1
  if (outcome.problem) fail(file, outcome.problem)
  const memory = Math.max(0, ...sandbox.memoryMb)
  largest = Math.max(largest, memory)
  if (memory > MEMORY_MB) fail(file, `the child has ${Math.round(memory)} MB`)
  if (++count % CLEAN_EVERY === 0 && !(await isUnchanged())) fail(file, 'the next clean document has another result')
}
await sandbox.close()
for (const [code, times] of Object.entries(counts).sort()) console.log(`${String(times).padStart(7)} ${code}`)
console.log(
  `seed ${seed}: ${count} changed documents of ${files.length}, largest child ${Math.round(largest)} MB, ${failures.length} failures`,
)
process.exitCode = failures.length > 0 ? 1 : 0

/** Returns the documents of a folder, without those above the limit. */
function documentsIn(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .filter((file) => file.length <= MAX_BYTES && !['unknown', 'zip'].includes(sniff(file)))
}

/** Returns the outcome, with a problem if no document may have it. */
async function importDocument(file: Buffer): Promise<{ code: string; problem?: string }> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS)
  })
  try {
    const { extraction } = await Promise.race([sandbox.extract(file, {}), patience])
    return { code: Object.keys(extraction.fields).length > 0 ? 'values' : 'no values' }
  } catch (error) {
    if (!(error instanceof ReadError)) return { code: 'error', problem: String(error) }
    if (!EXPECTED.has(error.code)) return { code: error.code, problem: `${error.message} ${String(error.cause ?? '')}` }
    return {
      code: error.code,
      ...(/^[A-Z].*\.$/.test(error.message) ? {} : { problem: `no sentence: ${error.message}` }),
    }
  } finally {
    clearTimeout(timer)
  }
}

async function isUnchanged(): Promise<boolean> {
  try {
    return isDeepStrictEqual(await sandbox.extract(clean, {}), baseline)
  } catch (error) {
    console.error(error)
    return false
  }
}

function fail(file: Buffer, problem: string): void {
  mkdirSync('tmp', { recursive: true })
  const path = `tmp/document-${seed}-${count}`
  writeFileSync(path, file)
  failures.push(path)
  console.error(`${path}: ${problem}`)
}
