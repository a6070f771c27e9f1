/** Functions as hooks: built when they are saved, called like webhooks, with their own API within reach. */
import { describe, expect, it } from 'vitest'
import { FAILURES_ALLOWED } from '../../src/domain/people/login-attempts.ts'
import { as, type Json } from '../support/as.ts'
import { until } from '../workflows/harness.ts'
import { aPerson, aQueue } from '../support/factories.ts'
import { overWaysIn } from '../support/ways-in.ts'
import { admin, BASE, logs, runs, server, tenant, upload, url, useHooks } from './setup.ts'

useHooks()

async function aFunction(events: string[], code: string, config: Json = {}, given: Json = {}) {
  const queue = await aQueue(server.deps.db, tenant)
  const created = await admin.post('/hooks', {
    type: 'function',
    name: 'Function',
    queues: [url('queues', queue.queue_id)],
    events,
    config: { runtime: 'nodejs22.x', code, ...config },
    ...given,
  })
  expect([created.status, created.body.status]).toEqual([201, 'pending'])
  const id = created.body.id as number
  const load = async () => (await admin.get(`/hooks/${id}`)).body as Json
  const hook = await until(load, ({ status }) => status !== 'pending')
  return { ...queue, id, hook }
}

const DOUBLE = `
exports.rossum_hook_request_handler = async (payload) => {
  console.log('called for', payload.event)
  const node = payload.annotation.content.flatMap((s) => s.children).find((n) => n.schema_id === 'document_id')
  return {
    messages: [{ id: node.id, type: 'info', content: 'checked' }],
    operations: [{ op: 'replace', id: node.id, value: { content: { value: node.content.value + '!' } } }],
  }
}`

overWaysIn(
  () => {
    describe('a function of an import', () => {
      it('is built after it was saved, and then called', async () => {
        const { id, hook, ...queue } = await aFunction(['annotation_content.initialize'], DOUBLE)
        expect(hook).toMatchObject({ status: 'ready', config: { status: 'ready', build_error: null } })
        const annotation = await upload(queue)
        const { body } = await admin.get(`/annotations/${annotation.id}/content?schema_id=document_id`)
        expect(body.content[0].content.value).toBe('A-1!')
        expect(annotation.messages).toMatchObject([{ content: 'checked', detail: { hook_id: id } }])
        expect(await logs(id)).toMatchObject([
          { hook_type: 'function', status: 'completed', output: 'called for annotation_content' },
        ])
      })

      it('that throws is an error message with the line, and is not repeated', async () => {
        const { id, ...queue } = await aFunction(
          ['annotation_content.initialize'],
          `exports.svc_hook_request_handler = () => {\n  throw new TypeError('no supplier')\n}`,
        )
        const annotation = await upload(queue)
        expect(annotation.messages).toMatchObject([
          {
            type: 'error',
            content: expect.stringContaining('TypeError: no supplier'),
            detail: { is_exception: true, traceback_line_number: 2, hook_id: id },
          },
        ])
        expect(await runs(id)).toMatchObject([{ status: 'failed', attempts: 1 }])
      })
    })
  },
  { plain: true },
)

