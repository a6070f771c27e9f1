/** `sheaf hooks replay` with calls that a real service has made and recorded. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, runs, server, tenant, url, useHooks } from '../hooks/setup.ts'
import { until } from '../workflows/harness.ts'
import { place, type Place } from './run-sheaf.ts'

useHooks()
let here: Place
beforeEach(() => {
  here = place({ SHEAF_URL: server.root, SHEAF_TOKEN: tenant.token }, 'hooks')
})
afterEach(() => here.remove())

const LOOKUP = `
exports.svc_hook_request_handler = async ({ base_url, svc_authorization_token, n, secrets }) => {
  const headers = { Authorization: 'Bearer ' + svc_authorization_token, 'X-Note': secrets.key }
  const ask = async (path) => {
    const answer = await fetch(base_url + '/api/v1/' + path, { headers })
    const body = await answer.json()
    return [path, answer.status, body.id ?? body.detail, Date.now()]
  }
  const all = await Promise.all(['auth/user', 'queues/1?key=' + encodeURIComponent(secrets.key), 'organizations/0'].map(ask))
  await new Promise((done) => setTimeout(done, 5))
  console.log('asked', all.length)
  return { n, all, random: Math.random(), now: new Date().toISOString(), crypto: crypto.randomUUID(), isLong: secrets.key.length > 5 }
}`

/** Creates a function that is called by hand, and calls it; returns the id of the hook and those of the calls. */
async function called(code: string, bodies: object[], config: object = {}) {
  const created = await admin.post('/hooks', {
    type: 'function',
    name: 'Lookup',
    queues: [],
    events: ['invocation.manual'],
    token_owner: url('users', tenant.user_id),
    secrets: { key: 'hush & hush' },
    config: { runtime: 'nodejs22.x', code, payload_logging_enabled: true, ...config },
  })
  const id = created.body.id as number
  await until(
    async () => (await admin.get(`/hooks/${id}`)).body.status as string,
    (status) => status === 'ready',
  )
  for (const body of bodies) await admin.post(`/hooks/${id}/invoke`, body)
  return { id, uuids: (await runs(id, bodies.length)).map(({ uuid }) => uuid as string) }
}

