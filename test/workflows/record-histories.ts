/** Records the histories that replay.test.ts replays. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import {
  changeStatus,
  confirmAnnotation,
  moveForExport,
  postponeAnnotation,
  startAnnotation,
} from '../../src/domain/annotations/review.ts'
import { openOutgoing } from '../../src/outgoing/outgoing-http.ts'
import { createHook } from '../../src/domain/hooks/hook-rows.ts'
import { requestRedelivery } from '../../src/domain/hooks/delivery/redeliver.ts'
import { hookScheduleId } from '../../src/domain/hooks/schedules.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { Hook, type HookRun } from '../../src/models/index.ts'
import { requestQueueDeletion } from '../../src/domain/queues/request-deletion.ts'
import { sweepId } from '../../src/domain/outbox/schedules.ts'
import { acceptMessage, findInbox } from '../../src/domain/mail/accept.ts'
import { queueLetter } from '../../src/domain/mail/outgoing.ts'
import { queueDeletionWorkflowId } from '../../src/rules/workflow-ids.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { ReadError } from '../../src/extraction/types.ts'
import type { Extraction } from '../../src/extraction/types.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'
import { testConnector } from '../support/connector.ts'
import { anAnnotation } from '../domain/fixtures.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { aFixture, described, harness, task, until } from './harness.ts'
import type { Harness } from './harness.ts'
import { changeSchema, manyAnnotations } from './many-annotations.ts'
import { folder, History } from './histories.ts'
import { recordApproval } from './record-approval.ts'

const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)
const emptyZip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])

// RECORD_ONLY=<start of a name> keeps only the histories whose names start so, such as those of a new workflow.
const only = process.env['RECORD_ONLY'] ?? ''

/** Runs each course of the workflows once on real components, and stores its history under its name and `label`. */
export async function recordHistories(label: string): Promise<void> {
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
    await recordReceived(stack, label)
    await keep(stack, 'usage', `usage-counted.${label}`)
    await recordRules(stack, label)
    await recordReshape(stack, label)
    await recordApproval(stack, (workflowId, name) => keep(stack, workflowId, `${name}.${label}`))
    await recordHooks(stack, label)
  } finally {
    await stack.stop()
  }
}

