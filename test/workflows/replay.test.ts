import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
// The SDK's own historyToJSON fails where npm installs several copies of protobufjs; the generated classes need none.
import proto from '@temporalio/proto'
import { Worker } from '@temporalio/worker'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleWorkflows } from '../../src/worker/bundle.ts'
import { installRuntime } from '../../src/worker/runtime.ts'
import {
  changeStatus,
  confirmAnnotation,
  postponeAnnotation,
  startAnnotation,
} from '../../src/domain/annotations/review.ts'
import { openOutgoing } from '../../src/outgoing/outgoing-http.ts'
import { requestQueueDeletion } from '../../src/domain/queues/request-deletion.ts'
import { sweepId } from '../../src/domain/outbox/schedules.ts'
import { queueLetter } from '../../src/domain/mail/outgoing.ts'
import { queueDeletionWorkflowId } from '../../src/rules/workflow-ids.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { ReadError } from '../../src/extraction/types.ts'
import type { Extraction } from '../../src/extraction/types.ts'
import { openLog } from '../../src/log.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'
import { testConnector } from '../support/connector.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { aFixture, described, harness, task, until } from './harness.ts'
import type { Harness } from './harness.ts'

// The results contain everything relevant, and one history fails on purpose, so the log is silent.
installRuntime(openLog('fatal'))

const folder = join(import.meta.dirname, 'histories')
const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)
const emptyZip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])

const { History } = proto.temporal.api.history.v1
type History = ReturnType<(typeof History)['fromObject']>

// A changed workflow must still replay histories of older versions; `patched()` keeps that possible. After an intended
// change, record the new behaviour too: RECORD_HISTORIES=<name> npm run test:stack -- test/workflows/replay
const label = process.env['RECORD_HISTORIES']
// RECORD_ONLY=<start of a name> keeps only the histories whose names start so, such as those of a new workflow.
const only = process.env['RECORD_ONLY'] ?? ''
if (label) await record(label)

const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

describe('recorded histories', () => {
  let workflowBundle: { code: string }
  beforeAll(async () => {
    workflowBundle = await bundleWorkflows()
  })
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')
  const parse = (json: string) => History.fromObject(JSON.parse(json) as object)
  const replay = (history: History) => Worker.runReplayHistory({ workflowBundle }, history)

  it.each(files)('replay without an error: %s', async (file) => {
    await expect(replay(parse(text(file)))).resolves.toBeUndefined()
  })

  it('cover every workflow', () => {
    const index = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'workflows', 'index.ts'), 'utf8')
    const exported = [...index.matchAll(/export \{ (\w+) \}/g)].map((match) => match[1]!)
    const types = files.map(
      (file) => parse(text(file)).events[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name,
    )
    expect(exported.filter((name) => !types.includes(name))).toEqual([])
  })

  it('fail to replay when a step differs from the recorded one', async () => {
    const file = files.find((name) => name.startsWith('upload-slow.'))!
    const changed = text(file).replaceAll('"readDocument"', '"anotherActivity"')
    await expect(replay(parse(changed))).rejects.toThrow(/[Nn]ondeterminism|determinism/)
  })
})

/** Runs each course of the workflows once on real components, and stores its history under its name and `label`. */
async function record(label: string): Promise<void> {
  let answer: () => Extraction
  let atOnce = true
  const fakes = fakeDocuments(() => answer())
  const documents: DocumentSandbox = {
    ...fakes,
    extractFast: (bytes, options) => (atOnce ? fakes.extractFast(bytes, options) : Promise.resolve(null)),
    unpack: () => Promise.resolve([{ name: 'member.pdf', bytes: pdf('member') }]),
  }
  const outgoing = openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] })
  const stack = await harness(() => ({ documents, outgoing }))
  await stack.startWorker()
  await mkdir(folder, { recursive: true })
  try {
    const always = { automation_enabled: true, automation_level: 'always' }
    const cases: [string, Record<string, unknown>, { name: string; bytes: Buffer }, () => Extraction][] = [
      ['to-review', {}, { name: 'a.pdf', bytes: pdf('a') }, anExtraction],
      ['automated', always, { name: 'b.pdf', bytes: pdf('b') }, anExtraction],
      ['damaged', {}, { name: 'c.pdf', bytes: pdf('c') }, refuse],
      ['internal-error', {}, { name: 'd.pdf', bytes: pdf('d') }, () => ({}) as Extraction],
      ['archive', {}, { name: 'e.zip', bytes: emptyZip }, anExtraction],
      ['slow', {}, { name: 'h.pdf', bytes: pdf('h') }, anExtraction],
      ['slow-damaged', {}, { name: 'i.pdf', bytes: pdf('i') }, refuse],
    ]
    for (const [name, queue, file, found] of cases) {
      answer = found
      atOnce = !name.startsWith('slow')
      await recordUpload(stack, `${name}.${label}`, queue, file)
    }
    answer = anExtraction
    await recordReview(stack, label)
    await recordConnected(stack, label)
    await recordDeletions(stack, label)
    await recordScheduled(stack, 'reviews', `reviews-swept.${label}`)
    await recordMail(stack, label)
    await keep(stack, 'usage', `usage-counted.${label}`)
  } finally {
    await stack.stop()
  }
}

function refuse(): never {
  throw new ReadError('damaged', 'The PDF is damaged.')
}