describe('sheaf hooks replay', () => {
  it('repeats a call byte for byte: clock, random numbers, responses of the API and their order', async () => {
    const { id, uuids } = await called(LOOKUP, [{ n: 1.5 }])
    here.write('hooks/lookup/secrets.json', { key: 'hush & hush' })
    here.write('hooks/.sheaf-hooks.json', {
      version: 1,
      servers: { [server.root]: { lookup: { id, modified_at: null, hash: '' } } },
    })
    expect(await here.run(['replay', uuids[0]!])).toEqual({ code: 0, err: '', out: 'identical\n' })
  })

  it('says which secrets it needs', async () => {
    const { uuids } = await called(LOOKUP.replace('return [path,', 'return ['), [{ n: 1 }])
    const { code, out } = await here.run(['replay', uuids[0]!])
    expect([code, out]).toEqual([
      0,
      'identical\nSecrets are redacted in the record and have no value in secrets.json: key\n',
    ])
  })

  it('hides token and secrets in the recorded requests', async () => {
    const { uuids } = await called(LOOKUP, [{ n: 1 }])
    const { body } = await admin.get(`/hooks/runs/${uuids[0]!}/record`)
    expect(body.calls).toHaveLength(3)
    expect(body.calls[0].request.headers).toMatchObject({ authorization: '[redacted...]', 'x-note': '[redacted...]' })
    expect(JSON.stringify(body.calls.map(({ request }: { request: unknown }) => request))).not.toMatch(/hush|Bearer/)
    expect(body.calls.map(({ position }: { position: number }) => position).sort()).toEqual([1, 2, 3])
  })

  it('prints what other code changes, with exit code 1', async () => {
    const { uuids } = await called('exports.svc_hook_request_handler = ({ n }) => ({ n, twice: n * 2 })', [{ n: 4 }])
    here.write('new.js', 'exports.svc_hook_request_handler = ({ n }) => ({ n, twice: n + n + 1 })')
    expect(await here.run(['replay', uuids[0]!, '--with', 'new.js'])).toEqual({
      code: 1,
      err: '',
      out: `different: twice
--- recorded
+++ now
@@ -1,4 +1,4 @@
 {
   "n": 4,
-  "twice": 8
+  "twice": 9
 }
`,
    })
  })

  it('repeats a call that failed: the same exception at the same line', async () => {
    const { uuids } = await called('\nexports.svc_hook_request_handler = ({ n }) => n.missing.key', [{ n: 4 }])
    expect(await here.run(['replay', uuids[0]!])).toMatchObject({ code: 0, out: 'identical\n' })
    here.write('new.js', 'exports.svc_hook_request_handler = () => ({})')
    const { code, out } = await here.run(['replay', uuids[0]!, '--with', 'new.js'])
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^different: no longer fails \(TypeError/)])
  })

  it('reports a request of changed code that was not recorded', async () => {
    const { uuids } = await called('exports.svc_hook_request_handler = () => ({})', [{}])
    here.write('new.js', `exports.svc_hook_request_handler = () => fetch('${server.root}/queues')`)
    const { code, out } = await here.run(['replay', uuids[0]!, '--with', 'new.js'])
    expect(code).toBe(1)
    expect(out).toContain(`The answer to GET ${server.root}/queues was not recorded.`)
  })

  it('repeats a function in Python', async () => {
    const python = `import random, time, uuid
def svc_hook_request_handler(payload):
    return {"half": payload["n"] / 2, "whole": 2.0, "random": random.random(), "now": time.time(), "id": str(uuid.uuid4())}
`
    const { uuids } = await called(python, [{ n: 3 }], { runtime: 'python3.12' })
    expect(await here.run(['replay', uuids[0]!])).toEqual({ code: 0, err: '', out: 'identical\n' })
  }, 180_000)

  it('is preceded by logs, which print the ids of calls', async () => {
    const code = `exports.svc_hook_request_handler = ({ n }) => { console.log('called', n); return {} }`
    const { id, uuids } = await called(code, [{ n: 1 }, { n: 2 }])
    const { code: exit, out } = await here.run(['logs', '--hook', String(id)])
    expect([exit, out.split('\n').map((line) => line.replace(/^\S*Z {2}/, ''))]).toEqual([
      0,
      [
        `${uuids[0]!}  Lookup  invocation.manual  completed  Completed in attempt 1.`,
        '  called 1',
        `${uuids[1]!}  Lookup  invocation.manual  completed  Completed in attempt 1.`,
        '  called 2',
        '',
      ],
    ])
  })

  it('runs with other settings', async () => {
    const { uuids } = await called('exports.svc_hook_request_handler = ({ settings }) => ({ x: settings.x ?? 1 })', [
      {},
    ])
    here.write('settings.json', { x: 2 })
    const { code, out } = await here.run(['replay', uuids[0]!, '--settings', 'settings.json'])
    expect([code, out.split('\n')[0]]).toEqual([1, 'different: x'])
  })

  it('shows with --since what new code would have changed in all calls of a hook', async () => {
    const { id, uuids } = await called(
      'exports.svc_hook_request_handler = ({ n }) => ({ messages: n > 5 ? [{ content: "large" }] : [] })',
      [{ n: 3 }, { n: 5 }, { n: 7 }],
    )
    here.write(
      'new.js',
      'exports.svc_hook_request_handler = ({ n }) => ({ messages: n > 4 ? [{ content: "large" }] : [] })',
    )
    const all = ['replay', '--since', '7d', '--hook', String(id)]
    const { code, out } = await here.run([...all, '--with', 'new.js'])
    const lines = out.split('\n')
    const line = (uuid: string | undefined) => lines.find((one) => one.includes(uuid!))
    expect([code, lines.at(-2)]).toEqual([1, '3 calls: 2 identical, 1 different, 0 not repeated'])
    expect(line(uuids[1])).toMatch(/ {2}invocation\.manual {2}different: messages \(0 → 1\)$/)
    expect(line(uuids[0])).toMatch(/identical$/)
    expect(await here.run(all)).toMatchObject({ code: 0, err: '' })
    const differences = await here.run([...all, '--with', 'new.js', '--diff'])
    expect(differences.out).toContain('+      "content": "large"')
  })

  it('says in one sentence what it cannot repeat', async () => {
    const { id, uuids } = await called('exports.svc_hook_request_handler = () => ({})', [{}], {
      payload_logging_enabled: false,
    })
    for (const [args, message] of [
      [[], 'Give the id of a call'],
      [['abc'], '"abc" is not the id of a call'],
      [[uuids[0]!], `There is no record of call ${uuids[0]!}. Calls of functions with "payload_logging_enabled"`],
      [[uuids[0]!, '--with', 'new.js'], 'new.js does not exist.'],
      [['--since', '7d'], '--since needs one --hook.'],
      [['--since', 'monday', '--hook', String(id)], '"monday" is not a period'],
      [['--since', '7d', '--hook', 'unknown'], 'There is no hook "unknown"'],
    ] as const) {
      const { code, err } = await here.run(['replay', ...args])
      expect([code, err.split('\n').length], message).toEqual([2, 2])
      expect(err).toContain(message)
    }
    here.write('secrets.json', '{"key": ')
    expect(await here.run(['replay', '--since', '1d', '--hook', String(id)])).toMatchObject({
      code: 2,
      out: expect.stringContaining('1 call: 0 identical, 0 different, 1 not repeated'),
    })
  })
})
