/** Delegations of approvals as objects (contract 24.24, 24.26, 24.27). */
import { expect, it } from 'vitest'
import { unseal } from '../../src/domain/requests/secrets.ts'
import { aTenant } from '../support/factories.ts'
import { as } from '../support/as.ts'
import { admin, person, server, tenant, url } from '../support/tenant-server.ts'
import { useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', SMTP_TLS: 'off', SMTP_FROM: 'sheaf@example.org' } })

const DAY = 86_400_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Creates an approver who sees other users. */
async function approver() {
  const made = await person('approver')
  const annotator = server.deps.db('groups').select('id').where('name', 'annotator')
  await server.deps.db('user_groups').insert({ user_id: made.user_id, group_id: annotator })
  return { ...made, url: url('users', made.user_id) }
}

it('are created by approvers for themselves, and by administrators for others', async () => {
  const [ada, bob] = [await approver(), await approver()]
  const mine = await ada.client.post('/delegations', { delegate: bob.url, ends_at: at(DAY) })
  expect(mine).toMatchObject({
    status: 201,
    body: { user: ada.url, delegate: bob.url, active: true, created_by: ada.url },
  })
  const body = { user: bob.url, delegate: ada.url, starts_at: at(DAY), ends_at: at(2 * DAY) }
  expect((await ada.client.post('/delegations', body)).status).toBe(403)
  // Otherwise an administrator could approve in the name of others, without the reason of an override.
  const toOneself = { delegate: url('users', tenant.user_id) }
  expect((await admin.post('/delegations', { ...body, ...toOneself })).status).toBe(403)
  expect((await admin.patch(mine.body.url, toOneself)).status).toBe(403)
  expect(await admin.post('/delegations', body)).toMatchObject({ status: 201, body: { active: false } })
  expect(await admin.post('/delegations', { ...body, user: undefined })).toMatchObject({
    status: 201,
    body: { user: url('users', tenant.user_id) },
  })
})

it('are refused for users who could not approve, and for impossible times', async () => {
  const [ada, annotator] = [await approver(), await person('annotator')]
  const who = { user: ada.url, delegate: url('users', annotator.user_id) }
  const refused = await admin.post('/delegations', { ...who, ends_at: at(DAY) })
  expect(refused.status).toBe(400)
  expect(refused.body.delegate[0]).toContain('has no role that may approve')
  const byApprover = await ada.client.post('/delegations', { delegate: who.delegate, ends_at: at(DAY) })
  expect(byApprover.body).toMatchObject({ delegate: [`Cannot approve: user ${annotator.user_id}.`] })
  const delegate = (await approver()).url
  for (const [body, field] of [
    [{ delegate: ada.url, ends_at: at(DAY) }, 'delegate'],
    [{ delegate, ends_at: at(-DAY) }, 'ends_at'],
    [{ delegate, ends_at: at(400 * DAY) }, 'ends_at'],
    [{ delegate, starts_at: at(2 * DAY), ends_at: at(DAY) }, 'ends_at'],
  ] as const) {
    const answer = await ada.client.post('/delegations', body)
    expect([answer.status, field in answer.body, answer.body]).toMatchObject([400, true, {}])
  }
})

it('are seen and changed by the approver and administrators, and seen by the delegate', async () => {
  const [ada, bob, cy] = [await approver(), await approver(), await approver()]
  const { body } = await ada.client.post('/delegations', { delegate: bob.url, ends_at: at(DAY) })
  const ids = async (client: typeof ada.client, query: string) =>
    (await client.get(`/delegations?${query}`)).body.results.map(({ id }: { id: number }) => id)
  expect(await ids(ada.client, `user=${ada.user_id}&active=true`)).toEqual([body.id])
  expect(await ids(bob.client, `delegate=${bob.user_id}`)).toEqual([body.id])
  expect(await ids(cy.client, '')).toEqual([])
  expect(await ids(admin, `user=${ada.user_id}&active=false`)).toEqual([])
  expect((await cy.client.delete(body.url)).status).toBe(404)
  expect((await bob.client.patch(body.url, { ends_at: at(9 * DAY) })).status).toBe(403)
  expect((await bob.client.delete(body.url)).status).toBe(403)
  expect((await ada.client.patch(body.url, { ends_at: at(9 * DAY) })).status).toBe(200)
  const { results } = (await admin.get(`/audit_logs?object_type=delegation&object_id=${body.id}`)).body
  expect(results.length).toBeGreaterThan(0)
  expect((await ada.client.delete(body.url)).status).toBe(204)
})

it('name no users of other organizations', async () => {
  const [ada, other] = [await approver(), await aTenant(server.deps.db)]
  const answer = await admin.post('/delegations', { delegate: url('users', other.user_id), ends_at: at(DAY) })
  expect([answer.status, 'delegate' in answer.body]).toEqual([400, true])
  const { body } = await admin.post('/delegations', { delegate: ada.url, ends_at: at(DAY) })
  expect((await as(server.root, other.token).get(body.url)).status).toBe(404)
})

it('are announced to the delegate when they are created, changed and deleted', async () => {
  const { db, config } = server.deps
  const letters = async () => {
    const sealed = await db('letters').orderBy('id').pluck<Buffer[]>('sealed_message')
    await db('letters').delete()
    return sealed.map((one) => {
      const { to, subject, text } = unseal<{ to: string; subject: string; text: string }>(
        config,
        'letters.sealed_message',
        one,
      )
      return `${to}: ${subject}. ${text.split('\n')[0]!}`
    })
  }
  const [ada, bob, cy] = [await approver(), await approver(), await approver()]
  for (const [{ user_id }, name] of [
    [ada, 'ada'],
    [bob, 'bob'],
    [cy, 'cy'],
  ] as const)
    await db('users')
      .where('id', user_id)
      .update({ email: `${name}@ham.example`, first_name: name, last_name: 'Ham' })
  await letters()

  const times = { starts_at: '2126-08-01T00:00:00Z', ends_at: '2126-08-15T12:30:00Z' }
  const { body } = await ada.client.post('/delegations', { delegate: bob.url, ...times })
  const period = 'from 2126-08-01 00:00 to 2126-08-15 12:30 (UTC)'
  const begun = (to: string) =>
    `${to}@ham.example: Approvals for ada Ham. You can approve and reject documents that wait for ada Ham, ${period}.`
  const ended = (to: string) =>
    `${to}@ham.example: You no longer approve for ada Ham. The delegation of the approvals of ada Ham to you has ended. It was planned ${period}.`
  expect(await letters()).toEqual([begun('bob')])

  await ada.client.patch(body.url, times)
  expect(await letters()).toEqual([])
  await ada.client.patch(body.url, { ends_at: '2126-08-10T00:00:00Z' })
  expect(await letters()).toEqual([expect.stringMatching(/^bob@ham.* at other times: .* to 2126-08-10 00:00/)])
  await ada.client.patch(body.url, { ...times, delegate: cy.url })
  expect(await letters()).toEqual([expect.stringContaining('bob@ham.example: You no longer approve'), begun('cy')])
  expect((await ada.client.delete(body.url)).status).toBe(204)
  expect(await letters()).toEqual([ended('cy')])

  // One that is over, and a delegate who has left, need no email.
  const past = await ada.client.post('/delegations', { delegate: bob.url, ends_at: at(DAY) })
  await letters()
  await db('delegations').where('id', past.body.id).update({ starts_at: '2020-01-01', ends_at: '2020-01-02' })
  expect((await ada.client.delete(past.body.url)).status).toBe(204)
  const left = await ada.client.post('/delegations', { delegate: cy.url, ends_at: at(DAY) })
  await letters()
  await db('users').where('id', cy.user_id).update({ is_active: false })
  expect((await ada.client.delete(left.body.url)).status).toBe(204)
  expect(await letters()).toEqual([])
})
