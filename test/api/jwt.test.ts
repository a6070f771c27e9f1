import { execFile } from 'node:child_process'
import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOneTimeToken } from '../../src/domain/people/credentials.ts'
import { personOfJwt } from '../../src/domain/people/jwt.ts'
import { saveMembership, createMembershipToken } from '../../src/domain/people/memberships.ts'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { aSigner, makeJwt, type Signer, type SignerType } from '../support/jwt.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
let username: string
let kid: string
let signer: Signer

const groupUrl = async (name: string) =>
  `${server.root}/groups/${(await server.deps.db('groups').where({ name }).first('id')).id}`

beforeAll(async () => {
  server = await testServer({}, { PUBLIC_BASE_URL: 'https://capture.example:8443/api' })
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
  username = (await server.deps.db('users').where('id', tenant.user_id).first('username')).username
  signer = aSigner('Ed25519')
  kid = await register(signer)
})
afterAll(() => server.stop())

async function register(of: Signer, namespace = 'portal', client = admin): Promise<string> {
  const created = await client.post('/jwt_keys', { namespace, public_key: of.pem })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.kid as string
}

const seconds = () => Math.floor(Date.now() / 1000)
const claims = (changes: Record<string, unknown> = {}) => ({
  ver: '1.0',
  iss: 'portal',
  aud: 'capture.example',
  sub: username,
  exp: seconds() + 50,
  email: username,
  name: 'Ada Admin',
  svc_org: String(tenant.organization_id),
  ...changes,
})
const without = (name: string) => claims({ [name]: undefined })
const jwtOf = (payload: unknown = claims(), header: object = {}, by: Signer = signer) =>
  makeJwt(
    { kid, typ: 'JWT', alg: by.algorithm, ...header },
    payload,
    by.privateKey,
    by.algorithm === 'RS512' ? 'sha512' : null,
  )
const exchange = (jwt: string, body: object = {}) => as(server.root, jwt).post('/auth/token', body)
const REFUSED = { detail: 'Invalid token.', code: 'authentication_failed' }
const context = () => ({ now: new Date(), host: 'capture.example:8443', vendorNames: false })

async function expectRefused(jwt: string, check: string): Promise<void> {
  expect(await personOfJwt(server.deps.db, jwt, context())).toMatchObject({ refused: check })
  const answer = await exchange(jwt)
  expect([answer.status, answer.body]).toEqual([401, REFUSED])
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
}

