/** Exchange of credentials: tokens do not outlive their source, one-time tokens and JWTs work once, `aud` is the configured address. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import { runSweep } from '../../src/domain/outbox/sweeps.ts'
import { createOneTimeToken, createToken } from '../../src/domain/people/credentials.ts'
import { createSession } from '../../src/domain/people/sessions.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { aSigner, makeJwt } from '../support/jwt.ts'
import { testServer } from '../support/server.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ env: { SESSIONS: '1', PUBLIC_BASE_URL: 'https://capture.example/api' } })

let username: string
let kid: string
const signer = aSigner('Ed25519')

beforeAll(async () => {
  username = (await server.deps.db('users').where('id', tenant.user_id).first('username')).username
  const body = { namespace: 'portal', public_key: signer.pem }
  kid = (await as(server.root, tenant.token).post('/jwt_keys', body)).body.kid
})

const expiryOf = async (key: string, db = server.deps.db): Promise<string> => {
  const { rows } = await db.raw(`select expires_at from tokens where hash = sha256(?::bytea)`, [Buffer.from(key)])
  return rows[0].expires_at
}

describe('a token made from another credential', () => {
  it('ends with the exchanged token, over several exchanges, whatever lifetime is requested', async () => {
    const short = await createToken(server.deps.db, tenant.user_id, { lifetime_s: 900 })
    let key = short
    for (const body of [{ max_token_lifetime_s: 583_200 }, {}, { max_token_lifetime_s: 900 }]) {
      const answer = await as(server.root, key).post('/auth/token', body)
      expect(answer.status).toBe(200)
      key = answer.body.key
      expect(await expiryOf(key)).toBe(await expiryOf(short))
    }
    const shorter = (await as(server.root, short).post('/auth/token', { max_token_lifetime_s: 60 })).body.key
    expect((await expiryOf(shorter)) < (await expiryOf(short))).toBe(true)
  })

  it('ends with the token or the session that requested a membership token', async () => {
    const { db } = server.deps
    const body = { organization: `${server.root}/organizations/${tenant.organization_id}` }
    const short = await createToken(db, tenant.user_id, { lifetime_s: 900 })
    const made = await as(server.root, short).post('/auth/membership_token', body)
    expect(await expiryOf(made.body.key)).toBe(await expiryOf(short))
    const session = await createSession(db, tenant.user_id)
    const { expires_at } = await db('sessions').orderBy('id', 'desc').first('expires_at')
    const answer = await as(server.root).post('/auth/membership_token', body, { Cookie: `sessionid=${session.key}` })
    expect(answer.status).toBe(200)
    expect(await expiryOf(answer.body.key)).toBe(expires_at)
  })
})

describe('a one-time token', () => {
  const calls: { method: string; path: string; body?: unknown; status: number; what: string }[] = [
    { method: 'POST', path: '/auth/token', body: { scope: 'x' }, status: 400, what: 'with an unknown scope' },
    { method: 'POST', path: '/auth/token', body: '{', status: 400, what: 'with a body that is not JSON' },
    { method: 'POST', path: '/auth/token', body: 'x'.repeat(11 * 2 ** 20), status: 413, what: 'with a large body' },
    { method: 'GET', path: '/auth/token', status: 401, what: '' },
    { method: 'GET', path: '/queues', status: 401, what: '' },
    { method: 'GET', path: '/does-not-exist', status: 401, what: '' },
    { method: 'POST', path: '/auth/logout', body: {}, status: 401, what: '' },
    {
      method: 'POST',
      path: '/auth/login',
      body: { username: 'unknown user', password: 'x' },
      status: 401,
      what: 'with a wrong password',
    },
  ]

  it.each(calls)('is invalid after a refused $method $path $what', async ({ method, path, body, status }) => {
    const once = await createOneTimeToken(server.deps.db, tenant.user_id)
    const headers = { 'Content-Type': 'application/json' }
    expect((await as(server.root, once).send(method, path, { body, headers })).status).toBe(status)
    expect((await as(server.root, once).post('/auth/token', {})).status).toBe(401)
  })

  it('is invalid after a request that the rate limit refuses', async () => {
    const limited = await testServer({}, { RATE_LIMIT_PER_MINUTE: '1' })
    try {
      const { user_id } = await aTenant(limited.deps.db)
      const keys = [1, 2].map(() => createOneTimeToken(limited.deps.db, user_id))
      const [one, two] = await Promise.all(keys)
      expect((await as(limited.root, one).post('/auth/token', {})).status).toBe(200)
      expect((await as(limited.root, two).post('/auth/token', {})).status).toBe(429)
      expect(await limited.deps.db('tokens').where({ user_id, one_time: true })).toEqual([])
    } finally {
      await limited.stop()
    }
  })
})

const claims = (changes: object = {}) => ({
  ver: '1.0',
  iss: 'portal',
  aud: 'capture.example',
  sub: username,
  exp: Math.floor(Date.now() / 1000) + 50,
  email: username,
  name: 'Ada Admin',
  svc_org: String(tenant.organization_id),
  ...changes,
})
const jwtOf = (changes: object = {}) =>
  makeJwt({ kid, typ: 'JWT', alg: signer.algorithm }, claims(changes), signer.privateKey, null)

/** Posts an exchange with headers that `fetch` does not allow; returns the status. */
const exchange = (jwt: string, headers: Record<string, string> = {}, root = server.root) =>
  new Promise<number>((resolve, reject) => {
    const options = { method: 'POST', headers: { Authorization: `Bearer ${jwt}`, ...headers } }
    request(`${root}/auth/token`, options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
    })
      .on('error', reject)
      .end()
  })

