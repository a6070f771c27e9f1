/** Runs and activities of workflows as data (contract 24.8 to 24.12). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aRun } from './workflows-setup.ts'

useTenantServer()

describe('/v1/workflow_runs', () => {
  it('returns the run of an annotation, also by sideloading', async () => {
    const run = await aRun()
    const shown = (await admin.get(`/workflow_runs/${run.run_id}`)).body
    expect(shown).toEqual({
      id: run.run_id,
      url: url('workflow_runs', run.run_id),
      organization: url('organizations', tenant.organization_id),
      annotation: url('annotations', run.annotation_id),
      current_step: run.step.url,
      workflow_status: 'pending',
    })
    const ids = async (query: string) =>
      (await admin.get(`/workflow_runs?${query}`)).body.results.map((row: { id: number }) => row.id)
    expect(await ids(`annotation=${run.annotation_id}`)).toEqual([run.run_id])
    expect(await ids(`current_step=${run.step.id}&workflow_status=pending`)).toEqual([run.run_id])
    expect(await ids(`annotation__queue=${tenant.queue_id}`)).toContain(run.run_id)
    expect(await ids(`annotation__queue=999999999`)).toEqual([])
    const { body } = await admin.get(`/annotations?id=${run.annotation_id}&sideload=workflow_runs`)
    expect(body.workflow_runs).toEqual([shown])
  })

  it('returns runs only to users of the queue', async () => {
    const { run_id } = await aRun()
    const inside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    const outside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [])).token)
    expect((await inside.get(`/workflow_runs/${run_id}`)).status).toBe(200)
    expect((await outside.get(`/workflow_runs/${run_id}`)).status).toBe(404)
  })

  it('can reset a run: the annotation returns to review without assignees, and an activity is recorded', async () => {
    const { db } = server.deps
    const run = await aRun()
    await db('annotation_assignees').insert({ annotation_id: run.annotation_id, user_id: tenant.user_id })
    const answer = await admin.post(`/workflow_runs/${run.run_id}/reset`, { note_content: 'Look again.' })
    expect([answer.status, answer.body]).toEqual([
      200,
      { annotation_status: 'to_review', workflow_status: 'in_review' },
    ])
    expect((await admin.get(`/annotations/${run.annotation_id}`)).body).toMatchObject({
      status: 'to_review',
      assignees: [],
    })
    expect((await admin.get(`/workflow_runs/${run.run_id}`)).body.workflow_status).toBe('in_review')
    const { results } = (await admin.get(`/workflow_activities?workflow_run=${run.run_id}&action=pushed_back`)).body
    expect(results).toEqual([
      {
        id: expect.any(Number),
        url: url('workflow_activities', results[0].id),
        organization: url('organizations', tenant.organization_id),
        workflow: run.workflow.url,
        workflow_run: url('workflow_runs', run.run_id),
        workflow_step: run.step.url,
        annotation: url('annotations', run.annotation_id),
        assignees: [],
        action: 'pushed_back',
        note: 'Look again.',
        created_at: expect.stringMatching(/Z$/),
        created_by: url('users', tenant.user_id),
        on_behalf_of: null,
      },
    ])
    const again = await admin.post(`/workflow_runs/${run.run_id}/reset`, {})
    expect([again.status, again.body.code]).toEqual([409, 'conflict_status'])
  })

  it('refuses to reset a finished run and changes nothing', async () => {
    const run = await aRun('approved')
    expect((await admin.post(`/workflow_runs/${run.run_id}/reset`, {})).status).toBe(409)
    expect((await admin.get(`/annotations/${run.annotation_id}`)).body.status).toBe('in_workflow')
  })

  it('lets assigned approvers reset a run', async () => {
    const run = await aRun()
    const approver = await aPerson(server.deps.db, tenant, 'approver')
    const client = as(server.root, approver.token)
    const reset = () => client.post(`/workflow_runs/${run.run_id}/reset`, {})
    expect((await reset()).status).toBe(403)
    await server.deps.db('annotation_assignees').insert({
      annotation_id: run.annotation_id,
      user_id: approver.user_id,
    })
    expect((await reset()).status).toBe(200)
  })
})

describe('/v1/workflow_activities', () => {
  it('filters by annotation, user, action and time', async () => {
    const { db } = server.deps
    const run = await aRun()
    const activity = async (action: string, created_at: string) => {
      const [row] = await db('workflow_activities')
        .insert({
          organization_id: tenant.organization_id,
          workflow_run_id: run.run_id,
          workflow_id: run.workflow.id,
          workflow_step_id: run.step.id,
          annotation_id: run.annotation_id,
          action,
          created_at,
        })
        .returning('id')
      return row.id as number
    }
    const started = await activity('step_started', '2026-01-01T00:00:00Z')
    const approved = await activity('approved', '2026-02-01T00:00:00Z')
    await db('workflow_activity_assignees').insert({ workflow_activity_id: started, user_id: tenant.user_id })
    const ids = async (query: string) =>
      (await admin.get(`/workflow_activities?annotation=${run.annotation_id}&${query}`)).body.results.map(
        (row: { id: number }) => row.id,
      )
    expect(await ids('')).toEqual([started, approved])
    expect(await ids(`assignees=${tenant.user_id}`)).toEqual([started])
    expect(await ids('action=approved,rejected')).toEqual([approved])
    expect(await ids('created_at_after=2026-01-15')).toEqual([approved])
    expect(await ids('created_at_before=2026-02-01')).toEqual([started])
    expect((await admin.delete(`/workflow_steps/${run.step.id}`)).body.code).toBe('conflict_referenced')
  })
})
