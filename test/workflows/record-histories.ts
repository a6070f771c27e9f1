/** Records the histories that replay.test.ts replays. */
import { mkdir } from 'node:fs/promises'
import { moveForExport } from '../../src/domain/annotations/review/review.ts'
import { sweepId } from '../../src/domain/outbox/schedules.ts'
import { requestQueueDeletion } from '../../src/domain/queues/request-deletion.ts'
import { ReadError, type Extraction } from '@sheaf/extraction/types'
import { openOutgoing } from '../../src/outgoing/outgoing-http.ts'
import { queueDeletionWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'
import { anAnnotation } from '../domain/fixtures.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { aFixture, harness, type Harness } from './harness.ts'
import { folder } from './histories.ts'
import { keepWith, triggered, type Keep } from './keep-history.ts'
import { changeSchema, manyAnnotations } from './many-annotations.ts'
import { pdf, recordConnected, recordReview, recordUpload } from './record-annotations.ts'
import { recordApproval } from './record-approval.ts'
import { recordDeletionRequest } from './record-deletion-request.ts'
import { recordExports } from './record-exports.ts'
import { recordHooks } from './record-hooks.ts'
import { recordMail, recordReceived } from './record-mail.ts'

const emptyZip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])

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
  const keep = keepWith(stack, label)
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
      await recordUpload(stack, keep, name, queue, file)
    }
    answer = anExtraction
    await recordReview(stack, keep)
    await recordConnected(stack, keep)
    await recordDeletions(stack, keep)
    await recordDeletionRequest(stack, keep)
    await keep(await triggered(stack.deps.temporal.schedule.getHandle(sweepId(stack.deps, 'reviews'))), 'reviews-swept')
    await recordExports(stack, keep)
    await recordMail(stack, keep)
    await recordReceived(stack, keep)
    await keep('usage', 'usage-counted')
    await recordRules(stack, keep)
    await recordReshape(stack, keep)
    await recordApproval(stack, keep)
    await recordHooks(stack, keep)
  } finally {
    await stack.stop()
  }
}

function refuse(): never {
  throw new ReadError('damaged', 'The PDF is damaged.')
}

/** Records a change of a schema that is applied in batches. */
async function recordReshape(stack: Harness, keep: Keep): Promise<void> {
  const fixture = await aFixture(stack.deps)
  const { schema_id, content } = await manyAnnotations(stack.deps, fixture, 1_001)
  await changeSchema(stack.deps, fixture, { schema_id, before: content, after: content.slice(0, 1) })
  await keep(`schema/${schema_id}`, 'schema-converted')
}

/** Records the deletion of a queue, and one that fails because of a reference. */
async function recordDeletions(stack: Harness, keep: Keep): Promise<void> {
  const { db } = stack.deps
  const remove = async (name: string, prepare: (queue_id: number) => Promise<unknown>) => {
    const { queue, who } = await aFixture(stack.deps)
    await prepare(queue.id)
    await requestQueueDeletion(stack.deps, who, queue.id, 1)
    await keep(queueDeletionWorkflowId(queue.id), `queue-${name}`)
  }
  await remove('deleted', () => Promise.resolve())
  await remove('deletion-failed', async (queue_id) => {
    await db.raw('create table holders (queue_id bigint references queues (id))')
    await db('holders').insert({ queue_id })
  })
}

/** Records the actions of a rule that follow an import. */
async function recordRules(stack: Harness, keep: Keep): Promise<void> {
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
  await keep(`rules/${id}`, 'rules-followed')
}
