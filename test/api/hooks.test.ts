/** Hooks: behaviour beyond the contract suite. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { ANOTHER_KEY, CERTIFICATE, ITS_KEY } from '../support/client-certificate.ts'
import { aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
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

const webhook = (given: object = {}, config: object = {}) => ({
  name: 'Lookup',
  queues: [url('queues', tenant.queue_id)],
  events: ['annotation_content.initialize'],
  config: { url: 'https://hooks.example.org/lookup', ...config },
  ...given,
})
const program = (given: object = {}, config: object = {}) => ({
  ...webhook(given),
  type: 'function',
  config: { runtime: 'python3.12', code: 'def svc_hook_request_handler(payload): return {}', ...config },
})
const make = async (body: object) => {
  const created = await admin.post('/hooks', body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const refused = async (body: object) => {
  const answer = await admin.post('/hooks', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  return answer.body
}

describe('config of a webhook', () => {
  it('has the defaults of its type and no keys of the other type', async () => {
    const created = await make(webhook({}, { code: 'x', memory_size_mb: 128, no_such_key: 1 }))
    expect(created.type).toBe('webhook')
    expect(created.config).toEqual({
      url: 'https://hooks.example.org/lookup',
      insecure_ssl: false,
      client_ssl_certificate: null,
      private: false,
      schedule: {},
      timeout_s: 30,
      retry_count: 4,
      max_polling_time_s: 300,
      retry_after_polling_failure: true,
      app: null,
      payload_logging_enabled: false,
      retry_on_any_non_2xx: false,
    })
  })

  it.each([
    [{ timeout_s: 61 }, 'timeout_s'],
    [{ timeout_s: -1 }, 'timeout_s'],
    [{ retry_count: 5 }, 'retry_count'],
    [{ max_polling_time_s: 0 }, 'max_polling_time_s'],
    [{ max_polling_time_s: 3601 }, 'max_polling_time_s'],
    [{ url: 'ftp://example.org' }, 'url'],
    [{ url: 5 }, 'url'],
    [{ app: { settings: {} } }, 'app'],
    [{ app: { url: 'no' } }, 'app'],
    [{ insecure_ssl: 'yes' }, 'insecure_ssl'],
    [{ schedule: { cron: '*/5 * * * *' } }, 'schedule'],
    [{ client_ssl_certificate: 'x' }, 'client_ssl_certificate'],
    [{ client_ssl_key: 'x' }, 'client_ssl_key'],
    [{ client_ssl_certificate: CERTIFICATE, client_ssl_key: ANOTHER_KEY }, 'client_ssl_key'],
  ])('refuses %j', async (config, key) => {
    expect(Object.keys((await refused(webhook({}, config))).config)).toEqual([key])
  })

  it('requires a URL', async () => {
    expect((await refused({ ...webhook(), config: {} })).config).toEqual({ url: ['This field is required.'] })
  })

  it('accepts polling limits only for events with asynchronous responses', async () => {
    for (const config of [{ max_polling_time_s: 60 }, { retry_after_polling_failure: false }]) {
      expect(Object.keys((await refused(webhook({}, config))).config)).toEqual(Object.keys(config))
      for (const events of [['upload.created'], ['invocation'], ['annotation_content']])
        expect((await make(webhook({ events }, config))).config).toMatchObject(config)
    }
  })

  it('is merged by PATCH and replaced by PUT', async () => {
    const created = await make(webhook({}, { timeout_s: 10, schedule: { cron: '0 6 * * *' }, insecure_ssl: true }))
    const elsewhere = { url: 'https://hooks.example.org/elsewhere' }
    const patched = await admin.patch(created.url, { config: elsewhere })
    expect(patched.body.config).toEqual({ ...created.config, ...elsewhere })
    const put = await admin.put(created.url, webhook({}, { retry_count: 0 }))
    expect(put.body.config).toMatchObject({ retry_count: 0, timeout_s: 30, schedule: {}, insecure_ssl: false })
    expect((await admin.patch(created.url, { config: { timeout_s: 61 } })).body.config).toEqual({
      timeout_s: ['Ensure this value is less than or equal to 60.'],
    })
  })
})