describe('POST /v1/auth/token with a JWT', () => {
  it.each(['Ed25519', 'Ed448', 'RSA'] as SignerType[])('accepts signatures by %s keys', async (type) => {
    const by = aSigner(type)
    const own = await register(by, `by-${type}`)
    const answer = await exchange(jwtOf(claims(), { kid: own }, by))
    expect(answer).toMatchObject({ status: 200, body: { scope: 'default', domain: null } })
    expect((await as(server.root, answer.body.key).get('/auth/user')).body).toMatchObject({ username })
  })

  it('returns a token for 162 hours or a requested shorter lifetime, with the requested scope', async () => {
    const lifetime = async (body: object) => {
      expect((await exchange(jwtOf(), body)).status).toBe(200)
      const row = await server.deps.db('tokens').orderBy('id', 'desc').first('lifetime_s', 'scope')
      return [row.lifetime_s, row.scope]
    }
    expect(await lifetime({})).toEqual([583_200, 'default'])
    expect(await lifetime({ max_token_lifetime_s: 90.5, scope: 'approval' })).toEqual([90.5, 'approval'])
    expect(await exchange(jwtOf(), { max_token_lifetime_s: 583_201 })).toMatchObject({
      status: 400,
      body: { max_token_lifetime_s: ['Ensure this value is less than or equal to 583200.'] },
    })
  })

  it('accepts the same JWT again while it is valid, and ignores the case of the username', async () => {
    const jwt = jwtOf(claims({ sub: username.toUpperCase() }))
    expect([(await exchange(jwt)).status, (await exchange(jwt)).status]).toEqual([200, 200])
  })

  it('accepts the service in aud as host, host and port or URL, and the domain of the organization', async () => {
    const named = await aTenant(server.deps.db)
    await server.deps.db('organizations').where('id', tenant.organization_id).update({ domain: 'acme.example' })
    for (const aud of ['capture.example', 'CAPTURE.example:8443', 'https://capture.example/', 'acme.example'])
      expect((await exchange(jwtOf(claims({ aud })))).status, aud).toBe(200)
    await server.deps.db('organizations').where('id', tenant.organization_id).update({ domain: null })
    await server.deps.db('organizations').where('id', named.organization_id).update({ domain: 'acme.example' })
    await expectRefused(jwtOf(claims({ aud: 'acme.example' })), 'aud')
  })

  it('records the login', async () => {
    await server.deps.db('users').where('id', tenant.user_id).update({ last_login: null })
    await exchange(jwtOf())
    expect((await server.deps.db('users').where('id', tenant.user_id).first('last_login')).last_login).not.toBeNull()
  })

  it('is the only endpoint for JWTs: other endpoints and other schemes return 401', async () => {
    const jwt = jwtOf()
    for (const path of ['/auth/user', '/queues', `/organizations/${tenant.organization_id}`])
      expect(await as(server.root, jwt).get(path)).toMatchObject({ status: 401, body: REFUSED })
    for (const path of ['/auth/logout', '/auth/membership_token', '/uploads'])
      expect(await as(server.root, jwt).post(path, {})).toMatchObject({ status: 401, body: REFUSED })
    expect(await as(server.root).post('/auth/token', {}, { Authorization: `Token ${jwt}` })).toMatchObject({
      status: 401,
    })
    expect((await exchange(jwt)).status).toBe(200)
  })

  it('still accepts other credentials', async () => {
    expect((await as(server.root, tenant.token).post('/auth/token', {})).status).toBe(200)
    const once = await createOneTimeToken(server.deps.db, tenant.user_id)
    expect((await as(server.root, once).post('/auth/token', {})).status).toBe(200)
  })
})

