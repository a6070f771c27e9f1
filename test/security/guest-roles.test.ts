/** The roles of a membership are its own: no change at the home organization of its user raises them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseUrl } from '../../src/config.ts'
import { createToken } from '../../src/domain/people/credentials.ts'
import { createMembershipToken, saveMembership } from '../../src/domain/people/memberships.ts'
import { hashPassword } from '../../src/domain/people/password-hash.ts'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { aSigner, makeJwt } from '../support/jwt.ts'
import { Browser, openIdProvider } from '../support/openid.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: Tenant
let visited: Tenant
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`
let count = 0

beforeAll(async () => {
  // For a provider of sign-on on this machine.
  server = await testServer({}, { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  const { db } = server.deps
  home = await aTenant(db)
  visited = await aTenant(db)
  const { organization_group_id } = home
  await db('organizations').where('id', visited.organization_id).update({ organization_group_id })
})
afterAll(() => server.stop())

describe('the role of a guest', () => {
  const user = () => ({
    username: `more-${++count}@example.org`,
    organization: url('organizations', visited.organization_id),
    groups: [url('groups', 2)],
  })
  /** What annotators of the visited organization may not do. */
  const administers = async (guest: Client) => [
    (await guest.post('/users', user())).status,
    (await guest.get('/audit_logs?object_type=user')).status,
    (await guest.post('/queues', {})).status,
    // Managers may do this too.
    (await guest.post('/annotations/usage_report', {})).status,
  ]
  const REFUSED = [403, 403, 403, 403]
  const ALLOWED = [201, 200, 400, 200]

  async function anAnnotator() {
    const { db } = server.deps
    const { user_id } = await aPerson(db, home, 'annotator')
    const membership = { user_id, organization_id: visited.organization_id, queue_ids: [], expires_at: null }
    const id = await saveMembership(db, home.organization_group_id, membership)
    const who = { user_id, organization_group_id: home.organization_group_id, roles: [] }
    const enter = async () => as(server.root, await createMembershipToken(db, who, visited.organization_id, {}))
    const { username } = (await db('users').where('id', user_id).first('username')) as { username: string }
    return { user_id, id, username, enter }
  }
  const atHome = async () => as(server.root, home.token)
  /** Makes the user an administrator at home, and whatever else the home organization changes. */
  async function raise(user_id: number, more: object = {}): Promise<void> {
    const change = { ...more, groups: [url('groups', await adminGroup())] }
    expect((await (await atHome()).patch(`/users/${user_id}`, change)).status).toBe(200)
  }

  const changes: { what: string; change: (guest: { user_id: number; username: string }) => Promise<Client | null> }[] =
    [
      {
        what: 'makes the user an administrator',
        change: async ({ user_id }) => {
          await raise(user_id)
          return null
        },
      },
      {
        what: 'makes the user a manager and an approver',
        change: async ({ user_id }) => {
          const groups = [url('groups', await groupOf('manager')), url('groups', await groupOf('approver'))]
          expect((await (await atHome()).patch(`/users/${user_id}`, { groups })).status).toBe(200)
          return null
        },
      },
      {
        what: 'signs on as the user with a key of its own, and asks for another role',
        change: async ({ user_id, username }) => {
          await raise(user_id)
          const signer = aSigner('Ed25519')
          const namespace = `home${++count}`
          const key = await (await atHome()).post('/jwt_keys', { namespace, public_key: signer.pem })
          expect(key.status).toBe(201)
          const claims = {
            ver: '1.0',
            iss: namespace,
            aud: new URL(baseUrl(server.deps.config)).host,
            sub: username,
            exp: Math.floor(Date.now() / 1000) + 50,
            email: username,
            name: 'Ada Admin',
            svc_org: String(home.organization_id),
            roles: ['admin'],
          }
          const header = { kid: String(key.body.kid), typ: 'JWT', alg: signer.algorithm }
          const exchanged = await as(server.root, makeJwt(header, claims, signer.privateKey, null)).post(
            '/auth/token',
            {},
          )
          expect([exchanged.status, exchanged.body]).toEqual([200, expect.anything()])
          return as(server.root, String(exchanged.body.key))
        },
      },
      {
        what: 'renames the user and sets another way to sign on',
        change: async ({ user_id }) => {
          await raise(user_id, { username: `taken-${++count}@example.org`, oidc_id: `mine-${count}` })
          return as(server.root, await createToken(server.deps.db, user_id))
        },
      },
      {
        what: 'signs on as the user with a password that it has reset',
        change: async ({ user_id, username }) => {
          await raise(user_id)
          const password = 'known at home'
          await server.deps
            .db('users')
            .where('id', user_id)
            .update('password_hash', await hashPassword(password))
          const { status, body } = await as(server.root).post('/auth/login', { username, password })
          expect(status).toBe(200)
          return as(server.root, String(body.key))
        },
      },
      {
        what: 'signs on as the user with an OpenID provider of its own',
        change: async ({ user_id, username }) => {
          const client = { client_id: 'home', client_secret: 'a secret of the home organization' }
          const redirect_uris = Array.from({ length: 99 }, (_, index) => `${server.root}/oauth/code/${index + 1}`)
          const accounts = { guest: { email: username, email_verified: true, roles: ['admin'] } }
          const provider = await openIdProvider([{ ...client, redirect_uris }], accounts)
          try {
            const registered = await (
              await atHome()
            ).post('/oidc_providers', { ...client, name: 'Home', issuer: provider.issuer })
            expect(registered.status).toBe(201)
            await raise(user_id, { auth_type: 'sso', oidc_id: username })
            const browser = new Browser()
            const headers = { 'Sec-Fetch-Site': 'same-origin' }
            const login = `${server.root}/oauth/login?organization=${home.organization_id}`
            const begun = (await browser.go(login, undefined, headers)).headers.get('location')!
            const ended = await browser.go(await provider.pass(browser, begun, 'guest'))
            expect(ended.status).toBe(200)
            return as(server.root, ((await ended.json()) as { key: string }).key)
          } finally {
            await provider.stop()
          }
        },
      },
    ]
  const groupOf = async (name: string) =>
    ((await server.deps.db('groups').where({ name }).first('id')) as { id: number }).id
  const adminGroup = () => groupOf('admin')

  it.each(changes)('is not raised when the home organization $what', async ({ change }) => {
    const guest = await anAnnotator()
    const before = await guest.enter()
    expect(await administers(before)).toEqual(REFUSED)
    const signedOn = await change(guest)
    for (const entered of [before, await guest.enter()]) {
      const { status } = await entered.get('/queues')
      expect(status === 401 ? REFUSED : await administers(entered)).toEqual(REFUSED)
    }
    if (signedOn) {
      const organization = url('organizations', visited.organization_id)
      const made = await signedOn.post('/auth/membership_token', { organization })
      expect(made.status).toBe(200)
      expect(await administers(as(server.root, String(made.body.key)))).toEqual(REFUSED)
    }
  })

  it('is set by administrators of the group, and by no others', async () => {
    const { db } = server.deps
    const guest = await anAnnotator()
    const entered = await guest.enter()
    const path = `/organization_groups/${home.organization_group_id}/memberships/${guest.id}`
    const groups = [url('groups', await adminGroup())]
    for (const { token } of [home, visited])
      expect((await as(server.root, token).patch(path, { groups })).status).toBe(403)
    const chief = as(server.root, (await aPerson(db, home, 'organization_group_admin')).token)
    expect((await chief.get(path)).body.groups).toEqual([url('groups', await groupOf('annotator'))])
    const raised = await chief.patch(path, { groups })
    expect([raised.status, raised.body.groups]).toEqual([200, groups])
    expect(await administers(entered)).toEqual(ALLOWED)
    expect((await chief.patch(path, { expires_at: null })).body.groups).toEqual(groups)
    expect((await chief.patch(path, { groups: [] })).status).toBe(200)
    expect(await administers(entered)).toEqual(REFUSED)
  })

  const atRisk: { what: string; change: (guest: { id: number }) => object | Promise<object> }[] = [
    { what: 'its roles', change: async () => ({ groups: [url('groups', await adminGroup())] }) },
    { what: 'its queues', change: () => ({ queues: [url('queues', visited.queue_id)] }) },
    { what: 'its name', change: ({ id }) => ({ username: `renamed-${id}@example.org` }) },
    { what: 'the claim of its sign-on', change: ({ id }) => ({ oidc_id: `claim-${id}` }) },
    { what: 'its way to sign on', change: () => ({ auth_type: 'sso' }) },
    { what: 'whether it is active', change: () => ({ is_active: false }) },
  ]
  it.each(atRisk)('changes nothing at home, where only the home organization decides: $what', async ({ change }) => {
    const { db } = server.deps
    const guest = await anAnnotator()
    const groups = [url('groups', await adminGroup())]
    const chief = as(server.root, (await aPerson(db, home, 'organization_group_admin')).token)
    const membership = `/organization_groups/${home.organization_group_id}/memberships/${guest.id}`
    expect((await chief.patch(membership, { groups })).status).toBe(200)
    const entered = await guest.enter()
    expect(await administers(entered)).toEqual(ALLOWED)
    const path = `/users/${guest.user_id}`
    const atHomeNow = async () => (await (await atHome()).get(path)).body
    const before = await atHomeNow()
    for (const own of [path, '/auth/user']) {
      // As for everyone who is no administrator: such fields of the own user are ignored, so that it can be written back as it was read.
      expect((await entered.patch(own, { ...(await change(guest)), first_name: 'Own' })).status).toBe(200)
      expect(await atHomeNow()).toEqual({ ...before, first_name: 'Own' })
      const shown = (await entered.get(own)).body
      expect((await entered.put(own, { ...shown, ...(await change(guest)) })).status).toBe(200)
    }
    expect(await atHomeNow()).toEqual({ ...before, first_name: 'Own' })
    const rows: unknown = await db('audit_logs')
      .where({ object_type: 'user', object_id: guest.user_id, action: 'update' })
      .distinct('organization_id', 'username')
      .orderBy('organization_id')
    const { username } = guest
    expect(rows).toEqual([home, visited].map(({ organization_id }) => ({ organization_id, username })))
  })

  it('is one role beside approver, and none of the group', async () => {
    const guest = await anAnnotator()
    const path = `/organization_groups/${home.organization_group_id}/memberships/${guest.id}`
    const chief = as(server.root, (await aPerson(server.deps.db, home, 'organization_group_admin')).token)
    const set = async (...names: string[]) =>
      chief.patch(path, { groups: await Promise.all(names.map(async (name) => url('groups', await groupOf(name)))) })
    expect((await set('annotator', 'approver')).status).toBe(200)
    expect((await set('annotator', 'manager')).body.groups).toEqual([
      'A membership can have only one role in addition to approver.',
    ])
    expect((await set('organization_group_admin')).body.groups).toEqual([
      'Administrators of the group are appointed in their own organization.',
    ])
  })

  it('belongs to its user: another one gets the roles that this one has at home', async () => {
    const { db } = server.deps
    const guest = await anAnnotator()
    const chief = as(server.root, (await aPerson(db, home, 'organization_group_admin')).token)
    const path = `/organization_groups/${home.organization_group_id}/memberships/${guest.id}`
    expect((await chief.patch(path, { groups: [url('groups', await adminGroup())] })).status).toBe(200)
    const { user_id } = await aPerson(db, home, 'viewer')
    const moved = await chief.patch(path, { user: url('users', user_id) })
    expect([moved.status, moved.body.groups]).toEqual([200, [url('groups', await groupOf('viewer'))]])
  })

  it('is that of an administrator of the organization when one of the group is no longer one', async () => {
    const { db } = server.deps
    const chief = await aPerson(db, home, 'organization_group_admin')
    const membership = {
      user_id: chief.user_id,
      organization_id: visited.organization_id,
      queue_ids: [],
      expires_at: null,
    }
    await saveMembership(db, home.organization_group_id, membership)
    const who = { user_id: chief.user_id, organization_group_id: home.organization_group_id, roles: [] }
    const entered = as(server.root, await createMembershipToken(db, who, visited.organization_id, {}))
    const group = `/organization_groups/${home.organization_group_id}/memberships`
    expect((await entered.get(group)).status).toBe(200)
    await db('user_groups').where('user_id', chief.user_id).delete()
    expect((await entered.get(group)).status).toBe(403)
    expect(await administers(entered)).toEqual(ALLOWED)
  })

  it('leaves a record in both organizations when the guest enters', async () => {
    const guest = await anAnnotator()
    const signedOn = as(server.root, await createToken(server.deps.db, guest.user_id))
    const organization = url('organizations', visited.organization_id)
    expect((await signedOn.post('/auth/membership_token', { organization })).status).toBe(200)
    for (const { organization_id } of [home, visited]) {
      const rows: unknown = await server.deps
        .db('audit_logs')
        .where({ organization_id, username: guest.username, object_type: 'token', action: 'create' })
        .select('content')
      expect(rows).toEqual([
        { content: expect.objectContaining({ details: expect.objectContaining({ membership: guest.id }) }) },
      ])
    }
  })
})
