import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dispatch } from '../../src/worker/dispatcher.ts'
import type { Deps } from '../../src/deps.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { anOrganization, depsWithoutTemporal } from '../domain/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

describe('the dispatcher', () => {
  let database: TestDatabase
  let signalled: string[]
  let locks: number[]
  let deps: Deps
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await database.db('events').delete()
    signalled = []
    locks = []
    const temporal = {
      withDeadline: (_: number, work: () => Promise<unknown>) => work(),
      workflow: {
        signalWithStart: async (_type: string, { workflowId }: { workflowId: string }) => {
          locks.push(await lockedDeliveries())
          signalled.push(workflowId)
        },
      },
    }
    deps = { ...depsWithoutTemporal(database.db).deps, temporal } as unknown as Deps
  })

  /** Returns the number of delivery rows locked by another transaction. */
  async function lockedDeliveries(): Promise<number> {
    const free = await database.db.transaction((trx) =>
      trx('deliveries').forUpdate().skipLocked().select('event_id', 'consumer'),
    )
    return Number((await database.db('deliveries').count('* as n'))[0]!.n) - free.length
  }

  /** Creates an upload whose workflow was not signalled. */
  async function unsignalled(): Promise<string> {
    const fixture = await anOrganization(database.db)
    const unavailableDeps = depsWithoutTemporal(database.db).deps
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }]
    const { upload_id } = await createUpload(unavailableDeps, { queue: fixture.queue, who: fixture.who, files })
    return `upload/${upload_id}`
  }
  const shiftDue = (interval: string) =>
    database.db('deliveries').update({ signal_at: database.db.raw(`signal_at - interval '${interval}'`) })

  it('signals each workflow once', async () => {
    const uploads = [await unsignalled(), await unsignalled()]
    await shiftDue('5 seconds')
    expect(await dispatch(deps)).toBe(2)
    expect(signalled.sort()).toEqual(uploads.sort())
    expect(await dispatch(deps)).toBe(0)
  })

  it('leaves recent events to their writer', async () => {
    await unsignalled()
    expect(await dispatch(deps)).toBe(0)
  })

  it('locks no row while it calls Temporal', async () => {
    await unsignalled()
    await shiftDue('5 seconds')
    await dispatch(deps)
    expect(locks).toEqual([0])
  })

  it('shares the work with other dispatchers without duplicates', async () => {
    await unsignalled()
    await shiftDue('5 seconds')
    const counts = await Promise.all([dispatch(deps), dispatch(deps), dispatch(deps)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(signalled).toHaveLength(1)
  })

  it('keeps all deliveries while Temporal is unreachable', async () => {
    await unsignalled()
    await shiftDue('5 seconds')
    const unavailableDeps = {
      ...deps,
      temporal: { withDeadline: () => Promise.reject(new Error('unavailable')) },
    } as unknown as Deps
    await expect(dispatch(unavailableDeps)).rejects.toThrow('unavailable')
    expect(await dispatch(deps)).toBe(1)
  })

  it('signals workflows again if a process crashed between claim and signal', async () => {
    const upload = await unsignalled()
    await shiftDue('5 seconds')
    const dying = { ...deps, temporal: { withDeadline: () => new Promise(() => undefined) } } as unknown as Deps
    void dispatch(dying)
    const due = () => database.db('deliveries').whereRaw('signal_at <= now()')
    while ((await due()).length > 0);
    expect(await dispatch(deps)).toBe(0)
    await shiftDue('40 seconds')
    expect(await dispatch(deps)).toBe(1)
    expect(signalled).toEqual([upload])
  })

  it('signals workflows again if their deliveries were signalled long ago and not finished', async () => {
    const upload = await unsignalled()
    await shiftDue('5 seconds')
    await dispatch(deps)
    await shiftDue('30 minutes')
    expect(await dispatch(deps)).toBe(0)
    await shiftDue('2 hours')
    expect(await dispatch(deps)).toBe(1)
    expect(signalled).toEqual([upload, upload])
  })
})
