/** Usernames of other organizations. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TAKEN_NAMES_ALLOWED } from '../../src/domain/people/taken-names.ts'
import { as, type Answer } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { aSigner, makeJwt } from '../support/jwt.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  tenant = await aTenant(server.deps.db)
  other = await aTenant(server.deps.db)
})

const admin = () => as(server.root, tenant.token)
async function nameIn(of: Tenant): Promise<string> {
  const { user_id } = await aPerson(server.deps.db, of, 'annotator')
  return (await server.deps.db('users').where('id', user_id).first('username')).username
}
const create = (username: string) =>
  admin().post('/users', { username, organization: `${server.root}/organizations/${tenant.organization_id}` })
const renameSelf = (username: string) => admin().patch('/auth/user', { username })
const rename = (username: string) => admin().patch(`/users/${tenant.user_id}`, { username })
const shape = ({ status, body }: Answer) => [status, body]

async function signer() {
  const by = aSigner('Ed25519')
  const { kid } = (await admin().post('/jwt_keys', { namespace: `n-${randomUUID()}`, public_key: by.pem })).body
  const body = { enabled: true, default_role: 'viewer' }
  await admin().patch(`/auto_provisioning/${tenant.organization_id}`, body)
  return (sub: string) => {
    const exp = Math.floor(Date.now() / 1000) + 50
    const svc_org = String(tenant.organization_id)
    const claims = {
      ver: '1.0',
      iss: 'n',
      aud: '127.0.0.1',
      sub,
      exp,
      email: sub,
      name: 'A B',
      svc_org,
      jti: randomUUID(),
    }
    return as(server.root, makeJwt({ kid, typ: 'JWT', alg: by.algorithm }, claims, by.privateKey, null)).post(
      '/auth/token',
    )
  }
}

describe('usernames', () => {
  it('have the same response if they are taken, whichever organization has them', async () => {
    const [own, foreign] = [await nameIn(tenant), await nameIn(other)]
    for (const request of [create, rename, renameSelf])
      expect(shape(await request(foreign))).toEqual(shape(await request(own)))
  })

  it.each([
    ['creating', create],
    ['renaming', rename],
    ['renaming oneself', renameSelf],
  ])('limits the names of other organizations that %s users finds out', async (_what, request) => {
    for (let n = 0; n < TAKEN_NAMES_ALLOWED; n++) expect((await request(await nameIn(other))).status).toBe(400)
    for (const name of [await nameIn(other), `free-${randomUUID()}@example.org`]) {
      const answer = await request(name)
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    }
    expect((await admin().patch('/auth/user', { first_name: 'Ada' })).status).toBe(200)
    await server.deps.db('taken_names').update({ expires_at: server.deps.db.raw("now() - interval '1 second'") })
    expect([200, 201]).toContain((await request(`free-${randomUUID()}@example.org`)).status)
  })

  it('limits the names of other organizations that JWTs find out', async () => {
    const exchange = await signer()
    for (let n = 0; n < TAKEN_NAMES_ALLOWED; n++) expect((await exchange(await nameIn(other))).status).toBe(401)
    const free = `free-${randomUUID()}@example.org`
    expect((await exchange(free)).status).toBe(401)
    await server.deps.db('taken_names').delete()
    expect((await exchange(free)).status).toBe(200)
  })

  it('count only once, and not if they belong to the own organization', async () => {
    const [own, foreign] = [await nameIn(tenant), await nameIn(other)]
    for (let n = 0; n <= TAKEN_NAMES_ALLOWED; n++)
      for (const name of [own, foreign]) expect((await create(name)).status).toBe(400)
    expect((await create(`free-${randomUUID()}@example.org`)).status).toBe(201)
  })
})

describe('a request without credentials', () => {
  it('answers the same for known and unknown names', async () => {
    const known = await nameIn(other)
    const unknown = `unknown-${randomUUID()}@example.org`
    const reset = (email: string) => as(server.root).post('/auth/password/reset', { email })
    const logIn = (username: string) => as(server.root).post('/auth/login', { username, password: 'wrong' })
    for (const request of [reset, logIn]) expect(shape(await request(known))).toEqual(shape(await request(unknown)))
  })
})
