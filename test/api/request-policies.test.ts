/** Behaviour shared by all endpoints: rate limits, idempotent requests, compression, log lines, metrics. */
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { get as httpGet } from 'node:http'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { startMetrics } from '../../src/metrics-server.ts'
import { as } from '../support/as.ts'
import { aDocument, aPerson, aTenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
afterEach(() => server.stop())

/** Returns a log and the lines written to it. */
function recordedLog() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  return { lines, log: pino({ level: 'info' }, stream) }
}

describe('the rate limit', () => {
  for (const store of ['memory', 'postgres']) {
    it(`refuses a user's request over the limit with 429, Retry-After and a link to the documentation (${store})`, async () => {
      server = await testServer({}, { RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_STORE: store })
      const tenant = await aTenant(server.deps.db)
      const other = await aPerson(server.deps.db, tenant, 'annotator')
      const client = as(server.root, tenant.token)
      const answers = []
      for (let n = 0; n < 7; n++) answers.push(await client.get('/labels'))
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429, 429])
      const refused = answers.at(-1)!
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect(refused.body).toEqual({
        detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds?\.$/) as string,
        code: 'rate_limited',
        url: server.root.replace(/v1$/, 'docs'),
      })
      // Other users are not limited, and health checks are never counted.
      expect((await as(server.root, other.token).get('/labels')).status).toBe(200)
      expect((await as(server.root).get('/health')).status).toBe(200)
    })
  }

  it('counts translations of pages separately, ten a minute', async () => {
    server = await testServer({}, { RATE_LIMIT_PER_MINUTE: '600' })
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push((await client.post('/annotations/999999999/page_data/translate', {})).status)
    expect(statuses.slice(0, 10)).not.toContain(429)
    expect(statuses[10]).toBe(429)
    expect((await client.get('/labels')).status).toBe(200)
  })
})

