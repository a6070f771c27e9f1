/** Deferred responses, access tokens, logs of payloads, and hooks that keep failing. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../support/as.ts'
import { as } from '../support/as.ts'
import { overWaysIn } from '../support/ways-in.ts'
import { until } from '../workflows/harness.ts'
import {
  admin,
  aHookedQueue,
  answerWith,
  calls,
  logs,
  receiver,
  runs,
  server,
  tenant,
  upload,
  url,
  useHooks,
} from './setup.ts'

useHooks()

describe('a deferred response', () => {
  it('is polled at its Location until it is there', async () => {
    const queue = await aHookedQueue(['upload.created'])
    let polls = 0
    answerWith((call) => {
      if (call.method === 'POST') return { status: 202, headers: { Location: '/result' } }
      return ++polls < 2 ? { status: 202 } : { status: 201, body: { files: [] } }
    })
    const annotation = await upload(queue)
    expect(annotation.status).toBe('to_review')
    expect(polls).toBe(2)
    const [run] = await runs(queue.hook_id)
    expect(run).toMatchObject({ status: 'completed', attempts: 1 })
    expect((await logs(queue.hook_id)).map(({ status }) => status)).toEqual(['completed', 'waiting', 'waiting'])
    const [first, ...others] = receiver.calls
    for (const other of others) expect(other.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  })
})

describe('the access token', () => {
  it('acts for its owner during the call, and ends with the response', async () => {
    const { hook_id } = await aHookedQueue(['invocation.manual'], { token_owner: url('users', tenant.user_id) })
    let during = 0
    receiver.answer = (response, { body }) =>
      void as(server.root, body.svc_authorization_token as string)
        .get('/auth/user')
        .then(({ status }) => {
          during = status
          response.end('{}')
        })
    expect((await admin.post(`/hooks/${hook_id}/invoke`, {})).status).toBe(200)
    const [call] = await calls(1)
    const token = call!.body.svc_authorization_token as string
    expect([during, (await as(server.root, token).get('/auth/user')).status]).toEqual([200, 401])
  })

  it('lives as long as the hook says', async () => {
    const token_owner = url('users', tenant.user_id)
    const { hook_id } = await aHookedQueue(['invocation.manual'], { token_owner, token_lifetime_s: 300 })
    await admin.post(`/hooks/${hook_id}/invoke`, {})
    const [call] = await calls(1)
    expect((await as(server.root, call!.body.svc_authorization_token as string).get('/auth/user')).status).toBe(200)
  })

  it('is missing without an owner', async () => {
    const { hook_id } = await aHookedQueue(['invocation.manual'])
    await admin.post(`/hooks/${hook_id}/invoke`, {})
    expect((await calls(1))[0]!.body).not.toHaveProperty('svc_authorization_token')
  })
})

describe('the log', () => {
  it('has payload and response only if the hook wants it, without secrets and tokens', async () => {
    const secrets = { key: 'hush' }
    const token_owner = url('users', tenant.user_id)
    const quiet = await aHookedQueue(['invocation.manual'], { secrets, token_owner })
    const open = await aHookedQueue(['invocation.manual'], {
      secrets,
      token_owner,
      config: { payload_logging_enabled: true },
    })
    answerWith(() => ({ ok: true }))
    for (const { hook_id } of [quiet, open]) await admin.post(`/hooks/${hook_id}/invoke`, { n: 1 })
    const [call] = await calls(2)
    expect(call!.body.secrets).toEqual(secrets)
    const [withoutPayload] = await logs(quiet.hook_id)
    expect(withoutPayload).not.toHaveProperty('request')
    const [withPayload] = await logs(open.hook_id)
    expect(JSON.parse(withPayload!.request as string)).toMatchObject({
      n: 1,
      secrets: { key: '[redacted...]' },
      svc_authorization_token: '[redacted...]',
    })
    expect(withPayload!.response).toBe('{"ok":true}')
    const stored = JSON.stringify(await server.deps.db('hook_runs').where({ hook_id: open.hook_id }))
    expect(stored).not.toContain('hush')
  })
})

describe('a hook that keeps failing', () => {
  it('is counted until it succeeds', async () => {
    const { hook_id } = await aHookedQueue(['invocation.manual'])
    const failures = async () => (await server.deps.db('hooks').where({ id: hook_id }).first()).failures as number
    answerWith(() => ({ status: 500 }))
    for (let n = 1; n <= 10; n++) await admin.post(`/hooks/${hook_id}/invoke`, {})
    expect(await failures()).toBe(10)
    answerWith(() => ({}))
    await admin.post(`/hooks/${hook_id}/invoke`, {})
    expect(await failures()).toBe(0)
  })
})

overWaysIn(
  () => {
    describe('the purge of an annotation', () => {
      it('removes its content from calls, and keeps that they were made', async () => {
        const queue = await aHookedQueue(['annotation_content.initialize'], {
          config: { payload_logging_enabled: true },
        })
        const { id } = await upload(queue)
        await admin.post(`/annotations/${id}/delete`, {})
        expect((await admin.post('/annotations/purge_deleted', { annotations: [url('annotations', id)] })).status).toBe(
          202,
        )
        const load = (): Promise<Json> => server.deps.db('annotations').where({ id }).first()
        await until(load, ({ status }) => status === 'purged')
        expect(await runs(queue.hook_id)).toMatchObject([
          { status: 'completed', sealed_payload: null, sealed_record: null, response: null },
        ])
        expect(await logs(queue.hook_id)).toEqual([])
      })
    })
  },
  { plain: true },
)
