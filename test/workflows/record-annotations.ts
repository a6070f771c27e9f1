/** Records uploads, reviews and exports. */
import {
  changeStatus,
  confirmAnnotation,
  postponeAnnotation,
  startAnnotation,
} from '../../src/domain/annotations/review/review.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { testConnector } from '../support/connector.ts'
import { aFixture, task, until, type Harness } from './harness.ts'
import type { Keep } from './keep-history.ts'

export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7 ${text}`)

/** Records the import of a file, with the lifecycle of its first annotation. */
export async function recordUpload(
  stack: Harness,
  keep: Keep,
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
  await keep(`upload/${upload_id}`, `upload-${name}`)
  const annotation = (await stack.deps.db('annotations').where({ upload_id }).first('id')) as { id: number }
  await keep(`annotation/${annotation.id}`, `annotation-${name}`)
}

/** Records a document that a user reviews, postpones, extracts again and confirms. */
export async function recordReview(stack: Harness, keep: Keep): Promise<void> {
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
  await keep(`annotation/${id}`, 'annotation-exported')
  await keep(`learning/${fixture.queue.id}`, 'confirmed-learned')
}

/** Records an export that fails in the connector, and succeeds when repeated. */
export async function recordConnected(stack: Harness, keep: Keep): Promise<void> {
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
  await keep(`annotation/${id}`, 'annotation-connector-failed')
  connector.answer = (response) => void response.writeHead(204).end()
  await changeStatus(stack.deps, fixture.who, id, 'exporting')
  await reach('exported')
  await keep(`annotation/${id}`, 'annotation-connector')
  await connector.stop()
}
