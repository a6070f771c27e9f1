import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aTenant, type Tenant } from '../support/factories.ts'
import { CREATE_KEY } from '../support/server.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

describe('PATCH engine_fields', () => {
  it('takes name', async () => {
    const engine = (await admin.post('/engines', { name: 'Own', type: 'extractor' })).body.url
    const field = { engine, label: 'Field', type: 'string' }
    const { body: one } = await admin.post('/engine_fields', { ...field, name: 'one' })
    await admin.post('/engine_fields', { ...field, name: 'two' })
    expect(await admin.patch(one.url, { name: 'renamed' })).toMatchObject({ status: 200, body: { name: 'renamed' } })
    expect(await admin.put(one.url, { ...field, name: 'again' })).toMatchObject({
      status: 200,
      body: { name: 'again' },
    })
    expect(await admin.patch(one.url, { name: 'two' })).toMatchObject({
      status: 400,
      body: { name: ['The engine already has a field with this name.'] },
    })
    expect((await admin.patch(one.url, { name: 'a b' })).body.name).toEqual([
      'Use letters, digits and underscores only.',
    ])
  })

  it('refuses a name while a schema of the engine uses the field', async () => {
    const engine = (await admin.post('/engines', { name: 'Used', type: 'extractor' })).body.url
    const { body: field } = await admin.post('/engine_fields', {
      engine,
      name: 'total',
      label: 'Total',
      type: 'number',
    })
    const children = [{ category: 'datapoint', id: 'total', label: 'Total', type: 'number' }]
    const content = [{ category: 'section', id: 'head', label: 'Head', children }]
    const schema = (await admin.post('/schemas', { name: 'Used', content })).body.url
    expect((await admin.post('/queues', { name: 'Used', schema, engine })).status).toBe(201)
    const id = Number(schema.split('/').pop())
    expect(await admin.patch(field.url, { name: 'sum' })).toMatchObject({
      status: 400,
      body: { name: [`The field is used by schemas: ${id}.`] },
    })
    expect((await admin.patch(field.url, { name: 'total', label: 'Sum' })).body.label).toBe('Sum')
  })
})

describe('a raw body without Content-Disposition', () => {
  const send = (path: string, type: string, headers: Record<string, string> = {}) =>
    admin.post(path, Buffer.from(`raw ${Math.random()}`), { 'Content-Type': type, ...headers })
  const nameOf = async (task: string) => {
    const { content } = (await admin.get(`${task}?no_redirect=true`)).body
    const [document] = (await admin.get(content.upload)).body.documents
    return (await admin.get(document)).body.original_file_name
  }

  it.each([
    ['application/octet-stream', 'document'],
    ['application/pdf', 'document.pdf'],
    ['image/jpeg; q=1', 'document.jpeg'],
    ['application/x-unheard-of', 'document'],
  ])('is an upload: %s', async (type, name) => {
    const { status, body } = await send(`/uploads?queue=${tenant.queue_id}`, type)
    expect(status).toBe(202)
    expect(await nameOf(body.url)).toBe(name)
  })

  it('is accepted by the older upload and for documents', async () => {
    expect((await send(`/queues/${tenant.queue_id}/upload`, 'application/pdf')).status).toBe(201)
    expect(await send('/documents', 'application/pdf')).toMatchObject({
      status: 201,
      body: { original_file_name: 'document.pdf' },
    })
  })
})

