import { Validator } from '@seriousme/openapi-schema-validator'
import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import type { TestServer } from '../support/server.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const admin = () => as(server.root, tenant.token)

/** Runs `work` with one dependency of the server replaced. */
async function having<Part extends keyof TestServer['deps']>(
  part: Part,
  replacement: TestServer['deps'][Part],
  work: () => Promise<void>,
): Promise<void> {
  const before = server.deps[part]
  server.deps[part] = replacement
  try {
    await work()
  } finally {
    server.deps[part] = before
  }
}

describe('GET /v1', () => {
  it('returns the names of the collections with their URLs, with or without a trailing slash', async () => {
    const answer = await as(server.root).get('')
    expect(answer.status).toBe(200)
    for (const name of [
      'organizations',
      'workspaces',
      'schemas',
      'queues',
      'documents',
      'users',
      'groups',
      'annotations',
      'pages',
    ])
      expect(answer.body[name]).toBe(`${server.root}/${name}`)
    expect((await as(server.root).get('/')).body).toEqual(answer.body)
  })
})

describe('GET /v1/health', () => {
  it('requires no credentials and returns ok when every component is ok', async () => {
    const answer = await as(server.root).get('/health')
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'ok', database: { status: 'ok' }, temporal: { status: 'ok' }, blobs: { status: 'ok' } },
    })
    expect(['namespaces', 'user', 'process']).toContain(answer.body.sandbox.level)
  })

  it('returns 503 with Retry-After when the blob store is down', async () => {
    const blobs = { ...server.deps.blobs, check: () => Promise.reject(new Error('disk gone')) }
    await having('blobs', blobs as never, async () => {
      const answer = await as(server.root).get('/health')
      expect(answer).toMatchObject({
        status: 503,
        body: { status: 'down', blobs: { status: 'down', detail: expect.stringMatching(/^Files cannot be written/) } },
      })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })

  it('returns 503 when the database is down, regardless of credentials', async () => {
    const gone = Object.assign(new Error('no route'), { code: 'ECONNREFUSED' })
    const db = Object.assign(() => ({ pluck: () => Promise.reject(gone) }), { raw: () => Promise.reject(gone) })
    await having('db', db as never, async () => {
      for (const client of [as(server.root), admin()])
        expect(await client.get('/health')).toMatchObject({
          status: 503,
          body: { status: 'down', database: { status: 'down' } },
        })
    })
  })

  it('says what to do, without the messages of drivers, which name hosts and users', async () => {
    const error = new Error('connect ECONNREFUSED db.internal:5432')
    const db = () => ({ pluck: () => Promise.reject(Object.assign(error, { code: 'ECONNREFUSED' })) })
    await having('db', db as never, async () => {
      const { body } = await as(server.root).get('/health')
      const detail = 'The database does not answer; check DATABASE_URL, and whether PostgreSQL runs.'
      expect(body.database).toEqual({ status: 'down', detail })
    })
  })

  it('returns 200 and degraded without Temporal: documents are accepted and wait', async () => {
    const workflowService = { describeNamespace: () => Promise.reject(new Error('14 UNAVAILABLE')) }
    const temporal = { workflowService, options: { namespace: 'default' } }
    await having('temporal', temporal as never, async () => {
      expect(await as(server.root).get('/health')).toMatchObject({
        status: 200,
        body: { status: 'degraded', temporal: { status: 'down' }, database: { status: 'ok' } },
      })
    })
  })
})

describe('GET /api/openapi.json', () => {
  it('returns a valid OpenAPI 3.1 document of this server', async () => {
    const { body } = await as(server.root).get(server.root.replace('/v1', '/openapi.json'))
    const validator = new Validator()
    const result = await validator.validate(structuredClone(body))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
    expect(body.servers[0].url).toBe(server.root.replace('/v1', ''))
  })
})