describe('a JWT is refused', () => {
  it('for its structure: not three parts, no JSON, no kid, a wrong algorithm, a missing or malformed claim', async () => {
    const [head, body, tail] = jwtOf().split('.') as [string, string, string]
    for (const jwt of [
      `${head}.${body}`,
      `${head}.e30x.${tail}`,
      `x.${body}.${tail}`,
      `${jwtOf()}.${tail}`,
      '..',
      'a.b.c',
    ])
      await expectRefused(jwt, 'shape')
    await expectRefused(jwtOf(claims(), { kid: undefined }), 'shape')
    await expectRefused(jwtOf(claims(), { kid: 7 }), 'shape')
    await expectRefused(jwtOf([claims()]), 'shape')
    for (const name of ['ver', 'iss', 'aud', 'sub', 'exp', 'email', 'name', 'svc_org'])
      await expectRefused(jwtOf(without(name)), 'shape')
    for (const change of [{ exp: 'soon' }, { exp: 1.5 }, { roles: 'annotator' }, { roles: [1] }, { sub: 'a\0b' }])
      await expectRefused(jwtOf(claims(change)), 'shape')
    await expectRefused(jwtOf(claims({ more: 'x'.repeat(8192) })), 'shape')
  })

  it('for its algorithm, whatever the signature', async () => {
    const by = aSigner('RSA')
    const own = await register(by, 'algorithms')
    const text = (alg: string) =>
      [{ kid: own, alg }, claims()].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')).join('.')
    const pss = sign('sha512', Buffer.from(text('PS512')), { key: by.privateKey, padding: 6 }).toString('base64url')
    const hmac = createHmac('sha512', by.pem).update(text('HS512')).digest('base64url')
    await expectRefused(`${text('none')}.`, 'shape')
    await expectRefused(`${text('HS512')}.${hmac}`, 'shape')
    await expectRefused(`${text('PS512')}.${pss}`, 'shape')
    await expectRefused(makeJwt({ kid: own, alg: 'RS256' }, claims(), by.privateKey, 'sha256'), 'shape')
    // An allowed algorithm that does not match the key.
    await expectRefused(makeJwt({ kid, alg: 'RS512' }, claims(), by.privateKey, 'sha512'), 'signature')
    await expectRefused(makeJwt({ kid: own, alg: 'EdDSA' }, claims(), signer.privateKey, null), 'signature')
  })

  it('for its kid: of another organization, not registered, without an organization', async () => {
    const other = await aTenant(server.deps.db)
    for (const wrong of [
      `urn:portal:organizations:${other.organization_id}`,
      `urn:elsewhere:organizations:${tenant.organization_id}`,
      `urn:portal:organizations:${tenant.organization_id}:1`,
      'portal',
    ])
      await expectRefused(jwtOf(claims(), { kid: wrong }), 'key')
  })

  it('for its signature: another key, a changed payload, a deleted key', async () => {
    await expectRefused(jwtOf(claims(), {}, aSigner('Ed25519')), 'signature')
    const [head, , tail] = jwtOf().split('.')
    const forged = Buffer.from(JSON.stringify(claims({ name: 'Eve' }))).toString('base64url')
    await expectRefused(`${head}.${forged}.${tail}`, 'signature')
    const old = aSigner('Ed25519')
    await register(old)
    expect((await exchange(jwtOf(claims(), {}, old))).status).toBe(200)
    const [{ id }] = (await admin.get('/jwt_keys?ordering=-id')).body.results
    expect((await admin.delete(`/jwt_keys/${id}`)).status).toBe(204)
    await expectRefused(jwtOf(claims(), {}, old), 'signature')
  })

  it('for its version', () => expectRefused(jwtOf(claims({ ver: '1.1' })), 'ver'))

  it('for its times: expired or more than a minute in the future, with a tolerance of five seconds', async () => {
    await expectRefused(jwtOf(claims({ exp: seconds() - 30 })), 'exp')
    await expectRefused(jwtOf(claims({ exp: seconds() + 90 })), 'exp')
    const now = new Date('2026-01-01T00:00:00Z')
    const at = (ahead: number) =>
      personOfJwt(server.deps.db, jwtOf(claims({ exp: now.getTime() / 1000 + ahead })), { ...context(), now })
    for (const ahead of [-4, 0, 60, 65]) expect(await at(ahead), String(ahead)).toHaveProperty('person')
    for (const ahead of [-5, -3600, 66, 3600]) expect(await at(ahead), String(ahead)).toMatchObject({ refused: 'exp' })
  })

  it('for its audience', async () => {
    for (const aud of ['elsewhere.example', 'capture.example.evil.example', 'capture.example:1', 'https://'])
      await expectRefused(jwtOf(claims({ aud })), 'aud')
  })

  it('for its organization, if it differs from that of the kid', async () => {
    const other = await aTenant(server.deps.db)
    await expectRefused(jwtOf(claims({ svc_org: String(other.organization_id) })), 'svc_org')
    await expectRefused(jwtOf(claims({ svc_org: `0${tenant.organization_id}` })), 'svc_org')
  })

  it('for its user: unknown, inactive, deleted, or of another organization', async () => {
    await expectRefused(jwtOf(claims({ sub: 'unknown@example.org' })), 'sub')
    for (const change of [{ is_active: false }, { deleted_at: new Date() }]) {
      const { user_id } = await aPerson(server.deps.db, tenant, 'annotator')
      const [row] = await server.deps.db('users').where('id', user_id).update(change).returning('username')
      await expectRefused(jwtOf(claims({ sub: row.username })), 'sub')
    }
    const other = await aTenant(server.deps.db)
    const stranger = await server.deps.db('users').where('id', other.user_id).first('username')
    await expectRefused(jwtOf(claims({ sub: stranger.username })), 'sub')
  })

  it('with the name of the first failed check', async () => {
    const wrong = claims()
    const errorsOf: [string, object][] = [
      ['sub', { sub: 'unknown@example.org' }],
      ['svc_org', { svc_org: '999999' }],
      ['aud', { aud: 'elsewhere.example' }],
      ['exp', { exp: seconds() + 600 }],
      ['ver', { ver: '2.0' }],
    ]
    for (const [check, change] of errorsOf) {
      Object.assign(wrong, change)
      await expectRefused(jwtOf(wrong), check)
    }
    const stranger = aSigner('Ed25519')
    await expectRefused(jwtOf(wrong, {}, stranger), 'signature')
    await expectRefused(jwtOf(wrong, { kid: 'urn:no:organizations:1' }, stranger), 'key')
    await expectRefused(jwtOf(wrong, { kid: 'urn:no:organizations:1', alg: 'none' }, stranger), 'shape')
  })
})

