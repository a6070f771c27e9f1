/** Changes of annotations that their workflow could miss. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignAnnotation } from '../../src/domain/annotations/review/assign.ts'
import { changeStatus, deleteAnnotation } from '../../src/domain/annotations/review/review.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { signalWorkflows } from '../../src/domain/outbox/workflow-starter.ts'
import { anAnnotation } from '../domain/fixtures.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { aFixture, described, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'
import { pdf } from './lifecycle-setup.ts'

describe('annotationLifecycle', () => {
  let stack: Harness
  const held = Promise.withResolvers<void>()
  const documents = fakeDocuments(async (bytes) => {
    if (Buffer.from(bytes).includes('held')) await held.promise
    return anExtraction()
  })
  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  afterAll(() => stack.stop())
  const load = (id: number) => stack.deps.db('annotations').where({ id }).first()

  it('is not started by its upload with a state that a user has changed since', async () => {
    const { queue, who } = await aFixture(stack.deps)
    const files = ['quick', 'held'].map((name) => ({ name: `${name}.pdf`, bytes: pdf(name) }))
    const { upload_id } = await createUpload(stack.deps, { queue, who, files })
    const [id] = await stack.deps.db('annotations').where({ upload_id }).orderBy('id').pluck<number[]>('id')
    await until(
      () => load(id!),
      ({ status }) => status === 'to_review',
    )
    // The workflow of the upload learns of this import together with that of the other document.
    await deleteAnnotation(stack.deps, who, id!)
    const ended = await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'COMPLETED')
    held.resolve()
    await described(stack.deps, `upload/${upload_id}`, ({ status }) => status.name === 'COMPLETED')
    const now = await described(stack.deps, `annotation/${id}`)
    expect({ runId: now.runId, status: now.status.name }).toEqual({ runId: ended.runId, status: 'COMPLETED' })
  })

  it('does requested work that follows many other events', async () => {
    const fixture = await aFixture(stack.deps)
    const { db } = stack.deps
    // As if Temporal had been unavailable: the deliveries are pending, and one signal follows.
    const silent = { ...stack.deps, signals: { send: () => undefined } }
    const id = await db.transaction(async (tx) => {
      const made = await anAnnotation(tx, fixture, 'to_review')
      const within = { ...silent, db: tx }
      const assign = {
        id: made,
        assignees: [fixture.user_id],
        note: '',
        only_assignees: false,
        admin: true,
        request_id: null,
      }
      for (let count = 0; count < 60; count++) await assignAnnotation(within, fixture.who, assign)
      await changeStatus(within, fixture.who, made, 'exporting')
      await tx('deliveries')
        .where('workflow_id', `annotation/${made}`)
        .update({ signal_at: tx.raw(`now() + interval '1 hour'`) })
      return made
    })
    await signalWorkflows(stack.deps, [{ workflowId: `annotation/${id}` }], 10_000)
    await until(
      () => load(id),
      ({ status }) => status === 'exported',
    )
  })
})
