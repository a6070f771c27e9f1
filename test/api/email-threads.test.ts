/** Email threads and the reply flags of annotations (contract 22.22 to 22.25). */
import { describe, expect, it } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { receive as receiveEmail } from './emails-setup.ts'

useTenantServer()

/** Stores a received email that has only a subject and a sender. */
const receive = (given: object = {}) =>
  receiveEmail({ message_id: null, from: { email: 'ada@example.org' }, to: [], body_text_plain: '', ...given })
const thread = async (id: number) => (await admin.get(`/email_threads/${id}`)).body
const idsOf = async (where: string) =>
  (await admin.get(where)).body.results.map((row: { id: number }) => row.id) as number[]

describe('/v1/email_threads', () => {
  it('starts with an email and includes its replies', async () => {
    const root = await receive({ labels: ['forwarded'] })
    const id = root.email_thread_id
    expect(await thread(id)).toEqual({
      id,
      url: url('email_threads', id),
      organization: url('organizations', tenant.organization_id),
      queue: url('queues', tenant.queue_id),
      root_email: url('emails', root.id),
      has_replies: false,
      has_new_replies: false,
      root_email_read: false,
      created_at: expect.any(String),
      last_email_created_at: expect.any(String),
      subject: 'Invoice',
      from: { email: 'ada@example.org' },
      labels: ['forwarded'],
      annotation_counts: expect.objectContaining({ annotations: 0, related_annotations: 0 }),
    })
    const answer = await receive({ parent_id: root.id, type: 'outgoing', labels: ['reply'] })
    expect(answer.email_thread_id).toBe(id)
    expect(await thread(id)).toMatchObject({
      has_replies: false,
      has_new_replies: false,
      labels: ['forwarded', 'reply'],
    })
    const reply = await receive({ parent_id: answer.id, subject: 'Re: Invoice' })
    const grown = await thread(id)
    expect(grown).toMatchObject({ has_replies: true, has_new_replies: true, subject: 'Invoice' })
    const email = (await admin.get(`/emails/${reply.id}`)).body
    expect(grown.last_email_created_at).toBe(email.created_at)
    expect((await admin.get(`/emails/${root.id}`)).body.last_thread_email_created_at).toBe(email.created_at)
  })

  it('allows clients only to mark it as read', async () => {
    const root = await receive()
    await receive({ parent_id: root.id })
    const id = root.email_thread_id
    const { body } = await admin.patch(`/email_threads/${id}`, {
      has_new_replies: false,
      root_email_read: true,
      subject: 'x',
    })
    expect(body).toMatchObject({ has_new_replies: false, root_email_read: true, has_replies: true, subject: 'Invoice' })
    expect((await admin.patch(`/email_threads/${id}`, { has_new_replies: 'yes' })).status).toBe(400)
    expect((await admin.post('/email_threads', {})).status).toBe(405)
  })

  it('sets the reply flags of annotations in objects, lists and searches', async () => {
    const root = await receive()
    const email_thread_id = root.email_thread_id
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { email_id: root.id, email_thread_id })
    const searched = async (query: object) =>
      (await admin.post('/annotations/search', { query: { $and: [query] } })).body.results.map(
        (row: { id: number }) => row.id,
      )
    const shown = async () => (await admin.get(`/annotations/${annotation_id}?sideload=emails`)).body
    expect(await shown()).toMatchObject({
      email: url('emails', root.id),
      emails: [{ id: root.id }],
      email_thread: url('email_threads', email_thread_id),
      has_email_thread_with_replies: false,
      has_email_thread_with_new_replies: false,
    })
    await receive({ parent_id: root.id })
    for (const name of ['has_email_thread_with_replies', 'has_email_thread_with_new_replies']) {
      expect((await shown())[name]).toBe(true)
      expect(await idsOf(`/annotations?${name}=true`)).toEqual([annotation_id])
      expect(await idsOf(`/annotations?${name}=false`)).not.toContain(annotation_id)
      expect(await searched({ [name]: { $eq: true } })).toEqual([annotation_id])
    }
    expect(await searched({ email_sender: { $eq: 'ada@example.org' } })).toEqual([annotation_id])
    expect(await searched({ email_thread: { $eq: url('email_threads', email_thread_id) } })).toEqual([annotation_id])
    expect((await thread(email_thread_id)).annotation_counts.annotations).toBe(1)
  })

  it('can be found by each filter and is counted', async () => {
    await server.deps.db('email_threads').where('organization_id', tenant.organization_id).delete()
    const [plain, replied, answered] = [await receive(), await receive(), await receive()]
    await receive({ parent_id: replied.id })
    await receive({ parent_id: answered.id, type: 'outgoing' })
    const all = [plain, replied, answered].map((email) => email.email_thread_id)
    for (const [filter, expected] of [
      ['has_root_email=true', all],
      ['has_root_email=false', []],
      ['has_replies=true', [all[1]]],
      ['has_new_replies=true', [all[1]]],
      ['recent_with_no_documents_not_replied=true', [all[0], all[1]]],
      [`queue=${tenant.queue_id}`, all],
      ['created_at_before=2020-01-01', []],
      ['last_email_created_at_after=2020-01-01', all],
    ] as const)
      expect([filter, await idsOf(`/email_threads?${filter}`)]).toEqual([filter, expected])
    expect((await admin.get('/email_threads/counts')).body).toEqual({
      total: 3,
      with_replies: 1,
      with_new_replies: 1,
      recent_with_no_documents_not_replied: 2,
    })
  })
})
