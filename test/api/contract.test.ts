/** Behaviour of every declared resource; each response is checked against the OpenAPI document. Test data: samples/. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../../src/resources/engine/routes.ts'
import { VERB_ROUTES } from '../../src/resources/engine/routes.ts'
import { resources } from '../../src/resources/index.ts'
import { as, type Client } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { samples } from './samples/index.ts'

let server: TestServer
let tenant: Tenant
let other: Tenant
let admin: Client
let stranger: Client
const url = (collection: string, id: number) =>
  `${server.root}/${routeOf(collection, tenant.organization_group_id)}/${id}`

beforeAll(async () => {
  server = await testServer()
  other = await aTenant(server.deps.db)
  await server.deps.db('user_groups').where('user_id', other.user_id).update({ group_id: 6 })
  stranger = documented(server.root, as(server.root, other.token))
})
afterAll(() => server.stop())

/** Collections whose rows all organizations share. */
const SHARED = ['groups', 'generic_engines', 'generic_engine_schemas', 'hook_templates']
const SINGLE = ['organizations', 'organization_groups', 'auto_provisioning', ...SHARED]

/** Without logs: they can only be listed and their records have no URL, so they have tests of their own. */
const WITH_OBJECTS = resources.filter(({ verbs }) => verbs.includes('retrieve'))

/** The maximum length of a text field, which may be nullable. */
function maxLengthOf(schema: object = {}): number | undefined {
  if ('anyOf' in schema && Array.isArray(schema.anyOf))
    return schema.anyOf.map((one: object) => maxLengthOf(one)).find((max) => max !== undefined)
  return 'maxLength' in schema && typeof schema.maxLength === 'number' ? schema.maxLength : undefined
}

