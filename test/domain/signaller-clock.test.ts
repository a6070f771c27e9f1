import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Knex } from 'knex'
import { openSignaller } from '../../src/domain/outbox/signaller.ts'
import type { NewDelivery } from '../../src/domain/outbox/transaction.ts'
import { USAGE_WORKFLOW_ID } from '../../src/rules/temporal/workflow-ids.ts'
import { depsWithoutTemporal } from './fixtures.ts'

afterEach(() => vi.restoreAllMocks())

const delivery = { event_id: 1, consumer: 'usage', workflow_id: USAGE_WORKFLOW_ID, annotation_id: null } as NewDelivery

describe('the pause of the signaller after a failed call', () => {
  it('ends after its time although the clock was set back', async () => {
    const { deps } = depsWithoutTemporal({} as Knex)
    let calls = 0
    const refuse = () => (calls++, Promise.reject(new Error('unavailable')))
    const signaller = openSignaller({ ...deps, temporal: { withDeadline: refuse } as never })
    const [clock, passed] = [Date.now(), performance.now()]
    // The pause does not pass by itself, however slow the machine is.
    vi.spyOn(performance, 'now').mockReturnValue(passed)
    signaller.send([delivery], [])
    await signaller.settled()
    expect(calls).toBe(1)
    signaller.send([delivery], [])
    await signaller.settled()
    expect(calls).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(clock - 2 * 3_600_000)
    vi.mocked(performance.now).mockReturnValue(passed + 60_000)
    signaller.send([delivery], [])
    await signaller.settled()
    expect(calls).toBe(2)
    await signaller.close()
  })
})