describe('the usage report', () => {
  const NAMES = [
    'imported_count',
    'confirmed_count',
    'rejected_count',
    'rejected_automatically_count',
    'rejected_manually_count',
    'deleted_count',
    'exported_count',
    'turnaround_avg_s',
    'corrections_per_document_avg',
    'exported_on_time_count',
    'exported_late_count',
    'time_per_document_avg_s',
    'time_per_document_active_avg_s',
  ]
  const filter = { begin_date: '2026-01-01', end_date: '2026-01-31' }
  let of: Tenant
  let client: Client

  beforeAll(async () => {
    const { db } = server.deps
    of = await aTenant(db)
    client = as(server.root, of.token)
    for (const [time_spent, time_spent_active, corrected] of [
      [40, 20, 2],
      [20, 10, 1],
    ]) {
      const at = '2026-01-10T08:00:00Z'
      const { annotation_id } = await anAnnotation(db, of, {
        created_at: at,
        arrived_at: at,
        confirmed_at: '2026-01-10T09:00:00Z',
        confirmed_by: of.user_id,
        exported_at: '2026-01-10T09:00:00Z',
        exported_by: of.user_id,
        status: 'exported',
        time_spent,
        time_spent_active,
      })
      const { tree } = await db('annotation_contents').where({ annotation_id }).first('tree')
      const fields = tree[0].children
      // The engine read every field; a user changed the first ones and confirmed another.
      for (const [index, node] of fields.entries()) {
        Object.assign(node.content, { value: `v${index}`, rir_text: index < corrected! ? 'wrong' : `v${index}` })
        node.validation_sources = index <= corrected! ? ['human'] : ['score']
        node.time_spent = index === 0 ? 6 : 0
      }
      await db('annotation_contents')
        .where({ annotation_id })
        .update({ tree: JSON.stringify(tree) })
    }
  })

  it('has the documented values, and per field its time and corrections', async () => {
    const { body } = await client.post('/annotations/usage_report', { filter, group_by: ['queue'] })
    expect(Object.keys(body.totals)).toEqual(expect.arrayContaining(NAMES))
    expect(body.totals).toMatchObject({
      corrections_per_document_avg: 1.5,
      time_per_document_avg_s: 30,
      time_per_document_active_avg_s: 15,
    })
    expect(body.totals).not.toHaveProperty('time_and_corrections_per_field')
    const [{ values, queue }] = body.series
    expect(queue).toBe(url('queues', of.queue_id))
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...NAMES, 'time_and_corrections_per_field']))
    expect(values).toMatchObject({ corrections_per_document_avg: 1.5, time_per_document_active_avg_s: 15 })
    const [first, second, third] = values.time_and_corrections_per_field
    expect(first).toEqual({
      schema_id: 'document_id',
      label: expect.any(String),
      total_count: 2,
      corrected_ratio: 1,
      time_spent_avg_s: 6,
    })
    expect(second).toMatchObject({ total_count: 2, corrected_ratio: 0.5, time_spent_avg_s: 0 })
    expect(third).toMatchObject({ total_count: 2, corrected_ratio: 0 })
  })

  it('groups the values per field like the others, and has null for missing numbers', async () => {
    const { body } = await client.post('/annotations/usage_report', { filter, group_by: ['user', 'day'] })
    const mine = body.series.find((one: { values: { confirmed_count: number } }) => one.values.confirmed_count > 0)
    expect(mine.values.time_and_corrections_per_field[0]).toMatchObject({ schema_id: 'document_id', total_count: 2 })
    const other = body.series.filter((one: { values: { confirmed_count: number } }) => !one.values.confirmed_count)
    for (const { values } of other)
      expect(values).toMatchObject({
        corrections_per_document_avg: null,
        time_per_document_active_avg_s: null,
        time_and_corrections_per_field: [],
      })
  })

  it('as CSV has users, places, their URLs, counts and the net time', async () => {
    const { body } = await client.get('/annotations/usage_report?from=2026-01-01&to=2026-01-31&format=csv')
    const lines: Record<string, string>[] = parse(body as Buffer, { columns: true })
    const line = lines.find((row) => row['confirmed'] === '2')!
    expect(Object.keys(line)).toEqual([
      ...['username', 'workspace', 'queue', 'user_url', 'workspace_url', 'queue_url', 'imported', 'confirmed'],
      ...['rejected', 'rejected_automatically', 'rejected_manually', 'deleted', 'exported', 'net_time_s'],
    ])
    expect(line).toMatchObject({ net_time_s: '60' })
  })
})