/** Records a change of a schema that is applied in batches. */
async function recordReshape(stack: Harness, label: string): Promise<void> {
  const fixture = await aFixture(stack.deps)
  const { schema_id, content } = await manyAnnotations(stack.deps, fixture, 1_001)
  await changeSchema(stack.deps, fixture, { schema_id, before: content, after: content.slice(0, 1) })
  await keep(stack, `schema/${schema_id}`, `schema-converted.${label}`)
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

/** Records the import of a received email with one file. */
async function recordReceived(stack: Harness, label: string): Promise<void> {
  const { organization_id, queue } = await aFixture(stack.deps)
  const email = `${randomUUID()}@in.example.org`
  await stack.deps.db('inboxes').insert({ organization_id, queue_id: queue.id, name: 'I', email_prefix: 'i', email })
  const inbox = await findInbox(stack.deps.db, email)
  const { email_id } = await acceptMessage(stack.deps, inbox!, Buffer.from(receivedMessage()), { source: 'smtp' })
  await keep(stack, `email/${email_id}`, `mail-received.${label}`)
}

const receivedMessage = (): string =>
  [
    'From: ada@example.com',
    'Subject: One file',
    'Content-Type: application/pdf; name=one.pdf',
    'Content-Disposition: attachment; filename=one.pdf',
    '',
    '%PDF-1.7 one',
    '',
  ].join('\r\n')

/** Records the actions of a rule that follow an import. */
async function recordRules(stack: Harness, label: string): Promise<void> {
  const { db } = stack.deps
  const fixture = await aFixture(stack.deps)
  const { schema_id } = (await db('queues').where('id', fixture.queue.id).first('schema_id')) as { schema_id: number }
  const payload = { to: ['bob@example.org'], subject: 'Received', body: 'Received.' }
  const send = { id: 'a', enabled: true, type: 'send_email', event: 'annotation_exported', payload }
  await db('rules').insert({
    organization_id: fixture.organization_id,
    schema_id,
    name: 'R',
    actions: JSON.stringify([send]),
  })
  const id = await anAnnotation(db, fixture, 'to_review')
  await moveForExport(stack.deps, fixture.who, [id], 'exported')
  await keep(stack, `rules/${id}`, `rules-followed.${label}`)
}

/** Records the calls of a webhook for a document from its upload to its export, a repeated call, and a function with a schedule. */
async function recordHooks(stack: Harness, label: string): Promise<void> {
  const receiver = await testConnector()
  const { db, temporal } = stack.deps
  const { organization_id, queue, who } = await aFixture(stack.deps)
  const add = (columns: object) =>
    transact(stack.deps, async (tx) => {
      const id = await createHook(tx, { organization_id, user_id: who.user_id }, { name: 'Check', ...columns })
      await tx('hook_queues').insert({ hook_id: id, queue_id: queue.id })
      return id
    })
  const events = ['annotation_status', 'annotation_content.initialize', 'annotation_content.export', 'upload.created']
  const config = { url: receiver.url, retry_count: 1 }
  const webhook = await add({ type: 'webhook', events, config })
  let isFirst = true
  receiver.answer = (response) => {
    response.writeHead(isFirst ? 503 : 200).end('{}')
    isFirst = false
  }
  const files = [{ name: 'l.pdf', bytes: pdf('l') }]
  const { upload_id } = await createUpload(stack.deps, { queue, who, files })
  const load = () => db('annotations').where({ upload_id }).first('id', 'status') as never
  const reach = (wanted: string) =>
    until<{ id: number; status: string } | undefined>(load, (found) => found?.status === wanted)
  const { id } = (await reach('to_review'))!
  await keep(stack, `upload/${upload_id}`, `upload-hooks.${label}`)
  await changeStatus(stack.deps, who, id, 'exporting')
  await reach('exported')
  await described(stack.deps, `annotation/${id}`, ({ status: { name } }) => name === 'COMPLETED')
  await keep(stack, `annotation/${id}`, `annotation-hooks.${label}`)
  const run = (await db('hook_runs').where({ hook_id: webhook }).orderBy('id', 'desc').first()) as HookRun
  const hook = await Hook.query(db).findById(webhook).throwIfNotFound()
  await requestRedelivery(stack.deps, hook, run.uuid, { actor_id: who.user_id, request_id: randomUUID() })
  await keep(stack, `redelivery/${run.id}`, `call-repeated.${label}`)
  const code = 'exports.svc_hook_request_handler = () => ({})'
  const timed = await add({
    type: 'function',
    status: 'pending',
    events: ['invocation.scheduled'],
    config: { runtime: 'nodejs22.x', code, schedule: { cron: '0 1 * * *' } },
  })
  await keep(stack, `function/${timed}`, `function-built.${label}`)
  await keep(stack, `hook/${timed}/schedule`, `schedule-changed.${label}`)
  const schedule = temporal.schedule.getHandle(hookScheduleId(stack.deps, timed))
  await schedule.trigger()
  const { info } = await until(
    () => schedule.describe(),
    (found) => found.info.recentActions.length > 0,
  )
  await keep(stack, info.recentActions[0]!.action.workflow.workflowId, `schedule-called.${label}`)
  await receiver.stop()
}

async function keep(stack: Harness, workflowId: string, name: string): Promise<void> {
  const handle = stack.deps.temporal.workflow.getHandle(workflowId)
  // Lifecycles stay open during review.
  const isOpen = (status: string, length: number) =>
    workflowId.startsWith('annotation/') && status === 'RUNNING' && length > 3
  await described(
    stack.deps,
    workflowId,
    ({ status: { name }, historyLength }) => ['COMPLETED', 'FAILED'].includes(name) || isOpen(name, historyLength),
  )
  // The next course can need the end of this one.
  if (!name.startsWith(only)) return
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
