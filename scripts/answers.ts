/**
 * `npm run answers`: runs tests of the API, records what they were answered, and writes the best answer of each operation to
 * src/api/openapi/answers.json, the examples of the documentation. `npm run answers -- --fold FOLDER` uses the records of an earlier run.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ANSWERS_FILE, type Answers } from '../src/api/openapi/answers.ts'
import type { RecordedAnswer } from '../test/support/answers.ts'
import { operationOf } from '../test/support/openapi.ts'
import { tidy } from './answers/tidy.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { fold: { type: 'string' } } })

/** The journey through the demo shows real documents; the other tests add the operations that it does not need. */
const PREFERRED = ['e2e/request-examples.test.ts', 'api/examples.test.ts']
/** Longer answers hide their structure, shorter ones have none. */
const LONG = 12_000

/** Operations that no test calls with the client that records, and others with the same answer. */
const TWINS: Record<string, string> = {
  'get /v1/oauth/code/{provider}': 'post /v1/auth/login',
  'post /v1/emails/import': 'post /v1/uploads',
  'post /v1/organization_groups/{id}/billing': 'post /v1/organizations/{id}/billing',
  'get /v1/organization_groups/{id}/billing_history': 'get /v1/organizations/{id}/billing_history',
  'put /v1/surveys/{id}': 'patch /v1/surveys/{id}',
}

function recordAll(folder: string): void {
  const env = { ...process.env, RECORD_ANSWERS: folder }
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'stack']
  spawnSync(process.execPath, [...args, 'test/api', 'test/workflows', ...PREFERRED.map((file) => `test/${file}`)], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
}

function recordsIn(folder: string): RecordedAnswer[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as RecordedAnswer)
}

/** Higher is better. */
function rate({ file, body }: RecordedAnswer): number {
  const rank = PREFERRED.indexOf(file)
  const text = JSON.stringify(body)
  const results = (body as { results?: unknown[] }).results
  const isEmpty = results?.length === 0 || text.length < 3
  return (
    (isEmpty ? -100 : 0) +
    (rank < 0 ? 0 : 20 - rank * 5) +
    (text.length > LONG ? -5 : Math.min(4, text.length / 500)) -
    (text.match(/":null/g)?.length ?? 0) * 0.02
  )
}

const folder = values.fold ?? mkdtempSync(join(tmpdir(), 'sheaf-answers-'))
if (!values.fold) recordAll(folder)
const best = new Map<string, RecordedAnswer>()
for (const record of recordsIn(folder)) {
  const name = operationOf(record.method, record.path)?.name.replace(/^\w+/, (word) => word.toLowerCase())
  if (!name) continue
  const key = [name, record.status, record.type].join('\t')
  const known = best.get(key)
  if (!known || rate(record) > rate(known)) best.set(key, record)
}
const answers: Answers = {}
for (const [key, { body }] of [...best].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const [name, status, type] = key.split('\t') as [string, string, string]
  ;((answers[name] ??= {})[status] ??= {})[type] = tidy(body)
}
for (const [name, twin] of Object.entries(TWINS)) if (answers[twin]) answers[name] ??= answers[twin]
writeFileSync(ANSWERS_FILE, `${JSON.stringify(answers, null, 1)}\n`)
console.log(`${best.size} answers of ${Object.keys(answers).length} operations`)
if (!values.fold) rmSync(folder, { recursive: true, force: true })
