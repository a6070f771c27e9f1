/** Behaviour shared by all endpoints: compression, request ids, internal errors, log lines, public paths. */
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { get as httpGet } from 'node:http'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { as } from '../support/as.ts'
import { aDocument, aTenant } from '../support/factories.ts'
import { server, startServer, useOwnServer } from '../support/own-server.ts'

useOwnServer()

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

describe('a response', () => {
  it('is compressed for clients that accept gzip', async () => {
    await startServer()
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
    await startServer()
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
    await startServer({ log, blobs: broken })
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
    await startServer({ log })
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

describe('authentication by path', () => {
  it('exempts public paths only for their methods', async () => {
    await startServer()
    for (const method of ['GET', 'PATCH', 'PUT'])
      expect([403, 404, 405]).toContain(
        (await as(server.root).send(method, '/organizations/create', { body: method === 'GET' ? undefined : {} }))
          .status,
      )
  })

  it('cannot be bypassed by capital letters', async () => {
    await startServer()
    const upperCaseRoot = server.root.replace('/api/v1', '/API/V1')
    expect([403, 404]).toContain((await as(upperCaseRoot).get('/labels')).status)
    expect([403, 404]).toContain((await as(upperCaseRoot).get('/health')).status)
  })
})
