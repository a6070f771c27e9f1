/** Workflows, their steps, runs and activities as data (contract 24.1 to 24.12). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
})
afterAll(() => server.stop())

const make = async (path: string, body: object) => {
  const created = await admin.post(path, body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const workflow = (given: object = {}) => make('/workflows', { name: 'Approval', ...given })
const step = (workflow: { url: string }, ordering: number, given: object = {}) =>
  make('/workflow_steps', { name: 'Step', workflow: workflow.url, ordering, ...given })

/** Creates a run at its only step, with its annotation in approval. */
async function aRun(workflow_status = 'pending') {
  const { db } = server.deps
  const created = await workflow()
  const first = await step(created, 1)
  const { annotation_id } = await anAnnotation(db, tenant, { status: 'in_workflow' })
  const row = {
    organization_id: tenant.organization_id,
    workflow_id: created.id,
    annotation_id,
    current_step_id: first.id,
  }
  const [run] = await db('workflow_runs')
    .insert({ ...row, workflow_status })
    .returning('id')
  return { run_id: run.id as number, annotation_id, workflow: created, step: first }
}

describe('/v1/workflows and /v1/workflow_steps', () => {
  it('can be created by administrators, with defaults', async () => {
    const created = await workflow()
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Approval',
      url: url('workflows', created.id),
      organization: url('organizations', tenant.organization_id),
      condition: {},
    })
    const first = await step(created, 3)
    expect(first).toEqual({
      id: expect.any(Number),
      name: 'Step',
      url: url('workflow_steps', first.id),
      organization: url('organizations', tenant.organization_id),
      workflow: created.url,
      condition: {},
      type: 'approval',
      mode: 'any',
      ordering: 3,
      assignees: [],
    })
  })

  it('can only be read by other users', async () => {
    const created = await workflow()
    const first = await step(created, 1)
    const reader = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [])).token)
    for (const { url: path } of [created, first]) {
      expect((await reader.get(path.replace(server.root, ''))).status).toBe(200)
      expect((await reader.patch(path.replace(server.root, ''), { name: 'x' })).status).toBe(403)
      expect((await reader.delete(path.replace(server.root, ''))).status).toBe(403)
    }
    expect((await reader.post('/workflows', { name: 'x' })).status).toBe(403)
  })

  it('refuse unsupported conditions', async () => {
    const wrong = await admin.post('/workflows', { name: 'x', condition: { $expr: { $function: [] } } })
    expect([wrong.status, wrong.body.condition]).toEqual([400, ['$expr: "$function" is not allowed here.']])
    const first = await step(await workflow(), 1)
    const condition = { $expr: { $gt: ['$field.amount_total', 1000] }, 'field.currency': 'eur' }
    expect((await admin.patch(`/workflow_steps/${first.id}`, { condition })).body.condition).toEqual(condition)
    expect((await admin.patch(`/workflow_steps/${first.id}`, { condition: { a: [] } })).status).toBe(400)
  })

  it('require a unique ordering of steps, also for concurrent requests', async () => {
    const created = await workflow()
    const other = await workflow()
    const first = await step(created, 1)
    const tie = { ordering: ['Another step of the workflow has this ordering.'] }
    const body = { name: 'Step', workflow: created.url, ordering: 1 }
    expect((await admin.post('/workflow_steps', body)).body).toMatchObject(tie)
    const second = await step(other, 1)
    expect((await admin.patch(`/workflow_steps/${second.id}`, { workflow: created.url })).body).toMatchObject(tie)
    expect((await admin.patch(`/workflow_steps/${second.id}`, { workflow: created.url, ordering: 2 })).status).toBe(200)
    expect((await admin.patch(`/workflow_steps/${second.id}`, { ordering: 1 })).body).toMatchObject(tie)
    expect((await admin.put(`/workflow_steps/${first.id}`, first)).status).toBe(200)
    const race = await Promise.all([1, 2, 3].map(() => admin.post('/workflow_steps', { ...body, ordering: 9 })))
    expect(race.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  })

  it('filter by workflow, mode and type', async () => {
    const created = await workflow()
    const first = await step(created, 1, { mode: 'all', assignees: [url('users', tenant.user_id)] })
    await step(created, 2)
    const ids = async (query: string) =>
      (await admin.get(`/workflow_steps?workflow=${created.id}&${query}`)).body.results.map(
        (row: { id: number }) => row.id,
      )
    expect(await ids('mode=all')).toEqual([first.id])
    expect(await ids('type=approval')).toHaveLength(2)
    expect((await admin.get('/workflow_steps?mode=some')).status).toBe(400)
  })

  it('cannot be deleted while queues, runs or activities refer to them', async () => {
    const created = await workflow()
    const queue = await admin.patch(`/queues/${tenant.queue_id}`, { workflows: [{ url: created.url, priority: 1 }] })
    expect(queue.status).toBe(200)
    const used = await admin.delete(`/workflows/${created.id}`)
    expect([used.status, used.body.code, used.body.detail]).toEqual([
      409,
      'conflict_referenced',
      `The workflow is used by queues: ${tenant.queue_id}.`,
    ])
    await admin.patch(`/queues/${tenant.queue_id}`, { workflows: [] })
    await step(created, 1)
    expect((await admin.delete(`/workflows/${created.id}`)).status).toBe(204)
    expect((await admin.get(`/workflow_steps?workflow=${created.id}`)).body.results).toEqual([])

    const run = await aRun()
    expect((await admin.delete(`/workflows/${run.workflow.id}`)).body.detail).toBe(
      `The workflow is used by workflow run ${run.run_id}.`,
    )
    expect((await admin.delete(`/workflow_steps/${run.step.id}`)).body.code).toBe('conflict_referenced')
    const unused = await step(run.workflow, 2)
    expect((await admin.delete(`/workflow_steps/${unused.id}`)).status).toBe(204)
  })
})

