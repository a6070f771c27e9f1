import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeEvents } from '../../src/domain/outbox/events.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { countUsage } from '../../src/domain/usage/count.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal } from './fixtures.ts'

describe('counting usage', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  it('includes a delivery whose signal is being recorded, because no further signal would follow', async () => {
    const { db } = database
    const { deps } = depsWithoutTemporal(db)
    const fixture = await anOrganization(db)
    const { organization_id } = fixture
    const annotation_id = await anAnnotation(db, fixture, 'to_review')
    const data = { billable: true, learning: true, pages: 1 }
    const [event_id] = await transact(deps, (tx) =>
      writeEvents(tx, [{ kind: 'annotation.imported', organization_id, annotation_id, data }]),
    )
    const isWaiting = async () => {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    let hasCounted = false
    let counting: Promise<unknown> | undefined
    await db.transaction(async (dispatcher) => {
      await dispatcher('deliveries').where({ event_id }).update({ signal_at: dispatcher.fn.now() })
      counting = countUsage(deps).then(() => (hasCounted = true))
      while (!hasCounted && !(await isWaiting()));
    })
    await counting
    expect(await db('usage_records').where({ annotation_id })).toHaveLength(1)
  })
})
