/** Workflows and their steps as data (contract 24.1 to 24.7). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aRun, make, step, workflow } from './workflows-setup.ts'

useTenantServer()

describe('/v1/workflows and /v1/workflow_steps', () => {
  it('can be created by administrators, with defaults', async () => {
    const created = await workflow()
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Approval',
      url: url('workflows', created.id),
      organization: url('organizations', tenant.organization_id),
      condition: {},
      confirmer_may_approve: false,
      approver_may_repeat: false,
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
