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
    await schedule.delete()
    await expect(schedule.describe()).rejects.toThrow(ScheduleNotFoundError)
    await until(
      () => schedulesExist(stack.deps),
      (exist) => exist,
    )
  })
})
