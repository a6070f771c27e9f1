/** Rejections by hand and by workflows. */
import { describe, expect, it } from 'vitest'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { get, inStatus } from './annotations-setup.ts'

useTenantServer()

describe('POST annotations/{id}/reject', () => {
  const reject = (id: number, body: object, client = admin) => client.post(`/annotations/${id}/reject`, body)

  it('rejects with a note', async () => {
    const id = await inStatus('to_review')
    const answer = await reject(id, { note_content: 'Not for us.', processing_duration: { time_spent_overall: 7 } })
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected', note: expect.any(String) } })
    expect((await admin.get(answer.body.note)).body).toMatchObject({
      type: 'rejection',
      content: 'Not for us.',
      annotation: url('annotations', id),
      creator: url('users', tenant.user_id),
    })
    expect(await get(id)).toMatchObject({
      status: 'rejected',
      rejected_by: url('users', tenant.user_id),
      rejected_at: expect.any(String),
      automatically_rejected: false,
      time_spent: 7,
    })
  })

  it('makes no note without text, and marks automatic rejections', async () => {
    const id = await inStatus('postponed')
    expect(await reject(id, { note_content: '', automatically_rejected: true })).toMatchObject({
      status: 200,
      body: { status: 'rejected', note: null },
    })
    expect(await get(id)).toMatchObject({ automatically_rejected: true })
  })

  it('is refused in statuses that do not allow it, with no note', async () => {
    for (const status of ['exported', 'deleted', 'rejected', 'purged']) {
      const id = await inStatus(status)
      expect((await reject(id, { note_content: 'No.' })).status).toBe(409)
      expect((await admin.get(`/notes?annotation=${id}`)).body.results).toEqual([])
    }
    expect((await reject(await inStatus('to_review'), { note_content: 'x'.repeat(4097) })).status).toBe(400)
  })

  it('is refused while the queue allows no rejection, and to roles that may not reject', async () => {
    const id = await inStatus('to_review')
    expect((await reject(id, {}, (await person('viewer')).client)).status).toBe(403)
    const settings = (enabled: boolean) =>
      admin.patch(`/queues/${tenant.queue_id}`, { settings: { rejection_config: { enabled } } })
    await settings(false)
    expect((await reject(id, {})).status).toBe(403)
    await settings(true)
    expect((await reject(id, {}, (await person('approver')).client)).status).toBe(200)
  })

  it('in a workflow is for administrators and assigned approvers, and ends the run', async () => {
    const { db } = server.deps
    const run = async () => {
      const id = await inStatus('in_workflow')
      const [workflow] = await db('workflows')
        .insert({ organization_id: tenant.organization_id, name: 'Flow', condition: '{}' })
        .returning('id')
      const [made] = await db('workflow_runs')
        .insert({
          organization_id: tenant.organization_id,
          annotation_id: id,
          workflow_id: workflow.id,
          workflow_status: 'pending',
        })
        .returning('id')
      return { id, run: made.id as number }
    }
    const approver = await person('approver')
    const { id, run: run_id } = await run()
    expect((await reject(id, {}, approver.client)).status).toBe(403)
    await db('annotation_assignees').insert({ annotation_id: id, user_id: approver.user_id })
    expect((await reject(id, { note_content: 'Too dear.' }, approver.client)).status).toBe(200)
    expect((await admin.get(`/workflow_runs/${run_id}`)).body.workflow_status).toBe('rejected')
    expect((await admin.get(`/workflow_activities?annotation=${id}`)).body.results).toMatchObject([
      { action: 'rejected', note: 'Too dear.' },
    ])
    const other = await run()
    expect((await reject(other.id, {})).status).toBe(200)
  })
})