describe('the aud of a JWT', () => {
  it('is compared with the configured address, not with Host or X-Forwarded-Host', async () => {
    for (const name of ['Host', 'X-Forwarded-Host'])
      expect(await exchange(jwtOf({ aud: 'other.example', jti: name }), { [name]: 'other.example' }), name).toBe(401)
    expect(await exchange(jwtOf({ jti: 'configured' }), { Host: 'other.example' })).toBe(200)
  })

  it('is the address that the service listens on if no other is configured', async () => {
    const plain = await startApi({ ...server.deps.config, host: '127.0.0.1' }, withoutBase())
    try {
      const root = `${plain.url}/v1`
      expect(await exchange(jwtOf({ aud: '127.0.0.1', jti: randomUUID() }), {}, root)).toBe(200)
      const spoofed = jwtOf({ aud: 'other.example', jti: randomUUID() })
      expect(await exchange(spoofed, { Host: 'other.example' }, root)).toBe(401)
    } finally {
      await plain.stop()
    }
  })

  function withoutBase() {
    const { publicBaseUrl: _base, ...config } = server.deps.config
    return { ...server.deps, config }
  }
})

describe('a JWT', () => {
  it('is accepted once, also by concurrent requests and by several api processes', async () => {
    const second = await startApi(server.deps.config, server.deps)
    try {
      const jwt = jwtOf({ jti: 'once' })
      const roots = [server.root, `${second.url}/v1`, server.root, `${second.url}/v1`]
      const statuses = await Promise.all(roots.map((root) => exchange(jwt, {}, root)))
      expect(statuses.sort()).toEqual([200, 401, 401, 401])
    } finally {
      await second.stop()
    }
  })

  it('is recognized by its jti in another text, and without one by its text', async () => {
    expect(await exchange(jwtOf({ jti: 'same', name: 'Ada One' }))).toBe(200)
    expect(await exchange(jwtOf({ jti: 'same', name: 'Ada Two' }))).toBe(401)
    const jwt = jwtOf({ name: 'Without Jti' })
    expect(await exchange(jwt)).toBe(200)
    expect(await exchange(jwt)).toBe(401)
    // The last letter of 64 bytes in base64url has four unused bits.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const changed = jwt.slice(0, -1) + alphabet[alphabet.indexOf(jwt.at(-1)!) + 1]!
    expect(Buffer.from(changed.split('.')[2]!, 'base64url')).toEqual(Buffer.from(jwt.split('.')[2]!, 'base64url'))
    expect(await exchange(changed)).toBe(401)
  })

  it('is recorded until it has expired', async () => {
    const { db } = server.deps
    await db('used_jwts').delete()
    expect(await exchange(jwtOf({ jti: 'swept' }))).toBe(200)
    await runSweep(server.deps, 'expired')
    expect(await db('used_jwts')).toHaveLength(1)
    await db('used_jwts').update({ expires_at: db.raw(`now() - interval '2 hours'`) })
    await runSweep(server.deps, 'expired')
    expect(await db('used_jwts')).toEqual([])
  })
})
