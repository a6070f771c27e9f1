import { describe, expect, it } from 'vitest'
import { createMembershipToken, saveMembership } from '../../src/domain/people/memberships.ts'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import {
  SECRET,
  accounts,
  admin,
  anAccount,
  aUser,
  idp,
  log,
  provider_id,
  server,
  signOn,
  tenant,
  useOidc,
} from './oidc-setup.ts'

useOidc()

describe('URLs of providers', () => {
  it('must resolve to public addresses, unless the operator allows networks', async () => {
    const strict = await testServer({ log: server.deps.log })
    const own = await aTenant(strict.deps.db)
    const client = as(strict.root, own.token)
    const path = `/oauth/login?organization=${own.organization_id}`
    const { body } = await client.post('/oidc_providers', { name: 'Inside', issuer: idp.issuer, client_id: 'sheaf' })
    for (const issuer of [idp.issuer, idp.issuer.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254']) {
      await client.patch(`/oidc_providers/${body.id}`, { issuer })
      expect(await as(strict.root).get(path)).toMatchObject({
        status: 502,
        body: { code: 'bad_gateway', detail: expect.stringMatching(/not allowed/) },
      })
    }
    await strict.stop()
  })
})

describe('/v1/oidc_providers', () => {
  it('encrypts the client secret and never returns or logs it', async () => {
    const path = `/oidc_providers/${provider_id}`
    const answers = [await admin.get(path), await admin.get('/oidc_providers'), await admin.patch(path, { name: 'x' })]
    await signOn(anAccount())
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(SECRET)
    const row = await server.deps.db('oidc_providers').where('id', provider_id).first('*')
    expect(Buffer.isBuffer(row.sealed_client_secret)).toBe(true)
    expect(row.sealed_client_secret.toString('latin1')).not.toContain(SECRET)
    expect(log.length).toBeGreaterThan(0)
    expect(JSON.stringify(log)).not.toContain(SECRET)
  })

  it('keeps the secret when a PUT omits it', async () => {
    const path = `/oidc_providers/${provider_id}`
    const { body } = await admin.get(path)
    expect((await admin.put(path, body)).status).toBe(200)
    const login = anAccount()
    await aUser({ oidc_id: accounts[login]!.email })
    expect((await signOn(login)).status).toBe(200)
  })

  it('sends the secret only to the issuer it was set for', async () => {
    const path = `/oidc_providers/${provider_id}`
    expect(await admin.patch(path, { issuer: 'https://thief.example' })).toMatchObject({
      status: 400,
      body: { client_secret: ['This field is required when the issuer changes.'] },
    })
    expect((await admin.patch(path, { issuer: 'https://new.example', client_secret: 'new' })).status).toBe(200)
  })

  it('accepts the discovery URL as issuer and refuses invalid issuers', async () => {
    const base = { name: 'Directory', client_id: 'sheaf' }
    const created = await admin.post('/oidc_providers', {
      ...base,
      issuer: 'https://idp.example/realm/.well-known/openid-configuration',
    })
    expect(created).toMatchObject({ status: 201, body: { issuer: 'https://idp.example/realm' } })
    for (const issuer of ['idp.example', 'ftp://idp.example', 'https://u:p@idp.example', 'https://idp.example?x=1', ''])
      expect((await admin.post('/oidc_providers', { ...base, issuer })).status, issuer).toBe(400)
    for (const body of [{ scopes: 'email' }, { scopes: ' openid' }, { claim: 'name' }, { client_id: '' }])
      expect((await admin.patch(`/oidc_providers/${provider_id}`, body)).status, JSON.stringify(body)).toBe(400)
  })

  it('requires an administrator without a limited membership', async () => {
    const db = server.deps.db
    const annotator = as(server.root, (await aPerson(db, tenant, 'annotator')).token)
    expect((await annotator.get('/oidc_providers')).status).toBe(403)
    const home = await aTenant(db)
    const organization_group_id = tenant.organization_group_id
    await db('organizations').where('id', home.organization_id).update({ organization_group_id })
    const { organization_id } = tenant
    await saveMembership(db, organization_group_id, {
      user_id: home.user_id,
      organization_id,
      queue_ids: [tenant.queue_id],
      expires_at: null,
    })
    const who = { user_id: home.user_id, organization_group_id, roles: ['admin'] }
    const guest = as(server.root, await createMembershipToken(db, who, organization_id, { origin: null }))
    expect((await guest.patch(`/oidc_providers/${provider_id}`, { name: 'x' })).status).toBe(403)
    expect(
      (await guest.post('/oidc_providers', { name: 'x', issuer: 'https://x.example', client_id: 'x' })).status,
    ).toBe(403)
    expect((await guest.delete(`/oidc_providers/${provider_id}`)).status).toBe(403)
  })
})
