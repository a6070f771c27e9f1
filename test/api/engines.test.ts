import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datapoints, withoutSources, type SchemaContent } from '../../src/rules/schema-content.ts'
import { templateSchema } from '../../src/domain/queues/templates/index.ts'
import { as, type Client, type Json } from '../support/as.ts'
import { aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
})
afterAll(() => server.stop())

const point = (id: string, given: object = {}) => ({ category: 'datapoint', id, label: id, type: 'string', ...given })
const section = (...children: object[]) => ({ category: 'section', id: 'section', label: 'Section', children })
const good = (answer: { status: number; body: unknown }, status = 200) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body as { id: number; url: string; [name: string]: Json }
}
const anEngine = async (names: string[] = [], given: object = {}) => {
  const engine = good(await admin.post('/engines', { name: 'Invoices', type: 'extractor', ...given }), 201)
  for (const name of names)
    good(await admin.post('/engine_fields', { engine: engine.url, name, label: name, type: 'string' }), 201)
  return engine
}
const queueWith = async (content: object[], given: object = {}) => {
  const schema = good(await admin.post('/schemas', { name: 'Bills', content }), 201)
  const body = { name: 'Bills', workspace: url('workspaces', tenant.workspace_id), schema: schema.url, ...given }
  return { schema, created: await admin.post('/queues', body) }
}
const firstGeneric = async () => (await admin.get('/generic_engines')).body.results[0]

