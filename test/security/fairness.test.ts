/** The documents of one organization do not delay those of others: Temporal shares the task queue `documents` between organizations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import proto from '@temporalio/proto'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { taskQueue } from '../../src/workflows/contract.ts'
import { aReadDocument, anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'
import { aFixture, harness, statuses, until, type Harness } from '../workflows/harness.ts'
import { pdf } from '../workflows/lifecycle-setup.ts'

const MANY = 40

describe('the task queue of documents', () => {
  let stack: Harness
  let open: () => void
  const gate = new Promise<void>((resolve) => (open = resolve))
  const read: string[] = []
  /** Documents that workers hold. */
  let held = 0
  const documents = fakeDocuments(async (bytes) => {
    held++
    await gate
    read.push(Buffer.from(bytes).toString().split(' ')[1]!)
    return anExtraction()
  }, 'never')
  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  async function upload(owner: string, count: number): Promise<number[]> {
    const { queue, who } = await aFixture(stack.deps)
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const files = [{ name: `${owner}.pdf`, bytes: pdf(`${owner} ${n}`) }]
      ids.push((await createUpload(stack.deps, { queue, who, files })).upload_id)
    }
    return ids
  }

  /** The number of documents that have arrived on the task queue, which is some time after their workflow has scheduled them. */
  const arrived = async (): Promise<number> => {
    const { namespace, taskQueuePrefix } = stack.config.temporal
    const { stats } = await stack.deps.temporal.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue(taskQueuePrefix, 'documents') },
      taskQueueType: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
      reportStats: true,
    })
    return held + Number(stats?.approximateBacklogCount ?? 0)
  }

  it('gives an organization its share while another has many documents waiting', { timeout: 180_000 }, async () => {
    await upload('A', MANY)
    await until(arrived, (count) => count >= MANY)
    const [one] = await upload('B', 1)
    await until(arrived, (count) => count >= MANY + 1)
    open()
    await until(
      () => statuses(stack.deps, one!),
      (all) => all.every((status) => status === 'to_review') && all.length === 1,
    )
    // Those that workers held before B arrived, and then one of A for each of B.
    expect(read.indexOf('B')).toBeLessThan(MANY / 4)
    await until(
      async () => read.length,
      (count) => count === MANY + 1,
    )
  })
})

describe('imports in one step', () => {
  let stack: Harness
  let open: () => void
  const gate = new Promise<void>((resolve) => (open = resolve))
  const begun: string[] = []
  const documents = {
    ...fakeDocuments(),
    async extractFast(bytes: Uint8Array) {
      begun.push(Buffer.from(bytes).toString().split(' ')[1]!)
      await gate
      return { extraction: anExtraction(), document: aReadDocument }
    },
  }
  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  it('of many files of one organization leave a place to another one', { timeout: 180_000 }, async () => {
    const { deps } = stack
    const [busy, other] = [await aFixture(deps), await aFixture(deps)]
    const uploadOf = async (owner: string, { queue, who }: typeof busy, count: number) => {
      const files = Array.from({ length: count }, (_, n) => ({
        name: `${owner}-${n}.pdf`,
        bytes: pdf(`${owner} ${n}`),
      }))
      return (await createUpload(deps, { queue, who, files })).upload_id
    }
    // Without turns, these would take all places for local activities that the worker had, and B would wait for them.
    const many = [await uploadOf('A', busy, 15), await uploadOf('A', busy, 15), await uploadOf('A', busy, 15)]
    const places = 3 * deps.config.documentProcesses
    await until(
      async () => begun.length,
      (count) => count >= places,
    )
    const one = await uploadOf('B', other, 1)
    await until(async () => begun.includes('B'), Boolean)
    expect(begun.filter((owner) => owner === 'A')).toHaveLength(places)
    open()
    for (const upload_id of [...many, one])
      await until(
        () => statuses(deps, upload_id),
        (all) => all.length > 0 && all.every((status) => status === 'to_review'),
      )
  })
})
