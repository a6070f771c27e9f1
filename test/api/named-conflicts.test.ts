/** The 409 of a request that another user, or the session timeout, has made impossible names who and when. */
import { beforeAll, describe, expect, it } from 'vitest'
import { endExpiredReviews } from '../../src/domain/annotations/review/end-expired.ts'
import type { Client } from '../support/as.ts'
import { aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { conflict, inStatus } from './annotations-setup.ts'
import { flat, type Node } from './content-setup.ts'
import { step, workflow } from './workflows-setup.ts'

useTenantServer()

interface Person {
  client: Client
  user_id: number
  username: string
}
const aUser = async (role: 'annotator' | 'approver', name: string, queues?: number[]): Promise<Person> => {
  const { client, user_id } = await person(role, queues)
  const [user] = await server.deps
    .db('users')
    .where({ id: user_id })
    .update({ first_name: name, last_name: 'Example' })
    .returning('username')
  return { client, user_id, username: user.username as string }
}
let ada: Person
let bob: Person
let second: { queue_id: number }
beforeAll(async () => {
  second = await aQueue(server.deps.db, tenant)
  ada = await aUser('annotator', 'Ada', [tenant.queue_id, second.queue_id])
  bob = await aUser('annotator', 'Bob', [tenant.queue_id, second.queue_id])
})

/** Matches a sentence that names a person with the username, and the time of today. */
const names = (who: Person, name: string, sentence: string) =>
  conflict(
    new RegExp(
      `${name} Example \\(${who.username}\\) ${sentence} on ${new Date().toISOString().slice(0, 8)}\\d\\d at \\d\\d:\\d\\d UTC\\.$`,
    ),
  )
const start = async (id: number, who: Person) =>
  expect((await who.client.post(`/annotations/${id}/start`, {})).status).toBe(200)
const pageOf = async (id: number) => {
  const document = await server.deps.db('annotations').where({ id }).first('document_id')
  const [page] = await server.deps
    .db('pages')
    .insert({
      organization_id: tenant.organization_id,
      annotation_id: id,
      number: 1,
      width: 10,
      height: 10,
      s3_name: 'pages/x/1',
      ...document,
    })
    .returning('id')
  return url('pages', page.id)
}

/** Every operation that needs the review, or that a review by another user prevents. */
const OPERATIONS: Record<string, (id: number, client: Client) => Promise<{ status: number; body: unknown }>> = {
  start: (id, client) => client.post(`/annotations/${id}/start`, {}),
  confirm: (id, client) => client.post(`/annotations/${id}/confirm`, {}),
  cancel: (id, client) => client.post(`/annotations/${id}/cancel`, {}),
  postpone: (id, client) => client.post(`/annotations/${id}/postpone`, {}),
  delete: (id, client) => client.post(`/annotations/${id}/delete`, {}),
  reject: (id, client) => client.post(`/annotations/${id}/reject`, {}),
  rotate: async (id, client) => {
    await pageOf(id)
    return client.post(`/annotations/${id}/rotate`, { rotation_deg: 90 })
  },
  'edit_pages/start': (id, client) => client.post(`/annotations/${id}/edit_pages/start`, {}),
  edit_pages: async (id, client) =>
    client.post(`/annotations/${id}/edit_pages`, { edit: [{ parent_pages: [{ page: await pageOf(id) }] }] }),
  'edit_pages/in_place': async (id, client) =>
    client.post(`/annotations/${id}/edit_pages/in_place`, { parent_pages: [{ page: await pageOf(id) }] }),
  'PATCH of the queue': (id, client) => client.patch(`/annotations/${id}`, { queue: url('queues', second.queue_id) }),
  'PATCH of the content': (id, client) =>
    client.patch(`/annotations/${id}/content`, {
      content: [{ schema_id: 'document_id', content: { value: '1' } }],
    }),
  'content/operations': async (id, client) => {
    const nodes = flat((await admin.get(`/annotations/${id}/content`)).body.content as Node[])
    const node = nodes.find(({ schema_id }) => schema_id === 'document_id')!
    const operations = [{ op: 'replace', id: node.id, value: { content: { value: '1' } } }]
    return client.post(`/annotations/${id}/content/operations`, { operations })
  },
  'content/validate': (id, client) => client.post(`/annotations/${id}/content/validate`, {}),
}

describe('a review by another user', () => {
  it.each(Object.entries(OPERATIONS))('is named by the 409 of %s', async (_name, operate) => {
    const id = await inStatus('to_review')
    await start(id, ada)
    expect(await operate(id, bob.client)).toMatchObject(names(ada, 'Ada', 'started the review'))
  })

  it('is named by the 400 of edit_pages/cancel', async () => {
    const id = await inStatus('to_review')
    await start(id, ada)
    const answer = await bob.client.post(`/annotations/${id}/edit_pages/cancel`, { annotations: [] })
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(ada.username) } })
  })

  it('of the parts of an annotation is named', async () => {
    const id = await inStatus('split')
    expect((await ada.client.post(`/annotations/${id}/edit_pages/start`, {})).status).toBe(200)
    expect(await bob.client.post(`/annotations/${id}/edit_pages/start`, {})).toMatchObject(
      names(ada, 'Ada', 'started the review'),
    )
  })

  it('that an administrator has given to that user is named without a time', async () => {
    const id = await inStatus('to_review')
    await start(id, ada)
    expect((await admin.patch(`/annotations/${id}`, { modifier: url('users', bob.user_id) })).status).toBe(200)
    expect(await ada.client.post(`/annotations/${id}/confirm`, {})).toMatchObject(
      conflict(`Document is not being annotated by you. The reviewer is Bob Example (${bob.username}).`),
    )
    expect((await bob.client.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
  })
})