describe('a function', () => {
  it('with a syntax error fails to build, with the line', async () => {
    const { hook } = await aFunction([], 'exports.svc_hook_request_handler = () => {\n  return {{}\n}')
    expect(hook).toMatchObject({ status: 'failed', config: { build_error: expect.stringContaining('line 2') } })
  })

  it('is called before it is built only when it is ready', async () => {
    const { id } = await aFunction(['invocation.manual'], 'exports.svc_hook_request_handler = () => ({ n: 1 })')
    expect((await admin.post(`/hooks/${id}/invoke`, {})).body).toEqual({ n: 1 })
    await server.deps.db('hooks').where({ id }).update({ status: 'pending' })
    const [invoked, tested] = [
      await admin.post(`/hooks/${id}/invoke`, {}),
      await admin.post(`/hooks/${id}/test`, { payload: {} }),
    ]
    expect([invoked.status, invoked.body.detail, tested.status]).toEqual([400, 'Function is not ready.', 409])
  })

  it('reaches the API of the service with its token, and nothing else', async () => {
    const { id } = await aFunction(
      ['invocation.manual'],
      `exports.svc_hook_request_handler = async ({ base_url, svc_authorization_token, elsewhere }) => {
        const answer = await fetch(base_url + '/api/v1/auth/user', { headers: { Authorization: 'Bearer ' + svc_authorization_token } })
        let refused = null
        try { await fetch(elsewhere) } catch (error) { refused = error.message }
        return { user: (await answer.json()).username, refused }
      }`,
      {},
      { token_owner: url('users', tenant.user_id) },
    )
    const { body } = await admin.post(`/hooks/${id}/invoke`, { elsewhere: 'http://127.0.0.1:1/' })
    const { username } = (await admin.get('/auth/user')).body
    expect(body).toMatchObject({ user: username, refused: expect.stringContaining('not allowed') })
    expect(await server.deps.db('tokens').where({ origin: 'hook' })).toEqual([])
  })

  it('reaches no other path of the service than those of the API', async () => {
    const origin = new URL(BASE).origin
    const paths = [
      '/metrics',
      '/',
      '/app/',
      '/api',
      '/api/docs',
      '/api/openapi.json',
      '/api/v1/../docs',
      '/api/v1/%2e%2e/%2E%2E/metrics',
      '/api/v1/..\\..\\metrics',
      '/api/v10/queues',
      '//api/v1/queues',
      '/API/v1/queues',
    ]
    const { id } = await aFunction(
      ['invocation.manual'],
      `exports.svc_hook_request_handler = async ({ urls }) => {
        const answers = []
        for (const url of urls)
          answers.push(await fetch(url).then(({ status }) => status, ({ message }) => message))
        return { answers }
      }`,
    )
    const urls = [...paths.map((path) => origin + path), `${BASE}/v1/health`]
    const { body } = await admin.post(`/hooks/${id}/invoke`, { urls })
    expect(body.answers).toEqual([
      ...paths.map(() => expect.stringContaining('Functions can reach only /api/v1 of this service.')),
      200,
    ])
  })

  it('calls the API as its organization, and not as everyone else at the address of the worker', async () => {
    const { id } = await aFunction(
      ['invocation.manual'],
      `exports.svc_hook_request_handler = async ({ url, username, times }) => {
        const body = JSON.stringify({ username, password: 'wrong' })
        const headers = { 'Content-Type': 'application/json', 'X-Sheaf-Function': 'mine', 'X-Forwarded-For': '192.0.2.1' }
        const statuses = []
        for (let n = 0; n < times; n++) statuses.push((await fetch(url, { method: 'POST', headers, body })).status)
        return { statuses }
      }`,
    )
    const { username } = await server.deps.db('users').where('id', tenant.user_id).first('username')
    const given = { url: `${BASE}/v1/auth/login`, username, times: FAILURES_ALLOWED + 1 }
    const { body } = await admin.post(`/hooks/${id}/invoke`, given)
    expect(body.statuses).toEqual([...Array<number>(FAILURES_ALLOWED).fill(401), 429])
    expect((await as(server.root).post('/auth/login', { username, password: 'wrong' })).status).toBe(401)
  })

  it('is recorded so that it can be repeated, if payloads are logged', async () => {
    const { id } = await aFunction(
      ['invocation.manual'],
      'exports.svc_hook_request_handler = ({ n }) => ({ n, random: Math.random(), now: Date.now() })',
      { payload_logging_enabled: true },
      { secrets: { key: 'hush' } },
    )
    const { body: response } = await admin.post(`/hooks/${id}/invoke`, { n: 3 })
    const [run] = await runs(id)
    const { body: record } = await admin.get(`/hooks/runs/${run!.uuid}/record`)
    expect(record).toMatchObject({
      runtime: 'nodejs22.x',
      secrets: ['key'],
      payload: { n: 3, secrets: { key: '[redacted...]' } },
      response,
      calls: [],
      clock_ms: response.now,
    })
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    expect((await viewer.get(`/hooks/runs/${run!.uuid}/record`)).status).toBe(403)
  })

  it('does not show its secrets in its log', async () => {
    const code = `exports.svc_hook_request_handler = ({ secrets }) => {
      console.log('the key is', secrets.key)
      return { intent: { info: { text: secrets.key } } }
    }`
    const { id } = await aFunction(
      ['invocation.manual'],
      code,
      { payload_logging_enabled: true },
      { secrets: { key: 'hush-hush' } },
    )
    expect((await admin.post(`/hooks/${id}/invoke`, {})).body).toEqual({ intent: { info: { text: 'hush-hush' } } })
    const [log] = await logs(id)
    expect(log).toMatchObject({ output: 'the key is [redacted...]' })
    expect(JSON.stringify(log)).not.toContain('hush')
    const [run] = await runs(id)
    const { body: record } = await admin.get(`/hooks/runs/${run!.uuid}/record`)
    expect(record.response).toEqual({ intent: { info: { text: '[redacted...]' } } })
    expect(JSON.stringify(record)).not.toContain('hush-hush')
  })

  it('in Python is called as well', async () => {
    const { id } = await aFunction(
      ['invocation.manual'],
      'def rossum_hook_request_handler(payload):\n    print("hi")\n    return {"sum": sum(payload["numbers"])}\n',
      { runtime: 'python3.12' },
    )
    expect((await admin.post(`/hooks/${id}/invoke`, { numbers: [1, 2, 3] })).body).toEqual({ sum: 6 })
  })
})
