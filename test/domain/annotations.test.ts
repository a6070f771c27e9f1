import { beforeAll, describe, expect, it } from 'vitest'
import * as annotations from '../../src/domain/annotations/review/review.ts'
import { database, useDatabase } from '../support/database.ts'
import type { Deps } from '../../src/deps.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal } from './fixtures.ts'
import type { Fixture } from './fixtures.ts'

const conflict = { status: 409, code: 'conflict_status' }

describe('lifecycle actions', () => {
  let fixture: Fixture
  let deps: Deps
  useDatabase()
  beforeAll(async () => {
    deps = depsWithoutTemporal(database.db).deps
    fixture = await anOrganization(database.db)
  })

  const inStatus = (status: string, columns: object = {}) => anAnnotation(database.db, fixture, status, { ...columns })
  const load = (id: number) => database.db('annotations').where({ id }).first()
  const changes = (annotation_id: number) =>
    database.db('events').where({ annotation_id }).orderBy('id').select('data', 'actor_id')

  it('starts a review for one user, repeatedly for the same user, not for another', async () => {
    const id = await inStatus('to_review')
    const started = await annotations.startAnnotation(deps, fixture.who, id)
    expect(started).toMatchObject({
      from: 'to_review',
      to: 'reviewing',
      session_timeout: '01:00:00',
      event_id: expect.any(Number),
    })
    expect(await load(id)).toMatchObject({ modifier_id: fixture.user_id, assigned_at: expect.any(String) })
    await annotations.startAnnotation(deps, fixture.who, id)
    await expect(annotations.startAnnotation(deps, fixture.other, id)).rejects.toMatchObject(conflict)
    expect(await changes(id)).toEqual([{ data: { from: 'to_review', to: 'reviewing' }, actor_id: fixture.user_id }])
  })

  it('lets only one of two users start concurrently', async () => {
    const id = await inStatus('to_review')
    const both = await Promise.allSettled(
      [fixture.who, fixture.other].map((who) => annotations.startAnnotation(deps, who, id)),
    )
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await changes(id)).toHaveLength(1)
  })

  it('returns a session timeout of more than a day in hours', async () => {
    const long = await anOrganization(database.db, { session_timeout: '30:05:07' })
    const id = await anAnnotation(database.db, long, 'to_review')
    expect(await annotations.startAnnotation(deps, long.who, id)).toMatchObject({ session_timeout: '30:05:07' })
  })

  it.each(['to_review', 'postponed', 'confirmed'])('returns to %s on cancel', async (status) => {
    const id = await inStatus(status)
    await annotations.startAnnotation(deps, fixture.who, id)
    expect(await annotations.cancelAnnotation(deps, fixture.who, id)).toMatchObject({ to: status })
  })

  it('moves to exporting on confirm, signals the lifecycle and records the time spent', async () => {
    const id = await inStatus('reviewing', { modifier_id: fixture.user_id })
    const options = { processing_duration: { time_spent_overall: 12.5 }, request_id: 'r-2' }
    const moved = await annotations.confirmAnnotation(deps, fixture.who, id, options)
    expect(moved).toMatchObject({ to: 'exporting', event_id: expect.any(Number) })
    expect(await load(id)).toMatchObject({
      status: 'exporting',
      confirmed_by: fixture.user_id,
      confirmed_at: expect.any(String),
      modified_by: fixture.user_id,
      time_spent: 12.5,
    })
    expect(await database.db('events').where({ id: moved.event_id! }).first()).toMatchObject({
      kind: 'annotation_status.changed',
      data: { from: 'reviewing', to: 'exporting' },
      request_id: 'r-2',
    })
    expect(await database.db('deliveries').where({ event_id: moved.event_id! })).toMatchObject([
      { consumer: 'lifecycle', workflow_id: `annotation/${id}`, state: 'pending' },
      { consumer: 'learning', workflow_id: `learning/${fixture.queue.id}`, state: 'pending' },
    ])
  })

  it('moves to confirmed on confirm if the queue uses that state', async () => {
    const keeping = await anOrganization(database.db, { use_confirmed_state: true })
    const id = await anAnnotation(database.db, keeping, 'reviewing', { modifier_id: keeping.user_id })
    expect(await annotations.confirmAnnotation(deps, keeping.who, id)).toMatchObject({ to: 'confirmed' })
  })

  it('refuses to confirm an annotation that the caller does not review', async () => {
    const id = await inStatus('to_review')
    await expect(annotations.confirmAnnotation(deps, fixture.who, id)).rejects.toMatchObject({
      ...conflict,
      message: 'Document is not being annotated.',
    })
    const held = await inStatus('reviewing', { modifier_id: fixture.other_user_id })
    await expect(annotations.confirmAnnotation(deps, fixture.who, held)).rejects.toMatchObject(conflict)
  })

  it('refuses to skip workflows unless the queue allows it', async () => {
    const id = await inStatus('reviewing', { modifier_id: fixture.user_id })
    const skip = { skip_workflows: true }
    await expect(annotations.confirmAnnotation(deps, fixture.who, id, skip)).rejects.toMatchObject({
      status: 403,
    })
    const settings = JSON.stringify({ workflows: { bypass_workflows_allowed: true } })
    await database.db('queues').where({ id: fixture.queue.id }).update({ settings })
    expect(await annotations.confirmAnnotation(deps, fixture.who, id, skip)).toMatchObject({ to: 'exporting' })
  })

  it('postpones and deletes, and records who deleted', async () => {
    const id = await inStatus('to_review')
    await annotations.postponeAnnotation(deps, fixture.who, id)
    expect(await annotations.deleteAnnotation(deps, fixture.who, id)).toMatchObject({
      from: 'postponed',
      to: 'deleted',
    })
    expect(await load(id)).toMatchObject({ deleted_by: fixture.user_id, deleted_at: expect.any(String) })
    await expect(annotations.postponeAnnotation(deps, fixture.who, id)).rejects.toMatchObject(conflict)
  })

  it('extracts again only for status importing together with rir_poll_id null', async () => {
    const id = await inStatus('failed_import', { messages: '[{"id":"all","type":"error","content":"broken"}]' })
    await expect(annotations.changeStatus(deps, fixture.who, id, 'importing')).rejects.toMatchObject({
      status: 400,
    })
    const moved = await annotations.changeStatus(deps, fixture.who, id, 'importing', { rir_poll_id: null })
    expect(moved.event_id).not.toBeNull()
    expect(await load(id)).toMatchObject({ status: 'importing', messages: [] })
  })

  it('fails with 404 for an annotation that does not exist', async () => {
    await expect(annotations.deleteAnnotation(deps, fixture.who, 9_999_999)).rejects.toMatchObject({
      status: 404,
    })
  })

  it('changes the status for an export only where allowed', async () => {
    const movable = await Promise.all(['confirmed', 'to_review', 'failed_export'].map((status) => inStatus(status)))
    const fixed = await Promise.all(['exported', 'reviewing', 'deleted'].map((status) => inStatus(status)))
    const moved = await annotations.moveForExport(deps, fixture.who, [...fixed, ...movable], 'exported')
    expect(moved.sort()).toEqual([...movable].sort())
    expect(await load(movable[0]!)).toMatchObject({ status: 'exported', exported_by: fixture.user_id })
  })

  it('updates the counts of the queue', async () => {
    const counted = await anOrganization(database.db)
    const ids = await Promise.all([1, 2, 3].map(() => anAnnotation(database.db, counted, 'to_review')))
    await annotations.moveForExport(deps, counted.who, ids.slice(0, 2), 'exporting')
    const row = await database.db('queue_counts').where({ queue_id: counted.queue.id }).first()
    expect(row.counts).toMatchObject({ to_review: 1, exporting: 2 })
  })
})
