/** `sheaf hooks dev` with events that a real service has sent and recorded. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aQueue } from '../support/factories.ts'
import { admin, runs, server, tenant, upload, url, useHooks } from '../hooks/setup.ts'
import { until } from '../workflows/harness.ts'
import { place, type Place } from './run-sheaf.ts'

useHooks()
let here: Place
beforeEach(() => {
  here = place({ SHEAF_URL: server.root, SHEAF_TOKEN: tenant.token }, 'hooks')
})
afterEach(async () => {
  here.remove()
  for (const { id } of (await admin.get('/hooks')).body.results) await admin.delete(`/hooks/${id}`)
})

const CODE = `
exports.svc_hook_request_handler = async ({ annotation, base_url, settings, secrets }) => {
  const node = annotation.content.flatMap((section) => section.children).find((one) => one.schema_id === 'document_id')
  const answer = await fetch(base_url + '/api/v1/organizations/0')
  console.log('status', answer.status)
  return {
    messages: [{ id: node.id, type: 'warning', content: 'checked ' + (settings.suffix ?? '') + typeof secrets.key }],
    operations: [{ op: 'replace', id: node.id, value: { content: { value: node.content.value + '!' } } }],
  }
}
`
const WAITING = 'Ctrl-C ends this.'
const SAVED = 'ms after the save\n'

/** Creates a function, and pulls it into hooks/check. */
async function pulled(config: object = {}, given: object = {}) {
  const queue = await aQueue(server.deps.db, tenant)
  const { body } = await admin.post('/hooks', {
    type: 'function',
    name: 'Check',
    queues: [url('queues', queue.queue_id)],
    events: ['annotation_content.initialize'],
    config: { runtime: 'nodejs22.x', code: CODE, payload_logging_enabled: true, ...config },
    ...given,
  })
  const id = body.id as number
  await until(
    async () => (await admin.get(`/hooks/${id}`)).body.status as string,
    (status) => status !== 'pending',
  )
  expect(await here.run(['pull', '--hook', String(id)])).toMatchObject({ code: 0, out: 'check: created\n' })
  return { ...queue, id }
}

/** The same after a document was imported. */
async function called() {
  const hook = await pulled()
  const annotation = await upload(hook)
  const [run] = await runs(hook.id)
  return { ...hook, annotation, uuid: run!.uuid as string }
}

