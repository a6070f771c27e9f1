/** Logins, credentials, access of others, connections to other systems, exports and deletions leave records in the audit log. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { baseUrl } from '../../src/config.ts'
import { resources } from '../../src/resources/index.ts'
import { auditedType } from '../../src/rules/audit/objects.ts'
import { samples } from '../api/samples/index.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant } from '../support/factories.ts'
import { aSigner, makeJwt } from '../support/jwt.ts'
import { admin, server, setPassword, tenant, url, useTenantServer } from '../support/tenant-server.ts'

const PASSWORD = 'correct horse battery'
/** Types of tables whose rows are not deleted by `rowsOf`. */
const OBJECT_TYPE: Record<string, string> = { documents: 'document', queues: 'queue', users: 'user' }
/** The deletion of an annotation is a change of its status; memberships have a test of their own. */
const DELETED = resources.filter(
  ({ verbs, table }) => verbs.includes('destroy') && !['annotations', 'memberships'].includes(table),
)

useTenantServer()

let username: string

interface Log {
  object_type: string
  object_id: number
  action: string
  username: string | null
  content: { status_code: number; details: Record<string, unknown> }
}
const logs = async (object_type: string, query = ''): Promise<Log[]> =>
  (await admin.get(`/audit_logs?object_type=${object_type}${query}`)).body.results
const actions = async (object_type: string, id: number) =>
  (await logs(object_type, `&object_id=${id}`)).map(({ action }) => action)

beforeAll(async () => {
  username = await setPassword(PASSWORD)
})

describe('a login', () => {
  const login = (password: string) => as(server.root).post('/auth/login', { username, password })

  it('is recorded with its token, and so is the logout', async () => {
    const { body } = await login(PASSWORD)
    const [entry] = await logs('user', '&action=login')
    expect(entry).toMatchObject({
      object_id: tenant.user_id,
      username,
      content: { status_code: 200, details: { method: 'password' } },
    })
    expect((await logs('token'))[0]).toMatchObject({ action: 'create', username, content: { status_code: 200 } })
    await as(server.root, body.key).post('/auth/logout', {})
    expect((await actions('user', tenant.user_id))[0]).toBe('logout')
    expect(JSON.stringify(await logs('token'))).not.toContain(body.key)
  })

  it.each(['at login', 'with Basic credentials'])('is recorded when it fails %s', async (where) => {
    const before = (await logs('user', '&action=login-failed')).length
    const wrong = 'wrong horse battery'
    const answer =
      where === 'at login'
        ? await login(wrong)
        : await as(server.root).get(`/queues/${tenant.queue_id}/export?format=json`, {
            Authorization: `Basic ${Buffer.from(`${username}:${wrong}`).toString('base64')}`,
          })
    expect(answer.status).toBe(401)
    await expect.poll(() => logs('user', '&action=login-failed')).toHaveLength(before + 1)
    const found = await logs('user', '&action=login-failed')
    expect(found[0]).toMatchObject({ object_id: tenant.user_id, username, content: { status_code: 401 } })
    expect(JSON.stringify(found)).not.toContain(wrong)
  })

  it('is recorded when a JWT is accepted or refused', async () => {
    const key = aSigner('Ed25519')
    const { body: made } = await admin.post('/jwt_keys', { namespace: 'audited', public_key: key.pem })
    const exchange = (payload: object) => {
      const exp = Math.floor(Date.now() / 1000) + 30
      const header = { alg: key.algorithm, kid: made.kid, typ: 'JWT' }
      const times = { exp, iat: exp - 30, jti: randomUUID() }
      const person = { sub: username, email: username, name: 'Ada Admin' }
      const claims = {
        ver: '1.0',
        iss: 'portal',
        aud: new URL(baseUrl(server.deps.config)).host,
        ...times,
        ...person,
        svc_org: `${tenant.organization_id}`,
        ...payload,
      }
      return as(server.root, makeJwt(header, claims, key.privateKey, null)).post('/auth/token', {})
    }
    const answer = await exchange({})
    expect(answer.body).toMatchObject({ key: expect.any(String) })
    expect((await logs('user', '&action=login'))[0]).toMatchObject({ content: { details: { method: 'jwt' } } })
    expect((await exchange({ aud: 'other.example' })).status).toBe(401)
    const [refused] = await logs('organization', '&action=login-failed')
    expect(refused).toMatchObject({
      object_id: tenant.organization_id,
      username: null,
      content: { status_code: 401, details: { method: 'jwt' } },
    })
  })
})