describe('the limit of failed credentials per address', () => {
  const basic = (name: string) => ({ Authorization: `Basic ${Buffer.from(`${name}:guess`).toString('base64')}` })
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  it('returns 429 for wrong tokens, sessions and passwords of any user, and accepts valid tokens', async () => {
    server = await testServer({}, { FAILURES_PER_ADDRESS: '4', SESSIONS: '1' })
    const tenant = await aTenant(server.deps.db)
    const anonymous = as(server.root)
    const session = { Cookie: 'sessionid=made-up' }
    const wrong = [
      () => as(server.root, 'made-up').get('/labels'),
      () => as(server.root, 'aaa.bbb.ccc').post('/auth/token', {}),
      () => anonymous.get('/labels', session),
      () => anonymous.get('/labels', { Authorization: 'Negotiate x' }),
      () => anonymous.get(`/queues/${tenant.queue_id}/export`, basic('ada')),
      () => anonymous.post('/auth/login', { username: 'grace', password: 'guess' }),
      () => anonymous.get(`/queues/${tenant.queue_id}/export`, basic('alan')),
      () => anonymous.post('/auth/login', { username: 'edsger', password: 'guess' }),
    ]
    for (const ask of wrong) expect((await ask()).status).toBe(401)
    for (const ask of wrong) {
      const refused = await ask()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
      expect(refused.body).toEqual({
        detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds?\.$/) as string,
        code: 'rate_limited',
        url: server.root.replace(/v1$/, 'docs'),
      })
    }
    expect((await as(server.root, tenant.token).get('/labels')).status).toBe(200)
    expect((await anonymous.get('/labels')).status).toBe(403)
    await server.deps.db('login_failures').update({ expires_at: server.deps.db.raw("now() - interval '1 second'") })
    expect((await as(server.root, 'made-up').get('/labels')).status).toBe(401)
  })

  it('counts each failure once, and none on endpoints that need no credentials', async () => {
    server = await testServer({}, { FAILURES_PER_ADDRESS: '2' })
    const tenant = await aTenant(server.deps.db)
    const stale = as(server.root, 'expired')
    for (let n = 0; n < 3; n++) expect((await stale.get('/')).status).toBe(200)
    const upload = (name: string) => as(server.root).get(`/queues/${tenant.queue_id}/export`, basic(name))
    expect([(await upload('a')).status, (await upload('b')).status, (await upload('c')).status]).toEqual([
      401, 401, 429,
    ])
  })

  it('takes the address only from the entry of the trusted proxy', async () => {
    server = await testServer({}, { FAILURES_PER_ADDRESS: '2', TRUST_PROXY: '1' })
    const ask = async (address: string) => (await as(server.root, 'made-up').get('/labels', from(address))).status
    expect([await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')]).toEqual([401, 401, 429])
    expect(await ask('203.0.113.2')).toBe(401)
    expect(await ask('198.51.100.7, 203.0.113.1')).toBe(429)
  })

  it('ignores X-Forwarded-For without a trusted proxy', async () => {
    server = await testServer({}, { FAILURES_PER_ADDRESS: '2' })
    const ask = async (address: string) => (await as(server.root, 'made-up').get('/labels', from(address))).status
    expect([await ask('203.0.113.1'), await ask('203.0.113.2'), await ask('203.0.113.3')]).toEqual([401, 401, 429])
  })
})

describe('Idempotency-Key', () => {
  it('runs a repeated POST once and repeats its response', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const headers = { 'Idempotency-Key': 'create-label-1' }
    const first = await client.post('/labels', { name: 'Once' }, headers)
    const second = await client.post('/labels', { name: 'Once' }, headers)
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body as object })
    expect(second.headers.get('idempotent-replay')).toBe('true')
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect((await client.get('/labels?name=Once')).body.pagination.total).toBe(1)
  })

  it('refuses the same key with another body, and accepts it from another user', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    const other = await aTenant(server.deps.db)
    const headers = { 'Idempotency-Key': 'same' }
    const client = as(server.root, tenant.token)
    await client.post('/labels', { name: 'One' }, headers)
    expect(await client.post('/labels', { name: 'Two' }, headers)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', detail: 'This Idempotency-Key was used for another request.' },
    })
    expect((await as(server.root, other.token).post('/labels', { name: 'Two' }, headers)).status).toBe(201)
    expect((await client.post('/labels', { name: 'Three' }, { 'Idempotency-Key': 'with space' })).status).toBe(400)
  })

  it('runs only one of many concurrent requests', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const headers = { 'Idempotency-Key': 'race' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/labels', { name: 'Race' }, headers)),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect((await client.get('/labels?name=Race')).body.pagination.total).toBe(1)
  })

  it('allows a corrected request with the same key after a refusal', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const headers = { 'Idempotency-Key': 'again' }
    expect((await client.post('/labels', {}, headers)).status).toBe(400)
    expect((await client.post('/labels', { name: 'Better' }, headers)).status).toBe(201)
  })

  it('imports an upload sent twice only once', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const body = Buffer.from('%PDF-1.4 not much of one')
    const send = () =>
      client.post(`/uploads/a.pdf?queue=${tenant.queue_id}`, body, {
        'Idempotency-Key': 'upload',
        'Content-Type': 'application/octet-stream',
      })
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(202)
    expect(second).toMatchObject({ status: 202, body: first.body as object })
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await server.deps.db('uploads').count('* as n').first()).toEqual({ n: 1 })
  })

  it('never stores a response with credentials', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    await as(server.root, tenant.token).post('/auth/logout', {}, { 'Idempotency-Key': 'out' })
    expect(await server.deps.db('idempotency_keys').count('* as n').first()).toEqual({ n: 0 })
  })
})