describe('the workflows of a queue', () => {
  it('are ordered by priority and can be found by queue', async () => {
    const [late, early] = [await workflow(), await workflow()]
    const workflows = [
      { url: late.url, priority: 20 },
      { url: early.url, priority: 10 },
    ]
    const queue = await make('/queues', {
      name: 'Q',
      workspace: url('workspaces', tenant.workspace_id),
      schema: url('schemas', tenant.schema_id),
      workflows,
    })
    expect(queue.workflows).toEqual([...workflows].reverse())
    const found = (await admin.get(`/workflows?queue=${queue.id}`)).body.results
    expect(found.map((row: { id: number }) => row.id)).toEqual([late.id, early.id])
    expect((await admin.patch(`/queues/${queue.id}`, { name: 'R' })).body.workflows).toHaveLength(2)
    expect((await admin.patch(`/queues/${queue.id}`, { workflows: workflows.slice(0, 1) })).body.workflows).toEqual(
      workflows.slice(0, 1),
    )
  })

  it('must exist, be visible to the caller, and be listed only once', async () => {
    const created = await workflow()
    const stranger = await aTenant(server.deps.db)
    const foreign = (await as(server.root, stranger.token).post('/workflows', { name: 'x' })).body
    const errorsOf = async (workflows: unknown) => {
      const answer = await admin.patch(`/queues/${tenant.queue_id}`, { workflows })
      expect(answer.status).toBe(400)
      return answer.body.workflows
    }
    const entry = { url: created.url, priority: 1 }
    expect(await errorsOf([{ ...entry, url: foreign.url }])).toEqual(['Invalid hyperlink - object does not exist.'])
    expect(await errorsOf([entry, { ...entry, priority: 2 }])).toEqual(['A workflow may be listed only once.'])
    expect(await errorsOf([{ url: created.url }])).toEqual({ 0: { priority: ['This field is required.'] } })
  })
})

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
