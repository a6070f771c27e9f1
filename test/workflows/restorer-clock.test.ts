import { ScheduleNotFoundError } from '@temporalio/client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { schedulesExist, sweepId } from '../../src/domain/outbox/schedules.ts'
import { fakeDocuments } from './fake-documents.ts'
import { harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

describe('the restorer', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness(() => ({ documents: fakeDocuments() }))
    await stack.startWorker()
  })
  afterEach(() => vi.useRealTimers())
  afterAll(() => stack.stop())

  it('restores what Temporal loses after the clock was set back', async () => {
    expect(await schedulesExist(stack.deps)).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 })
    const schedule = stack.deps.temporal.schedule.getHandle(sweepId(stack.deps, 'expired'))
    /** 0 if it does not exist. */
    const createdAt = () =>
      schedule.describe().then(
        ({ info }) => info.createdAt.getTime(),
        (error: unknown) => {
          if (error instanceof ScheduleNotFoundError) return 0
          throw error
        },
      )
    const before = await createdAt()
    await schedule.delete()
    await until(createdAt, (at) => at > before)
  })
})
