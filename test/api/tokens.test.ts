/** Token exchange, scopes, one-time tokens, throttled logins, Basic credentials on every endpoint. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createOneTimeToken, createToken, hashPassword } from '../../src/domain/people/credentials.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aTenant, type Tenant } from '../support/factories.ts'
import { CREATE_KEY, testServer } from '../support/server.ts'
import { server, setPassword, tenant, useTenantServer } from '../support/tenant-server.ts'

const PASSWORD = 'correct horse battery'

useTenantServer()

let username: string

beforeAll(async () => {
  username = await setPassword(PASSWORD)
})

const client = (token: string) => as(server.root, token)
const newest = () => server.deps.db('tokens').where('user_id', tenant.user_id).orderBy('id', 'desc').first('*')
const lifetime = async () => {
  const { rows } = await server.deps.db.raw(
    'select extract(epoch from expires_at - created_at)::float as s from tokens where id = ?',
    [(await newest()).id],
  )
  return rows[0].s as number
}

describe('POST /v1/auth/token', () => {
  it('exchanges a token for another one, and the old token remains valid', async () => {
    const answer = await client(tenant.token).post('/auth/token', {})
    expect(answer).toMatchObject({ status: 200, body: { domain: null, scope: 'default' } })
    expect(Object.keys(answer.body).sort()).toEqual(['domain', 'key', 'scope'])
    expect(answer.body.key).toMatch(/^[0-9a-f]{40}$/)
    for (const token of [answer.body.key, tenant.token])
      expect((await client(token).get('/auth/user')).status).toBe(200)
    expect((await newest()).lifetime_s).toBe(583_200)
  })

  it('requires no body and keeps the origin', async () => {
    expect((await client(tenant.token).post('/auth/token')).status).toBe(200)
    expect((await client(tenant.token).post('/auth/token', { origin: 'script' })).status).toBe(200)
    expect((await newest()).origin).toBe('script')
  })

  it('defaults to the lifetime of the token, and accepts fractions of seconds', async () => {
    const short = await createToken(server.deps.db, tenant.user_id, { lifetime_s: 900 })
    await client(short).post('/auth/token', {})
    expect((await newest()).lifetime_s).toBe(900)
    await client(short).post('/auth/token', { max_token_lifetime_s: 1.5 })
    expect(await lifetime()).toBe(1.5)
    await client(short).post('/auth/token', { max_token_lifetime_s: 583_200 })
    expect((await newest()).lifetime_s).toBe(900)
  })

  it('reports lifetimes out of range and unknown scopes', async () => {
    for (const [body, field] of [
      [{ max_token_lifetime_s: 583_200.5 }, 'max_token_lifetime_s'],
      [{ max_token_lifetime_s: 0 }, 'max_token_lifetime_s'],
      [{ scope: 'everything' }, 'scope'],
      [[1], 'detail'],
    ] as const) {
      const answer = await client(tenant.token).post('/auth/token', body)
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining([field])])
    }
  })

  it('requires a token: Basic credentials and missing credentials are refused', async () => {
    const Authorization = `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`
    expect((await as(server.root).post('/auth/token', {}, { Authorization })).status).toBe(401)
    expect((await as(server.root).post('/auth/token', {})).status).toBe(403)
    expect((await as(server.root, 'e30.e30.e30').post('/auth/token', {})).status).toBe(401)
  })

  it('is the only endpoint that accepts JWTs', async () => {
    expect((await as(server.root, 'e30.e30.e30').get('/auth/user')).status).toBe(401)
  })
})

describe('a one-time token', () => {
  it('can only be exchanged, once, for a token of 162 hours', async () => {
    const once = await createOneTimeToken(server.deps.db, tenant.user_id)
    const answer = await client(once).post('/auth/token', {})
    expect(answer.status).toBe(200)
    expect(await lifetime()).toBe(583_200)
    expect((await client(answer.body.key).get('/auth/user')).body.username).toBe(username)
    expect(await client(once).post('/auth/token', {})).toMatchObject({
      status: 401,
      body: { code: 'authentication_failed' },
    })
  })

  it('returns one token for two concurrent requests', async () => {
    const once = await createOneTimeToken(server.deps.db, tenant.user_id)
    const both = await Promise.all([1, 2].map(() => client(once).post('/auth/token', {})))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('is returned by the registration of an organization', async () => {
    const created = await as(server.root).post('/organizations/create', {
      template_name: 'Empty Organization Template',
      organization_name: 'Once',
      user_fullname: 'Only Once',
      user_email: 'once@example.org',
      create_key: CREATE_KEY,
    })
    const { key } = (await client(created.body.one_time_token).post('/auth/token', {})).body
    expect((await client(key).get('/auth/user')).body.url).toBe(created.body.user)
  })
})

describe('the scope "approval"', () => {
  it('allows only reading, approving and rejecting', async () => {
    const { key } = (await client(tenant.token).post('/auth/token', { scope: 'approval' })).body
    const approver = client(key)
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    expect((await approver.get(`/annotations/${annotation_id}`)).status).toBe(200)
    expect((await approver.get('/queues')).status).toBe(200)
    expect([200, 204, 404, 405, 409]).toContain(
      (await approver.post(`/annotations/${annotation_id}/approve`, {})).status,
    )
    for (const [method, path] of [
      ['PATCH', `/annotations/${annotation_id}`],
      ['POST', `/annotations/${annotation_id}/start`],
      ['POST', '/labels'],
      ['PATCH', '/auth/user'],
      ['POST', '/auth/password/change'],
      ['DELETE', `/queues/${tenant.queue_id}`],
      ['GET', `/queues/${tenant.queue_id}/export?to_status=exported`],
    ] as const) {
      const answer = await approver.send(method, path, method === 'GET' || method === 'DELETE' ? {} : { body: {} })
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, 'access_forbidden'])
    }
  })

  it('is kept by an exchange and never extended', async () => {
    const { key } = (await client(tenant.token).post('/auth/token', { scope: 'approval' })).body
    expect((await client(key).post('/auth/token', {})).body.scope).toBe('approval')
    expect((await client(key).post('/auth/token', { scope: 'default' })).status).toBe(403)
  })
})

describe('tokens in the database', () => {
  it('are stored as hashes only', async () => {
    const { key } = (await client(tenant.token).post('/auth/token', {})).body
    const { rows } = await server.deps.db.raw('select t::text as text from tokens t')
    expect(rows.length).toBeGreaterThan(0)
    for (const { text } of rows) expect(text).not.toContain(key)
  })
})

describe('failed logins', () => {
  const tries = (name: string) => as(server.root).post('/auth/login', { username: name, password: 'wrong' })

  it('are throttled after ten attempts with 429, for this username only, including Basic', async () => {
    const name = 'guessed@example.org'
    for (let n = 0; n < 8; n++) expect((await tries(name)).status).toBe(401)
    const Authorization = `Basic ${Buffer.from(`${name}:guess`).toString('base64')}`
    const basic = () => as(server.root).get(`/queues/${tenant.queue_id}/export`, { Authorization })
    for (let n = 0; n < 2; n++) expect((await basic()).status).toBe(401)
    for (const refused of [await tries(name), await basic()]) {
      expect(refused).toMatchObject({
        status: 429,
        body: {
          detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds?\.$/) as string,
          code: 'rate_limited',
          url: server.root.replace(/v1$/, 'docs'),
        },
      })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await as(server.root).post('/auth/login', { username, password: PASSWORD })).status).toBe(200)
  })

  it('are forgotten after the time limit', async () => {
    for (let n = 0; n < 11; n++) await tries(username)
    const login = () => as(server.root).post('/auth/login', { username, password: PASSWORD })
    expect((await login()).status).toBe(429)
    await server.deps.db('login_failures').update({ expires_at: server.deps.db.raw("now() - interval '1 second'") })
    expect((await login()).status).toBe(200)
  })
})

describe('BASIC_AUTH_GROUPS', () => {
  it('accepts Basic credentials on every endpoint for users of these groups', async () => {
    const open = await testServer({}, { BASIC_AUTH_GROUPS: '1' })
    try {
      const [mine, other] = [await aTenant(open.deps.db), await aTenant(open.deps.db)]
      expect([mine.organization_group_id, other.organization_group_id]).toEqual([1, 2])
      const password_hash = await hashPassword(PASSWORD)
      await open.deps.db('users').update({ password_hash })
      const status = async ({ user_id }: Tenant) => {
        const user = await open.deps.db('users').where('id', user_id).first('username')
        const Authorization = `Basic ${Buffer.from(`${user.username}:${PASSWORD}`).toString('base64')}`
        return (await as(open.root).get('/auth/user', { Authorization })).status
      }
      expect(await status(mine)).toBe(200)
      expect(await status(other)).toBe(401)
    } finally {
      await open.stop()
    }
  })
})