describe('the documentation', () => {
  it('contains an example program whose JWT is accepted', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/sign-on.md'), 'utf8')
    const [, program] = /```js\n(.*?)```/s.exec(text)!
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-jwt-'))
    writeFileSync(join(folder, 'sign.mjs'), program!)
    writeFileSync(join(folder, 'portal.pem'), signer.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const given = [join(folder, 'portal.pem'), String(tenant.organization_id), 'capture.example', username, 'Ada Admin']
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'sign.mjs'), ...given])
    rmSync(folder, { recursive: true })
    expect((await exchange(stdout.trim())).status).toBe(200)
  })
})

describe('the vendor name of the claim svc_org', () => {
  const older = () => ({ ...without('svc_org'), rossum_org: String(tenant.organization_id) })

  it('is accepted with COMPAT_VENDOR_NAMES, in addition to the current name', async () => {
    const compatible = (payload: object) =>
      personOfJwt(server.deps.db, jwtOf(payload), { ...context(), vendorNames: true })
    expect(await compatible(older())).toHaveProperty('person')
    expect(await compatible(claims())).toHaveProperty('person')
    expect(await compatible({ ...older(), rossum_org: '999999' })).toMatchObject({ refused: 'svc_org' })
  })

  it('is refused without COMPAT_VENDOR_NAMES', () => expectRefused(jwtOf(older()), 'shape'))
})

describe('auto-provisioning by JWT', () => {
  const path = () => `/auto_provisioning/${tenant.organization_id}`
  let count = 0
  const newcomer = () => `new-${++count}@example.org`

  beforeEach(async () => {
    const queues = [`${server.root}/queues/${tenant.queue_id}`]
    const body = { enabled: true, roles: ['annotator', 'manager', 'approver'], default_role: null, queues }
    expect((await admin.put(path(), body)).status).toBe(200)
  })

  const arrive = async (changes: Record<string, unknown>) => {
    const sub = newcomer()
    const answer = await exchange(jwtOf(claims({ sub, email: sub, ...changes })))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return (await admin.get(`/users?username=${sub}`)).body.results[0]
  }

  it('creates the user with names, email, configured roles and queues', async () => {
    const user = await arrive({
      email: 'Grace@Example.org',
      name: 'Grace Brewster Hopper',
      roles: ['admin', 'annotator', 'approver'],
    })
    expect(user).toMatchObject({
      email: 'Grace@Example.org',
      first_name: 'Grace',
      last_name: 'Brewster Hopper',
      auth_type: 'sso',
      is_active: true,
      organization: `https://capture.example:8443/api/v1/organizations/${tenant.organization_id}`,
      queues: [`https://capture.example:8443/api/v1/queues/${tenant.queue_id}`],
    })
    const found = (await groupUrls(['annotator', 'approver'])).sort()
    expect([...user.groups].sort()).toEqual(found)
  })

  const groupUrls = async (names: string[]) =>
    (await Promise.all(names.map(groupUrl))).map((url) =>
      url.replace(server.root, 'https://capture.example:8443/api/v1'),
    )

  it('grants only configured roles, at most one in addition to approver', async () => {
    expect((await arrive({ roles: ['admin', 'organization_group_admin', 'nonsense'] })).groups).toEqual([])
    expect((await arrive({ roles: ['manager', 'annotator'] })).groups).toEqual(await groupUrls(['manager']))
    expect((await arrive({ roles: [] })).groups).toEqual([])
    await admin.patch(path(), { default_role: 'annotator' })
    expect((await arrive({ roles: undefined })).groups).toEqual(await groupUrls(['annotator']))
    expect((await arrive({ roles: ['approver'] })).groups).toEqual(await groupUrls(['approver']))
  })

  it('creates one user for concurrent requests', async () => {
    const sub = newcomer()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => exchange(jwtOf(claims({ sub, email: sub, roles: ['annotator'] })))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await server.deps.db('users').where('username', sub).select('id')).toHaveLength(1)
  })

  it('does not change existing users', async () => {
    await exchange(jwtOf(claims({ name: 'Another Name', roles: ['annotator'] })))
    expect((await admin.get('/auth/user')).body).toMatchObject({ first_name: 'Ada', last_name: 'Admin' })
  })

  it('does not activate inactive users or take usernames of other organizations', async () => {
    const { user_id } = await aPerson(server.deps.db, tenant, 'annotator')
    const [idle] = await server.deps.db('users').where('id', user_id).update({ is_active: false }).returning('username')
    const other = await aTenant(server.deps.db)
    const stranger = await server.deps.db('users').where('id', other.user_id).first('username')
    for (const sub of [idle.username, stranger.username]) await expectRefused(jwtOf(claims({ sub })), 'sub')
  })

  it('sets no password and is disabled by default', async () => {
    const user = await arrive({ roles: ['annotator'] })
    const row = await server.deps.db('users').where('id', user.id).first('password_hash')
    expect(row.password_hash).toBeNull()
    const fresh = await aTenant(server.deps.db)
    expect((await as(server.root, fresh.token).get(`/auto_provisioning/${fresh.organization_id}`)).body).toMatchObject({
      enabled: false,
      roles: [],
      default_role: null,
      queues: [],
    })
    await admin.patch(path(), { enabled: false })
    await expectRefused(jwtOf(claims({ sub: newcomer(), roles: ['annotator'] })), 'sub')
  })

  it('is recorded in the audit log', async () => {
    const user = await arrive({ roles: ['annotator'] })
    const row = await server.deps.db('audit_logs').where({ object_type: 'user', object_id: user.id }).first('*')
    expect(row).toMatchObject({ action: 'create', organization_id: tenant.organization_id, username: user.username })
    expect(row.content.details).toEqual({ provisioned: true, roles: ['annotator'] })
  })
})

