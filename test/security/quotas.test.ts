/** What one user or organization may store and ask for, so that it does not use the service of the others. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aDocument, aPerson, aTenant } from '../support/factories.ts'
import { server, startServer, useOwnServer } from '../support/own-server.ts'

useOwnServer()
const keyed = (key: string) => ({ 'Idempotency-Key': key })

describe('stored responses of requests with an Idempotency-Key', () => {
  it('are not kept for a POST that changes nothing', async () => {
    await startServer()
    const { token } = await aTenant(server.deps.db)
    const admin = as(server.root, token)
    for (let n = 0; n < 2; n++) {
      const answer = await admin.post('/schemas/validate', { content: [] }, keyed('same'))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('idempotent-replay')).toBeNull()
    }
    await admin.post('/annotations/search', {}, keyed('search'))
    expect(await server.deps.db('idempotency_keys')).toEqual([])
    await admin.post('/labels', { name: 'x' }, keyed('label'))
    expect((await admin.post('/labels', { name: 'x' }, keyed('label'))).headers.get('idempotent-replay')).toBe('true')
  })

  it('are not kept if the request names more than 1,000 objects', async () => {
    await startServer()
    const { token } = await aTenant(server.deps.db)
    const admin = as(server.root, token)
    const named = (n: number) => Array.from({ length: n }, (_, index) => `annotations/${index + 1}`)
    expect((await admin.post('/labels', { name: 'x', unknown: named(1_001) }, keyed('many'))).status).toBe(201)
    expect(await server.deps.db('idempotency_keys')).toEqual([])
    expect((await admin.post('/labels', { name: 'y', unknown: named(1_000) }, keyed('few'))).status).toBe(201)
    const [kept] = (await server.deps.db('idempotency_keys').select('subjects')) as { subjects: string[] }[]
    expect(kept!.subjects).toHaveLength(1_000)
  })

  it('have a quota in bytes per user', async () => {
    await startServer()
    const { db } = server.deps
    const tenant = await aTenant(db)
    await db('idempotency_keys').insert({
      user_id: tenant.user_id,
      organization_id: tenant.organization_id,
      key: 'large',
      fingerprint: Buffer.from('x'),
      status: 201,
      headers: {},
      body: Buffer.alloc(64 * 2 ** 20),
    })
    const admin = as(server.root, tenant.token)
    const refused = await admin.post('/labels', { name: 'a' }, keyed('next'))
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await admin.post('/labels', { name: 'a' })).status).toBe(201)
    const { token } = await aPerson(db, tenant, 'admin')
    expect((await as(server.root, token).post('/labels', { name: 'b' }, keyed('next'))).status).toBe(201)
  })
})

describe('an organization', () => {
  it('shares a rate limit between its users', async () => {
    await startServer({}, { RATE_LIMIT_PER_MINUTE: '100', ORGANIZATION_RATE_LIMIT_PER_MINUTE: '6' })
    const [tenant, other] = [await aTenant(server.deps.db), await aTenant(server.deps.db)]
    const { token } = await aPerson(server.deps.db, tenant, 'viewer')
    const clients = [as(server.root, tenant.token), as(server.root, token)]
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await clients[n % 2]!.get('/labels')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect((await as(server.root, other.token).get('/labels')).status).toBe(200)
  })

  it('is limited even if its users are not, and so are translations', async () => {
    const settings = { ORGANIZATION_RATE_LIMIT_PER_MINUTE: '3', TRANSLATIONS_PER_MINUTE: '1' }
    await startServer({}, { RATE_LIMIT_PER_MINUTE: '0', ...settings })
    const [tenant, other] = [await aTenant(server.deps.db), await aTenant(server.deps.db)]
    const [admin, translator] = [as(server.root, tenant.token), as(server.root, other.token)]
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await admin.get('/labels')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    await translator.post('/annotations/1/page_data/translate', {})
    expect((await translator.post('/annotations/1/page_data/translate', {})).status).toBe(429)
  })

  it('cannot upload more than its storage', async () => {
    await startServer({}, { ORGANIZATION_STORAGE_GB: '1' })
    const [tenant, other] = [await aTenant(server.deps.db), await aTenant(server.deps.db)]
    await aDocument(server.deps.db, tenant, { size: 1_000_000_000 })
    const upload = async ({ token, queue_id }: typeof tenant) => {
      const body = new FormData()
      body.append('content', new Blob(['hello']), 'a.txt')
      const headers = { Authorization: `Bearer ${token}` }
      return fetch(`${server.root}/uploads?queue=${queue_id}`, { method: 'POST', headers, body })
    }
    const refused = await upload(tenant)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('1 GB of storage') as string })
    expect((await upload(other)).status).toBe(202)
  })
})