describe('organizations', () => {
  const KEYS = ['cs_account_classification', 'customer_type', 'market_category', 'overdue_payment_date', 'sso_active']

  it('show internal_info with its five keys', async () => {
    const { internal_info } = (await admin.get(`/organizations/${tenant.organization_id}`)).body
    expect(internal_info).toEqual({ ...Object.fromEntries(KEYS.map((key) => [key, null])), sso_active: false })
    const stored = { customer_type: 'free', market_category: 'A', other: 1 }
    await server.deps.db('organizations').where('id', tenant.organization_id).update({ internal_info: stored })
    expect((await admin.get(`/organizations/${tenant.organization_id}`)).body.internal_info).toMatchObject(stored)
  })

  it('have sso_active once users can sign on with a provider', async () => {
    const of = await aTenant(server.deps.db)
    const client = as(server.root, of.token)
    await server.deps.db('oidc_providers').insert({
      organization_id: of.organization_id,
      name: 'Login',
      issuer: 'https://login.example.org',
      client_id: 'sheaf',
    })
    expect((await client.get(`/organizations/${of.organization_id}`)).body.internal_info.sso_active).toBe(true)
  })

  it('have a domain from their creation on', async () => {
    const create = async (given: object) =>
      (
        await as(server.root).post('/organizations/create', {
          template_name: 'Empty Organization Template',
          organization_name: 'Acme & Söhne',
          user_fullname: 'Ada Lovelace',
          user_email: `ada-${Math.random()}@example.com`,
          user_password: 'a long enough passphrase',
          create_key: CREATE_KEY,
          ...given,
        })
      ).body
    expect((await create({ domain: 'acme.example.com' })).domain).toBe('acme.example.com')
    for (const given of [{}, { domain: null }, { domain: '' }]) {
      const made = await create(given)
      expect(made.domain).toBe(server.deps.config.mailDomain)
      const stored = await server.deps.db('organizations').where('id', made.organization.id).first('domain')
      expect(stored.domain).toBe(made.domain)
    }
    const email = `ada-${Math.random()}@example.com`
    const made = await create({ user_email: email })
    const login = await as(server.root).post('/auth/login', { username: email, password: 'a long enough passphrase' })
    expect(login.body.domain).toBe(made.domain)
  })
})

describe('PATCH of the filters of an inbox', () => {
  it('merges at every level', async () => {
    const [{ id }] = (await admin.get('/inboxes')).body.results
    const patch = async (filters: object) => (await admin.patch(`/inboxes/${id}`, { filters })).body.filters
    await patch({
      allowed_senders: ['*@supplier.example'],
      document_rejection_conditions: { mime_types: ['image/png'] },
    })
    expect(await patch({ denied_senders: ['spam@supplier.example'] })).toMatchObject({
      allowed_senders: ['*@supplier.example'],
      denied_senders: ['spam@supplier.example'],
      document_rejection_conditions: { mime_types: ['image/png'] },
    })
    expect(await patch({ document_rejection_conditions: { file_size_less_than_b: 100 } })).toEqual({
      allowed_senders: ['*@supplier.example'],
      denied_senders: ['spam@supplier.example'],
      document_rejection_conditions: {
        enabled: true,
        resolution_lower_than_px: [1200, 600],
        file_size_less_than_b: 100,
        mime_types: ['image/png'],
        file_name_regexes: null,
      },
    })
    expect(await patch({ document_rejection_conditions: { file_size_less_than_b: null } })).toMatchObject({
      document_rejection_conditions: { file_size_less_than_b: null, mime_types: ['image/png'] },
    })
  })

  it('is different from PUT, which resets omitted filters', async () => {
    const { body: inbox } = await admin.get('/inboxes')
    const [{ id, name, queues, email_prefix }] = inbox.results
    const put = await admin.put(`/inboxes/${id}`, { name, queues, email_prefix, filters: { denied_senders: ['x'] } })
    expect(put.body.filters).toMatchObject({ allowed_senders: [], denied_senders: ['x'] })
    expect(put.body.filters.document_rejection_conditions.mime_types).toEqual(['image/gif'])
  })
})