describe.each(WITH_OBJECTS.map((resource) => [resource.path, resource] as const))('/%s', (path, resource) => {
  const sample = samples[path]!
  /** Path of the collection, below the organization group if it belongs there. */
  const at = (whose = tenant) => routeOf(path, whose.organization_group_id)
  const has = (verb: keyof typeof VERB_ROUTES) => resource.verbs.includes(verb)

  // A separate organization for each resource keeps rows of other tests out of its lists.
  beforeAll(async () => {
    tenant = await aTenant(server.deps.db)
    // Group administrators have all permissions.
    await server.deps.db('user_groups').where('user_id', tenant.user_id).update({ group_id: 6 })
    admin = documented(server.root, as(server.root, tenant.token))
  })

  it('has a sample for the suite', () => {
    expect(sample).toBeDefined()
  })

  it('refuses requests without credentials with 403 and with a wrong token with 401', async () => {
    const id = await sample.make(server.deps.db, tenant)
    for (const where of [...(has('list') ? [`/${at()}`] : []), `/${at()}/${id}`]) {
      expect(await as(server.root).get(where)).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
      expect(await as(server.root, 'f'.repeat(40)).get(where)).toMatchObject({
        status: 401,
        body: { code: 'authentication_failed' },
      })
    }
  })

  it('returns 404 for unknown ids, malformed ids and rows of another organization', async () => {
    const id = await sample.make(server.deps.db, tenant)
    const methods = (['retrieve', 'update', 'replace', 'destroy'] as const)
      .filter(has)
      .map((verb) => VERB_ROUTES[verb].method.toUpperCase())
    for (const method of methods) {
      const init = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      for (const wrong of ['999999999', 'abc', '99999999999999999999']) {
        expect(await as(server.root, tenant.token).send(method, `/${at()}/${wrong}`, init)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
      }
      if (!SHARED.includes(path)) {
        expect(await stranger.send(method, `/${at()}/${id}`, init)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
      }
    }
  })

  it('returns 405 with Allow for unsupported verbs', async () => {
    const id = await sample.make(server.deps.db, tenant)
    for (const [verb, { method, item }] of Object.entries(VERB_ROUTES)) {
      if (has(verb as never) || path === 'uploads') continue
      const answer = await as(server.root, tenant.token).send(
        method.toUpperCase(),
        `/${at()}${item ? `/${id}` : ''}`,
        method === 'get' || method === 'delete' ? {} : { body: {} },
      )
      // A path without any verb does not exist.
      const known = resource.verbs.some((other) => VERB_ROUTES[other].item === item)
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual(
        known ? [405, 'method_not_allowed'] : [404, 'not_found'],
      )
      if (known) expect(answer.headers.get('allow')).toBeTruthy()
    }
  })

  it('returns the same complete object from the list and by id, or only the requested fields', async () => {
    const id = await sample.make(server.deps.db, tenant)
    const alone = await admin.get(`/${at()}/${id}?no_redirect=true`)
    expect(alone.status).toBe(200)
    const shown = Object.entries(resource.fields).flatMap(([name, field]) => (field.writeOnly ? [] : [name]))
    if (path !== 'tasks') expect(Object.keys(alone.body).sort()).toEqual(shown.sort())
    expect(alone.body.url).toBe(url(path, id))
    if (path === 'tasks') return
    expect((await as(server.root, tenant.token).get(`/${at()}/${id}?fields=id`)).body).toEqual({ id })
    expect((await as(server.root, tenant.token).get(`/${at()}/${id}?fields!=id`)).body).not.toHaveProperty('id')
    expect((await admin.get(`/${at()}/${id}`, { 'If-None-Match': alone.headers.get('etag')! })).status).toBe(304)
    if (!has('list')) return
    const list = await admin.get(`/${at()}?page_size=100`)
    expect(list.status).toBe(200)
    expect(list.body.results).toContainEqual(alone.body)
  })

  if (has('list')) {
    it('paginates forwards, backwards and by number through the same rows, and counts them', async () => {
      for (let n = 0; n < 3; n++) await sample.make(server.deps.db, tenant)
      const client = as(server.root, tenant.token)
      const whole = (await client.get(`/${at()}?page_size=100`)).body
      const ids = whole.results.map((row: { id: number }) => row.id)
      expect(whole.pagination).toMatchObject({ total: ids.length, next: null, previous: null })
      const seen: number[] = []
      let last = ''
      for (let next: string | null = `/${at()}?page_size=1`; next;) {
        const page = await admin.get(next)
        expect(page.body.pagination.total_pages).toBe(ids.length)
        seen.push(...page.body.results.map((row: { id: number }) => row.id))
        last = page.body.pagination.previous
        next = page.body.pagination.next
      }
      expect(seen).toEqual(ids)
      const back: number[] = []
      for (let previous: string | null = last; previous;) {
        const page = await admin.get(previous)
        back.unshift(...page.body.results.map((row: { id: number }) => row.id))
        previous = page.body.pagination.previous
      }
      if (ids.length > 1) expect(back).toEqual(ids.slice(0, -1))
      const numbered: number[] = []
      for (let page = 1; page <= ids.length; page++)
        numbered.push((await admin.get(`/${at()}?page_size=1&page=${page}`)).body.results[0].id)
      expect(numbered).toEqual(ids)
      expect((await as(server.root, tenant.token).get(`/${at()}?page=999999`)).status).toBe(404)
      expect((await as(server.root, tenant.token).get(`/${at()}?cursor=abc.def`)).status).toBe(400)
    })

    it('sorts by every key in both directions, and paginates in that order', async () => {
      for (const key of Object.keys(resource.ordering)) {
        const up = await admin.get(`/${at()}?page_size=100&ordering=${key}`)
        const down = await admin.get(`/${at()}?page_size=100&ordering=-${key}`)
        expect([up.status, down.status], key).toEqual([200, 200])
        const ids = (answer: typeof up) => answer.body.results.map((row: { id: number }) => row.id)
        expect(ids(down)).toEqual(ids(up).reverse())
        const walked: number[] = []
        for (let next: string | null = `/${at()}?page_size=2&ordering=${key}`; next;) {
          const page = await admin.get(next)
          walked.push(...ids(page))
          next = page.body.pagination.next
        }
        expect(walked, key).toEqual(ids(up))
      }
      expect((await admin.get(`/${at()}?ordering=no_such_key`)).status).toBe(200)
    })

    it('supports every filter and ignores empty and unknown ones', async () => {
      const id = await sample.make(server.deps.db, tenant)
      const total = (await admin.get(`/${at()}`)).body.pagination.total
      for (const name of Object.keys(resource.filters)) {
        const empty = await admin.get(`/${at()}?${name}=`)
        expect([empty.status, empty.body.pagination.total], name).toEqual([200, total])
        const description = resource.filters[name]!.description
        const value = /moment/.test(description)
          ? '2026-01-01'
          : /true or false/.test(description)
            ? 'True'
            : (/^One or several of (\w+)/.exec(description)?.[1] ?? (name === 'status' ? 'to_review' : '1'))
        const answer = await admin.get(`/${at()}?${name}=${value}`)
        expect(answer.status, `${name}=${value}`).toBe(200)
        expect(answer.body.pagination.total).toBeLessThanOrEqual(name === 'deleted' ? Infinity : total)
      }
      expect((await admin.get(`/${at()}?no_such_filter=1`)).body.pagination.total).toBe(total)
      if (resource.filters.id) {
        const found = await admin.get(`/${at()}?id=${id},999999999`)
        expect(found.body.results.map((row: { id: number }) => row.id)).toEqual([id])
        expect((await admin.get(`/${at()}?id=${encodeURIComponent(url(path, id))}`)).body.pagination.total).toBe(1)
        expect((await as(server.root, tenant.token).get(`/${at()}?id=nonsense`)).status).toBe(400)
      }
    })

    it('runs the same number of SQL queries for one row and for many', async () => {
      const count = async (where: string) => {
        let queries = 0
        const listen = () => void queries++
        server.deps.db.on('query', listen)
        await admin.get(where)
        server.deps.db.removeListener('query', listen)
        return queries
      }
      for (let n = 0; n < 3; n++) await sample.make(server.deps.db, tenant)
      const one = await count(`/${at()}?page_size=1`)
      expect(await count(`/${at()}?page_size=100`)).toBe(one)
      const keywords = Object.keys(resource.sideloads).join(',')
      if (!keywords) return
      const sideloaded = await as(server.root, tenant.token).get(
        `/${at()}?page_size=100&sideload=${keywords}&content.schema_id=document_id`,
      )
      expect(sideloaded.status).toBe(200)
      for (const keyword of Object.keys(resource.sideloads))
        expect(sideloaded.body[keyword], keyword).toBeInstanceOf(Array)
    })

    it('hides rows of other organizations', async () => {
      const id = await sample.make(server.deps.db, tenant)
      if (SHARED.includes(path)) return
      const ids = (await stranger.get(`/${at(other)}?page_size=100`)).body.results.map((row: { id: number }) => row.id)
      expect(ids).not.toContain(id)
      if (SINGLE.includes(path)) expect(ids).toHaveLength(1)
    })
  }

  if (has('create') && sample?.create) {
    it('creates an object from a complete body and reports every missing required field', async () => {
      const created = await admin.post(`/${at()}`, await sample.create!(url, tenant, server.deps.db))
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      expect((await admin.get(`/${at()}/${created.body.id}`)).body).toEqual(created.body)
      const required = Object.entries(resource.fields).flatMap(([name, field]) => (field.required ? [name] : []))
      const empty = await admin.post(`/${at()}`, {})
      expect(empty.status).toBe(400)
      for (const name of required) expect(empty.body[name]).toEqual(['This field is required.'])
    })

    it('ignores unknown and read-only keys, and refuses wrong types and references to invisible objects', async () => {
      const body = await sample.create!(url, tenant, server.deps.db)
      const created = await admin.post(`/${at()}`, { ...body, id: 77, url: 'http://elsewhere', no_such_key: [1] })
      expect(created.status).toBe(201)
      expect(created.body.id).not.toBe(77)
      for (const [name, field] of Object.entries(resource.fields)) {
        if (!field.input || name === 'content') continue
        const wrong = await admin.post(`/${at()}`, {
          ...(await sample.create!(url, tenant, server.deps.db)),
          [name]: { not: ['this'] },
        })
        if (['metadata', 'ui_settings', 'settings', 'test'].includes(name)) continue
        expect([wrong.status, Object.keys(wrong.body)], name).toEqual([400, expect.arrayContaining([name])])
      }
      for (const [name, value] of Object.entries(body)) {
        if (typeof value !== 'string' || !value.startsWith(server.root)) continue
        const foreign =
          { workspace: other.workspace_id, schema: other.schema_id, organization: other.organization_id }[name] ??
          999999999
        const answer = await admin.post(`/${at()}`, {
          ...(await sample.create!(url, tenant, server.deps.db)),
          [name]: value.replace(/\d+$/, String(foreign)),
        })
        expect([answer.status, answer.body[name]], name).toEqual([400, ['Invalid hyperlink - object does not exist.']])
      }
    })
  }

  if (has('replace') && sample?.create) {
    it('PUT requires the required fields and resets omitted ones to their defaults', async () => {
      const created = (
        await admin.post(`/${at()}`, {
          ...(await sample.create!(url, tenant, server.deps.db)),
          ...(await sample.write!(url, tenant, server.deps.db)),
        })
      ).body
      const body = await sample.create!(url, tenant, server.deps.db)
      const replaced = await admin.put(`/${at()}/${created.id}`, body)
      expect(replaced.status, JSON.stringify(replaced.body)).toBe(200)
      for (const [name, field] of Object.entries(resource.fields)) {
        if (
          field.default === undefined ||
          field.createOnly ||
          name in body ||
          name === 'settings' ||
          name === 'generic_engine'
        )
          continue
        expect(replaced.body[name], name).toEqual(field.default)
      }
      const required = Object.entries(resource.fields).flatMap(([name, field]) =>
        field.required && !field.createOnly ? [name] : [],
      )
      const empty = await admin.put(`/${at()}/${created.id}`, {})
      expect([empty.status, Object.keys(empty.body)]).toEqual([400, expect.arrayContaining(required)])
      const whole = await admin.put(`/${at()}/${created.id}`, replaced.body)
      expect(whole.status, JSON.stringify(whole.body)).toBe(200)
    })
  }

  if (has('destroy')) {
    it('DELETE removes the row, or keeps it in its documented deleted state', async () => {
      const id = await sample.make(server.deps.db, tenant)
      const answer = await admin.delete(`/${at()}/${id}`)
      expect(answer.status, JSON.stringify(answer.body)).toBe(sample.kept?.status ?? 204)
      const after = await admin.get(`/${at()}/${id}`)
      expect(after).toMatchObject(sample.kept ? { status: 200, body: sample.kept.body } : { status: 404 })
      if (!sample.kept) expect((await admin.delete(`/${at()}/${id}`)).status).toBe(404)
    })
  }

  const limits = Object.entries(resource.fields).flatMap(([name, field]) => {
    const max = field.createOnly ? undefined : maxLengthOf(field.input)
    return max === undefined ? [] : [[name, max] as const]
  })
  if (has('update') && limits.length > 0) {
    it.each(limits)('refuses a value of %s with more than %i characters', async (name, max) => {
      const id = await sample.make(server.deps.db, tenant)
      const answer = await admin.patch(`/${at()}/${id}`, { [name]: 'x'.repeat(max + 1) })
      expect([answer.status, answer.body[name]]).toEqual([400, expect.anything()])
    })
  }

  if (has('update')) {
    it('PATCH changes each writable field alone, and refuses metadata over 4 kB and a stale If-Match', async () => {
      const values = await sample.write!(url, tenant, server.deps.db)
      const writable = Object.entries(resource.fields).flatMap(([name, field]) =>
        field.input && !field.createOnly ? [name] : [],
      )
      expect(Object.keys(values).sort()).toEqual(writable.sort())
      for (const [name, value] of Object.entries(values)) {
        const id = await sample.make(server.deps.db, tenant)
        const changed = await admin.patch(`/${at()}/${id}`, { [name]: value })
        expect(changed.status, `${name}: ${JSON.stringify(changed.body)}`).toBe(200)
        if (name !== 'settings' && !resource.fields[name]!.writeOnly) expect(changed.body[name], name).toEqual(value)
        if (!has('list') || !resource.filters[name] || !['string', 'number', 'boolean'].includes(typeof value)) continue
        const found = await admin.get(`/${at()}?page_size=100&${name}=${encodeURIComponent(String(value))}`)
        expect(
          found.body.results.map((row: { id: number }) => row.id),
          `?${name}=${String(value)}`,
        ).toContain(id)
      }
      const id = await sample.make(server.deps.db, tenant)
      if ('metadata' in values) {
        const large = await admin.patch(`/${at()}/${id}`, { metadata: { text: 'x'.repeat(4096) } })
        expect([large.status, large.body.metadata]).toEqual([400, ['Metadata must not exceed 4 kB.']])
        const stale = await as(server.root, tenant.token).patch(
          `/${at()}/${id}`,
          { metadata: { a: 9 } },
          { 'If-Match': 'W/"stale"' },
        )
        expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
        const { headers } = await admin.get(`/${at()}/${id}`)
        expect(
          (await admin.patch(`/${at()}/${id}`, { metadata: { a: 9 } }, { 'If-Match': headers.get('etag')! })).status,
        ).toBe(200)
      }
      expect(
        (await as(server.root, tenant.token).patch(`/${at()}/${id}`, '{broken', { 'Content-Type': 'application/json' }))
          .body,
      ).toMatchObject({ code: 'bad_request' })
    })
  }
})
