import { execFile } from 'node:child_process'
import { createHmac, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createOneTimeToken } from '../../src/domain/people/credentials.ts'
import { personOfJwt } from '../../src/domain/people/jwt.ts'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { aSigner, makeJwt, type SignerType } from '../support/jwt.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import {
  REFUSED,
  claims,
  context,
  exchange,
  expectRefused,
  jwtOf,
  kid,
  register,
  seconds,
  signer,
  useJwt,
  username,
  without,
} from './jwt-setup.ts'

useJwt()

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

  it('accepts a JWT once, and ignores the case of the username', async () => {
    const jwt = jwtOf(claims({ sub: username.toUpperCase() }))
    expect([(await exchange(jwt)).status, (await exchange(jwt)).status]).toEqual([200, 401])
  })

  it('accepts the service in aud as host, host and port or URL, and the domain of the organization', async () => {
    const named = await aTenant(server.deps.db)
    await server.deps.db('organizations').where('id', tenant.organization_id).update({ domain: 'acme.example' })
    for (const aud of ['capture.example', 'CAPTURE.example:8443', 'https://capture.example/', 'acme.example'])
      expect((await exchange(jwtOf(claims({ aud })))).status, aud).toBe(200)
    // One of several services (RFC 7519).
    expect((await exchange(jwtOf(claims({ aud: ['elsewhere.example', 'capture.example'] })))).status).toBe(200)
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
    await expectRefused(jwtOf(claims(), { kid: undefined }), 'shape', '"kid" is required')
    await expectRefused(jwtOf(claims(), { kid: 7 }), 'shape', '"kid" is required')
    await expectRefused(jwtOf([claims()]), 'shape')
    for (const name of ['ver', 'iss', 'aud', 'sub', 'exp', 'email', 'name', 'svc_org'])
      await expectRefused(jwtOf(without(name)), 'shape', `The claim "${name}" is required.`)
    for (const change of [
      { exp: 'soon' },
      { exp: 1.5 },
      { roles: 'annotator' },
      { roles: [1] },
      { jti: 7 },
      { sub: 'a\0b' },
      { aud: [] },
      { aud: ['capture.example', 7] },
      { aud: Array.from({ length: 21 }, () => 'capture.example') },
      { aud: { host: 'capture.example' } },
    ])
      await expectRefused(jwtOf(claims(change)), 'shape', `The claim "${Object.keys(change)[0]}" must be`)
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
    for (const aud of [
      'elsewhere.example',
      'capture.example.evil.example',
      'capture.example:1',
      'https://',
      ['a', 'b'],
    ])
      await expectRefused(jwtOf(claims({ aud })), 'aud', '"aud" must name this service')
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

  it('with a reason that says nothing about keys, organizations and users of others', async () => {
    const stranger = aSigner('Ed25519')
    const detail = async (jwt: string) => (await exchange(jwt)).body.detail
    const unsigned = await detail(jwtOf(claims(), {}, stranger))
    expect(await detail(jwtOf(claims(), { kid: 'urn:no:organizations:999999' }, stranger))).toBe(unsigned)
    const other = await aTenant(server.deps.db)
    const foreign = await server.deps.db('users').where('id', other.user_id).first('username')
    const inactive = await aPerson(server.deps.db, tenant, 'annotator')
    const [own] = await server.deps
      .db('users')
      .where('id', inactive.user_id)
      .update({ is_active: false })
      .returning('username')
    const { user_id } = await aPerson(server.deps.db, tenant, 'organization_group_admin')
    const chief = await server.deps.db('users').where('id', user_id).first('username')
    const unknown = await detail(jwtOf(claims({ sub: 'unknown@example.org' })))
    expect(unknown).toContain('"sub"')
    for (const { username } of [foreign, own, chief])
      expect(await detail(jwtOf(claims({ sub: username }))), username).toBe(unknown)
    const jwt = jwtOf()
    await exchange(jwt)
    expect(await detail(jwt)).toContain('was used before')
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
