import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import type { RunningApi } from '../../src/api/main.ts'
import type { Deps } from '../../src/deps.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { annotationWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import { as } from '../support/as.ts'
import type { Client } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import type { Tenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { described, harness, statuses, task, until } from './harness.ts'
import type { Harness } from './harness.ts'

describe('DELETE /v1/documents/{id} with a worker', () => {
  let stack: Harness
  let deps: Deps
  let api: RunningApi
  let tenant: Tenant
  let admin: Client
  /** Resolves when the worker reads a document or unpacks an archive. The worker waits until `released` is resolved. */
  let started: PromiseWithResolvers<void>
  let released: PromiseWithResolvers<void>

  const pause = async () => {
    started.resolve()
    await released.promise
  }
  const documents = fakeDocuments(async () => {
    await pause()
    return anExtraction()
  }, 'never')
  documents.unpack = async () => {
    await pause()
    return [{ name: 'one.csv', bytes: Buffer.from('a;b') }]
  }

  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    deps = stack.deps
    await stack.startWorker()
    api = await startApi({ ...stack.config, port: 0 }, deps)
    tenant = await aTenant(deps.db)
    admin = as(`${api.url}/v1`, tenant.token)
  })
  beforeEach(() => {
    started = Promise.withResolvers()
    released = Promise.withResolvers()
  })
  afterAll(async () => {
    released.resolve()
    await api.stop()
    await stack.stop()
  })

  const upload = (name: string, bytes: Buffer) =>
    createUpload(deps, {
      queue: { id: tenant.queue_id, organization_id: tenant.organization_id },
      who: { user_id: tenant.user_id, organization_id: tenant.organization_id },
      files: [{ name, bytes }],
    })
  const ended = (upload_id: number) =>
    until(
      () => task(deps, upload_id),
      ({ status }) => status !== 'running',
    )
  /** Returns the keys of all blobs of the document and the annotation. */
  const blobsOf = async (s3_name: string, annotation_id?: number) => {
    const keys: string[] = []
    for await (const key of deps.blobs.list('')) keys.push(key)
    return keys.filter((key) => key.includes(s3_name) || key === `extractions/${annotation_id}`).sort()
  }

  it('is refused during the import, and removes everything once the annotation is deleted', async () => {
    const { db } = deps
    const { upload_id, document_ids } = await upload('invoice.pdf', await invoicePdf('DEL-1'))
    const [id] = document_ids
    await started.promise
    const { id: annotation_id } = await db('annotations').where({ upload_id }).first('id')
    const { s3_name } = await db('documents').where({ id }).first('s3_name')
    expect(await admin.delete(`/documents/${id}`)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict_status',
        detail: `The document cannot be deleted while annotation ${annotation_id} is importing.`,
      },
    })
    released.resolve()

    expect(await ended(upload_id)).toMatchObject({ status: 'succeeded' })
    expect(await statuses(deps, upload_id)).toEqual(['to_review'])
    expect(await admin.delete(`/documents/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict_referenced', detail: `Annotation ${annotation_id} still contains data of the document.` },
    })
    expect(await blobsOf(s3_name, annotation_id)).toEqual([
      `documents/${s3_name}`,
      `extractions/${annotation_id}`,
      `words/${s3_name}`,
    ])
    expect((await admin.delete(`/annotations/${annotation_id}`)).status).toBe(204)
    expect((await admin.delete(`/documents/${id}`)).status).toBe(204)
    expect(await blobsOf(s3_name, annotation_id)).toEqual([])
    expect(await db('documents').where({ id })).toEqual([])
    expect(await db('document_words').where({ document_id: id })).toEqual([])
    expect(await db('pages').where({ document_id: id })).toEqual([])
    expect(await task(deps, upload_id)).toMatchObject({ status: 'succeeded' })
  })

  it('also deletes an annotation without content and ends its workflow', async () => {
    const { db } = deps
    const { upload_id, document_ids } = await upload('invoice.pdf', await invoicePdf('DEL-2'))
    const [id] = document_ids
    await db('schemas').where('id', tenant.schema_id).update({ content: '[]' })
    released.resolve()
    expect(await ended(upload_id)).toMatchObject({ status: 'succeeded' })
    const { id: annotation_id } = await db('annotations').where({ upload_id }).first('id')
    const { s3_name } = await db('documents').where({ id }).first('s3_name')
    await described(deps, annotationWorkflowId(annotation_id), ({ status }) => status.name === 'RUNNING')
    expect((await admin.delete(`/documents/${id}`)).status).toBe(204)
    expect(await db('annotations').where({ upload_id })).toEqual([])
    expect(await blobsOf(s3_name, annotation_id)).toEqual([])
    expect(await db('events').where({ annotation_id, kind: 'annotation.removed' })).toMatchObject([
      { data: { status: 'to_review' }, actor_id: tenant.user_id, request_id: expect.any(String) },
    ])
    await described(deps, annotationWorkflowId(annotation_id), ({ status }) => status.name === 'COMPLETED')
    expect(
      await db('deliveries').where({ state: 'pending', workflow_id: annotationWorkflowId(annotation_id) }),
    ).toEqual([])
  })

  it('is refused for an archive until it is unpacked', async () => {
    const { db } = deps
    // The first bytes of a zip archive; `unpack` provides its members.
    const { upload_id, document_ids } = await upload('batch.zip', Buffer.from('504b0304140000000000', 'hex'))
    const [id] = document_ids
    await started.promise
    expect(await admin.delete(`/documents/${id}`)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict_status',
        detail: `The document cannot be deleted while upload ${upload_id} is being imported.`,
      },
    })
    released.resolve()
    await ended(upload_id)
    const { s3_name } = await db('documents').where({ id }).first('s3_name')
    expect((await admin.delete(`/documents/${id}`)).status).toBe(204)
    expect(await blobsOf(s3_name)).toEqual([])
    expect(await db('documents').where({ upload_id }).pluck('original_file_name')).toEqual(['one.csv'])
  })
})
