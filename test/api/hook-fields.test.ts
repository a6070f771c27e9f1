/** Fields, filters and copies of hooks. */
import { describe, expect, it } from 'vitest'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { make, refused, webhook } from './hooks-setup.ts'

useTenantServer()

describe('events', () => {
  it('are stored without duplicates; unknown ones are refused', async () => {
    const created = await make(webhook({ events: ['annotation_content.export', 'upload.created', 'upload.created'] }))
    expect(created.events).toEqual(['annotation_content.export', 'upload.created'])
    expect(Object.keys(await refused(webhook({ events: ['annotation_content.done'] })))).toContain('events')
    expect((await admin.get('/hooks?events=upload.created')).body.results).toContainEqual(created)
  })

  it('can be filtered by name with or without an action', async () => {
    const [all, one, other] = [
      await make(webhook({ events: ['email'] })),
      await make(webhook({ events: ['email.received'] })),
      await make(webhook({ events: ['invocation.manual'] })),
    ]
    const found = async (events: string) =>
      (await admin.get(`/hooks?page_size=100&events=${events}`)).body.results.map((row: { id: number }) => row.id)
    expect(await found('email')).toEqual([all.id, one.id])
    expect(await found('email.received')).toEqual([all.id, one.id])
    expect(await found('email,invocation.manual')).toEqual(expect.arrayContaining([all.id, one.id, other.id]))
    expect(await found('nothing')).toEqual([])
  })

  it('are required on PUT, as are queues', async () => {
    const created = await make(webhook())
    const { events: _, queues: __, ...rest } = webhook()
    const put = await admin.put(created.url, rest)
    expect([put.status, put.body.events, put.body.queues]).toEqual([
      400,
      ['This field is required.'],
      ['This field is required.'],
    ])
  })
})

describe('filters', () => {
  it('select by URL, application, name, type, queue and search text', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const created = await make(
      webhook(
        { name: 'Findable 100%', queues: [url('queues', queue_id)], description: 'Asks a register.', active: false },
        { url: 'https://find.example.org/', app: { url: 'https://app.example.org/' } },
      ),
    )
    for (const query of [
      'config_url=https://find.example.org/',
      'config_app_url=https://app.example.org/',
      'name=Findable 100%25',
      `queue=${queue_id}`,
      `queue=${queue_id}&type=webhook`,
      `queue=${queue_id}&active=False`,
      `queue=${queue_id}&extension_source=custom`,
      'search=ABLE 100%25',
      'search=a register',
      'search=find.example',
    ])
      expect((await admin.get(`/hooks?${query}`)).body.results, query).toEqual([created])
    for (const query of [`queue=${queue_id}&active=true`, `queue=${queue_id}&type=function`, 'search=1_0%25'])
      expect((await admin.get(`/hooks?${query}`)).body.results, query).toEqual([])
  })
})

describe('run_after', () => {
  it('refuses cycles, also by two concurrent changes', async () => {
    const [a, b, c] = [await make(webhook()), await make(webhook()), await make(webhook())]
    const after = (hook: { url: string }, ...before: { url: string }[]) =>
      admin.patch(hook.url, { run_after: before.map((one) => one.url) })
    expect((await after(b, a)).body.run_after).toEqual([a.url])
    expect((await after(c, b)).status).toBe(200)
    for (const [hook, before] of [
      [a, a],
      [a, b],
      [a, c],
    ])
      expect(await after(hook, before)).toMatchObject({ status: 400, body: { run_after: [expect.any(String)] } })
    const [d, e] = [await make(webhook()), await make(webhook())]
    const statuses = (await Promise.all([after(d, e), after(e, d)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
  })
})

describe('token_owner', () => {
  it('cannot be an administrator of the organization group or a user of another organization', async () => {
    const { db } = server.deps
    const oga = await aPerson(db, tenant, 'organization_group_admin')
    expect((await refused(webhook({ token_owner: url('users', oga.user_id) }))).token_owner).toHaveLength(1)
    const stranger = await aTenant(db)
    expect((await refused(webhook({ token_owner: url('users', stranger.user_id) }))).token_owner).toEqual([
      'Invalid hyperlink - object does not exist.',
    ])
    expect((await refused(webhook({ token_lifetime_s: 7201 }))).token_lifetime_s).toHaveLength(1)
    expect((await refused({ ...webhook(), type: 'job' })).type).toEqual(['"job" is not a valid choice.'])
  })
})

describe('duplicate', () => {
  it('copies the hook without queues, secrets and order unless requested', async () => {
    const before = await make(webhook())
    const original = await make(
      webhook({ run_after: [before.url], secrets: { key: 'v' }, settings: { a: 1 } }, { secret: 's', timeout_s: 7 }),
    )
    const later = await make(webhook({ run_after: [original.url] }))
    const copy = (await admin.post(`${original.url}/duplicate`, { name: 'Copy' })).body
    const { secret: _, ...config } = original.config
    expect(copy).toMatchObject({ name: 'Copy', active: false, queues: [], run_after: [], settings: { a: 1 }, config })
    expect(copy.config).not.toHaveProperty('secret')
    expect((await admin.get(`/hooks/${copy.id}/secrets_keys`)).body).toEqual([])

    const options = { name: 'Whole', copy_secrets: true, copy_dependencies: true }
    const whole = (await admin.post(`${original.url}/duplicate`, options)).body
    expect([whole.run_after, whole.config.secret]).toEqual([[before.url], 's'])
    expect((await admin.get(`/hooks/${whole.id}/secrets_keys`)).body).toEqual(['key'])
    expect((await admin.get(later.url)).body.run_after).toEqual([original.url, whole.url])
    expect((await admin.post(`${original.url}/duplicate`, {})).status).toBe(400)
  })
})