describe('the audit log', () => {
  it('records tokens that are exchanged', async () => {
    const before = (await logs('token')).length
    await admin.post('/auth/token', { origin: 'a script' })
    const found = await logs('token')
    expect(found).toHaveLength(before + 1)
    expect(found[0]).toMatchObject({ content: { details: { scope: 'default', origin: 'a script' } } })
  })

  it('records keys of JWTs and OpenID providers', async () => {
    const { pem } = aSigner('Ed25519')
    const { body: key } = await admin.post('/jwt_keys', { namespace: 'recorded', public_key: pem })
    await admin.delete(`/jwt_keys/${key.id}`)
    expect(await actions('key', key.id)).toEqual(['delete', 'create'])
    const body = { name: 'Ours', issuer: 'https://id.example.org', client_id: 'ours' }
    const { body: provider } = await admin.post('/oidc_providers', body)
    await admin.patch(`/oidc_providers/${provider.id}`, { client_secret: 'the new client secret' })
    await admin.delete(`/oidc_providers/${provider.id}`)
    expect(await actions('login_provider', provider.id)).toEqual(['delete', 'update', 'create'])
    const [, update] = await logs('login_provider')
    expect(update!.content.details['changed']).toContain('sealed_client_secret')
    expect(JSON.stringify(update)).not.toContain('the new client secret')
  })

  it.each([
    ['hooks', 'hook'],
    ['connectors', 'connector'],
  ])('records changes of %s with their values', async (collection, type) => {
    const { body } = await admin.post(`/${collection}`, await samples[collection]!.create!(url, tenant, server.deps.db))
    await admin.patch(`/${collection}/${body.id}`, { name: 'A new name' })
    await admin.delete(`/${collection}/${body.id}`)
    expect(await actions(type, body.id)).toEqual(['delete', 'update', 'create'])
    expect(JSON.stringify(await logs(type))).toContain('"after":"A new name"')
  })

  it('contains no secret of what it records', async () => {
    const connector = await admin.post('/connectors', await samples.connectors!.create!(url, tenant, server.deps.db))
    const hook = await admin.post('/hooks', await samples.hooks!.create!(url, tenant, server.deps.db))
    const changes = [
      await admin.patch(`/connectors/${connector.body.id}`, { authorization_token: 'hidden-token-1' }),
      await admin.patch(`/connectors/${connector.body.id}`, { authorization_token: 'hidden-token-2' }),
      await admin.patch(`/hooks/${hook.body.id}`, { secrets: { key: 'hidden-secret-3' } }),
      await admin.patch(`/hooks/${hook.body.id}`, {
        settings: { api_key: 'hidden-key-4', url: 'https://erp.example' },
      }),
    ]
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const text = JSON.stringify([await logs('connector'), await logs('hook')])
    expect(text).not.toMatch(/hidden-/)
    expect(text).toContain('https://erp.example')
    const found = (await logs('connector', '&action=update'))[0]!.content.details.changes
    expect(found).toEqual([{ field: 'authorization_token', before: '(hidden)', after: '(hidden)' }])
  })

  it('records memberships', async () => {
    const { db } = server.deps
    const other = await aTenant(db)
    const { organization_group_id } = tenant
    await db('organizations').where('id', other.organization_id).update({ organization_group_id })
    await db('user_groups').insert({
      user_id: tenant.user_id,
      group_id: db('groups').select('id').where('name', 'organization_group_admin'),
    })
    const { user_id } = await aPerson(db, tenant, 'annotator')
    const memberships = `/organization_groups/${organization_group_id}/memberships`
    const { body } = await admin.post(memberships, {
      user: url('users', user_id),
      organization: url('organizations', other.organization_id),
    })
    await admin.patch(`${memberships}/${body.id}`, { expires_at: '2100-01-01T00:00:00Z' })
    await admin.delete(`${memberships}/${body.id}`)
    expect(await actions('membership', body.id)).toEqual(['delete', 'update', 'create'])
  })

  it('records exports', async () => {
    await admin.get(`/queues/${tenant.queue_id}/export?format=csv`)
    const [one] = await logs('queue', '&action=export')
    expect(one).toMatchObject({ object_id: tenant.queue_id, content: { details: { format: 'csv', annotations: 0 } } })
    await admin.get('/annotations/export?format=json')
    expect((await logs('organization', '&action=export'))[0]!.object_id).toBe(tenant.organization_id)
  })

  it.each(DELETED.map(({ path, singular }) => [path, singular] as const))('records deletions of %s', async (path) => {
    const { table } = resources.find((resource) => resource.path === path)!
    const { db } = server.deps
    const id = await samples[path]!.make(db, tenant)
    const route = `/${path}/${id}`
    const answer = await admin.delete(path === 'queues' ? `${route}?delete_after=86400` : route)
    expect([202, 204], JSON.stringify(answer.body)).toContain(answer.status)
    const found = await db('audit_logs').where({
      object_id: id,
      action: 'delete',
      organization_id: tenant.organization_id,
    })
    expect(found.map(({ object_type }) => object_type)).toContain(OBJECT_TYPE[table] ?? auditedType(table, 'delete'))
  })

  it('records the deletion of a schema whose row is kept for purged annotations', async () => {
    const { db } = server.deps
    const schema_id = await samples['schemas']!.make(db, tenant)
    await anAnnotation(db, tenant, { schema_id, status: 'purged' })
    expect((await admin.delete(`/schemas/${schema_id}`)).status).toBe(204)
    expect(await actions('schema', schema_id)).toEqual(['delete'])
  })
})