describe('config of a function', () => {
  it('has its defaults; the function is pending after creation and after a change of its code', async () => {
    const created = await make(program())
    expect(created.config).toEqual({
      runtime: 'python3.12',
      code: 'def svc_hook_request_handler(payload): return {}',
      status: 'pending',
      third_party_library_pack: 'default',
      private: false,
      schedule: {},
      timeout_s: 30,
      memory_size_mb: 256,
      retry_count: 4,
      app: null,
      payload_logging_enabled: false,
    })
    expect(created.status).toBe('pending')
    const built = () => server.deps.db('hooks').where('id', created.id).update({ status: 'ready' })
    await built()
    const same = await admin.patch(created.url, {
      config: { timeout_s: 5, code: created.config.code, status: 'failed' },
    })
    expect([same.body.status, same.body.config.status]).toEqual(['ready', 'ready'])
    for (const config of [{ code: 'x = 1' }, { third_party_library_pack: null }, { runtime: 'nodejs22.x' }]) {
      await built()
      expect((await admin.patch(created.url, { config })).body).toMatchObject({ status: 'pending', config })
    }
  })

  it.each([
    [{ runtime: 'python2' }, 'runtime'],
    [{ memory_size_mb: 64 }, 'memory_size_mb'],
    [{ memory_size_mb: 512 }, 'memory_size_mb'],
    [{ third_party_library_pack: 'everything' }, 'third_party_library_pack'],
    [{ code: null }, 'code'],
  ])('refuses %j', async (config, key) => {
    expect(Object.keys((await refused(program({}, config))).config)).toEqual([key])
  })

  it('requires a runtime and code', async () => {
    expect(Object.keys((await refused({ ...program(), config: {} })).config)).toEqual(['runtime', 'code'])
  })
})

describe('a private hook', () => {
  it('always hides its URL, also in lists', async () => {
    const address = 'https://private.example.org/hidden'
    const created = await make(
      webhook({ name: 'Private' }, { url: address, secret: 'signs-in-private', private: true }),
    )
    expect(created.config).not.toHaveProperty('url')
    expect(created.config).not.toHaveProperty('secret')
    expect(created.config.private).toBe(true)
    expect((await admin.get(`/hooks?config_url=${address}`)).body.results).toEqual([])
    expect((await admin.get('/hooks?search=private.example')).body.results).toEqual([])
    for (const config of [{ private: false }, { url: address }, { secret: 'another' }])
      expect(Object.keys((await admin.patch(created.url, { config })).body.config)).toEqual(Object.keys(config))
    const put = await admin.put(created.url, { ...created, config: { ...created.config, timeout_s: 3 } })
    expect([put.status, put.body.config.timeout_s, put.body.config.private]).toEqual([200, 3, true])
    expect((await server.deps.db('hooks').where('id', created.id).first()).config.url).toBe(address)
  })

  it('hides the code of a function', async () => {
    const created = await make(program({}, { private: true }))
    for (const key of ['runtime', 'code', 'third_party_library_pack']) expect(created.config).not.toHaveProperty(key)
    const changed = await admin.patch(created.url, { config: { code: 'x', third_party_library_pack: null } })
    expect(Object.keys(changed.body.config)).toEqual(['code', 'third_party_library_pack'])
    expect((await admin.patch(created.url, { config: { memory_size_mb: 128 } })).body.status).toBe('pending')
  })
})