describe('engines', () => {
  it('have defaults, a generated agenda and no metadata', async () => {
    const created = good(await admin.post('/engines', { name: 'Invoices', type: 'splitter', agenda_id: 'mine' }), 201)
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('engines', created.id),
      organization: url('organizations', tenant.organization_id),
      name: 'Invoices',
      type: 'splitter',
      learning_enabled: true,
      training_queues: [],
      description: '',
      agenda_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      settings: {},
    })
    const wrong = await admin.post('/engines', { name: 'x', type: 'reader' })
    expect([wrong.status, wrong.body.type]).toEqual([400, ['"reader" is not a valid choice.']])
  })

  it('can be found by type and agenda, sorted by name and sideloaded with their fields', async () => {
    const splitter = await anEngine([], { type: 'splitter', name: 'A splitter' })
    const extractor = await anEngine(['number'], { name: 'An extractor' })
    const ids = async (query: string) =>
      (await admin.get(`/engines?page_size=100&${query}`)).body.results.map((one: { id: number }) => one.id)
    expect(await ids('type=splitter')).toContain(splitter.id)
    expect(await ids('type=splitter')).not.toContain(extractor.id)
    expect(await ids(`agenda_id=${extractor.agenda_id}`)).toEqual([extractor.id])
    expect(await ids(`ordering=name&id=${splitter.id},${extractor.id}`)).toEqual([splitter.id, extractor.id])
    const { body } = await admin.get(`/engines/${extractor.id}?sideload=engine_fields`)
    expect(body.engine_fields).toMatchObject([{ name: 'number', engine: extractor.url }])
  })

  it('are visible to users of a queue that uses them or provides training data', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const { token } = await aPerson(server.deps.db, tenant, 'annotator', [queue_id])
    const annotator = as(server.root, token)
    const bound = await anEngine(['number'])
    const training = await anEngine([], {
      training_queues: [url('queues', queue_id), url('queues', tenant.queue_id)],
    })
    const other = await anEngine(['number'])
    await server.deps.db('queues').where('id', queue_id).update({ engine_id: bound.id, generic_engine_id: null })
    const { results } = (await annotator.get('/engines')).body
    expect(results.map((one: { id: number }) => one.id)).toEqual([bound.id, training.id])
    expect(results[1].training_queues).toEqual([url('queues', queue_id)])
    expect((await annotator.get(`/engines/${other.id}`)).status).toBe(404)
    expect((await annotator.get('/engine_fields')).body.results).toMatchObject([{ engine: bound.url }])
    expect((await annotator.patch(`/engines/${bound.id}`, { name: 'x' })).status).toBe(403)
  })

  it('are duplicated with their fields, but without queues and schemas', async () => {
    const settings = { use_case: 'bills' }
    const source = await anEngine(['number'], {
      settings,
      description: 'd',
      learning_enabled: false,
      training_queues: [url('queues', tenant.queue_id)],
    })
    const table = { engine: source.url, name: 'item_code', label: 'Code', type: 'string', subtype: 'alphanumeric' }
    const field = { ...table, tabular: true, multiline: 'true', pre_trained_field_id: 'table_column_code' }
    good(await admin.post('/engine_fields', { ...field, schemas: [url('schemas', tenant.schema_id)] }), 201)
    const copy = good(await admin.post(`/engines/${source.id}/duplicate`, { name: 'Copy' }), 201)
    expect(copy).toEqual({
      ...source,
      id: expect.any(Number),
      url: url('engines', copy.id),
      name: 'Copy',
      agenda_id: expect.any(String),
      training_queues: [],
    })
    expect(copy.agenda_id).not.toBe(source.agenda_id)
    const { results } = (await admin.get(`/engine_fields?engine=${copy.id}`)).body
    expect(results).toMatchObject([{ name: 'number' }, { ...field, engine: copy.url, schemas: [] }])
    expect((await admin.post(`/engines/${source.id}/duplicate`, {})).body.name).toEqual(['This field is required.'])
  })

  it('report the fields that a template requires and they lack', async () => {
    const engine = await anEngine(['document_id'])
    const check = (name: string) => admin.post(`/engines/${engine.id}/check_template_compatibility`, { name })
    expect((await check('Nothing Template')).body.name).toEqual(['"Nothing Template" is not a valid choice.'])
    expect((await check('Empty Organization Template')).body).toEqual({ compatible: true, missing_fields: [] })
    const name = 'Certificates of Analysis Demo Template'
    const lacking = (await check(name)).body
    expect(lacking).toMatchObject({ compatible: false })
    expect(lacking.missing_fields).not.toContain('document_id')
    // Same name, but different type and position.
    expect(lacking.missing_fields).toEqual(expect.arrayContaining(['date_issue', 'parameter_name']))
    for (const { field, tuple } of datapoints(withoutSources(templateSchema(name).content))) {
      if (!lacking.missing_fields.includes(field.id)) continue
      const { id, label, type } = field
      const body = { engine: engine.url, name: id, label, type, tabular: tuple !== undefined }
      good(await admin.post('/engine_fields', body), 201)
    }
    expect((await check(name)).body).toEqual({ compatible: true, missing_fields: [] })
  })

  it('count the fields in the schemas of their queues', async () => {
    const { created } = await queueWith([
      section(point('number'), point('note', { ui_configuration: { type: 'manual' } })),
    ])
    const training = good(created, 201)
    const engine = await anEngine(['number', 'note', 'document_id'], {
      training_queues: [training.url, url('queues', tenant.queue_id)],
    })
    const bound = good((await queueWith([section(point('number'))], { engine: engine.url })).created, 201)
    const stats = await admin.get(`/engines/${engine.id}/queue_stats`)
    const row = (queue: string, used: number, trains: boolean, predicts: boolean) => ({
      queue,
      number_of_used_engine_fields: used,
      training_queue: trains,
      prediction_queue: predicts,
    })
    expect(stats.body).toEqual({
      results: [
        row(url('queues', tenant.queue_id), 1, true, false),
        row(training.url, 1, true, false),
        row(bound.url, 1, false, true),
      ],
    })
  })

  it('cannot be deleted while a queue uses them', async () => {
    const engine = await anEngine(['number'])
    const queue = good((await queueWith([section(point('number'))], { engine: engine.url })).created, 201)
    const refused = await admin.delete(`/engines/${engine.id}`)
    expect([refused.status, refused.body.code]).toEqual([400, 'engine_attached_to_active_queues'])
    expect(refused.body.detail).toContain(String(queue.id))
    await admin.delete(`/queues/${queue.id}`)
    const waiting = await admin.delete(`/engines/${engine.id}`)
    expect([waiting.status, waiting.body.code]).toEqual([400, 'engine_attached_to_queues_waiting_for_deletion'])
    await server.deps.db('queues').where('id', queue.id).update({ engine_id: null })
    expect((await admin.delete(`/engines/${engine.id}`)).status).toBe(204)
    expect((await admin.get(`/engine_fields?engine=${engine.id}`)).body.results).toEqual([])
  })
})

