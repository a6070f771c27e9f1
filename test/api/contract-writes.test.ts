/** Creation and changes of objects of every declared resource. See contract-setup.ts. */
import { expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { type Subject, admin, describeResources, other, server, tenant, url } from './contract-setup.ts'

/** The maximum length of a text field, which may be nullable. */
function maxLengthOf(schema: object = {}): number | undefined {
  if ('anyOf' in schema && Array.isArray(schema.anyOf))
    return schema.anyOf.map((one: object) => maxLengthOf(one)).find((max) => max !== undefined)
  return 'maxLength' in schema && typeof schema.maxLength === 'number' ? schema.maxLength : undefined
}

const isWritable = ({ has, sample }: Subject) =>
  has('replace') || has('update') || (has('create') && sample?.create !== undefined)

describeResources(isWritable, ({ resource, sample, at, has }) => {
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
      const given = await sample.create!(url, tenant, server.deps.db)
      const isRefused = ([name]: [string, unknown]) => resource.fields[name]?.createOnly === 'refused'
      const body = Object.fromEntries(Object.entries(given).filter((entry) => !isRefused(entry)))
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
