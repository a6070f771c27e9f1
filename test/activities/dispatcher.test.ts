import type { Client } from '@temporalio/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { dispatch } from '../../src/worker/dispatcher.ts'
import type { Deps } from '../../src/deps.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { anOrganization, depsWithoutTemporal } from '../domain/fixtures.ts'
import { database, useDatabase } from '../support/database.ts'
import { someDeps, standIn } from '../support/deps.ts'

describe('the dispatcher', () => {
  let signalled: string[]
  let locks: number[]
  let deps: Deps
  /** Runs while Temporal handles a signal. */
  let meanwhile: () => Promise<unknown>
  useDatabase()
  beforeEach(async () => {
    await database.db('events').delete()
    signalled = []
    locks = []
    meanwhile = () => Promise.resolve()
    const temporal = standIn<Client>('temporal', {
      withDeadline: (_: number, work: () => Promise<unknown>) => work(),
      workflow: {
        signalWithStart: async (_type: string, { workflowId }: { workflowId: string }) => {
          locks.push(await lockedDeliveries())
          signalled.push(workflowId)
          await meanwhile()
        },
      },
    })
    deps = someDeps({ db: database.db, temporal })
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
    const { rows } = await database.db.raw<{ rows: { wait_ms: number }[] }>(
      `select extract(epoch from d.signal_at - e.created_at) * 1000 as wait_ms
         from deliveries d join events e on e.id = d.event_id`,
    )
    expect(new Set(rows.map(({ wait_ms }) => Number(wait_ms)))).toEqual(new Set([1000]))
    // However long this test takes.
    await shiftDue('-1 hour')
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
    await expect(dispatch(someDeps({ db: database.db }))).rejects.toThrow('unavailable')
    expect(await dispatch(deps)).toBe(1)
  })

  it('signals workflows again if a process crashed between claim and signal', async () => {
    const upload = await unsignalled()
    await shiftDue('5 seconds')
    const temporal = standIn<Client>('temporal', { withDeadline: () => new Promise(() => undefined) })
    const dying = someDeps({ db: database.db, temporal })
    void dispatch(dying)
    const due = () => database.db('deliveries').whereRaw('signal_at <= now()')
    while ((await due()).length > 0);
    expect(await dispatch(deps)).toBe(0)
    await shiftDue('40 seconds')
    expect(await dispatch(deps)).toBe(1)
    expect(signalled).toEqual([upload])
  })

  it('keeps a delivery due that is committed while its workflow is signalled for another', async () => {
    const upload = await unsignalled()
    await shiftDue('5 seconds')
    meanwhile = async () => {
      meanwhile = () => Promise.resolve()
      const { rows } = await database.db.raw<{ rows: { id: number }[] }>(
        `insert into events (organization_id, upload_id, kind, data)
           select organization_id, upload_id, kind, data from events limit 1 returning id`,
      )
      await database.db('deliveries').insert({ event_id: rows[0]!.id, consumer: 'intake', workflow_id: upload })
    }
    expect(await dispatch(deps)).toBe(1)
    await shiftDue('5 seconds')
    expect(await dispatch(deps)).toBe(1)
    expect(signalled).toEqual([upload, upload])
  })

  it('signals workflows again whose deliveries are still pending, at growing intervals', async () => {
    const upload = await unsignalled()
    const age = (interval: string) =>
      database.db('events').update({ created_at: database.db.raw(`now() - interval '${interval}'`) })
    await shiftDue('5 seconds')
    for (const [old, pause] of [
      ['1 second', 10],
      ['30 minutes', 30],
      ['2 days', 60],
    ] as const) {
      await age(old)
      expect(await dispatch(deps)).toBe(1)
      await shiftDue(`${pause - 1} minutes`)
      expect(await dispatch(deps)).toBe(0)
      await shiftDue('2 minutes')
    }
    expect(await dispatch(deps)).toBe(1)
    expect(signalled).toEqual([upload, upload, upload, upload])
  })
})
