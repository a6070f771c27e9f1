/** Only eligible users are assigned to approvals: those who lose the right are unassigned at once (contract 24.20). */
import { describe, expect, it } from 'vitest'
import { deleteMembership, saveMembership, setMembershipGroups } from '../../src/domain/people/memberships.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, person, server, tenant, url } from '../support/tenant-server.ts'
import {
  approve,
  approver,
  aQueueWith,
  assignees,
  confirm,
  give,
  inReview,
  status,
  takeQueues,
  useApprovals,
} from './approval-setup.ts'
import { make, workflow } from './workflows-setup.ts'

useApprovals()

interface Activity {
  note: string
  assignees: string[]
  created_by: string | null
}
const activities = async (id: number, action: string) =>
  (await admin.get(`/workflow_activities?annotation=${id}&action=${action}`)).body.results as Activity[]
const groupOf = async (name: string) => (await admin.get(`/groups?name=${name}`)).body.results[0].url as string
const usernameOf = async (id: number) => (await admin.get(`/users/${id}`)).body.username as string

/** Ways in which a user loses the right to approve, with what the note says. */
const LOSSES: Record<string, [(user_id: number, queue_id: number) => Promise<unknown>, string]> = {
  'is deactivated': [(id) => admin.patch(`/users/${id}`, { is_active: false }), 'is not active'],
  'is deleted': [(id) => admin.delete(`/users/${id}`), 'is not active'],
  'loses the role': [
    async (id) => admin.patch(`/users/${id}`, { groups: [await groupOf('annotator')] }),
    'has no role that may approve',
  ],
  'loses the queue': [(id) => takeQueues(id), 'has no access to the queue'],
  'is taken from the users of the queue': [
    (_, queue_id) => admin.patch(`/queues/${queue_id}`, { users: [] }),
    'has no access to the queue',
  ],
}

describe.each(Object.entries(LOSSES))('an approver who %s', (_name, [lose, why]) => {
  it('leaves the step to the others', async () => {
    const [ada, bob] = [await approver(), await person('admin', [])]
    const queue = await aQueueWith([{ assignees: [ada.user_id, bob.user_id] }])
    const id = await inReview(queue)
    await confirm(id)
    const name = await usernameOf(ada.user_id)
    const answer = (await lose(ada.user_id, queue.queue_id)) as { status: number }
    expect([200, 204]).toContain(answer.status)
    expect([await status(id), await assignees(id)]).toEqual(['in_workflow', [url('users', bob.user_id)]])
    expect(await activities(id, 'reassigned')).toMatchObject([
      { note: `${name} ${why}.`, assignees: [url('users', bob.user_id)], created_by: null },
    ])
    const event = await server.deps.db('events').where({ annotation_id: id, kind: 'annotation.assigned' }).first()
    expect(event.data).toMatchObject({ before: [ada.user_id, bob.user_id], assignees: [bob.user_id] })
  })

  it('leaves it to an administrator if the step has no other assignee', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }])
    const id = await inReview(queue)
    await confirm(id)
    await lose(ada.user_id, queue.queue_id)
    expect([await status(id), await assignees(id)]).toEqual(['in_workflow', []])
    expect((await activities(id, 'reassigned'))[0]!.note).toContain(`${why}. The step has no eligible approver left`)
    expect((await approve(id)).body).toEqual({ status: 'exporting' })
  })

  it('is not assigned when a document enters the step', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }])
    const name = await usernameOf(ada.user_id)
    await lose(ada.user_id, queue.queue_id)
    const id = await inReview(queue)
    await confirm(id)
    expect([await status(id), await assignees(id)]).toEqual(['in_workflow', []])
    const note = `The step has no eligible approver. An administrator must approve it or assign other users: ${name} ${why}.`
    expect(await activities(id, 'step_started')).toMatchObject([{ note }])
  })

  it('is refused as an assignee', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const queue = await aQueueWith([{ assignees: [bob.user_id] }])
    await give(ada.user_id, queue.queue_id)
    const id = await inReview(queue)
    await confirm(id)
    const name = await usernameOf(ada.user_id)
    await lose(ada.user_id, queue.queue_id)
    const body = { annotations: [url('annotations', id)], assignees: [url('users', ada.user_id)] }
    const answer = await admin.post('/annotations/assign', body)
    expect(answer.status).toBe(400)
    const noAccess = `User ${ada.user_id} has no access to the annotation's queue.`
    expect([`Cannot approve: ${name} ${why}.`, noAccess]).toContain(answer.body.assignees[0])
  })
})

