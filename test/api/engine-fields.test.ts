import { beforeAll, describe, expect, it } from 'vitest'
import { HEADER_FIELDS, LINE_COLUMNS, TAX_COLUMNS } from '@sheaf/extraction/types'
import { admin, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

let engine: { id: number; url: string }

beforeAll(async () => {
  engine = (await admin.post('/engines', { name: 'Invoices', type: 'extractor' })).body
})

let counter = 0
const body = (given: object = {}) => ({
  engine: engine.url,
  name: `field_${++counter}`,
  label: 'Field',
  type: 'string',
  ...given,
})
const aField = async (given: object = {}) => {
  const created = await admin.post('/engine_fields', body(given))
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const aSchema = async (children: object[]): Promise<{ id: number; url: string }> => {
  const content = [{ category: 'section', id: 'section', label: 'Section', children }]
  const created = await admin.post('/schemas', { name: 'Bills', content })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const point = (id: string, given: object = {}) => ({ category: 'datapoint', id, label: id, type: 'string', ...given })
const table = (...columns: object[]) => ({
  category: 'multivalue',
  id: 'lines',
  label: 'Lines',
  children: { category: 'tuple', id: 'line', label: 'Line', children: columns },
})
const aQueue = (schema: { url: string }, given: object = {}) =>
  admin.post('/queues', {
    name: 'Bills',
    workspace: url('workspaces', tenant.workspace_id),
    schema: schema.url,
    ...given,
  })

describe('engine fields', () => {
  it('have defaults and no metadata', async () => {
    const created = await aField({ name: 'Number_1' })
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('engine_fields', created.id),
      engine: engine.url,
      name: 'Number_1',
      label: 'Field',
      type: 'string',
      subtype: null,
      pre_trained_field_id: null,
      tabular: false,
      multiline: 'false',
      schemas: [],
    })
  })

  it.each([
    ['name', { name: 'with space' }, 'Use letters, digits and underscores only.'],
    ['name', { name: 'prüfnummer' }, 'Use letters, digits and underscores only.'],
    ['name', { name: 'x'.repeat(51) }, 'Ensure this field has no more than 50 characters.'],
    ['type', { type: 'button' }, '"button" is not a valid choice.'],
    ['subtype', { subtype: 'integer' }, '"integer" is not a valid choice for type string.'],
    ['subtype', { type: 'enum', subtype: 'iban' }, '"iban" is not a valid choice for type enum.'],
    ['pre_trained_field_id', { pre_trained_field_id: 'no_such' }, '"no_such" is not a valid choice.'],
    ['multiline', { multiline: 'yes' }, '"yes" is not a valid choice.'],
  ])('refuse an invalid %s: %j', async (name, given, sentence) => {
    const answer = await admin.post('/engine_fields', body(given))
    expect([answer.status, answer.body[name]]).toEqual([400, [sentence]])
  })

  it.each([
    ['string', ['alphanumeric', 'numeric', 'country_code', 'currency_code', 'iban', 'vat_number', '', null]],
    ['number', ['integer', 'rate', 'amount', '', null]],
    ['date', ['period_begin', 'period_end', '', null]],
    ['enum', ['', null]],
  ])('store the subtypes of a %s as received', async (type, subtypes) => {
    for (const subtype of subtypes) expect((await aField({ type, subtype })).subtype).toBe(subtype)
  })

  it('accept multiline as a string', async () => {
    for (const multiline of ['true', 'false', '']) expect((await aField({ multiline })).multiline).toBe(multiline)
    const answer = await admin.post('/engine_fields', body({ multiline: true }))
    expect([answer.status, answer.body.multiline]).toEqual([400, expect.arrayContaining(['Not a valid string.'])])
  })

  it('have a name that is unique in the engine', async () => {
    const { id, name } = await aField()
    const twice = await admin.post('/engine_fields', body({ name }))
    expect([twice.status, twice.body.name]).toEqual([400, ['The engine already has a field with this name.']])
    const elsewhere = (await admin.post('/engines', { name: 'Other', type: 'extractor' })).body
    await aField({ name, engine: elsewhere.url })
    const moved = await admin.patch(`/engine_fields/${id}`, { name, engine: elsewhere.url, label: 'Same' })
    expect(moved.body).toMatchObject({ engine: engine.url, label: 'Same' })
  })

  it('create one of two fields with the same name requested concurrently', async () => {
    const same = body()
    const created = await Promise.all([1, 2, 3].map(() => admin.post('/engine_fields', same)))
    expect(created.map((answer) => answer.status).sort()).toEqual([201, 400, 400])
  })

  it('check a new type against the existing subtype', async () => {
    const { id } = await aField({ subtype: 'iban' })
    const changed = await admin.patch(`/engine_fields/${id}`, { type: 'date' })
    expect([changed.status, changed.body.subtype]).toEqual([400, ['"iban" is not a valid choice for type date.']])
    expect((await admin.patch(`/engine_fields/${id}`, { type: 'date', subtype: null })).status).toBe(200)
  })

  it('must match type and position in every schema they are assigned to', async () => {
    const { name } = body()
    const header = await aSchema([point(name)])
    const column = await aSchema([table(point(name, { type: 'number' }))])
    const tabular = await admin.post('/engine_fields', body({ name, tabular: true, schemas: [header.url] }))
    expect([tabular.status, tabular.body.tabular]).toEqual([
      400,
      [`The field is not a column of a table in schema ${header.id}.`],
    ])
    const { id } = await aField({ name, schemas: [header.url] })
    const both = await admin.patch(`/engine_fields/${id}`, { schemas: [header.url, column.url] })
    expect([both.status, both.body.type]).toEqual([400, [`The field is of type number in schema ${column.id}.`]])
    const typed = await admin.patch(`/engine_fields/${id}`, { type: 'date' })
    expect([typed.status, typed.body.type]).toEqual([400, [`The field is of type string in schema ${header.id}.`]])
    const moved = await admin.patch(`/engine_fields/${id}`, { type: 'number', tabular: true, schemas: [column.url] })
    expect(moved.body).toMatchObject({ type: 'number', tabular: true, schemas: [column.url] })
    const unseen = await admin.patch(`/engine_fields/${id}`, { schemas: [url('schemas', 99999999)] })
    expect(unseen.body.schemas).toEqual(['Invalid hyperlink - object does not exist.'])
  })

  it('must match the schemas of the queues of their engine', async () => {
    const { id, name } = await aField()
    const schema = await aSchema([point(name)])
    expect((await aQueue(schema, { engine: engine.url })).status).toBe(201)
    const changed = await admin.patch(`/engine_fields/${id}`, { tabular: true })
    expect(changed.body.tabular).toEqual([`The field is not a column of a table in schema ${schema.id}.`])
    expect((await admin.patch(`/engine_fields/${id}`, { type: 'date', schemas: [] })).status).toBe(400)
    expect((await admin.patch(`/engine_fields/${id}`, { label: 'Free to change' })).status).toBe(200)
  })

  it('can be found by engine and use, and cannot be deleted while a schema uses them', async () => {
    const own = (await admin.post('/engines', { name: 'Used', type: 'extractor' })).body
    const bound = await aField({ engine: own.url, name: 'bound' })
    const assigned = await aField({ engine: own.url, schemas: [(await aSchema([])).url] })
    const free = await aField({ engine: own.url, name: 'free' })
    const typed = point('free', { ui_configuration: { type: 'manual' } })
    const schema = await aSchema([
      table(point('item', { ui_configuration: null, type: 'button' })),
      point('bound'),
      typed,
    ])
    const queue = (await aQueue(schema, { engine: own.url })).body
    const ids = async (query: string) =>
      (await admin.get(`/engine_fields?${query}`)).body.results.map((one: { id: number }) => one.id)
    expect(await ids(`engine=${own.id}`)).toEqual([bound.id, assigned.id, free.id])
    expect(await ids(`engine=${encodeURIComponent(own.url)}&used=true`)).toEqual([bound.id, assigned.id])
    expect(await ids(`engine=${own.id}&used=False`)).toEqual([free.id])

    const refused = await admin.delete(`/engine_fields/${bound.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict_referenced'])
    expect(refused.body.detail).toContain(String(schema.id))
    expect((await admin.delete(`/engine_fields/${assigned.id}`)).status).toBe(409)
    expect((await admin.delete(`/engine_fields/${free.id}`)).status).toBe(204)
    await admin.patch(`/engine_fields/${assigned.id}`, { schemas: [] })
    await admin.patch(`/queues/${queue.id}`, { engine: null })
    for (const id of [assigned.id, bound.id]) expect((await admin.delete(`/engine_fields/${id}`)).status).toBe(204)
  })

  it('no longer refer to a deleted schema', async () => {
    const schema = await aSchema([])
    const { id } = await aField({ schemas: [schema.url] })
    expect((await admin.delete(`/schemas/${schema.id}`)).status).toBe(204)
    expect((await admin.get(`/engine_fields/${id}`)).body.schemas).toEqual([])
    expect((await admin.delete(`/engine_fields/${id}`)).status).toBe(204)
  })
})

describe('pre-trained fields', () => {
  it('include all extracted fields and mark those that are not extracted', async () => {
    const { results } = (await admin.get('/engine_fields/pre_trained_fields')).body
    const names = results.map((field: { name: string }) => field.name)
    expect(new Set(names).size).toBe(results.length)
    const read: string[] = [...HEADER_FIELDS, ...LINE_COLUMNS, ...TAX_COLUMNS]
    expect(names).toEqual(expect.arrayContaining(read))
    for (const field of results)
      expect(/Not extracted from documents yet/.test(field.description), field.name).toBe(!read.includes(field.name))
    expect(results).toContainEqual({
      name: 'table_column_description',
      label: 'Description',
      section: 'line_items',
      type: 'string',
      subtype: null,
      tabular: true,
      multiline: 'true',
      description: 'Description of the goods or service.',
    })
    expect(results.find((field: { name: string }) => field.name === 'date_due')).toMatchObject({
      section: 'basic_info',
      type: 'date',
      subtype: 'period_end',
      tabular: false,
      multiline: 'false',
    })
  })

  it('can each be created as a field of an engine', async () => {
    const { results } = (await admin.get('/engine_fields/pre_trained_fields')).body
    const own = (await admin.post('/engines', { name: 'All', type: 'extractor' })).body
    for (const { name, label, type, subtype, tabular, multiline } of results) {
      const given = { engine: own.url, name, label, type, subtype, tabular, multiline, pre_trained_field_id: name }
      expect(await aField(given)).toMatchObject(given)
    }
  })
})