describe('settings and secrets', () => {
  it('must match their schemas after a change of either', async () => {
    const settings_schema = { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] }
    expect((await refused(webhook({ settings_schema }))).settings).toEqual(["must have required property 'limit'."])
    const created = await make(webhook({ settings_schema, settings: { limit: 3 } }))
    expect((await admin.patch(created.url, { settings: { limit: 'x' } })).body.settings).toEqual([
      'limit must be integer.',
    ])
    expect((await admin.patch(created.url, { settings_schema: { type: 'object', maxProperties: 0 } })).status).toBe(400)
    expect((await admin.patch(created.url, { settings_schema: null, settings: { any: 1 } })).status).toBe(200)

    const secrets_schema = { type: 'object', properties: { key: { type: 'string' } }, additionalProperties: false }
    expect((await refused(webhook({ secrets_schema, secrets: { other: 'x' } }))).secrets).toHaveLength(1)
    const second = await make(webhook({ secrets: { other: 'x' } }))
    expect((await admin.patch(second.url, { secrets_schema })).body.secrets).toHaveLength(1)
    expect((await admin.patch(second.url, { secrets_schema, secrets: { key: 'y' } })).status).toBe(200)
    expect(
      (await refused(webhook({ secrets_schema: { type: 'object', required: ['a'] } }))).secrets_schema,
    ).toHaveLength(1)
  })

  it('keep the secrets when a client writes back what it has read; PATCH replaces them', async () => {
    const created = await make(webhook({ secrets: { a: 'one', b: 'two' } }))
    expect(created.secrets).toEqual({})
    const keys = async () => (await admin.get(`/hooks/${created.id}/secrets_keys`)).body
    expect((await admin.put(created.url, created)).status).toBe(200)
    expect(await keys()).toEqual(['a', 'b'])
    await admin.patch(created.url, { secrets: { c: 'three' } })
    expect(await keys()).toEqual(['c'])
    await admin.patch(created.url, { secrets: {} })
    expect(await keys()).toEqual([])
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    expect((await viewer.get(`/hooks/${created.id}/secrets_keys`)).status).toBe(403)
  })

  it('return the secret that signs payloads to administrators only', async () => {
    const created = await make(webhook({}, { secret: 'signature-secret' }))
    expect(created.config.secret).toBe('signature-secret')
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    expect((await viewer.get(created.url)).body.config).not.toHaveProperty('secret')
    expect((await admin.patch(created.url, { config: { secret: null } })).body.config).not.toHaveProperty('secret')
  })

  it('keep the key of a certificate until the certificate is removed', async () => {
    const created = await make(webhook({}, { client_ssl_certificate: CERTIFICATE, client_ssl_key: ITS_KEY }))
    const sealed = async () => (await server.deps.db('hooks').where('id', created.id).first()).sealed_config !== null
    expect(created.config).not.toHaveProperty('client_ssl_key')
    expect((await admin.put(created.url, created)).body.config.client_ssl_certificate).toBe(CERTIFICATE)
    expect(await sealed()).toBe(true)
    expect((await admin.patch(created.url, { config: { client_ssl_key: ANOTHER_KEY } })).status).toBe(400)
    expect((await admin.patch(created.url, { config: { client_ssl_certificate: null } })).status).toBe(200)
    expect(await sealed()).toBe(false)
  })

  it('appear in no response, log line, event or column', async () => {
    const lines: string[] = []
    const keep = (...words: unknown[]) => void lines.push(JSON.stringify(words))
    const { log } = server.deps
    const listening = new Proxy(log, {
      get: (target, name) =>
        ['trace', 'debug', 'info', 'warn', 'error'].includes(String(name)) ? keep : Reflect.get(target, name),
    })
    const own = await testServer({ log: listening })
    try {
      const other = await aTenant(own.deps.db)
      const client = as(own.root, other.token)
      const HIDDEN = ['hidden-secret-value', ITS_KEY.split('\n')[1]!]
      const body = {
        name: 'Secretive',
        queues: [`${own.root}/queues/${other.queue_id}`],
        events: ['annotation_content'],
        config: { url: 'https://hooks.example.org', client_ssl_certificate: CERTIFICATE, client_ssl_key: ITS_KEY },
        secrets: { key: HIDDEN[0] },
      }
      const created = await client.post('/hooks', body)
      const at = `/hooks/${created.body.id}`
      const answers = [
        created,
        await client.get('/hooks'),
        await client.get(at),
        await client.put(at, body),
        await client.patch(at, { secrets: body.secrets, config: { timeout_s: 61 } }),
        await client.patch(at, { secrets: { ...body.secrets, wrong: 5 } }),
        await client.post(`${at}/duplicate`, { name: 'Copy', copy_secrets: true }),
        await client.get(`${at}/secrets_keys`),
        await client.post(`${at}/generate_payload`, { event: 'invocation', action: 'manual' }),
        await client.get('/hooks/logs'),
        await client.get(`/queues/${other.queue_id}`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 400, 400, 201, 200, 200, 200, 200])
      expect(lines.length).toBeGreaterThan(0)
      const { rows } = await own.deps.db.raw(
        `select hooks::text as text from hooks union all select events::text from events
         union all select audit_logs::text from audit_logs`,
      )
      const everything = [JSON.stringify(answers.map(({ body }) => body)), ...lines, JSON.stringify(rows)]
      for (const secret of HIDDEN)
        for (const text of everything) {
          expect(text).not.toContain(secret)
          expect(text).not.toContain(Buffer.from(secret).toString('hex'))
        }
    } finally {
      await own.stop()
    }
  })
})

