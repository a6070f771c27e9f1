/** Limits of requests per user and of failed credentials per address. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { server, startServer, useOwnServer } from '../support/own-server.ts'

useOwnServer()

describe('the rate limit', () => {
  for (const store of ['memory', 'postgres']) {
    it(`refuses a user's request over the limit with 429, Retry-After and a link to the documentation (${store})`, async () => {
      await startServer({}, { RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_STORE: store })
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
    await startServer({}, { RATE_LIMIT_PER_MINUTE: '600' })
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
    await startServer({}, { FAILURES_PER_ADDRESS: '4', SESSIONS: '1' })
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
    await startServer({}, { FAILURES_PER_ADDRESS: '2' })
    const tenant = await aTenant(server.deps.db)
    const stale = as(server.root, 'expired')
    for (let n = 0; n < 3; n++) expect((await stale.get('/')).status).toBe(200)
    const upload = (name: string) => as(server.root).get(`/queues/${tenant.queue_id}/export`, basic(name))
    expect([(await upload('a')).status, (await upload('b')).status, (await upload('c')).status]).toEqual([
      401, 401, 429,
    ])
  })

  it('takes the address only from the entry of the trusted proxy', async () => {
    await startServer({}, { FAILURES_PER_ADDRESS: '2', TRUST_PROXY: '1' })
    const ask = async (address: string) => (await as(server.root, 'made-up').get('/labels', from(address))).status
    expect([await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')]).toEqual([401, 401, 429])
    expect(await ask('203.0.113.2')).toBe(401)
    expect(await ask('198.51.100.7, 203.0.113.1')).toBe(429)
  })

  it('ignores X-Forwarded-For without a trusted proxy', async () => {
    await startServer({}, { FAILURES_PER_ADDRESS: '2' })
    const ask = async (address: string) => (await as(server.root, 'made-up').get('/labels', from(address))).status
    expect([await ask('203.0.113.1'), await ask('203.0.113.2'), await ask('203.0.113.3')]).toEqual([401, 401, 429])
  })
})