describe('group administrators', () => {
  it('sign on only with keys registered by a group administrator', async () => {
    const groupAdmin = await aPerson(server.deps.db, tenant, 'organization_group_admin')
    const { username: sub } = await server.deps.db('users').where('id', groupAdmin.user_id).first('username')
    await expectRefused(jwtOf(claims({ sub })), 'user')
    const by = aSigner('Ed25519')
    const own = await register(by, 'chief', as(server.root, groupAdmin.token))
    expect((await admin.get('/jwt_keys?namespace=chief')).body.results).toMatchObject([{ group_administrators: true }])
    expect((await exchange(jwtOf(claims({ sub }), { kid: own }, by))).status).toBe(200)
  })
})

describe('/v1/jwt_keys', () => {
  const post = (body: object) => admin.post('/jwt_keys', { namespace: 'forms', ...body })

  it('accepts PEM, and JWK as object or text, and returns the parsed key', async () => {
    const [one, two, three] = [aSigner('Ed25519'), aSigner('Ed448'), aSigner('RSA')]
    const jwk = two.publicKey.export({ format: 'jwk' })
    const text = JSON.stringify(three.publicKey.export({ format: 'jwk' }))
    for (const [public_key, pem, type, algorithm] of [
      [one.pem, one.pem, 'Ed25519', 'EdDSA'],
      [{ ...jwk, use: 'sig', kid: 'any' }, two.pem, 'Ed448', 'EdDSA'],
      [text, three.pem, 'RSA', 'RS512'],
      [three.publicKey.export({ type: 'pkcs1', format: 'pem' }), three.pem, 'RSA', 'RS512'],
    ] as const) {
      const namespace = `forms-${algorithm}-${typeof public_key}-${String(public_key).length}`
      const created = await post({ public_key, namespace })
      expect([created.status, created.body]).toMatchObject([201, { public_key: pem, type, algorithm }])
      expect(created.body.kid).toBe(`urn:${namespace}:organizations:${tenant.organization_id}`)
      expect(created.body.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  it('refuses private keys in every format, without returning them', async () => {
    for (const type of ['Ed25519', 'Ed448', 'RSA'] as const) {
      const { privateKey } = aSigner(type)
      const jwk = privateKey.export({ format: 'jwk' })
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
      expect(createPrivateKey(pem).type).toBe('private')
      for (const public_key of [pem, jwk, JSON.stringify(jwk)]) {
        const answer = await post({ public_key })
        expect([answer.status, answer.body.public_key]).toEqual([
          400,
          ['This is a private key. Keep it secret and register the public key instead.'],
        ])
        expect(JSON.stringify(answer.body)).not.toContain(jwk.d)
      }
    }
    expect((await post({ public_key: { kty: 'oct', k: 'c2VjcmV0' } })).status).toBe(400)
  })

  it('refuses invalid keys, other key types and short RSA keys', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const pemOf = (key: { publicKey: { export(o: object): string | Buffer } }) =>
      key.publicKey.export({ type: 'spki', format: 'pem' })
    const short = pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }))
    const curve = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
    const errorsOf = async (public_key: unknown) => {
      const { status, body } = await post({ public_key })
      return [status, body.public_key]
    }
    expect(await errorsOf(short)).toEqual([400, ['An RSA key must have 2048 to 8192 bits.']])
    expect(await errorsOf(curve)).toEqual([400, ['The key must be an Ed25519, Ed448 or RSA key.']])
    expect(await errorsOf('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toEqual([
      400,
      ['The key cannot be read.'],
    ])
    expect(await errorsOf('{"kty":')).toEqual([400, ['The JWK is not valid JSON.']])
    expect((await errorsOf('ssh-ed25519 AAAA'))[0]).toBe(400)
    expect((await errorsOf({}))[0]).toBe(400)
  })

  it('refuses duplicate keys in a namespace, and invalid namespaces', async () => {
    const { pem } = aSigner('Ed25519')
    expect((await post({ public_key: pem, namespace: 'twice' })).status).toBe(201)
    expect(await post({ public_key: pem, namespace: 'twice' })).toMatchObject({
      status: 400,
      body: { public_key: ['This key is already registered in this namespace.'] },
    })
    for (const namespace of ['a:b', 'a b', '', 'x'.repeat(101)])
      expect((await post({ public_key: pem, namespace })).status, namespace).toBe(400)
  })

  it('holds at most twenty keys per organization', async () => {
    const crowd = await aTenant(server.deps.db)
    const client = as(server.root, crowd.token)
    for (let n = 0; n < 20; n++) await register(aSigner('Ed25519'), 'many', client)
    const more = await client.post('/jwt_keys', { namespace: 'many', public_key: aSigner('Ed25519').pem })
    expect([more.status, Object.keys(more.body)]).toEqual([400, expect.arrayContaining(['non_field_errors'])])
  })
})