describe('sheaf hooks dev', () => {
  it('runs the newest recorded event, and again after a save', async () => {
    const { uuid } = await called()
    const dev = here.start(['dev', 'hooks/check'])
    const first = await dev.until(WAITING)
    expect(first).toContain(`Stored call ${uuid} in hooks/check/event.json\n`)
    expect(first).toContain('annotation_content.initialize from hooks/check/event.json\n')
    expect(first).toContain('fields\n  ~ document_id  "A-1" → "A-1!"\n')
    expect(first).toContain('messages\n  warning  document_id: checked undefined\n')
    expect(first).toContain('log\n  status 403\n')
    expect(first).toMatch(/\n[\d.]+ ms, \d+ of 256 MB, 1 request\n/)
    here.write('hooks/check/code.js', CODE.replace("'!'", "'?'"))
    expect(await dev.until(SAVED)).toContain('~ document_id  "A-1" → "A-1?"\n')
    here.write('hooks/check/settings.json', { suffix: 'twice ' })
    expect(await dev.until(SAVED)).toContain('document_id: checked twice undefined\n')
    here.write('hooks/check/secrets.json', { key: 'hush' })
    expect(await dev.until(SAVED)).toContain('document_id: checked twice string\n')
    here.write('hooks/check/code.js', 'exports.svc_hook_request_handler = () => {\n  return {{}\n}')
    expect(await dev.until(SAVED)).toMatch(/failed: syntax\n.*line 2/)
    here.write('hooks/check/settings.json', '{"suffix"')
    expect(await dev.until(SAVED)).toContain('hooks/check/settings.json is not valid JSON')
    expect(await dev.end()).toMatchObject({ code: 0, err: '' })
  })

  it('never pushes secrets.json and event.json', async () => {
    const { id } = await called()
    here.write('hooks/check/secrets.json', { key: 'hush' })
    expect(await here.run(['dev', 'hooks/check', '--once'])).toMatchObject({ code: 0, err: '' })
    expect(here.has('hooks/check/event.json')).toBe(true)
    expect((await here.run(['push'])).out).toBe('check: unchanged\n')
    expect(await here.run(['pull', '--force'])).toMatchObject({ out: 'check: unchanged\n' })
    expect(here.json('hooks/check/secrets.json')).toEqual({ key: 'hush' })
    expect((await admin.get(`/hooks/${id}/secrets_keys`)).body).toEqual([])
  })

  it('names a request whose answer was not recorded, and sends it with --online', async () => {
    await called()
    here.write('hooks/check/code.js', CODE.replace('organizations/0', 'organizations/1'))
    const offline = await here.run(['dev', 'hooks/check', '--once'])
    const key = 'GET https://sheaf.example.com/api/v1/organizations/1'
    expect(offline).toMatchObject({
      code: 1,
      out: expect.stringContaining(`The answer to ${key} was not recorded.`),
    })
    const online = await here.run(['dev', 'hooks/check', '--once', '--online'])
    // The function sends no token.
    expect(online).toMatchObject({ code: 0, out: expect.stringContaining('log\n  status 403\n') })
    here.write('hooks/check/code.js', CODE.replace('base_url +', '"https://elsewhere.example.com" +'))
    const elsewhere = await here.run(['dev', 'hooks/check', '--once', '--online'])
    expect(elsewhere.out).toContain('Requests to https://elsewhere.example.com are not sent from here.')
  })

  it('uses the token of the connection for requests with --online', async () => {
    const code = `exports.svc_hook_request_handler = async ({ base_url, svc_authorization_token }) => {
  const headers = { Authorization: 'Bearer ' + svc_authorization_token }
  return { user: (await (await fetch(base_url + '/api/v1/auth/user', { headers })).json()).id }
}
`
    const { id, ...queue } = await pulled({ code }, { token_owner: url('users', tenant.user_id) })
    await upload(queue)
    await runs(id)
    const { code: exit, out } = await here.run(['dev', 'hooks/check', '--once', '--online'])
    expect([exit, out]).toEqual([0, expect.stringContaining(`{"user":${tenant.user_id}}`)])
    expect(here.read('hooks/check/event.json')).not.toContain(tenant.token)
  })

  it('runs a generated event of an annotation, the event of a call, and an event from a file', async () => {
    const { annotation, uuid } = await called()
    const folder = ['dev', 'hooks/check', '--once']
    const generated = await here.run([...folder, '--annotation', String(annotation.id)])
    expect(generated.out).toContain(`Stored annotation_content.initialize of annotation ${annotation.id} in`)
    // Nothing was recorded for a generated event.
    expect(generated.out).toContain('was not recorded')
    expect((await here.run([...folder, '--run', uuid])).out).toContain('~ document_id  "A-1" → "A-1!"')
    const content = [{ category: 'section', schema_id: 'header', children: [{ id: 7, schema_id: 'document_id' }] }]
    here.write('mine.json', { event: 'annotation_content', action: 'initialize', annotation: { content }, n: 5 })
    here.write(
      'hooks/check/code.js',
      'exports.svc_hook_request_handler = ({ n }) => ({ n, operations: [{ op: "remove", id: 8 }] })',
    )
    const { code, out } = await here.run([...folder, '--payload', 'mine.json'], { SHEAF_TOKEN: '' })
    expect(code).toBe(0)
    expect(out).toContain('response\n  {"n":5,')
    expect(out).toContain('! operation 0: the document has no node 8')
  })

  it('says in one sentence what is missing or not valid', async () => {
    const { id } = await pulled()
    const webhook = { name: 'Web', type: 'webhook', config: { url: 'https://hooks.example.org/' } }
    here.write('hooks/web/hook.json', webhook)
    here.write('bad.json', '[]')
    for (const [args, message] of [
      [['hooks'], 'hooks has no hook.json: give the folder of one hook'],
      [['hooks/web'], 'hooks/web has no code'],
      [['hooks/check'], 'The hook has no calls of the last 7 days.'],
      [['hooks/check', '--payload', 'none.json'], 'none.json does not exist.'],
      [['hooks/check', '--payload', 'bad.json'], 'bad.json must contain an object.'],
      [['hooks/check', '--run', 'abc'], '"abc" is not the id of a call'],
      [['hooks/check', '--annotation', '1', '--event', 'unknown'], '"unknown" is not an event with its action'],
      [['hooks/check', '--event', 'annotation_content.initialize'], '--event needs --annotation.'],
    ] as const) {
      const { code, err } = await here.run(['dev', ...args])
      expect([code, err.trimEnd().split('\n').length], `${message} (hook ${id}): ${err}`).toEqual([2, 1])
      expect(err).toContain(message)
    }
    here.write('hooks/check/event.json', '{"payload": {}, "clock_ms": 1}')
    expect((await here.run(['dev', 'hooks/check'])).err).toContain('hooks/check/event.json is not an event')
  })
})
