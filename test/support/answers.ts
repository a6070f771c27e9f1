/** Records the answers of a run as examples for the documentation: `npm run answers` sets RECORD_ANSWERS, the folder of the records. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './as.ts'

const folder = process.env['RECORD_ANSWERS']
// Programs that use the client outside of tests must not load the test library.
const vitest = folder ? await import('vitest') : undefined

export interface RecordedAnswer {
  /** Test file. */
  file: string
  method: string
  /** Path below `/v1`. */
  path: string
  status: string
  type: string
  /** With URLs of the example service. */
  body: unknown
}

/** Texts that examples may show. */
const TEXTS = ['text/csv', 'application/xml']

/** Appends a successful answer to the records of this process. */
export function recordAnswer(root: string, method: string, path: string, answer: Answer): void {
  if (!folder || answer.status < 200 || answer.status > 299 || !answer.body) return
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]!
  if (type !== 'application/json' && !TEXTS.includes(type)) return
  const body: unknown = type === 'application/json' ? answer.body : String(answer.body)
  const text = JSON.stringify(body).replaceAll(root, 'https://sheaf.example.com/api/v1')
  const record: RecordedAnswer = {
    file: (vitest?.expect.getState().testPath ?? '').split('/test/').at(-1)!,
    method,
    path: path.replace(root, ''),
    status: String(answer.status),
    type,
    body: JSON.parse(text),
  }
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`)
}
