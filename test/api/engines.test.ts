/** Engines and generic engines. */
import { describe, expect, it } from 'vitest'
import { datapoints, withoutSources } from '../../src/rules/schema/index.ts'
import { templateSchema } from '../../src/domain/queues/templates/index.ts'
import { as } from '../support/as.ts'
import { aPerson, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { anEngine, firstGeneric, good, point, queueWith, section } from './engines-setup.ts'

useTenantServer()

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
