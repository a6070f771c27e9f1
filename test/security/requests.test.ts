/** Sizes, times and numbers that requests may use; above them they are refused without a query or an error of the service. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import { createToken } from '../../src/domain/people/credentials.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../src/api/connections.ts'
import { networkOf } from '../../src/rules/access/network.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { admin, server, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const numbers = (n: number) => Array.from({ length: n }, (_, index) => index)
/** Sends bytes as they are and returns the response, or what arrived until the server closed the connection. */
const raw = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let received = ''
    socket.on('data', (data: Buffer) => (received += data.toString()))
    socket.on('close', () => resolve(received)).on('error', reject)
  })

describe('a list', () => {
  it('refuses more than 1,000 values of a filter and more than 20 sort keys', async () => {
    expect(await admin.get(`/labels?id=${numbers(1_001).join()}`)).toMatchObject({
      status: 400,
      body: { id: ['At most 1000 values are allowed.'] },
    })
    const keys = numbers(21).map((n) => `field.f${n}.string`)
    expect(await admin.post(`/annotations/search?ordering=${keys.join()}`, {})).toMatchObject({
      status: 400,
      body: { ordering: ['At most 20 sort keys are allowed.'] },
    })
  })

  it('counts a repeated sort key once', async () => {
    const repeated = Array<string>(900).fill('name').join()
    expect((await admin.get(`/labels?ordering=${repeated}`)).status).toBe(200)
    expect((await admin.post(`/annotations/search?ordering=${repeated.replaceAll('name', 'status')}`, {})).status).toBe(
      200,
    )
  })
})

describe('a search', () => {
  it('refuses more than 2,000 operands', async () => {
    const query = Object.fromEntries(
      numbers(66).map((n) => [`field.f${n}.string`, { $in: numbers(1_000).map(String) }]),
    )
    expect(await admin.post('/annotations/search', { query })).toMatchObject({
      status: 400,
      body: { query: ['At most 2000 values are allowed in all conditions together.'] },
    })
  })
})

describe('a body', () => {
  it('of a caller without credentials has at most 64 kB', async () => {
    const login = { username: 'ada', password: 'x'.repeat(70_000) }
    expect((await as(server.root).post('/auth/login', login)).status).toBe(413)
  })

  it('is not read before wrong credentials are refused', async () => {
    const { host } = new URL(server.root)
    const head = `POST /api/v1/labels HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer made-up\r\nContent-Type: application/json\r\n`
    const answer = raw(server.root, `${head}Expect: 100-continue\r\nContent-Length: 9000000\r\n\r\n`)
    expect(await answer).toMatch(/^HTTP\/1.1 401 /)
  })
})

describe('the documentation', () => {
  it('is limited per address', async () => {
    const limited = await testServer({}, { RATE_LIMIT_PER_MINUTE: '2' })
    try {
      const base = limited.root.replace(/\/v1$/, '')
      const statuses: number[] = []
      for (const path of ['/openapi.json', '/docs', '/docs/scalar.js', '/openapi.json'])
        statuses.push((await fetch(base + path)).status)
      expect(statuses).toEqual([200, 200, 429, 429])
    } finally {
      await limited.stop()
    }
  })
})

