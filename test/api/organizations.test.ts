import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { CREATE_KEY } from '../support/server.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

const TEMPLATES = [
  'Empty Organization Template',
  'CZ Demo Template',
  'Tax Invoice EU Demo Template',
  'Tax Invoice US Demo Template',
  'Tax Invoice UK Demo Template',
  'Delivery Note Demo Template',
  'Tax Invoice CN Demo Template',
  'Certificates of Analysis Demo Template',
]

useTenantServer()

let counter = 0

const body = (given: object = {}) => ({
  template_name: 'Tax Invoice EU Demo Template',
  organization_name: 'Paper Mill',
  user_fullname: 'Grace Brewster Hopper',
  user_email: `grace-${++counter}@example.org`,
  user_password: 'nanoseconds of wire',
  create_key: CREATE_KEY,
  ...given,
})
const create = (given: object = {}) => as(server.root).post('/organizations/create', body(given))

describe('POST /v1/organizations/create', () => {
  it.each(TEMPLATES)(
    'creates organization, user, workspace, queue and schema from %s, and the user can log in',
    async (template_name) => {
      const sent = body({ template_name, domain: 'mill.example' })
      const created = await as(server.root).post('/organizations/create', sent)
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      expect(created.body).toEqual({
        organization: expect.objectContaining({ name: 'Paper Mill', is_trial: false, metadata: {} }),
        workspace: expect.stringMatching(/\/workspaces\/\d+$/),
        queue: expect.stringMatching(/\/queues\/\d+$/),
        user: expect.stringMatching(/\/users\/\d+$/),
        schema: expect.stringMatching(/\/schemas\/\d+$/),
        inbox: expect.stringMatching(/\/inboxes\/\d+$/),
        one_time_token: expect.stringMatching(/^[0-9a-f]{40}$/),
        domain: 'mill.example',
      })
      const login = await as(server.root).post('/auth/login', {
        username: sent.user_email,
        password: sent.user_password,
      })
      expect(login).toMatchObject({ status: 200, body: { domain: 'mill.example' } })
      const client = as(server.root, login.body.key)
      expect((await client.get('/auth/user')).body).toMatchObject({
        url: created.body.user,
        first_name: 'Grace',
        last_name: 'Brewster Hopper',
        email: sent.user_email,
        organization: created.body.organization.url,
        groups: [`${server.root}/groups/3`],
      })
      expect((await client.get(created.body.organization.url)).body).toEqual({
        ...created.body.organization,
        creator: created.body.user,
        workspaces: [created.body.workspace],
        users: [created.body.user],
      })
      const queue = (await client.get(created.body.queue)).body
      expect([queue.workspace, queue.schema]).toEqual([created.body.workspace, created.body.schema])
      const schema = (await client.get(created.body.schema)).body
      expect(await client.post('/schemas/validate', { content: schema.content })).toMatchObject({
        status: 200,
        body: {},
      })
      const fields = schema.content.flatMap((section: { children: unknown[] }) => section.children)
      expect(fields.length === 0).toBe(template_name === 'Empty Organization Template')
    },
  )

  it('requires the configured key', async () => {
    for (const create_key of ['', 'wrong', CREATE_KEY.slice(0, -1), `${CREATE_KEY}x`, CREATE_KEY.toUpperCase()])
      expect(await create({ create_key })).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
  })

  it('reports every invalid field and creates nothing', async () => {
    const { db } = server.deps
    const count = async () => Number((await db('organizations').count('* as n'))[0]!.n)
    const before = await count()
    expect(await as(server.root).post('/organizations/create', {})).toMatchObject({
      status: 400,
      body: Object.fromEntries(
        ['template_name', 'organization_name', 'user_fullname', 'user_email', 'create_key'].map((name) => [
          name,
          ['This field is required.'],
        ]),
      ),
    })
    expect(await create({ template_name: 'No Such Template' })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', template_name: ['"No Such Template" is not a valid choice.'] },
    })
    expect(await create({ user_email: 'not an email', user_password: 'short' })).toMatchObject({
      status: 400,
      body: { user_email: ['Not a valid email.'], user_password: ['Ensure this field has at least 10 characters.'] },
    })
    const sent = body()
    expect((await as(server.root).post('/organizations/create', sent)).status).toBe(201)
    expect(await create({ user_email: sent.user_email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { user_email: ['A user with this email already exists.'] },
    })
    expect(await count()).toBe(before + 1)
  })

  it('accepts one of two requests with the same email', async () => {
    const sent = body()
    const both = await Promise.all([1, 2].map(() => as(server.root).post('/organizations/create', sent)))
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 400])
  })
})

describe('/v1/organizations/{id}', () => {
  it('allows changes of ui_settings, metadata and settings only', async () => {
    const client = as(server.root, tenant.token)
    const path = `/organizations/${tenant.organization_id}`
    const before = (await client.get(path)).body
    const changed = await client.patch(path, {
      ui_settings: { a: 1 },
      metadata: { b: 2 },
      settings: { c: 3 },
      name: 'Other',
      is_trial: true,
      sandbox: true,
      users: [],
      internal_info: { sso_active: true },
      organization_group: `${server.root}/organization_groups/1`,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { ui_settings: { a: 1 }, metadata: { b: 2 }, settings: { c: 3 } },
    })
    const { ui_settings, metadata, settings, modified_at, modified_by, ...rest } = changed.body
    expect(before).toMatchObject(rest)
    expect([ui_settings, metadata, settings, modified_by]).toEqual([
      { a: 1 },
      { b: 2 },
      { c: 3 },
      `${server.root}/users/${tenant.user_id}`,
    ])
    expect(modified_at > before.modified_at).toBe(true)
    expect((await client.put(path, {})).body).toMatchObject({ ui_settings: {}, metadata: {}, settings: {} })
  })

  it('keep the years of legal retention unless a request has them', async () => {
    const admin = as(server.root, tenant.token)
    const path = `/organizations/${tenant.organization_id}`
    const settings = { legal_retention_years: 30 }
    expect((await admin.patch(path, { settings })).body.settings).toEqual(settings)
    expect((await admin.patch(path, { settings: { theme: 'dark' } })).body.settings).toEqual({
      ...settings,
      theme: 'dark',
    })
    expect((await admin.put(path, {})).body.settings).toEqual(settings)
    const ended = await admin.patch(path, { settings: { legal_retention_years: null } })
    expect(ended.body.settings).toEqual({ legal_retention_years: null })
  })

  it('can be changed only by administrators, and cannot be created or deleted', async () => {
    const path = `/organizations/${tenant.organization_id}`
    for (const role of ['viewer', 'annotator', 'manager'] as const) {
      const client = as(server.root, (await aPerson(server.deps.db, tenant, role)).token)
      expect((await client.get(path)).status).toBe(200)
      expect((await client.patch(path, { metadata: {} })).status).toBe(403)
      expect((await client.put(path, {})).status).toBe(403)
    }
    const admin = as(server.root, tenant.token)
    expect((await admin.delete(path)).status).toBe(405)
    expect((await admin.post('/organizations', {})).status).toBe(405)
  })
})
