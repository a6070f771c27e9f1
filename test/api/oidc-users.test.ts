/** The user who logs in with an OpenID provider: found by a claim, or created. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { Browser, fakeOpenIdProvider } from '../support/openid.ts'
import {
  SECRET,
  accounts,
  admin,
  anAccount,
  aUser,
  begin,
  change,
  count,
  end,
  expectRefused,
  idp,
  plain,
  provider_id,
  server,
  signOn,
  tenant,
  useOidc,
  userOf,
} from './oidc-setup.ts'

useOidc()

describe('sign-on by OpenID Connect', () => {
  it('returns a token and its domain, starts a session and removes the login cookie', async () => {
    await server.deps.db('organizations').where('id', tenant.organization_id).update({ domain: 'acme.example' })
    const login = anAccount()
    const id = await aUser({ oidc_id: accounts[login]!.email })
    const browser = new Browser()
    const ended = await signOn(login, idp, browser)
    expect(Object.keys(ended.body)).toEqual(['key', 'domain'])
    expect(ended.body).toMatchObject({ domain: 'acme.example', key: expect.stringMatching(/^[0-9a-f]{40}$/) })
    expect(await userOf(ended)).toMatchObject({ id, last_login: expect.any(String) })
    expect(ended.headers.get('cache-control')).toBe('no-store')
    const jar = browser.cookies.get(new URL(server.root).host)!
    expect([...jar.keys()].sort()).toEqual(['csrftoken', 'sessionid'])
    expect((await browser.go(`${server.root}/auth/user`)).status).toBe(200)
  })

  it('supports clients without a secret, a secret in the request body, and claims only in the ID token', async () => {
    const login = anAccount()
    const id = await aUser({ oidc_id: accounts[login]!.email })
    await change({ issuer: plain.issuer, client_id: 'public', client_secret: null })
    expect((await userOf(await signOn(login, plain))).id).toBe(id)
    await change({ client_id: 'posting', client_secret: SECRET })
    expect((await userOf(await signOn(login, plain))).id).toBe(id)
  })

  it('can run twice concurrently in one browser', async () => {
    const login = anAccount()
    await aUser({ oidc_id: accounts[login]!.email })
    const browser = new Browser()
    const [one, two] = [await begin(browser), await begin(browser)]
    const back = [await idp.pass(browser, two, login), await idp.pass(browser, one, login)]
    for (const url of back) expect((await end(browser, url)).status).toBe(200)
  })

  it('identifies users by the configured claim', async () => {
    const claims = { preferred_username: `p-${count}`, unique_name: `u-${count}` }
    for (const claim of ['email', 'sub', 'preferred_username', 'unique_name'] as const) {
      const login = anAccount(claims)
      const value = { ...claims, sub: login, email: accounts[login]!.email }[claim]
      await change({ claim })
      expectRefused(await signOn(login))
      const id = await aUser({ oidc_id: value })
      expect((await userOf(await signOn(login))).id, claim).toBe(id)
    }
  })

  it('ignores the case of emails, and finds users without oidc_id by username', async () => {
    const [one, two, three] = [anAccount(), anAccount(), anAccount()]
    const upper = (login: string) => String(accounts[login]!.email).toUpperCase()
    const first = await aUser({ oidc_id: upper(one) })
    const second = await aUser({ oidc_id: null, username: upper(two) })
    await aUser({ oidc_id: 'something else', username: upper(three) })
    expect((await userOf(await signOn(one))).id).toBe(first)
    expect((await userOf(await signOn(two))).id).toBe(second)
    expectRefused(await signOn(three))
  })

  it('compares all other claims exactly and never with usernames', async () => {
    await change({ claim: 'preferred_username' })
    const login = anAccount({ preferred_username: `grace-${count}` })
    const name = accounts[login]!.preferred_username as string
    const id = await aUser({ oidc_id: name.toUpperCase(), username: `${name}@example.org` })
    await aUser({ oidc_id: null, username: name })
    expectRefused(await signOn(login))
    await server.deps.db('users').where({ id }).update({ oidc_id: name })
    expect((await userOf(await signOn(login))).id).toBe(id)
  })

  it('requires an active user of the organization and a verified email', async () => {
    const [idle, gone, otherTenant, unchecked, twice] = [
      anAccount(),
      anAccount(),
      anAccount(),
      anAccount({ email_verified: false }),
      anAccount(),
    ]
    await aUser({ oidc_id: accounts[idle]!.email, is_active: false })
    await aUser({ oidc_id: accounts[gone]!.email, deleted_at: new Date() })
    const other = await aTenant(server.deps.db)
    await server.deps.db('users').where('id', other.user_id).update({ oidc_id: accounts[otherTenant]!.email })
    await aUser({ oidc_id: accounts[unchecked]!.email })
    for (let n = 0; n < 2; n++) await aUser({ oidc_id: accounts[twice]!.email })
    for (const login of [idle, gone, otherTenant, unchecked, twice]) expectRefused(await signOn(login))
  })

  it('accepts group administrators only from providers that a group administrator configured', async () => {
    const groupAdmin = await aPerson(server.deps.db, tenant, 'organization_group_admin')
    const login = anAccount()
    await server.deps.db('users').where('id', groupAdmin.user_id).update({ oidc_id: accounts[login]!.email })
    expectRefused(await signOn(login))
    const path = `/oidc_providers/${provider_id}`
    expect(await as(server.root, groupAdmin.token).patch(path, { name: 'Mine' })).toMatchObject({
      status: 200,
      body: { group_administrators: true },
    })
    expect((await userOf(await signOn(login))).id).toBe(groupAdmin.user_id)
    await change({ claim: 'email' })
    expectRefused(await signOn(login))
  })
})

describe('an email without verification', () => {
  it('is refused unless email_trusted is set', async () => {
    const unverified = anAccount({ email_verified: undefined })
    const id = await aUser({ oidc_id: accounts[unverified]!.email })
    const notVerified = anAccount({ email_verified: false })
    await aUser({ oidc_id: accounts[notVerified]!.email })
    const verified = anAccount({ email_verified: 'true' })
    const other = await aUser({ oidc_id: accounts[verified]!.email })
    expectRefused(await signOn(unverified))
    expect((await userOf(await signOn(verified))).id).toBe(other)
    await change({ email_trusted: true })
    expect((await userOf(await signOn(unverified))).id).toBe(id)
    expectRefused(await signOn(notVerified))
  })

  it('is not stored for users identified by another claim', async () => {
    await admin.patch(`/auto_provisioning/${tenant.organization_id}`, { enabled: true, default_role: 'viewer' })
    await change({ claim: 'sub' })
    const login = anAccount({ email_verified: undefined })
    expect(await userOf(await signOn(login))).toMatchObject({ username: login, email: '' })
  })

  it('is not verified by userinfo about another address', async () => {
    const fakeProvider = await fakeOpenIdProvider('fake')
    await change({ issuer: fakeProvider.issuer, client_id: 'fake', client_secret: null })
    const id = await aUser({ oidc_id: 'victim@example.org' })
    fakeProvider.overrides.metadata = { userinfo_endpoint: `${fakeProvider.issuer}/userinfo` }
    fakeProvider.overrides.claims = { email: 'victim@example.org' }
    const ask = async (userinfo: object) => {
      fakeProvider.overrides.userinfo = { sub: 'x', ...userinfo }
      const browser = new Browser()
      return end(browser, fakeProvider.pass(await begin(browser)))
    }
    expectRefused(await ask({ email: 'mallory@example.org', email_verified: true }))
    expectRefused(await ask({ email_verified: true }))
    expect((await userOf(await ask({ email: 'victim@example.org', email_verified: true }))).id).toBe(id)
    await fakeProvider.stop()
  })
})

describe('auto-provisioning by an OpenID provider', () => {
  const configure = async (body: object) => {
    const answer = await admin.patch(`/auto_provisioning/${tenant.organization_id}`, { enabled: true, ...body })
    expect(answer.status).toBe(200)
  }

  it('creates the user with name, email, roles and queues', async () => {
    const queues = [`${server.root}/queues/${tenant.queue_id}`]
    await configure({ roles: ['annotator'], default_role: 'viewer', queues })
    const login = anAccount()
    const user = await userOf(await signOn(login))
    expect(user).toMatchObject({
      username: accounts[login]!.email,
      email: accounts[login]!.email,
      first_name: 'Grace',
      last_name: 'Brewster Hopper',
      auth_type: 'sso',
      organization: `${server.root}/organizations/${tenant.organization_id}`,
      queues,
      groups: [`${server.root}/groups/1`],
    })
    expect((await userOf(await signOn(login))).id).toBe(user.id)
    const asked = await userOf(await signOn(anAccount({ roles: ['admin', 'annotator'] })))
    expect(asked.groups).toEqual([`${server.root}/groups/2`])
  })

  it('stores the configured claim, and uses separate first and last names from the provider', async () => {
    await configure({ default_role: 'viewer' })
    await change({ claim: 'sub' })
    const login = anAccount({ given_name: 'Ada', family_name: 'King Lovelace' })
    const user = await userOf(await signOn(login))
    expect(user).toMatchObject({ email: accounts[login]!.email, first_name: 'Ada', last_name: 'King Lovelace' })
    expect((await admin.get(`/users/${user.id}`)).body.oidc_id).toBe(login)
  })

  it('is disabled by default, and refuses usernames in use and unverified emails', async () => {
    const login = anAccount()
    expectRefused(await signOn(login))
    await configure({ default_role: 'viewer' })
    const other = await aTenant(server.deps.db)
    await server.deps.db('users').where('id', other.user_id).update({ username: accounts[login]!.email })
    expectRefused(await signOn(login))
    expectRefused(await signOn(anAccount({ email_verified: false })))
    expectRefused(await signOn(anAccount({ email: undefined })))
  })
})