describe('a review that has ended', () => {
  const timeOut = async (id: number) => {
    const hours = server.deps.db.raw(`now() - interval '3 hours'`)
    await server.deps.db('annotations').where({ id }).update({ assigned_at: hours, modified_at: hours })
    await endExpiredReviews(server.deps)
  }
  const needed = ['confirm', 'cancel', 'PATCH of the content', 'content/operations', 'content/validate'] as const

  it.each(needed)('by the session timeout is named by the 409 of %s', async (name) => {
    const id = await inStatus('to_review')
    await start(id, ada)
    await timeOut(id)
    expect(await OPERATIONS[name]!(id, ada.client)).toMatchObject(
      conflict(/ Your review timed out on \S+ at \S+ UTC\.$/),
    )
    expect(await OPERATIONS[name]!(id, bob.client)).toMatchObject({
      body: { detail: expect.stringContaining(`The review by Ada Example (${ada.username}) timed out on`) },
    })
  })

  it.each(needed)('and was taken over by another user is named by the 409 of %s', async (name) => {
    const id = await inStatus('to_review')
    await start(id, ada)
    await timeOut(id)
    await start(id, bob)
    expect(await OPERATIONS[name]!(id, ada.client)).toMatchObject(names(bob, 'Bob', 'started the review'))
  })

  it.each(needed)('by another user is named by the 409 of %s', async (name) => {
    const id = await inStatus('to_review')
    await start(id, ada)
    expect((await admin.post(`/annotations/${id}/cancel`, {})).status).toBe(204)
    expect((await bob.client.post(`/annotations/${id}/postpone`, {})).status).toBe(204)
    expect(await OPERATIONS[name]!(id, ada.client)).toMatchObject(
      names(bob, 'Bob', 'changed its status from to_review to postponed'),
    )
  })

  it('by the caller is not explained', async () => {
    const id = await inStatus('to_review')
    await start(id, ada)
    await ada.client.post(`/annotations/${id}/cancel`, {})
    expect(await ada.client.post(`/annotations/${id}/confirm`, {})).toMatchObject(
      conflict('Document is not being annotated.'),
    )
  })
})

describe('an approval that was given to another user', () => {
  it('is refused to the former approver with the name of the present one', async () => {
    const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
    const [cy, dan] = [await aUser('approver', 'Cy', [queue_id]), await aUser('approver', 'Dan', [queue_id])]
    const flow = await workflow()
    await step(flow, 1, { assignees: [url('users', cy.user_id)] })
    await admin.patch(`/queues/${queue_id}`, {
      workflows: [{ url: flow.url, priority: 1 }],
      settings: { workflows: { enabled: true } },
    })
    const id = await inStatus('to_review', { queue_id, schema_id })
    await admin.post(`/annotations/${id}/start`, {})
    expect((await admin.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
    const given = { annotations: [url('annotations', id)], assignees: [url('users', dan.user_id)] }
    expect((await admin.post('/annotations/assign', given)).status).toBe(204)
    for (const verb of ['approve', 'reject']) {
      const answer = await cy.client.post(`/annotations/${id}/${verb}`, {})
      expect(answer).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
      expect(answer.body.detail).toContain(`It is assigned to Dan Example (${dan.username}).`)
    }
    expect((await dan.client.post(`/annotations/${id}/approve`, {})).status).toBe(200)
    expect(await cy.client.post(`/annotations/${id}/approve`, {})).toMatchObject(
      names(dan, 'Dan', 'changed its status from in_workflow to exporting'),
    )
  })
})
