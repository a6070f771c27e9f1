import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignaller } from '../../src/domain/outbox/signaller.ts'
import { writeEvents } from '../../src/domain/outbox/events.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { anOrganization, depsWithoutTemporal, type Fixture } from './fixtures.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

describe('the signaller', () => {
  let database: TestDatabase
  let fixture: Fixture
  beforeAll(async () => {
    database = await testDatabase()
    fixture = await anOrganization(database.db)
  })
  afterAll(() => database.drop())

  it('records only the deliveries that it has signalled, and leaves a later one of the same workflow to the dispatcher', async () => {
    const { deps } = depsWithoutTemporal(database.db)
    let isAvailable = true
    const withDeadline = () => (isAvailable ? Promise.resolve() : Promise.reject(new Error('unavailable')))
    const signaller = openSignaller({ ...deps, temporal: { withDeadline } as never })
    const write = async () => {
      const { organization_id } = fixture
      const [id] = await transact({ db: database.db, signals: signaller }, (tx) =>
        writeEvents(tx, [{ organization_id, upload_id: 77, kind: 'upload.created', data: {} }]),
      )
      await signaller.settled()
      return id
    }
    const signalled = await write()
    isAvailable = false
    const missed = await write()
    await signaller.close()
    const due = await database.db('deliveries').whereRaw(`signal_at < now() + interval '1 minute'`).pluck('event_id')
    expect(due).toContain(missed)
    expect(due).not.toContain(signalled)
  })
})
