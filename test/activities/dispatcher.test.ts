import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dispatch } from '../../src/worker/dispatcher.ts'
import type { Deps } from '../../src/deps.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { anOrganization, depsWithoutTemporal } from '../domain/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

describe('the dispatcher', () => {
  let database: TestDatabase
  let told: string[]
  let deps: Deps
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await database.db('events').delete()
    told = []
    const temporal = {
      withDeadline: (_: number, work: () => Promise<unknown>) => work(),
      workflow: {
        signalWithStart: async (_type: string, { workflowId }: { workflowId: string }) => {
          await Promise.resolve()
          told.push(workflowId)
        },
      },
    }
    deps = { ...depsWithoutTemporal(database.db).deps, temporal } as unknown as Deps
  })

  /** An annotation whose workflow nobody could tell. */
  async function untold(): Promise<number> {
    const fixture = await anOrganization(database.db)
    const away = depsWithoutTemporal(database.db).deps
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }]
    const { upload_id } = await createUpload(away, { queue: fixture.queue, who: fixture.who, files })
    const { id } = (await database.db('annotations').where({ upload_id }).first('id')) as { id: number }
    return id
  }
  const age = (column: string, interval: string) =>
    database.db('events').update({ [column]: database.db.raw(`now() - interval '${interval}'`) })

  it('tells each workflow once', async () => {
    const annotations = [await untold(), await untold()]
    await age('created_at', '5 seconds')
    expect(await dispatch(deps)).toBe(2)
    expect(told).toEqual(annotations.map((id) => `annotation/${id}`))
    expect(await dispatch(deps)).toBe(0)
  })

  it('leaves fresh events to whoever wrote them', async () => {
    await untold()
    expect(await dispatch(deps)).toBe(0)
  })

  it('shares the work with others instead of doing it twice', async () => {
    await untold()
    await age('created_at', '5 seconds')
    const counts = await Promise.all([dispatch(deps), dispatch(deps), dispatch(deps)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(told).toHaveLength(1)
  })

  it('forgets nothing when Temporal is away', async () => {
    await untold()
    await age('created_at', '5 seconds')
    const away = { ...deps, temporal: { withDeadline: () => Promise.reject(new Error('away')) } } as unknown as Deps
    await expect(dispatch(away)).rejects.toThrow('away')
    expect(await dispatch(deps)).toBe(1)
  })

  it('tells again what was told long ago and never handled', async () => {
    const annotation = await untold()
    await age('woken_at', '30 minutes')
    expect(await dispatch(deps, { forgotten: true })).toBe(0)
    await age('woken_at', '2 hours')
    expect(await dispatch(deps, { forgotten: true })).toBe(1)
    expect(told).toEqual([`annotation/${annotation}`])
  })
})