describe('a response', () => {
  it('is compressed for clients that accept gzip', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    for (let n = 0; n < 30; n++)
      await server.deps.db('labels').insert({ organization_id: tenant.organization_id, name: `label ${n}` })
    const raw = (encoding: string) =>
      new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${tenant.token}`, 'Accept-Encoding': encoding }
        httpGet(`${server.root}/labels?page_size=30`, { headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
          )
        }).on('error', reject)
      })
    const [plain, packed] = [await raw('identity'), await raw('gzip')]
    expect(plain.encoding).toBeUndefined()
    expect(packed.encoding).toBe('gzip')
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length)
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString())
  })

  it('contains the received request id or a new one', async () => {
    server = await testServer()
    const client = as(server.root)
    expect((await client.get('/health', { 'X-Request-Id': 'mine-1' })).headers.get('x-request-id')).toBe('mine-1')
    expect((await client.get('/health', { 'X-Request-Id': 'with "quotes"' })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })
})

describe('an internal error', () => {
  it('returns 500, logs the request id and does not return the error message', async () => {
    const { lines, log } = recordedLog()
    const broken = new Proxy({} as Deps['blobs'], {
      get: () => () => {
        throw new TypeError('the message of a programming error')
      },
    })
    server = await testServer({ log, blobs: broken })
    const tenant = await aTenant(server.deps.db)
    const id = await aDocument(server.deps.db, tenant)
    const headers = { 'X-Request-Id': 'broken-1' }
    const answer = await as(server.root, tenant.token).get(`/documents/${id}/content`, headers)
    expect(answer).toMatchObject({ status: 500, body: { code: 'error' } })
    expect(JSON.stringify(answer.body)).not.toContain('mistake')
    const line = lines.find((one) => one['msg'] === 'request failed')!
    expect(line).toMatchObject({ request_id: 'broken-1', err: { message: 'the message of a programming error' } })
  })
})

describe('the log', () => {
  it('has one line per request with user, duration and number of SQL queries, without secrets', async () => {
    const { lines, log } = recordedLog()
    server = await testServer({ log })
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    await client.get('/labels', { 'X-Request-Id': 'one' })
    await client.post('/auth/login', { username: 'someone@example.org', password: 'not-the-password-9' })
    await client.post('/users', { username: 'new@example.org', password: 'a Secret passphrase 7' })
    await client.get(`/labels?name=${encodeURIComponent('text of a document')}`)
    const asked = lines.filter((line) => line['msg'] === 'request')
    expect(asked).toHaveLength(4)
    expect(asked[0]).toMatchObject({
      request_id: 'one',
      method: 'GET',
      path: '/api/v1/labels',
      status: 200,
      organization: tenant.organization_id,
      user: tenant.user_id,
      ms: expect.any(Number) as number,
    })
    expect(asked[0]!['queries']).toBeGreaterThanOrEqual(3)
    const text = JSON.stringify(lines)
    for (const secret of [tenant.token, 'not-the-password-9', 'a Secret passphrase 7', 'text of a document'])
      expect(text).not.toContain(secret)
  })
})

describe('GET /metrics', () => {
  it('reports requests by route, queue counts and the dispatcher lag', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    await as(server.root, tenant.token).get(`/queues/${tenant.queue_id}`)
    await server.deps
      .db('queue_counts')
      .insert({ queue_id: tenant.queue_id, counts: JSON.stringify({ to_review: 3 }) })
      .onConflict('queue_id')
      .merge()
    const answer = await as(server.root.replace('/api/v1', '')).get('/metrics')
    expect(answer.status).toBe(200)
    const text = (answer.body as Buffer).toString()
    expect(text).toMatch(/sheaf_http_requests_total\{method="GET",route="\/api\/v1\/queues\/:id",status="200"\} \d+/)
    expect(text).toContain(`sheaf_annotations{queue="${tenant.queue_id}",status="to_review"} 3`)
    expect(text).toMatch(/sheaf_dispatcher_lag_seconds \d/)
    expect(text).toMatch(/sheaf_http_request_duration_seconds_bucket\{/)
  })

  it('requires the token if one is configured, also through a proxy', async () => {
    server = await testServer({}, { METRICS_TOKEN: 'a-token-for-metrics' })
    const root = server.root.replace('/api/v1', '')
    expect((await as(root).get('/metrics')).status).toBe(401)
    expect((await as(root, 'a-token-for-nothing').get('/metrics')).status).toBe(401)
    expect((await as(root, 'a-token-for-metrics').get('/metrics')).status).toBe(200)
  })

  it('is refused through a proxy without a token', async () => {
    server = await testServer()
    const client = as(server.root.replace('/api/v1', ''))
    expect((await client.get('/metrics', { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(403)
  })

  it('counts the latest hook calls by status', async () => {
    server = await testServer()
    const { db } = server.deps
    const tenant = await aTenant(db)
    const { body: hook } = await as(server.root, tenant.token).post('/hooks', {
      name: 'Counted',
      type: 'webhook',
      events: ['annotation_content'],
      queues: [],
      config: { url: 'https://hooks.example.com/' },
    })
    const run = { organization_id: tenant.organization_id, hook_id: hook.id, event: 'annotation_content' }
    const call = (status: string) => ({ ...run, action: 'initialize', status, request_id: randomUUID() })
    await db('hook_runs').insert([call('completed'), call('completed'), call('failed')])
    const answer = await as(server.root.replace('/api/v1', '')).get('/metrics')
    const text = (answer.body as Buffer).toString()
    expect(text).toContain('sheaf_hook_calls{status="completed"} 2')
    expect(text).toContain('sheaf_hook_calls{status="failed"} 1')
  })

  it('is served by a separate worker on a separate port, with the same token', async () => {
    server = await testServer({}, { METRICS_TOKEN: 'a-token-for-metrics' })
    const { config } = server.deps
    expect(await startMetrics(config, server.deps)).toBeUndefined()
    const metrics = (await startMetrics({ ...config, metricsPort: 0 }, server.deps))!
    try {
      const [none, wrong, right, other] = await Promise.all([
        as('').get(metrics.url),
        as('', 'a-token-for-nothing').get(metrics.url),
        as('', 'a-token-for-metrics').get(metrics.url),
        as('', 'a-token-for-metrics').get(metrics.url.replace('/metrics', '/')),
      ])
      expect([none, wrong, right, other].map(({ status }) => status)).toEqual([401, 401, 200, 404])
      const text = (right.body as Buffer).toString()
      for (const name of ['sheaf_imports_total', 'sheaf_dispatcher_lag_seconds', 'process_resident_memory_bytes'])
        expect(text).toContain(name)
    } finally {
      await metrics.stop()
    }
  })
})

describe('secrets in responses stored for an Idempotency-Key', () => {
  it('are encrypted in the table, and the response is still repeated', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const body = {
      name: 'Old',
      queues: [`${server.root}/queues/${tenant.queue_id}`],
      service_url: 'https://connector.example.org',
      authorization_token: 'the-token-of-a-connector',
    }
    const headers = { 'Idempotency-Key': 'connector' }
    const first = await client.post('/connectors', body, headers)
    expect(first.status).toBe(201)
    const [kept] = (await server.deps.db('idempotency_keys').pluck('body')) as unknown as Buffer[]
    expect(kept!.toString()).not.toContain('the-token-of-a-connector')
    expect((await client.post('/connectors', body, headers)).body).toEqual(first.body)
  })

  it('are not stored for a path in capital letters', async () => {
    server = await testServer()
    const tenant = await aTenant(server.deps.db)
    await as(server.root, tenant.token).post('/AUTH/token', {}, { 'Idempotency-Key': 'capitals' })
    const kept = await server.deps.db('idempotency_keys').whereNot('status', 404)
    expect(kept).toEqual([])
  })
})

describe('authentication by path', () => {
  it('exempts public paths only for their methods', async () => {
    server = await testServer()
    for (const method of ['GET', 'PATCH', 'PUT'])
      expect([403, 404, 405]).toContain(
        (await as(server.root).send(method, '/organizations/create', { body: method === 'GET' ? undefined : {} }))
          .status,
      )
  })

  it('cannot be bypassed by capital letters', async () => {
    server = await testServer()
    const upperCaseRoot = server.root.replace('/api/v1', '/API/V1')
    expect([403, 404]).toContain((await as(upperCaseRoot).get('/labels')).status)
    expect([403, 404]).toContain((await as(upperCaseRoot).get('/health')).status)
  })
})