describe('GET /api/docs', () => {
  it('refers to no other host and prevents the browser from contacting any', async () => {
    const base = server.root.replace('/v1', '')
    const answer = await as(server.root).get(`${base}/docs`)
    const html = String(answer.body)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(html).not.toMatch(/https?:|\/\//)
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'self'.*connect-src 'self'/)
    for (const [, source] of html.matchAll(/src="([^"]+)"/g)) {
      const script = await as(server.root).get(`${base}/${source}`)
      expect([script.status, script.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
    }
    expect(String((await as(server.root).get(`${base}/docs/start.js`)).body)).not.toMatch(/https?:/)
  })
})

describe('every response', () => {
  it('contains the given request id or a new one', async () => {
    expect((await admin().get('/queues', { 'X-Request-Id': 'abc-1' })).headers.get('x-request-id')).toBe('abc-1')
    const created = (await admin().get('/queues', { 'X-Request-Id': 'not an id!' })).headers.get('x-request-id')
    expect(created).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('ignores a trailing slash', async () => {
    const plain = await admin().get('/queues')
    expect(await admin().get('/queues/')).toMatchObject({ status: 200, body: plain.body })
    expect((await admin().get(`/queues/${tenant.queue_id}/`)).status).toBe(200)
  })

  it('allows other origins, also for errors, and exposes the readable headers', async () => {
    const preflight = await as(server.root).send('OPTIONS', '/queues', {
      headers: {
        Origin: 'https://ui.example',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const path of ['/queues', '/queues/999999']) {
      const { headers } = await admin().get(path, { Origin: 'https://ui.example' })
      expect(headers.get('access-control-allow-origin'), path).toBeTruthy()
      expect(headers.get('access-control-expose-headers'), path).toContain('Location')
    }
  })

  it('contains URLs with the host that the client called', async () => {
    const { body } = await admin().get(`/queues/${tenant.queue_id}`, {
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'sheaf.example',
    })
    expect(body.url).toBe(`https://sheaf.example/api/v1/queues/${tenant.queue_id}`)
  })
})

describe('errors', () => {
  it('have a body for 404 and 405', async () => {
    expect(await admin().get('/no_such_thing')).toMatchObject({
      status: 404,
      body: { detail: 'Not found.', code: 'not_found' },
    })
    expect(await admin().get('/queues/999999')).toMatchObject({
      status: 404,
      body: { detail: 'Queue not found.', code: 'not_found' },
    })
    const refused = await admin().delete('/queues')
    expect(refused).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(refused.headers.get('allow')).toContain('GET')
  })

  it('return 400 for malformed JSON, other media types and bodies that are not objects', async () => {
    const type = { 'Content-Type': 'application/json' }
    const broken = await admin().post('/labels', '{"name": ', type)
    expect(broken).toMatchObject({
      status: 400,
      body: { code: 'bad_request', detail: expect.stringMatching(/^JSON parse error/) },
    })
    expect(await admin().post('/labels', '<a/>', { 'Content-Type': 'text/xml' })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', detail: 'Unsupported media type "text/xml" in request.' },
    })
    for (const text of ['[1]', '"text"', '5', 'null', 'true']) {
      for (const path of ['/labels', '/schemas/validate', '/auth/login', '/queues/from_template']) {
        const answer = await admin().post(path, text, type)
        expect(answer.status, `${path} ${text}`).toBe(path === '/schemas/validate' && text === 'null' ? 200 : 400)
      }
    }
  })

  it('return 413 for a body that is too large, with or without Content-Length', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) })
    expect(await admin().post('/labels', large, { 'Content-Type': 'application/json' })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${server.root}/labels`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' },
      })
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
      for (let at = 0; at < large.length; at += 1 << 20) request.write(large.slice(at, at + (1 << 20)))
      request.end()
    })
    expect(status).toBe(413)
  })

  it('return 400 for null characters', async () => {
    for (const body of [{ name: 'a\0b' }, { name: 'ok', color: '#\0' }])
      expect((await admin().post('/labels', body)).status).toBe(400)
    expect(await admin().patch(`/queues/${tenant.queue_id}`, { metadata: { a: '\0' } })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', detail: 'Text must not contain null characters.' },
    })
    expect((await admin().get('/queues?name=%00')).status).toBe(400)
    // Two concurrent errors: the rejection that is not awaited must not crash the process.
    expect((await admin().get('/queues?name=%00&cursor=abc')).status).toBe(400)
  })

  it('return 400 for invalid filter values', async () => {
    for (const query of [
      'annotations?created_at_after=2026-02-31',
      'annotations?created_at_after=0000-01-01',
      'annotations?created_at_before=2026-01-01T00:00:00%2B20:00',
      'annotations?created_at_before=yesterday',
      'annotations?automated=maybe',
      'annotations?status=unknown',
      'pages?number=one',
      'pages?number=99999999999',
      'queues?status=gone',
      'queues?id=x',
      'users?last_login=never',
    ]) {
      const answer = await admin().get(`/${query}`)
      const name = /\?(\w+)/.exec(query)![1]!
      expect([answer.status, answer.body.code], query).toEqual([400, 'bad_request'])
      expect(answer.body[name], query).toEqual([expect.any(String)])
      expect(answer.body.detail, query).toContain(answer.body[name][0])
    }
  })
})
