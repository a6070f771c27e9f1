/** Start, cancel, confirm, postpone and delete. */
import { describe, expect, it } from 'vitest'
import { aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { conflict, get, inStatus } from './annotations-setup.ts'

useTenantServer()

describe('POST /v1/annotations/{id}/start', () => {
  it('starts the review for the caller and returns the session timeout', async () => {
    const { client, user_id } = await person('annotator')
    const id = await inStatus('to_review')
    expect(await client.post(`/annotations/${id}/start`, {})).toMatchObject({
      status: 200,
      body: { annotation: url('annotations', id), session_timeout: '01:00:00' },
    })
    const started = await get(id)
    expect(started).toMatchObject({
      status: 'reviewing',
      modifier: url('users', user_id),
      modified_by: url('users', user_id),
    })
    expect(started.assigned_at).not.toBeNull()
    expect((await client.post(`/annotations/${id}/start`)).status).toBe(200)
    expect((await get(id)).assigned_at).toBe(started.assigned_at)
  })

  it('returns 409 during another user’s review, also for administrators', async () => {
    const [one, two] = [await person('annotator'), await person('manager')]
    const id = await inStatus('to_review')
    await one.client.post(`/annotations/${id}/start`, {})
    for (const client of [two.client, admin])
      expect(await client.post(`/annotations/${id}/start`, {})).toMatchObject(
        conflict(/^The annotation is being reviewed by another user\. Pat \(annotator-/),
      )
  })

  it('accepts only the listed statuses, and never deleted or purged annotations', async () => {
    const listed = await inStatus('postponed')
    expect(await admin.post(`/annotations/${listed}/start`, { statuses: ['to_review'] })).toMatchObject(
      conflict(/postponed/),
    )
    expect((await admin.post(`/annotations/${listed}/start`, { statuses: ['postponed'] })).status).toBe(200)
    const exported = await inStatus('exported')
    expect((await admin.post(`/annotations/${exported}/start`, {})).status).toBe(409)
    expect((await admin.post(`/annotations/${exported}/start`, { statuses: ['exported'] })).status).toBe(200)
    expect(
      (await admin.post(`/annotations/${await inStatus('deleted')}/start`, { statuses: ['deleted'] })).status,
    ).toBe(409)
    expect(await admin.post(`/annotations/${await inStatus('purged')}/start`, {})).toMatchObject(
      conflict('The annotation has been purged.'),
    )
    expect(await admin.post(`/annotations/${exported}/start`, { statuses: ['open'] })).toMatchObject({
      status: 400,
      body: { statuses: ['"open" is not a valid choice.'] },
    })
    expect((await admin.post(`/annotations/${exported}/start`, { statuses: 'exported' })).body.statuses).toEqual([
      'Expected a list of items.',
    ])
  })
})

describe('POST /v1/annotations/{id}/cancel', () => {
  it.each(['to_review', 'postponed', 'confirmed'])('returns the annotation to %s', async (status) => {
    const { client } = await person('annotator')
    const id = await inStatus(status)
    await client.post(`/annotations/${id}/start`, {})
    expect(await client.post(`/annotations/${id}/cancel`, {})).toMatchObject({ status: 204, body: null })
    expect((await get(id)).status).toBe(status)
  })

  it('is allowed for the reviewer and administrators', async () => {
    const [one, two] = [await person('annotator'), await person('annotator')]
    const id = await inStatus('to_review')
    expect(await one.client.post(`/annotations/${id}/cancel`, {})).toMatchObject(
      conflict('Document is not being annotated.'),
    )
    await one.client.post(`/annotations/${id}/start`, {})
    expect(await two.client.post(`/annotations/${id}/cancel`, {})).toMatchObject(
      conflict(/^The annotation is being reviewed by another user\. Pat \(annotator-/),
    )
    expect((await admin.post(`/annotations/${id}/cancel`, {})).status).toBe(204)
  })
})

describe('POST /v1/annotations/{id}/confirm', () => {
  it('moves to exporting and records user, time and duration', async () => {
    const { client, user_id } = await person('annotator')
    const id = await inStatus('to_review')
    await client.post(`/annotations/${id}/start`, {})
    expect(
      await client.post(`/annotations/${id}/confirm`, { processing_duration: { time_spent_overall: 42.5 } }),
    ).toMatchObject({ status: 204, body: null })
    expect(await get(id)).toMatchObject({
      status: expect.stringMatching(/^export/),
      confirmed_by: url('users', user_id),
      confirmed_at: expect.stringMatching(/Z$/),
      time_spent: 42.5,
    })
  })

  it('moves to confirmed if the queue uses that state', async () => {
    const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${queue_id}`, { use_confirmed_state: true })
    const id = await inStatus('to_review', { queue_id, schema_id })
    await admin.post(`/annotations/${id}/start`, {})
    expect((await admin.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
    expect((await get(id)).status).toBe('confirmed')
  })

  it('returns 409 unless the caller is the reviewer, 403 for skipping workflows, 400 for an invalid duration', async () => {
    const { client } = await person('annotator')
    const id = await inStatus('to_review')
    expect(await admin.post(`/annotations/${id}/confirm`, {})).toMatchObject(
      conflict(/^Document is not being annotated/),
    )
    await client.post(`/annotations/${id}/start`, {})
    expect(await admin.post(`/annotations/${id}/confirm`, {})).toMatchObject(
      conflict(/^Document is not being annotated/),
    )
    expect(await client.post(`/annotations/${id}/confirm`, { skip_workflows: true })).toMatchObject({
      status: 403,
      body: { code: 'access_forbidden' },
    })
    expect(await client.post(`/annotations/${id}/confirm`, { processing_duration: { time_spent: -1 } })).toMatchObject({
      status: 400,
      body: { processing_duration: { time_spent: ['Ensure this value is greater than or equal to 0.'] } },
    })
    expect((await get(id)).status).toBe('reviewing')
  })

  it('succeeds once for two concurrent requests', async () => {
    const id = await inStatus('to_review')
    await admin.post(`/annotations/${id}/start`, {})
    const both = await Promise.all([1, 2].map(() => admin.post(`/annotations/${id}/confirm`, {})))
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 409])
  })
})

describe('POST /v1/annotations/{id}/postpone and /delete', () => {
  it.each(['to_review', 'confirmed'])('postpone from %s', async (status) => {
    const id = await inStatus(status)
    expect(await admin.post(`/annotations/${id}/postpone`, {})).toMatchObject({ status: 204, body: null })
    expect((await get(id)).status).toBe('postponed')
  })

  it.each(['postponed', 'in_workflow', 'exported', 'importing', 'deleted', 'exporting'])(
    'refuse to postpone from %s',
    async (status) => {
      expect(await admin.post(`/annotations/${await inStatus(status)}/postpone`, {})).toMatchObject(
        conflict(`An annotation in status ${status} does not allow this action.`),
      )
    },
  )

  it.each(['to_review', 'postponed', 'confirmed', 'failed_import', 'failed_export', 'rejected', 'exported', 'split'])(
    'delete from %s',
    async (status) => {
      const id = await inStatus(status)
      expect((await admin.post(`/annotations/${id}/delete`, {})).status).toBe(204)
      expect(await get(id)).toMatchObject({
        status: 'deleted',
        deleted_by: url('users', tenant.user_id),
        deleted_at: expect.stringMatching(/Z$/),
      })
    },
  )

  it.each(['importing', 'exporting', 'in_workflow', 'deleted', 'created'])(
    'refuse to delete from %s',
    async (status) => {
      expect((await admin.post(`/annotations/${await inStatus(status)}/delete`, {})).status).toBe(409)
    },
  )

  it('refuse reviews of other users, also for administrators', async () => {
    const [one, two] = [await person('annotator'), await person('annotator')]
    for (const verb of ['postpone', 'delete']) {
      const id = await inStatus('to_review')
      await one.client.post(`/annotations/${id}/start`, {})
      expect(await two.client.post(`/annotations/${id}/${verb}`, {})).toMatchObject(
        conflict(/^The annotation is being reviewed by another user\. Pat \(annotator-/),
      )
      expect((await admin.post(`/annotations/${id}/${verb}`, {})).status).toBe(409)
    }
  })
})