describe('permission to configure sign-on', () => {
  it('requires an administrator without a limited membership', async () => {
    const annotator = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    const body = { namespace: 'mine', public_key: aSigner('Ed25519').pem }
    expect((await annotator.post('/jwt_keys', body)).status).toBe(403)
    expect((await annotator.get('/jwt_keys')).status).toBe(403)

    const db = server.deps.db
    const home = await aTenant(db)
    await db('organizations')
      .where('id', home.organization_id)
      .update({ organization_group_id: tenant.organization_group_id })
    const membership = {
      user_id: home.user_id,
      organization_id: tenant.organization_id,
      queue_ids: [tenant.queue_id],
      expires_at: null,
    }
    await saveMembership(db, tenant.organization_group_id, membership)
    const who = { user_id: home.user_id, organization_group_id: tenant.organization_group_id, roles: ['admin'] }
    const guest = as(server.root, await createMembershipToken(db, who, tenant.organization_id, { origin: null }))
    expect((await guest.post('/jwt_keys', body)).status).toBe(403)
    const [{ id }] = (await admin.get('/jwt_keys')).body.results
    expect((await guest.delete(`/jwt_keys/${id}`)).status).toBe(403)
    expect((await guest.patch(`/auto_provisioning/${tenant.organization_id}`, { roles: ['admin'] })).status).toBe(403)
  })

  it('does not allow making users group administrators', async () => {
    const answer = await admin.patch(`/auto_provisioning/${tenant.organization_id}`, {
      roles: ['organization_group_admin'],
    })
    expect(answer.status).toBe(400)
  })
})