describe('events', () => {
  it('are stored as received without duplicates; unknown ones are refused', async () => {
    const created = await make(webhook({ events: ['annotation_content', 'upload.created', 'annotation_content'] }))
    expect(created.events).toEqual(['annotation_content', 'upload.created'])
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

describe('hooks of a queue', () => {
  it('are one list under two names, and can be read and set from the queue and the hook', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const queue = url('queues', queue_id)
    const [a, b, c] = [await make(webhook()), await make(webhook()), await make(webhook({ queues: [queue] }))]
    const lists = ({ body }: { body: { hooks: string[]; webhooks: string[] } }) => {
      expect(body.hooks).toEqual(body.webhooks)
      return body.hooks
    }
    expect(lists(await admin.get(queue))).toEqual([c.url])
    expect(lists(await admin.patch(queue, { hooks: [a.url] }))).toEqual([a.url])
    expect((await admin.get(c.url)).body.queues).toEqual([])
    expect((await admin.get(a.url)).body.queues).toContain(queue)
    // The list that differs from the stored one applies, or webhooks if both differ.
    expect(lists(await admin.patch(queue, { hooks: [b.url], webhooks: [a.url] }))).toEqual([b.url])
    expect(lists(await admin.patch(queue, { hooks: [b.url], webhooks: [a.url] }))).toEqual([a.url])
    expect(lists(await admin.patch(queue, { hooks: [b.url], webhooks: [c.url] }))).toEqual([c.url])
    const ids = async (query: string) =>
      (await admin.get(`/queues?${query}`)).body.results.map((row: { id: number }) => row.id)
    expect(await ids(`hooks=${c.id}`)).toContain(queue_id)
    expect(await ids(`webhooks=${a.id}`)).not.toContain(queue_id)
    const { hooks: _, webhooks: __, ...rest } = (await admin.get(queue)).body
    expect(lists(await admin.put(queue, rest))).toEqual([])
  })

  it('determine the hooks that non-administrators can read', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const [seen, unseen] = [
      await make(webhook({ queues: [url('queues', queue_id), url('queues', tenant.queue_id)] })),
      await make(webhook({ queues: [] })),
    ]
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer', [queue_id])).token)
    const found = (await viewer.get('/hooks')).body.results
    expect(found.map((row: { id: number }) => row.id)).toEqual([seen.id])
    expect(found[0].queues).toEqual([url('queues', queue_id)])
    expect((await viewer.get(unseen.url)).status).toBe(404)
    expect((await viewer.patch(seen.url, { name: 'x' })).status).toBe(403)
  })
})

describe('an administrator by a membership limited to queues', () => {
  it('can access only hooks and connectors of these queues', async () => {
    const { db } = server.deps
    const [visitor, home] = [await aPerson(db, tenant, 'admin'), await aTenant(db)]
    const { queue_id } = await aQueue(db, tenant)
    const [membership] = await db('memberships')
      .insert({
        organization_group_id: tenant.organization_group_id,
        organization_id: tenant.organization_id,
        user_id: visitor.user_id,
        limited: true,
      })
      .returning('id')
    await db('membership_queues').insert({ membership_id: membership.id, queue_id })
    await db('users').where('id', visitor.user_id).update({ organization_id: home.organization_id })
    await db('organizations')
      .where('id', home.organization_id)
      .update({ organization_group_id: tenant.organization_group_id })
    await db('tokens')
      .where('user_id', visitor.user_id)
      .update({ organization_id: tenant.organization_id, membership_id: membership.id })
    const client = as(server.root, visitor.token)
    const queue = url('queues', queue_id)
    const both = await make(webhook({ queues: [queue, url('queues', tenant.queue_id)] }))
    const unseen = await make(webhook())
    expect((await client.get(both.url)).body.queues).toEqual([queue])
    expect((await client.get(unseen.url)).status).toBe(404)
    // Setting an accessible queue keeps the inaccessible ones, and at least one accessible queue must remain.
    expect((await client.patch(both.url, { queues: [queue] })).status).toBe(200)
    expect((await admin.get(both.url)).body.queues).toEqual(both.queues.toSorted())
    expect((await client.patch(both.url, { queues: [] })).body.queues).toEqual(['Specify at least one of your queues.'])
    expect((await client.post('/hooks', webhook({ queues: [queue] }))).status).toBe(403)
    expect((await client.post(`${both.url}/duplicate`, { name: 'Copy' })).status).toBe(403)
    const connector = { name: 'ERP', service_url: 'https://erp.example.org' }
    const [own, foreign] = [
      await admin.post('/connectors', { ...connector, queues: [queue] }),
      await admin.post('/connectors', { ...connector, queues: [url('queues', tenant.queue_id)] }),
    ]
    expect((await client.get(own.body.url)).body.queues).toEqual([queue])
    expect((await client.patch(own.body.url, { queues: [] })).body.queues).toEqual([
      'Specify at least one of your queues.',
    ])
    expect((await client.get(foreign.body.url)).status).toBe(404)
  })
})
