/** The config of webhooks, functions and private hooks. */
import { describe, expect, it } from 'vitest'
import { ANOTHER_KEY, CERTIFICATE } from '../support/client-certificate.ts'
import { planOf } from '../../src/domain/hooks/schedule-plan.ts'
import { Hook } from '../../src/models/index.ts'
import { admin, server, useTenantServer } from '../support/tenant-server.ts'
import { make, program, refused, webhook } from './hooks-setup.ts'

useTenantServer()

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
    [{ schedule: { cron: 'x' } }, 'schedule'],
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

  it('has no schedule if the cron expression is empty', async () => {
    for (const cron of ['', '  ']) {
      const created = await make(webhook({ events: ['invocation.scheduled'] }, { schedule: { cron } }))
      expect(created.config.schedule).toEqual({ cron })
      expect(planOf(await Hook.query(server.deps.db).findById(created.id))).toBeNull()
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
      build_error: null,
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