describe('generic engines', () => {
  it('are a single engine whose schema contains the extracted fields', async () => {
    const engine = await firstGeneric()
    expect(engine).toMatchObject({ name: 'Generic engine', url: url('generic_engines', engine.id) })
    const { body } = await admin.get(engine.schema)
    expect(body).toMatchObject({ id: engine.id, url: engine.schema })
    expect(body.content.training_queues).toEqual([])
    const outputs = body.content.fields as { engine_output_id: string; children?: { children: object[] } }[]
    expect(outputs.find((field) => field.engine_output_id === 'iban')).toEqual({
      category: 'datapoint',
      engine_output_id: 'iban',
      label: 'IBAN',
      trained: true,
      type: 'string',
      description: "IBAN of the payee's account.",
      sources: [],
    })
    const items = outputs.find((field) => field.engine_output_id === 'line_items')
    expect(items).toMatchObject({ category: 'multivalue', type: 'grid', children: { category: 'tuple' } })
    expect(items!.children!.children).toHaveLength(11)
    expect((await admin.post('/generic_engine_schemas', {})).status).toBe(405)
    expect((await admin.get('/generic_engine_schemas')).body.pagination.total).toBe(1)
  })
})

describe('the engine of a queue', () => {
  const aDedicated = async () => good(await admin.post('/dedicated_engines', { name: 'Trained' }), 201)
  const enginesOf = async (id: number) => {
    const { engine, dedicated_engine, generic_engine } = (await admin.get(`/queues/${id}`)).body
    return { engine, dedicated_engine, generic_engine }
  }

  it('is the generic engine by default; setting another engine replaces it', async () => {
    const generic = (await firstGeneric()).url
    const engine = await anEngine(['number'])
    const dedicated = await aDedicated()
    const { id } = good((await queueWith([section(point('number'))])).created, 201)
    const none = { engine: null, dedicated_engine: null, generic_engine: null }
    expect(await enginesOf(id)).toEqual({ ...none, generic_engine: generic })
    const steps: [object, object][] = [
      [{ dedicated_engine: dedicated.url }, { dedicated_engine: dedicated.url }],
      [{ name: 'Renamed' }, { dedicated_engine: dedicated.url }],
      [{ engine: engine.url }, { engine: engine.url }],
      [{ dedicated_engine: null }, { engine: engine.url }],
      [{ generic_engine: generic }, { generic_engine: generic }],
      [{ engine: engine.url, generic_engine: generic, dedicated_engine: dedicated.url }, { engine: engine.url }],
      [{ engine: null }, { generic_engine: generic }],
      [{ dedicated_engine: dedicated.url, generic_engine: null }, { dedicated_engine: dedicated.url }],
      [{ dedicated_engine: null, generic_engine: null }, { generic_engine: generic }],
    ]
    for (const [change, after] of steps) {
      good(await admin.patch(`/queues/${id}`, change))
      expect(await enginesOf(id), JSON.stringify(change)).toEqual({ ...none, ...after })
    }
  })

  it('must be a single visible engine', async () => {
    const generic_engine = (await firstGeneric()).url
    const dedicated_engine = (await aDedicated()).url
    const { id } = good((await queueWith([])).created, 201)
    const both = await admin.patch(`/queues/${id}`, { generic_engine, dedicated_engine })
    expect([both.status, both.body.non_field_errors]).toEqual([
      400,
      ['Only one of dedicated_engine and generic_engine may be set.'],
    ])
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    const foreign = good(await stranger.post('/engines', { name: 'Theirs', type: 'extractor' }), 201)
    for (const body of [{ engine: foreign.url }, { dedicated_engine: dedicated_engine.replace(/\d+$/, '99999999') }]) {
      const [name] = Object.keys(body)
      const answer = await admin.patch(`/queues/${id}`, body)
      expect([answer.status, answer.body[name!]]).toEqual([400, ['Invalid hyperlink - object does not exist.']])
    }
  })

  it('can be used as a filter for queues', async () => {
    const engine = await anEngine(['number'])
    const dedicated = await aDedicated()
    const bound = good((await queueWith([section(point('number'))], { engine: engine.url })).created, 201)
    const trained = good((await queueWith([], { dedicated_engine: dedicated.url })).created, 201)
    const ids = async (query: string) =>
      (await admin.get(`/queues?${query}`)).body.results.map((one: { id: number }) => one.id)
    expect(await ids(`engine=${engine.id}`)).toEqual([bound.id])
    expect(await ids(`engine=${encodeURIComponent(engine.url)}`)).toEqual([bound.id])
    expect(await ids(`dedicated_engine=${dedicated.id}`)).toEqual([trained.id])
  })

  it('must have the fields of the schema, on creation and on changes of queue or schema', async () => {
    const engine = await anEngine(['number'])
    const wrong = [section(point('number', { rir_field_names: ['document_id'] }), point('date', { type: 'date' }))]
    const errors = ['number: Must be empty: the queue has an engine.', 'date: The engine has no field "date".']
    const { created, schema } = await queueWith(wrong, { engine: engine.url })
    expect([created.status, created.body.non_field_errors]).toEqual([400, errors])
    const { id } = good((await queueWith(wrong)).created, 201)
    const bound = await admin.patch(`/queues/${id}`, { engine: engine.url })
    expect([bound.status, bound.body.non_field_errors]).toEqual([400, errors])
    const fitting = good((await queueWith([section(point('number'))], { engine: engine.url })).created, 201)
    const changed = await admin.patch(`/queues/${fitting.id}`, { schema: schema.url })
    expect([changed.status, changed.body.non_field_errors]).toEqual([400, errors])
    good(await admin.patch(`/queues/${fitting.id}`, { schema: schema.url, engine: null }))
  })

  it('restricts the schema to its fields, with errors by position', async () => {
    const engine = await anEngine(['number'])
    const { schema, created } = await queueWith([section(point('number'))], { engine: engine.url })
    const queue = good(created, 201)
    const content = [section(point('number'), point('other', { disable_prediction: true }))]
    const errors = [
      {
        children: [
          {},
          {
            disable_prediction: ['Must not be set: the queue has an engine.'],
            id: ['The engine has no field "other".'],
          },
        ],
      },
    ]
    for (const answer of [
      await admin.patch(`/schemas/${schema.id}`, { content }),
      await admin.put(`/schemas/${schema.id}`, { name: 'Bills', content }),
    ])
      expect([answer.status, answer.body.content]).toEqual([400, errors])
    const validate = async (body: object) => good(await admin.post('/schemas/validate', body))
    expect(await validate({ content })).toEqual({})
    expect(await validate({ content, id: schema.id })).toEqual({ content: errors })
    expect(await validate({ content, id: schema.url })).toEqual({ content: errors })
    expect(await validate({ content: [section(point('number'))], id: schema.id })).toEqual({})
    expect(await validate({ content, id: 99999999 })).toEqual({ id: ['The schema does not exist.'] })
    good(await admin.patch(`/queues/${queue.id}`, { engine: null }))
    good(await admin.patch(`/schemas/${schema.id}`, { content }))
  })

  it('can be set for a queue from a template, if it has the fields', async () => {
    const name = 'Purchase Order Demo Template'
    const engine = await anEngine([])
    const from = (query = '') =>
      admin.post(`/queues/from_template${query}`, {
        name: 'Orders',
        template_name: name,
        workspace: url('workspaces', tenant.workspace_id),
        include_documents: false,
        engine: engine.url,
      })
    expect((await from()).body.engine).toEqual([
      expect.stringMatching(/^The engine lacks fields of the template: order_id/),
    ])
    expect(good(await from('?legacy=true'), 201)).toMatchObject({ engine: null, generic_engine: expect.any(String) })
    for (const { field, tuple } of datapoints(templateSchema(name).content)) {
      const { id, label, type } = field
      good(await admin.post('/engine_fields', { engine: engine.url, name: id, label, type, tabular: !!tuple }), 201)
    }
    const queue = good(await from(), 201)
    expect(queue).toMatchObject({ engine: engine.url, generic_engine: null })
    const { content } = (await admin.get(queue.schema)).body as { content: SchemaContent }
    expect([...datapoints(content)].flatMap(({ field }) => field.rir_field_names ?? [])).toEqual([])
  })
})
