/** The engine of a queue, and the fields that it requires. */
import { describe, expect, it } from 'vitest'
import { datapoints, type SchemaContent } from '../../src/rules/schema/index.ts'
import { templateSchema } from '../../src/domain/queues/templates/index.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { anEngine, firstGeneric, good, point, queueWith, section } from './engines-setup.ts'

useTenantServer()

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
