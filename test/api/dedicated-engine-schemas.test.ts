/** Schemas of dedicated engines. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url } from '../support/tenant-server.ts'
import { aSchema, anEngine, content, good, output, queue, useDedicatedEngines } from './dedicated-engines-setup.ts'

useDedicatedEngines()

describe('schemas of dedicated engines', () => {
  it('store the mapping; `trained` is read-only and unknown keys are dropped', async () => {
    const list = { category: 'multivalue', engine_output_id: 'gone', children: output('tags', 'order_id') }
    const created = await aSchema(output('number', 'document_id', { trained: true, x: 1 }), list)
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('dedicated_engine_schemas', created.id),
      content: content(output('number', 'document_id', { trained: false }), {
        category: 'multivalue',
        children: output('tags', 'order_id', { trained: false }),
      }),
    })
    good(await admin.put(`/dedicated_engine_schemas/${created.id}`, created))
  })

  it('report missing references at their position', async () => {
    const stranger = await aTenant(server.deps.db)
    const foreign = url('queues', stranger.queue_id)
    const fields = [
      output('a', 'nothing'),
      output('b', 'document_id', { sources: [{ queue: foreign, schema_id: 'x' }] }),
    ]
    const refused = await admin.post('/dedicated_engine_schemas', { content: { training_queues: [foreign], fields } })
    expect([refused.status, refused.body.content]).toEqual([
      400,
      {
        training_queues: ['Invalid hyperlink - object does not exist.'],
        fields: [
          { sources: [{ schema_id: [`The schema of queue ${tenant.queue_id} has no field "nothing".`] }] },
          { sources: [{ queue: ['Invalid hyperlink - object does not exist.'] }] },
        ],
      },
    ])
    const { id } = await aSchema()
    expect((await admin.patch(`/dedicated_engine_schemas/${id}`, { content: 'x' })).body.content).toEqual([
      'Expected an object.',
    ])
  })

  it('refuse training queues that are being deleted', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.delete(`/queues/${queue_id}`)
    const training_queues = [url('queues', queue_id)]
    for (const answer of [
      await admin.post('/dedicated_engine_schemas', { content: { training_queues, fields: [] } }),
      await admin.post('/dedicated_engine_schemas/predict', { training_queues }),
    ])
      expect([answer.status, (answer.body.content ?? answer.body).training_queues]).toEqual([
        400,
        [`Queue ${queue_id} is being deleted.`],
      ])
  })

  it('return only visible queues, and are visible if their engine is', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const own = url('queues', queue_id)
    const fields = [
      output('number', 'document_id'),
      output('own', 'order_id', { sources: [{ queue: own, schema_id: 'order_id' }] }),
    ]
    const schema = good(
      await admin.post('/dedicated_engine_schemas', { content: { training_queues: [queue, own], fields } }),
      201,
    )
    const engine = await anEngine({ schema: schema.url })
    good(await admin.patch(`/queues/${queue_id}`, { dedicated_engine: engine.url }))
    const { token } = await aPerson(server.deps.db, tenant, 'annotator', [queue_id])
    const annotator = as(server.root, token)
    const { results } = (await annotator.get('/dedicated_engine_schemas')).body
    expect(results).toMatchObject([{ id: schema.id, content: { training_queues: [own] } }])
    expect(JSON.stringify(results)).not.toContain(queue + '"')
    expect((await annotator.get(`/dedicated_engine_schemas/${(await aSchema()).id}`)).status).toBe(404)
  })

  it('cannot be deleted while an engine uses them', async () => {
    const schema = await aSchema()
    const engine = await anEngine({ schema: schema.url })
    const refused = await admin.delete(`/dedicated_engine_schemas/${schema.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict_referenced'])
    expect(refused.body.detail).toContain(String(engine.id))
    good(await admin.patch(`/dedicated_engines/${engine.id}`, { schema: null }))
    expect((await admin.delete(`/dedicated_engine_schemas/${schema.id}`)).status).toBe(204)
  })

  it('are validated with status 200 in all cases', async () => {
    const validate = async (body: object) => good(await admin.post('/dedicated_engine_schemas/validate', body))
    expect(await validate({ content: content(output('document_id', 'document_id')) })).toEqual({})
    expect(await validate({})).toEqual({ content: ['This field is required.'] })
    expect(await validate({ content: { training_queues: [] } })).toEqual({
      content: { fields: ['This field is required.'] },
    })
    expect(
      await validate({ content: content(output('number', 'document_id'), output('number', 'date_issue')) }),
    ).toEqual({
      content: {
        fields: [
          { sources: [{ schema_id: ['Field "document_id" must have no rir_field_names, or "number" among them.'] }] },
          {
            engine_output_id: ['Output "number" is used more than once.'],
            sources: [
              {
                schema_id: [
                  'Field "date_issue" is of type date, not string.',
                  'Field "date_issue" must have no rir_field_names, or "number" among them.',
                ],
              },
            ],
          },
        ],
      },
    })
  })

  it('can be predicted from the schemas of the queues, and the prediction passes validation', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const training_queues = [queue, url('queues', queue_id)]
    const predicted = good(await admin.post('/dedicated_engine_schemas/predict', { training_queues })) as unknown as {
      content: { training_queues: string[]; fields: { engine_output_id: string; label: string }[] }
    }
    expect(predicted.content.training_queues).toEqual(training_queues)
    expect(predicted.content.fields.find((field) => field.engine_output_id === 'amount_total')).toEqual({
      category: 'datapoint',
      engine_output_id: 'amount_total',
      label: 'Total with tax',
      trained: false,
      type: 'number',
      description: null,
      sources: training_queues.map((url) => ({ queue: url, schema_id: 'amount_total' })),
    })
    expect(good(await admin.post('/dedicated_engine_schemas/validate', predicted))).toEqual({})
    expect(good(await admin.post('/dedicated_engine_schemas', predicted), 201).content).toEqual(predicted.content)
    const stranger = await aTenant(server.deps.db)
    const foreign = await admin.post('/dedicated_engine_schemas/predict', {
      training_queues: [url('queues', stranger.queue_id)],
    })
    expect([foreign.status, foreign.body.training_queues]).toEqual([
      400,
      ['Invalid hyperlink - object does not exist.'],
    ])
  })
})
