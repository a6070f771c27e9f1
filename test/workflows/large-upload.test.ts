/** Uploads with more documents than one run of `importUpload` imports. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { fakeDocuments } from './fake-documents.ts'
import { aFixture, described, harness, statuses, task, until } from './harness.ts'
import type { Harness } from './harness.ts'
import { pdf } from './lifecycle-setup.ts'

// Files of a run share their modules: those loaded before have the real number, and those after must not get this one.
vi.hoisted(() => vi.resetModules())
vi.mock('../../src/domain/intake/steps-per-run.ts', () => ({ STEPS_PER_RUN: 3 }))
afterAll(() => {
  vi.doUnmock('../../src/domain/intake/steps-per-run.ts')
  vi.resetModules()
})

const zip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])

describe('importUpload with more documents than one run imports', () => {
  let stack: Harness
  const members = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `${prefix}${n}.pdf`, bytes: pdf(`${prefix} ${n}`) }))
  const texts = Array.from({ length: 4 }, (_, n) => ({ name: `${n}.txt`, bytes: Buffer.from(`text ${n}`) }))
  const archives = [members('a', 4), members('b', 3), texts]
  let unpacked = 0
  beforeAll(async () => {
    const documents = { ...fakeDocuments(), unpack: () => Promise.resolve(archives[unpacked++]!) }
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  it('continues in further runs until all documents are imported and shown', async () => {
    const { queue, who } = await aFixture(stack.deps)
    const files = archives.map((_, n) => ({ name: `${n}.zip`, bytes: zip }))
    const { upload_id } = await createUpload(stack.deps, { queue, who, files })
    const ended = await until(
      () => task(stack.deps, upload_id),
      ({ status }) => status !== 'running',
    )
    expect(ended).toMatchObject({ status: 'succeeded' })
    expect(await statuses(stack.deps, upload_id)).toEqual([
      ...Array<string>(7).fill('to_review'),
      ...Array<string>(4).fill('failed_import'),
    ])
    await described(stack.deps, `upload/${upload_id}`, ({ status }) => status.name === 'COMPLETED')
    const last = await stack.deps.temporal.workflow.getHandle(`upload/${upload_id}`).fetchHistory()
    expect(last.events![0]!.workflowExecutionStartedEventAttributes?.continuedExecutionRunId).toBeTruthy()
    const rows = (await stack.deps.db('annotations').where({ upload_id }).orderBy('id').select('id', 'status')) as {
      id: number
      status: string
    }[]
    for (const { id, status } of rows)
      await described(
        stack.deps,
        `annotation/${id}`,
        (found) => found.status.name === (status === 'to_review' ? 'RUNNING' : 'FAILED'),
      )
  })
})
