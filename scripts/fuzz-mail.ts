// `npm run fuzz:mail -- --minutes 20`: changes messages of the corpus at random and parses them in the sandbox. A message that crashes the
// child or takes too long is written to the folder `tmp`, and the command fails.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ReadError } from '@sheaf/extraction/types'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { CORPUS } from '../test/mail/corpus.ts'
import { seededRandom, mutate } from '../test/mail/mutate.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const raws = CORPUS.map(({ raw }) => raw).filter(({ length }) => length < 300_000)
const sandbox = openDocumentSandbox({ processes: 1, timeoutMs: 10_000 })
const end = Date.now() + Number(values.minutes) * 60_000

let count = 0
let files = 0
const failures: string[] = []
while (Date.now() < end && failures.length < 20) {
  const raw = mutate(raws, random)
  try {
    files += (await sandbox.parseEmail(raw, { renderBody: count % 10 === 0 })).files.length
  } catch (error) {
    const code = error instanceof ReadError ? error.code : String(error)
    mkdirSync('tmp', { recursive: true })
    const path = `tmp/mail-${seed}-${count}.eml`
    writeFileSync(path, raw)
    failures.push(`${path}: ${code}`)
    console.error(failures.at(-1), error instanceof ReadError ? error.cause : '')
  }
  count++
}
const [memory = 0] = sandbox.memoryMb
await sandbox.close()
console.log(`seed ${seed}: ${count} messages, ${files} files, ${Math.round(memory)} MB, ${failures.length} failures`)
process.exitCode = failures.length > 0 ? 1 : 0
