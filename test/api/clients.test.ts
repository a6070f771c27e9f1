/** What programs written for this API need beyond the resources themselves: pages, typed values, filters, unknown paths (docs/clients.md). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { insert } from './samples/sample.ts'

useTenantServer({ env: { COMPAT_LIST_NEXT: '1' } })

const idsOf = (body: { results: { id: number }[] }) => body.results.map(({ id }) => id)

describe('next at the top level of a list', () => {
  it('is absent unless COMPAT_LIST_NEXT asks for it', async () => {
    const plain = await testServer()
    try {
      const of = await aTenant(plain.deps.db)
      const client = as(plain.root, of.token)
      for (const path of ['/annotations?page_size=1', '/hooks/logs?page_size=1', '/queues?page_size=1'])
        expect(Object.keys((await client.get(path)).body), path).toEqual(['pagination', 'results'])
      expect((await client.post('/annotations/search?page_size=1', { query: {} })).body).not.toHaveProperty('next')
    } finally {
      await plain.stop()
    }
  })

  it('is present only when the request pages by cursor, and is the same as in pagination', async () => {
    for (let count = 0; count < 3; count++) await anAnnotation(server.deps.db, tenant)
    const send = (query: string) => admin.get(`/annotations?${query}`)
    for (const query of ['', 'page=1', 'status=to_review', 'page_size=', 'cursor='])
      expect((await send(query)).body, query).not.toHaveProperty('next')
    const first = (await send('page_size=1')).body
    expect(first.next).toBe(first.pagination.next)
    expect(first.next).toContain('cursor=')
    const cursor = new URL(first.next).searchParams.get('cursor')!
    const second = (await send(`cursor=${cursor}`)).body
    expect(second.pagination.next).toBeNull()
    expect(second).not.toHaveProperty('next')
    expect((await send('page_size=100')).body.next).toBeNull()
  })

  it('does not end the list of a client that appends every key of the pages but pagination', async () => {
    const { organization_id } = tenant
    for (let number = 0; number < 45; number++)
      await insert(server.deps.db, 'labels', { organization_id, name: `label ${number}` })
    const read: Record<string, unknown[]> = {}
    const kept = ({ pagination: _pagination, ...others }: Record<string, unknown>) => Object.entries(others)
    let { body } = await admin.get('/labels')
    Object.assign(read, Object.fromEntries(kept(body)))
    expect(Object.keys(read)).toEqual(['results'])
    while (body.pagination.next) {
      body = (await admin.get(body.pagination.next)).body
      for (const [name, value] of kept(body)) (read[name] ??= []).push(...(value as unknown[]))
    }
    expect(read.results).toHaveLength(45)
  })

  it('follows the same rule in searches and logs of hooks', async () => {
    for (const path of ['/annotations/search', '/annotations/search?page_size=1'])
      expect('next' in (await admin.post(path, { query: {} })).body, path).toBe(path.includes('page_size'))
    for (const path of ['/hooks/logs', '/hooks/runs', '/hooks/logs?page_size=1', '/hooks/runs?page_size=1'])
      expect('next' in (await admin.get(path)).body, path).toBe(path.includes('page_size'))
  })
})

describe('passwords', () => {
  const username = () => `clients-${Math.random()}@example.org`
  const create = (password: string) =>
    admin.post('/users', { username: username(), organization: url('organizations', tenant.organization_id), password })

  it('of 10 characters are accepted if they are strong', async () => {
    expect((await create('kV9#mT2$wQ')).status).toBe(201)
    for (const password of ['kV9#mT2$w', 'password12', 'aaaaaaaaaa', '8613520497'])
      expect((await create(password)).body, password).toHaveProperty('password')
    expect((await admin.post('/auth/password/score', { password: 'kV9#mT2$wQ' })).body.messages).toEqual([])
  })

  it('in PATCH and PUT of a user are refused with 400 and not ignored', async () => {
    const user = (await create('kV9#mT2$wQ')).body
    const own = await admin.get(`/users/${tenant.user_id}`)
    for (const [method, path, body] of [
      ['PATCH', user.url, {}],
      ['PUT', user.url, user],
      ['PATCH', own.body.url, { first_name: 'Not stored' }],
    ] as const) {
      const answer = await admin.send(method, path, { body: { ...body, password: 'another kV9#mT2$wQ' } })
      expect([answer.status, answer.body.password]).toEqual([
        400,
        ['This field can be set only when the object is created.'],
      ])
    }
    expect((await admin.get(own.body.url)).body).toEqual(own.body)
    // Typed clients send back every attribute of an object, with null for the password.
    expect((await admin.patch(user.url, { first_name: 'Ada', password: null })).status).toBe(200)
  })
})

describe('values that typed clients need', () => {
  it('has Email.inbox and Email.from', async () => {
    const { db } = server.deps
    const { organization_id, queue_id } = tenant
    const thread = await insert(db, 'email_threads', { organization_id, queue_id })
    const email = await insert(db, 'emails', {
      organization_id,
      queue_id,
      email_thread_id: thread,
      type: 'outgoing',
    })
    const { inbox, from } = (await admin.get(`/emails/${email}`)).body
    expect([inbox, from]).toEqual(['', { email: '' }])
    expect((await admin.get(`/email_threads/${thread}`)).body.from).toEqual({ email: '' })
    const { id: inbox_id } = await db('inboxes').where({ queue_id }).first('id')
    await db('emails').where('id', email).update({ inbox_id, from_email: 'a@example.org' })
    expect((await admin.get(`/emails/${email}`)).body).toMatchObject({
      inbox: url('inboxes', inbox_id),
      from: { email: 'a@example.org' },
    })
  })

  it('has Upload.creator', async () => {
    const { organization_id, queue_id } = tenant
    const upload = await insert(server.deps.db, 'uploads', { organization_id, queue_id, creator_id: null })
    expect((await admin.get(`/uploads/${upload}`)).body.creator).toBe('')
    await server.deps.db('uploads').where('id', upload).update({ creator_id: tenant.user_id })
    expect((await admin.get(`/uploads/${upload}`)).body.creator).toBe(url('users', tenant.user_id))
  })

  it('has Document.content, which is 404 after a purge', async () => {
    const document = await aDocument(server.deps.db, tenant)
    await server.deps.db('documents').where('id', document).update({ has_content: false })
    const { content } = (await admin.get(`/documents/${document}`)).body
    expect(content).toBe(`${url('documents', document)}/content`)
    expect((await admin.get(content)).status).toBe(404)
  })

  it('has booleans and constraints of schemas', async () => {
    const field = {
      category: 'datapoint',
      id: 'number',
      label: 'Number',
      type: 'string',
      hidden: null,
      disable_prediction: null,
      can_export: null,
      constraints: null,
      formula: null,
    }
    const column = { ...field, id: 'text', can_collapse: null, stretch: null }
    const row = { category: 'tuple', id: 'row', label: 'Row', hidden: null, children: [column] }
    const table = { category: 'multivalue', id: 'rows', label: 'Rows', show_grid_by_default: null, children: row }
    const section = { category: 'section', id: 'basic', label: 'Basic', hidden: null, children: [field, table] }
    const created = await admin.post('/schemas', { name: 'Nulls', content: [section] })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const whole = { hidden: false, disable_prediction: false, can_export: true, constraints: {}, formula: null }
    const [shown] = (await admin.get(created.body.url)).body.content
    expect(shown).toEqual({
      ...section,
      hidden: false,
      children: [
        { ...field, ...whole },
        {
          ...table,
          show_grid_by_default: false,
          children: {
            ...row,
            hidden: false,
            children: [{ ...column, ...whole, can_collapse: false, stretch: false }],
          },
        },
      ],
    })
  })
})

describe('filters that were ignored', () => {
  it('find hook templates by name and extension_source, under both names of the store', async () => {
    const { results } = (await admin.get('/hook_templates?page_size=100')).body
    const [{ id, name }] = results
    expect(idsOf((await admin.get(`/hook_templates?name=${encodeURIComponent(name)}`)).body)).toEqual([id])
    expect((await admin.get('/hook_templates?name=none-of-these')).body.results).toEqual([])
    for (const source of ['svc_store', 'rossum_store'])
      expect((await admin.get(`/hook_templates?extension_source=${source}`)).body.pagination.total, source).toBe(
        results.length,
      )
    expect((await admin.get('/hook_templates?extension_source=custom')).body.results).toEqual([])
    expect((await admin.get('/hook_templates?extension_source=elsewhere')).status).toBe(400)
    expect((await admin.get('/hooks?extension_source=rossum_store')).status).toBe(200)
  })
})

describe('routes to come', () => {
  it.each([
    ['POST', '/labels/import'],
    ['POST', '/hooks/interfaces'],
    ['GET', '/hook_interfaces'],
    ['POST', '/rule_templates'],
  ])('answer 404: %s %s', async (method, path) => {
    const answer = await admin.send(method, path, method === 'GET' ? {} : { body: {} })
    expect([answer.status, answer.body, answer.headers.get('Allow')]).toEqual([
      404,
      { detail: 'Not found.', code: 'not_found' },
      null,
    ])
  })

  it('answer 404 whatever the media type of the body: a form with a file', async () => {
    const form = new FormData()
    form.append('raw_message', new Blob(['Subject: Hello']), 'email.eml')
    form.append('recipient', 'in@example.org')
    for (const path of ['/labels/import', '/nothing/like/this'])
      expect((await admin.post(path, form)).status, path).toBe(404)
    expect((await admin.post('/labels', form)).body.detail).toContain('Unsupported media type')
  })

  it('are not confused with methods that a path does not offer', async () => {
    const refused = await admin.post('/labels/1', {})
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, expect.stringContaining('PATCH')])
    expect((await admin.delete('/emails')).status).toBe(405)
    expect((await admin.post('/emails/counts', {})).status).toBe(405)
  })
})
