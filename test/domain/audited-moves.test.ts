/** The audit log of moves that the service makes outside of requests. */
import { describe, expect, it } from 'vitest'
import { moveAllowed, moveAnnotation } from '../../src/domain/annotations/status/move.ts'
import { database, useDatabase } from '../support/database.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal } from './fixtures.ts'

useDatabase()

const logsOf = (object_id: number) =>
  database.db('audit_logs').where({ object_type: 'annotation', object_id }).orderBy('id').select('*')

describe('a move by the service', () => {
  it('is recorded without a user and a request', async () => {
    const fixture = await anOrganization(database.db)
    const { deps } = depsWithoutTemporal(database.db)
    const id = await anAnnotation(database.db, fixture, 'importing')
    const { organization_id } = fixture
    await moveAnnotation(deps, { user_id: null, organization_id }, id, 'engine_finished')
    expect(await logsOf(id)).toMatchObject([
      {
        organization_id,
        username: null,
        action: 'update-status',
        content: {
          path: null,
          method: null,
          request_id: null,
          details: { from: 'importing', to: 'to_review' },
        },
      },
    ])
  })

  it('is recorded with the user and the request that caused it, for each annotation', async () => {
    const fixture = await anOrganization(database.db)
    const { deps } = depsWithoutTemporal(database.db)
    const ids = [
      await anAnnotation(database.db, fixture, 'confirmed'),
      await anAnnotation(database.db, fixture, 'postponed'),
    ]
    const options = { context: { to: 'exported' as const }, request_id: 'export-it' }
    expect(await moveAllowed(deps, fixture.who, ids, 'export', options)).toEqual(ids)
    for (const id of ids)
      expect(await logsOf(id)).toMatchObject([
        { username: `ada.${fixture.organization_id}@acme.example`, content: { request_id: 'export-it' } },
      ])
  })

  it('writes nothing for a new annotation, nor if nothing moves', async () => {
    const fixture = await anOrganization(database.db)
    const { deps } = depsWithoutTemporal(database.db)
    const id = await anAnnotation(database.db, fixture, 'exported')
    expect(await moveAllowed(deps, fixture.who, [id], 'export', { context: { to: 'exported' } })).toEqual([])
    expect(await logsOf(id)).toEqual([])
  })
})