describe('a loss', () => {
  it('never completes a step that all have to approve', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
    const id = await inReview(queue)
    await confirm(id)
    await approve(id, bob.client)
    await takeQueues(ada.user_id)
    expect([await status(id), await assignees(id)]).toEqual(['in_workflow', [url('users', bob.user_id)]])
    expect((await activities(id, 'reassigned'))[0]!.note).toContain('The step has no eligible approver left')
    expect((await approve(id)).body).toEqual({ status: 'exporting' })
  })

  it('of another role or queue changes nothing', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }])
    const id = await inReview(queue)
    await confirm(id)
    const groups = [await groupOf('annotator'), await groupOf('approver')]
    expect((await admin.patch(`/users/${ada.user_id}`, { groups, first_name: 'Ada' })).status).toBe(200)
    expect(await assignees(id)).toEqual([url('users', ada.user_id)])
    expect(await activities(id, 'reassigned')).toEqual([])
  })
})

describe('an administrator who becomes an approver of the queue', () => {
  it('keeps what waits, because rights count as they are at the end of the request', async () => {
    const ada = await person('admin', [])
    const queue = await aQueueWith([{ assignees: [ada.user_id] }])
    await takeQueues(ada.user_id)
    const id = await inReview(queue)
    await confirm(id)
    const rights = { groups: [await groupOf('approver')], queues: [url('queues', queue.queue_id)] }
    expect((await admin.patch(`/users/${ada.user_id}`, rights)).status).toBe(200)
    expect(await assignees(id)).toEqual([url('users', ada.user_id)])
    expect(await activities(id, 'reassigned')).toEqual([])
  })
})

describe('a step', () => {
  it('keeps assignees who have lost the right, until they are removed', async () => {
    const ada = await approver()
    const flow = await workflow()
    const made = await make('/workflow_steps', {
      name: 'Head',
      workflow: flow.url,
      ordering: 1,
      assignees: [url('users', ada.user_id)],
    })
    await admin.patch(`/users/${ada.user_id}`, { is_active: false })
    const { id: _id, url: _url, ...body } = (await admin.get(`/workflow_steps/${made.id}`)).body
    expect(await admin.put(`/workflow_steps/${made.id}`, { ...body, name: 'Head of department' })).toMatchObject({
      status: 200,
      body: { assignees: [url('users', ada.user_id)] },
    })
  })

  it('refuses assignees who cannot approve', async () => {
    const flow = await workflow()
    const [ada, grace] = [await approver(), await person('annotator', [])]
    const [name, other] = [await usernameOf(ada.user_id), await usernameOf(grace.user_id)]
    await admin.patch(`/users/${ada.user_id}`, { is_active: false })
    const given = { name: 'Head', workflow: flow.url, ordering: 1 }
    const users = [ada, grace].map(({ user_id }) => url('users', user_id))
    const answer = await admin.post('/workflow_steps', { ...given, assignees: users })
    expect(answer.status).toBe(400)
    const message = `Cannot approve: ${[`${name} is not active`, `${other} has no role that may approve`].sort().join(', ')}.`
    expect(answer.body).toMatchObject({ assignees: [message] })
    const made = await make('/workflow_steps', given)
    const changed = await admin.patch(`/workflow_steps/${made.id}`, { assignees: users })
    expect(changed).toMatchObject({ status: 400, body: { assignees: [message] } })
  })
})

describe('a member of another organization of the group', () => {
  const losses: Record<string, (membership: number, given: Given) => Promise<unknown>> = {
    'whose membership ends': (id) => deleteMembership(server.deps, id),
    'whose membership loses the queue': (id, given) =>
      saveMembership(server.deps.db, given.group_id, { ...given, queue_ids: [] }, id),
    'whose membership loses its roles': (id) => transact(server.deps, (tx) => setMembershipGroups(tx, id, [])),
  }
  interface Given {
    group_id: number
    user_id: number
    organization_id: number
    expires_at: null
  }

  it.each(Object.entries(losses))('%s leaves the step to an administrator', async (_name, lose) => {
    const { db } = server.deps
    const other = await aTenant(db)
    const { organization_group_id: group_id } = tenant
    await db('organizations').where('id', other.organization_id).update({ organization_group_id: group_id })
    const { user_id } = await aPerson(db, other, 'approver')
    const queue = await aQueueWith([{ mode: 'any' }])
    const given: Given = { group_id, user_id, organization_id: tenant.organization_id, expires_at: null }
    const membership = await saveMembership(db, group_id, { ...given, queue_ids: [queue.queue_id] })
    const id = await inReview(queue)
    await confirm(id)
    await db('annotation_assignees').insert({ annotation_id: id, user_id })
    await lose(membership, given)
    expect(await db('annotation_assignees').where({ annotation_id: id }).pluck('user_id')).toEqual([])
    expect((await activities(id, 'reassigned')).at(-1)!.note).toContain('The step has no eligible approver left')
  })
})
