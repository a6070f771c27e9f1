/** What the workflow of an annotation reads from the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { look } from '../../src/domain/annotations/status/lifecycle.ts'
import { confirmAnnotation } from '../../src/domain/annotations/review/review.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal } from './fixtures.ts'

describe('look', () => {
  let database: TestDatabase
  let deps: Deps
  beforeAll(async () => {
    database = await testDatabase()
    deps = depsWithoutTemporal(database.db).deps
  })
  afterAll(() => database.drop())

  /** Waits until a query waits for a lock on the table of deliveries. */
  const isWaiting = () =>
    expect
      .poll(async () => {
        const { rows } = await database.db.raw<{ rows: unknown[] }>(
          `select 1 from pg_locks where relation = 'deliveries'::regclass and not granted
            and not exists (select 1 from pg_stat_activity where state = 'active' and wait_event_type is null
                             and datname = current_database() and pid <> pg_backend_pid())`,
        )
        return rows.length
      })
      .toBeGreaterThan(0)

  it('finds the export that is requested while it reads', async () => {
    const fixture = await anOrganization(database.db)
    const id = await anAnnotation(database.db, fixture, 'reviewing', { modifier_id: fixture.user_id })
    const confirming = await database.db.transaction()
    await confirming.raw('lock table deliveries in access exclusive mode')
    const reading = look(deps, id)
    await isWaiting()
    const { event_id } = await confirmAnnotation({ ...deps, db: confirming }, fixture.who, id)
    await confirming.commit()
    expect(await reading).toMatchObject({ state: { status: 'exporting' }, moves: [], work: { do: 'export', event_id } })
  })
})