async function recordUpload(
  stack: Harness,
  name: string,
  queue: Record<string, unknown>,
  file: { name: string; bytes: Buffer },
): Promise<void> {
  const fixture = await aFixture(stack.deps, queue)
  const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files: [file] })
  await until(
    () => task(stack.deps, upload_id),
    ({ status }) => status !== 'running',
  )
  await keep(stack, `upload/${upload_id}`, `upload-${name}`)
  const annotation = (await stack.deps.db('annotations').where({ upload_id }).first('id')) as { id: number }
  await keep(stack, `annotation/${annotation.id}`, `annotation-${name}`)
}

/** Records a document that a user reviews, postpones, extracts again and confirms. */
async function recordReview(stack: Harness, label: string): Promise<void> {
  const fixture = await aFixture(stack.deps)
  const files = [{ name: 'g.pdf', bytes: pdf('g') }]
  const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
  await until(
    () => task(stack.deps, upload_id),
    ({ status }) => status !== 'running',
  )
  const { id } = (await stack.deps.db('annotations').where({ upload_id }).first('id')) as { id: number }
  const load = () =>
    stack.deps.db('annotations').where({ id }).first('status') as unknown as Promise<{ status: string }>
  await startAnnotation(stack.deps, fixture.who, id)
  await postponeAnnotation(stack.deps, fixture.who, id)
  await changeStatus(stack.deps, fixture.who, id, 'importing', { rir_poll_id: null })
  await until(load, ({ status }) => status === 'to_review')
  await startAnnotation(stack.deps, fixture.who, id)
  await confirmAnnotation(stack.deps, fixture.who, id)
  await until(load, ({ status }) => status === 'exported')
  await keep(stack, `annotation/${id}`, `annotation-exported.${label}`)
}

/** Records an export that fails in the connector, and succeeds when repeated. */
async function recordConnected(stack: Harness, label: string): Promise<void> {
  const connector = await testConnector()
  const { db } = stack.deps
  const fixture = await aFixture(stack.deps)
  const { organization_id } = fixture.who
  const given = { organization_id, name: 'ERP', service_url: connector.url }
  const [{ id: connector_id }] = (await db('connectors').insert(given).returning('id')) as [{ id: number }]
  await db('queues').where({ id: fixture.queue.id }).update({ connector_id })
  const files = [{ name: 'k.pdf', bytes: pdf('k') }]
  const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
  const load = () => db('annotations').where({ upload_id }).first('id', 'status') as never
  const reach = (wanted: string) => until<{ id: number; status: string }>(load, ({ status }) => status === wanted)
  const { id } = await reach('to_review')
  connector.answer = (response) => void response.writeHead(500).end()
  await changeStatus(stack.deps, fixture.who, id, 'exporting')
  await reach('failed_export')
  await keep(stack, `annotation/${id}`, `annotation-connector-failed.${label}`)
  connector.answer = (response) => void response.writeHead(204).end()
  await changeStatus(stack.deps, fixture.who, id, 'exporting')
  await reach('exported')
  await keep(stack, `annotation/${id}`, `annotation-connector.${label}`)
  await connector.stop()
}

/** Records the deletion of a queue, and one that fails because of a reference. */
async function recordDeletions(stack: Harness, label: string): Promise<void> {
  const { db } = stack.deps
  const remove = async (name: string, prepare: (queue_id: number) => Promise<unknown>) => {
    const { queue, who } = await aFixture(stack.deps)
    await prepare(queue.id)
    await requestQueueDeletion(stack.deps, who, queue.id, 1)
    await keep(stack, queueDeletionWorkflowId(queue.id), `queue-${name}.${label}`)
  }
  await remove('deleted', () => Promise.resolve())
  await remove('deletion-failed', async (queue_id) => {
    await db.raw('create table holders (queue_id bigint references queues (id))')
    await db('holders').insert({ queue_id })
  })
}

async function recordScheduled(stack: Harness, schedule: string, name: string): Promise<void> {
  const handle = stack.deps.temporal.schedule.getHandle(sweepId(stack.deps, schedule))
  await handle.trigger()
  const { info } = await until(
    () => handle.describe(),
    (found) => found.info.recentActions.length > 0,
  )
  await keep(stack, info.recentActions[0]!.action.workflow.workflowId, name)
}

/** Records a message of the service, which fails immediately without a mail server. */
async function recordMail(stack: Harness, label: string): Promise<void> {
  const { organization_id } = await aFixture(stack.deps)
  await queueLetter(stack.deps, organization_id, { to: 'ada@example.com', subject: 'Hello', text: 'Hello' })
  const [letter] = (await stack.deps.db('events').where({ organization_id }).pluck('data')) as { letter: number }[]
  await keep(stack, `letter/${letter!.letter}/send`, `mail-refused.${label}`)
}

async function keep(stack: Harness, workflowId: string, name: string): Promise<void> {
  if (!name.startsWith(only)) return
  const handle = stack.deps.temporal.workflow.getHandle(workflowId)
  // Lifecycles stay open during review.
  const isOpen = (status: string, length: number) =>
    workflowId.startsWith('annotation/') && status === 'RUNNING' && length > 3
  await described(
    stack.deps,
    workflowId,
    ({ status: { name }, historyLength }) => ['COMPLETED', 'FAILED'].includes(name) || isOpen(name, historyLength),
  )
  const options = { longs: String, enums: String, bytes: String }
  const history = History.toObject(History.fromObject(await handle.fetchHistory()), options)
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(history, hideMachine, 1)}\n`)
}

/** Removes names and folders of the recording machine; replaying does not need them. */
function hideMachine(key: string, value: unknown): unknown {
  if (key === 'identity') return 'recorder'
  if (key === 'stackTrace') return ''
  return typeof value === 'string' ? value.replaceAll(hostname(), 'recorder') : value
}
