/** Keys for JWTs, and who may configure sign-on. */
import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { saveMembership, createMembershipToken } from '../../src/domain/people/memberships.ts'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { aSigner } from '../support/jwt.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { claims, exchange, expectRefused, jwtOf, register, useJwt } from './jwt-setup.ts'

useJwt()

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