describe('a malformed Host', () => {
  it.each(['a b', '[::1', 'a:99999999', 'a:99999', '1.2.3.256', '[:::]', '%00', 'http://x'])(
    'is refused with 400: %s',
    async (host) => {
      const answer = await raw(
        server.root,
        `GET /api/v1/auth/user HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
    },
  )
})

describe('a statement', () => {
  let impatient: TestServer
  beforeAll(async () => {
    impatient = await testServer({}, { STATEMENT_TIMEOUT_S: '2' })
  })
  afterAll(() => impatient.stop())

  it('that waits too long ends with 503, and its connection is free again', async () => {
    const { db } = impatient.deps
    const client = as(impatient.root, (await aTenant(db)).token)
    await db.transaction(async (tx) => {
      await tx.raw('set local idle_in_transaction_session_timeout to 0')
      await tx.raw('lock table labels in access exclusive mode')
      expect(await client.get('/labels')).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    })
    expect((await client.get('/labels')).status).toBe(200)
  })

  it('that never comes ends its transaction', async () => {
    const { db } = impatient.deps
    const tx = await db.transaction()
    const { rows } = (await tx.raw('select pg_backend_pid() as pid')) as { rows: { pid: number }[] }
    const open = async () => (await db('pg_stat_activity').where('pid', rows[0]!.pid)).length
    await expect.poll(open, { timeout: 20_000 }).toBe(0)
    await expect(tx('labels')).rejects.toThrow()
    await tx.rollback().catch(() => undefined)
  })
})

describe('made-up credentials', () => {
  it('cost no query above a limit per address, while known tokens stay valid', async () => {
    const guarded = await testServer({}, { FAILURES_PER_ADDRESS: '2' })
    const own = await aTenant(guarded.deps.db)
    const known = as(guarded.root, own.token)
    expect((await known.get('/labels')).status).toBe(200)
    let queries = 0
    guarded.deps.db.on('query', () => queries++)
    for (const n of numbers(30)) await as(guarded.root, `made-up-${n}`).get('/labels')
    const before = queries
    for (const n of numbers(30)) expect((await as(guarded.root, `made-up-${n}`).get('/labels')).status).toBe(429)
    expect(queries).toBe(before)
    expect((await known.get('/labels')).status).toBe(200)
    await guarded.stop()
  })

  it('are counted, valid ones are not: many tokens of one address are accepted', async () => {
    const guarded = await testServer({}, { FAILURES_PER_ADDRESS: '1' })
    const { user_id } = await aTenant(guarded.deps.db)
    for (const _ of numbers(30)) {
      const token = await createToken(guarded.deps.db, user_id)
      expect((await as(guarded.root, token).get('/labels')).status).toBe(200)
    }
    await guarded.stop()
  })

  it('from one IPv6 network count together', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2::2'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
    expect(networkOf('203.0.113.1')).toBe('203.0.113.1')
  })
})

describe('GET /health', () => {
  it('tests the store of files once for many calls, and is limited', async () => {
    let checks = 0
    const blobs = new Proxy(server.deps.blobs, {
      get: (target, name) => {
        if (name === 'check') return () => Promise.resolve(void checks++)
        return Reflect.get(target, name) as unknown
      },
    })
    const limited = await testServer({ blobs }, { RATE_LIMIT_PER_MINUTE: '20' })
    const statuses = await Promise.all(numbers(30).map(async () => (await as(limited.root).get('/health')).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(checks).toBe(1)
    await limited.stop()
  })
})

describe('connections', () => {
  // Each test shortens only the time that it is about, so that a busy machine reaches no other one.
  const start = (limits: Partial<ConnectionLimits>) =>
    startApi({ ...server.deps.config, port: 0 }, server.deps, { ...CONNECTION_LIMITS, ...limits })

  it('that send a body too slowly are closed', async () => {
    const api = await start({ pauseMs: 200 })
    const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    expect(await raw(api.url, `${head}Content-Length: 100\r\n\r\n{"user`)).toBe('')
    await api.stop()
  })

  it('that send headers too slowly are closed', async () => {
    const api = await start({ headersMs: 300, checkedMs: 100 })
    expect(await raw(api.url, 'GET /api/v1 HTTP/1.1\r\nHost: local')).toMatch(/^(HTTP\/1.1 408 |$)/)
    await api.stop()
  })

  it('of one address are limited', async () => {
    const api = await start({ perNetwork: 3 })
    const { hostname, port } = new URL(api.url)
    const sockets = numbers(3).map(() => connect(Number(port), hostname))
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    expect(await raw(api.url, 'GET /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n').catch(() => '')).toBe('')
    for (const socket of sockets) socket.destroy()
    const status = async () => (await fetch(`${api.url}/v1`).catch(() => ({ status: 0 }))).status
    await expect.poll(status).toBe(200)
    await api.stop()
  })
})
