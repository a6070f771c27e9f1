import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as annotations from '../../src/domain/annotations/review/review.ts'
import { moveToQueue } from '../../src/domain/annotations/move-to-queue.ts'
import { purgeDeleted } from '../../src/domain/annotations/removal/purge.ts'
import { removeAnnotation } from '../../src/domain/annotations/removal/remove.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { ApiError } from '../../src/errors.ts'
import { STATUSES, type Status } from '../../src/rules/annotations/status.ts'
import { statusIsOpen } from '../../src/rules/temporal/lifecycle.ts'
import type { Fixture } from '../domain/fixtures.ts'
import { fakeDocuments } from './fake-documents.ts'
import { aFixture, anotherQueue, harness, statuses, until } from './harness.ts'
import type { Harness } from './harness.ts'

const MOVES = 200
const SEED = 20261122

/** Creates a random generator with a fixed seed (mulberry32), so that failures can be reproduced. */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe("lists in Temporal's UI", () => {
  let stack: Harness
  let fixture: Fixture
  let queues: number[]
  beforeAll(async () => {
    stack = await harness(() => ({ documents: fakeDocuments() }))
    await stack.startWorker()
    fixture = await aFixture(stack.deps)
    queues = [fixture.queue.id, (await anotherQueue(stack.deps, fixture)).queue_id]
  })
  afterAll(() => stack.stop())

  const importSome = async (count: number) => {
    const files = Array.from({ length: count }, (_, index) => ({
      name: `${index}.pdf`,
      bytes: Buffer.from(`%PDF-1.7 ${index}`),
    }))
    const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    await until(
      () => statuses(stack.deps, upload_id),
      (all) => all.length === count && all.every((status) => status !== 'importing'),
    )
    return (await stack.deps.db('annotations').where({ upload_id }).orderBy('id').pluck('id')) as number[]
  }

  /** Requests one status change by a user; disallowed changes have no effect. */
  const move = async (id: number, pick: () => number) => {
    const { deps } = stack
    const { who } = fixture
    const targets: Status[] = ['to_review', 'postponed', 'confirmed', 'rejected', 'exporting', 'deleted']
    const ways: (() => Promise<unknown>)[] = [
      () => annotations.startAnnotation(deps, who, id),
      () => annotations.cancelAnnotation(deps, who, id),
      () => annotations.postponeAnnotation(deps, who, id),
      () => annotations.confirmAnnotation(deps, who, id),
      () => annotations.deleteAnnotation(deps, who, id),
      () => annotations.changeStatus(deps, who, id, targets[Math.floor(pick() * targets.length)]!),
      () => annotations.changeStatus(deps, who, id, 'importing', { rir_poll_id: null }),
      () =>
        transact(deps, (tx) =>
          moveToQueue(tx, deps.blobs, { ...who, admin: true }, id, queues[Math.floor(pick() * 2)]!),
        ),
      () => (pick() < 0.3 ? purgeDeleted(deps, who, [id], null) : Promise.resolve()),
      () => (pick() < 0.1 ? removeAnnotation(deps, who, id, null) : Promise.resolve()),
    ]
    try {
      await ways[Math.floor(pick() * ways.length)]!()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  const idsIn = async (query: string): Promise<number[]> => {
    const ids: number[] = []
    for await (const { workflowId } of stack.deps.temporal.workflow.list({ query }))
      ids.push(Number(workflowId.split('/')[1]))
    return ids.sort((a, b) => a - b)
  }
  const fromTemporal = async () => {
    const lists: Record<string, number[]> = {}
    for (const queue of queues)
      for (const status of STATUSES.filter(statusIsOpen))
        lists[`${queue} ${status}`] = await idsIn(
          `WorkflowType = 'annotationLifecycle' and ExecutionStatus = 'Running' and SheafStatus = '${status}' and SheafQueue = ${queue}`,
        )
    return lists
  }
  const fromDatabase = async () => {
    const lists: Record<string, number[]> = {}
    for (const queue_id of queues)
      for (const status of STATUSES.filter(statusIsOpen))
        lists[`${queue_id} ${status}`] = await stack.deps
          .db('annotations')
          .where({ queue_id, status })
          .orderBy('id')
          .pluck('id')
    return lists
  }

  it(`agree with the database after ${MOVES} random status changes`, async () => {
    const ids = await importSome(30)
    const pick = randoms(SEED)
    for (let count = 0; count < MOVES; count += 4) {
      // Four concurrent changes, possibly of the same annotation.
      await Promise.all([1, 2, 3, 4].map(() => move(ids[Math.floor(pick() * ids.length)]!, pick)))
    }
    const settled = await until(
      async () => ({ temporal: await fromTemporal(), database: await fromDatabase() }),
      ({ temporal, database }) => JSON.stringify(temporal) === JSON.stringify(database),
    ).catch(async () => ({ temporal: await fromTemporal(), database: await fromDatabase() }))
    expect(settled.temporal).toEqual(settled.database)
    // The changes were effective: several statuses and both queues are in use, and some lifecycles have ended.
    const used = Object.entries(settled.database).filter(([, list]) => list.length > 0)
    expect(used.length).toBeGreaterThan(3)
    expect(await idsIn(`WorkflowType = 'annotationLifecycle' and ExecutionStatus != 'Running'`)).not.toEqual([])
  }, 120_000)

  it('can be filtered by document name and by failure', async () => {
    const bytes = Buffer.from('not a document')
    const files = [{ name: 'quarterly-report.txt', bytes }]
    const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const [id] = (await stack.deps.db('annotations').where({ upload_id }).pluck('id')) as number[]
    await until(
      () => idsIn(`WorkflowType = 'annotationLifecycle' and ExecutionStatus = 'Failed' and SheafFile = 'quarterly'`),
      (found) => found.includes(id!),
    )
    expect(
      await idsIn(`ExecutionStatus = 'Failed' and SheafStatus = 'failed_import' and SheafAnnotation = ${id}`),
    ).toEqual([id])
  })
})
