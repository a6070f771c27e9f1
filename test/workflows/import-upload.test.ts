import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { ReadError } from '@sheaf/extraction/types'
import { searchAttributes } from '../../src/workflows/contract.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { aFixture, described, harness, statuses, task, until } from './harness.ts'
import type { Harness } from './harness.ts'
import { pdf } from './lifecycle-setup.ts'

describe('importUpload', () => {
  let stack: Harness
  const documents = fakeDocuments((bytes) => {
    if (Buffer.from(bytes).includes('broken')) throw new ReadError('damaged', 'The PDF is damaged.')
    return anExtraction()
  })
  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  async function uploaded(files: { name: string; bytes: Buffer }[]) {
    const fixture = await aFixture(stack.deps)
    const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const ended = await until(
      () => task(stack.deps, upload_id),
      ({ status }) => status !== 'running',
    )
    return { upload_id, ended, statuses: await statuses(stack.deps, upload_id) }
  }

  it('succeeds when one of several files could be imported', async () => {
    const { ended, statuses } = await uploaded([
      { name: 'good.pdf', bytes: pdf('good') },
      { name: 'bad.pdf', bytes: pdf('broken') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ])
    expect(ended).toEqual({ status: 'succeeded', detail: null, code: null })
    expect(statuses).toEqual(['to_review', 'failed_import', 'failed_import'])
  })

  it('fails with the reasons when no file could be imported', async () => {
    const { ended } = await uploaded([
      { name: 'bad.pdf', bytes: pdf('broken') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ])
    expect(ended).toMatchObject({ status: 'failed', code: 'import_failed' })
    expect(ended.detail).toContain('The PDF is damaged.')
    expect(ended.detail).toContain('notes.txt is of type text/plain, which cannot be imported.')
  })

  it('is the parent workflow of the lifecycles of its annotations', async () => {
    const { upload_id } = await uploaded([
      { name: 'good.pdf', bytes: pdf('fine') },
      { name: 'bad.pdf', bytes: pdf('broken') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ])
    const { workflow } = stack.deps.temporal
    const upload = await described(stack.deps, `upload/${upload_id}`, ({ status }) => status.name === 'COMPLETED')
    expect(await upload.staticSummary()).toBe('bad.pdf and 2 more in Invoices EU')
    const ids = await stack.deps.db('annotations').where({ upload_id }).orderBy('id').pluck('id')
    const children = await Promise.all(
      ids.map((id: number) =>
        described(stack.deps, `annotation/${id}`, ({ status }) => id === ids[0] || status.name === 'FAILED'),
      ),
    )
    expect(children.map((child) => child.parentExecution?.workflowId)).toEqual(ids.map(() => `upload/${upload_id}`))
    expect(children.map((child) => child.status.name)).toEqual(['RUNNING', 'FAILED', 'FAILED'])
    await expect(workflow.getHandle(`annotation/${ids[2]}`).result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('notes.txt is of type text/plain') },
    })
  })

  it('fails with the reasons when no file could be imported, including unsupported files', async () => {
    const { upload_id } = await uploaded([{ name: 'notes.txt', bytes: Buffer.from('hello') }])
    const handle = stack.deps.temporal.workflow.getHandle(`upload/${upload_id}`)
    const { typedSearchAttributes } = await described(
      stack.deps,
      `upload/${upload_id}`,
      ({ status }) => status.name === 'FAILED',
    )
    expect(typedSearchAttributes.get(searchAttributes.status)).toBe('failed_import')
    await expect(handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('notes.txt is of type text/plain, which cannot be imported.') },
    })
  })

  it('starts lifecycles of documents while later ones are still being read', async () => {
    const files = Array.from({ length: 25 }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(`many ${index}`) }))
    const { upload_id, statuses } = await uploaded(files)
    expect(statuses.every((status) => status === 'to_review')).toBe(true)
    const query = `WorkflowType = 'annotationLifecycle' and ExecutionStatus = 'Running' and SheafStatus = 'to_review' and SheafQueue = ${await queueOf(upload_id)}`
    await until(
      () => stack.deps.temporal.workflow.count(query),
      ({ count }) => count === 25,
    )
    const pending = await stack.deps.db('deliveries').where({ workflow_id: `upload/${upload_id}`, state: 'pending' })
    expect(pending).toEqual([])
  })

  const queueOf = async (upload_id: number) =>
    ((await stack.deps.db('uploads').where({ id: upload_id }).first('queue_id')) as { queue_id: number }).queue_id
})
