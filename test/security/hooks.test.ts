/** What a hook gives to users who see only a part of what it does. */
import { describe, expect, it } from 'vitest'
import { createToken, OF_HOOK } from '../../src/domain/people/credentials.ts'
import { createMembershipToken, saveMembership } from '../../src/domain/people/memberships.ts'
import { as, type Client, type Json } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, aHook, calls, runs, server, tenant, upload, url, useHooks } from '../hooks/setup.ts'

useHooks()

/** Returns an administrator whose membership is limited to this queue. */
async function aGuest(queue_id: number): Promise<Client> {
  const { db } = server.deps
  const { organization_group_id, organization_id } = tenant
  const home = await aTenant(db)
  await db('organizations').where('id', home.organization_id).update({ organization_group_id })
  const { user_id } = await aPerson(db, home, 'admin')
  await saveMembership(db, organization_group_id, { user_id, organization_id, queue_ids: [queue_id], expires_at: null })
  const who = { user_id, organization_group_id, roles: ['admin'] }
  return as(server.root, await createMembershipToken(db, who, organization_id, {}))
}

describe('a hook that also serves queues outside of a membership', () => {
  const secrets = { key: 'hush-hush' }

  async function aSharedHook() {
    const [own, other] = [await aQueue(server.deps.db, tenant), await aQueue(server.deps.db, tenant)]
    const id = await aHook(own, ['annotation_status.changed'], {
      queues: [own, other].map(({ queue_id }) => url('queues', queue_id)),
      secrets,
    })
    return { own, other, id, path: `/hooks/${id}`, guest: await aGuest(own.queue_id) }
  }

  it('is neither changed in what it does and where it sends data, nor deleted', async () => {
    const { path, guest, other } = await aSharedHook()
    const changes: Json[] = [
      { config: { url: 'https://mine.example.com' } },
      { config: { secret: 'mine' } },
      { secrets: { key: 'mine' } },
      { settings: { to: 'https://mine.example.com' } },
      { active: false },
      { events: ['annotation_content.initialize'] },
      { sideload: ['modifiers'] },
    ]
    for (const change of changes)
      expect(await guest.patch(path, change)).toMatchObject({
        status: 400,
        body: { [Object.keys(change)[0]!]: ['The hook also serves queues that you do not see.'] },
      })
    expect((await guest.send('DELETE', path)).status).toBe(403)
    const { body } = await guest.get(path)
    expect((await guest.put(path, { ...body, name: 'Renamed' })).body).toMatchObject({ name: 'Renamed' })
    await server.deps.db('hook_queues').where({ queue_id: other.queue_id }).delete()
    expect((await guest.patch(path, changes[0]!)).status).toBe(200)
    expect((await guest.send('DELETE', path)).status).toBe(204)
  })

  it('shows and repeats only the calls about their queues', async () => {
    const { own, other, id, path, guest } = await aSharedHook()
    await upload(own)
    await upload(other)
    await calls(2)
    const made = await runs(id, 2)
    const run = (queue_id: number) => String(made.find((one) => one.queue_id === queue_id)!.uuid)
    const answers = async (queue_id: number) => [
      (await guest.get(`/hooks/runs/${run(queue_id)}/logs`)).status,
      (await guest.get(`/hooks/runs/${run(queue_id)}/record`)).body.detail,
      (await guest.post(`${path}/redeliver`, { run: run(queue_id) })).status,
    ]
    expect(await answers(own.queue_id)).toEqual([200, expect.stringContaining('Record'), 202])
    expect(await answers(other.queue_id)).toEqual([404, expect.stringContaining('Hook run'), 404])
    expect((await admin.post(`${path}/redeliver`, { run: run(other.queue_id) })).status).toBe(202)
  })
})

describe('the token of a hook', () => {
  it('creates no other tokens, here or in other organizations of its owner', async () => {
    const { db } = server.deps
    const { organization_group_id } = tenant
    const { user_id } = await aPerson(db, tenant, 'admin')
    const elsewhere = await aTenant(db)
    const organization_id = elsewhere.organization_id
    await db('organizations').where('id', organization_id).update({ organization_group_id })
    await saveMembership(db, organization_group_id, { user_id, organization_id, queue_ids: [], expires_at: null })
    const ask = async (origin: string | null) => {
      const client = as(server.root, await createToken(db, user_id, { origin, lifetime_s: 600 }))
      const organization = `${server.root}/organizations/${organization_id}`
      return [
        (await client.get('/auth/user')).status,
        (await client.post('/auth/token', {})).status,
        (await client.post('/auth/membership_token', { organization })).status,
      ]
    }
    expect(await ask(null)).toEqual([200, 200, 200])
    expect(await ask(OF_HOOK)).toEqual([200, 403, 403])
  })
})
