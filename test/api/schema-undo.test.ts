/** Changes of schemas are announced, and can be undone (contract 10.36 and 10.37). */
import { beforeAll, describe, expect, it } from 'vitest'
import { anAnnotation, aQueue, aTenant } from '../support/factories.ts'
import { as } from '../support/as.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aSchema, point, section, valuesOf } from './schemas-setup.ts'

useTenantServer()

const write = async (id: number, values: Record<string, string>) => {
  const content = Object.entries(values).map(([schema_id, value]) => ({ schema_id, content: { value } }))
  const written = await admin.patch(`/annotations/${id}/content`, { content })
  expect(written.status, JSON.stringify(written.body)).toBe(200)
}

const BEFORE = [section('head', [point('bill_no'), point('total'), point('note')])]
/** Removes `total`, renames `bill_no` and reads `note` as a date. */
const AFTER = [section('head', [point('invoice_no', { renamed_from: 'bill_no' }), point('note', { type: 'date' })])]

let schema: { id: number; url: string }
let open: number
let exported: number
let rule: { id: number; url: string }
beforeAll(async () => {
  const { queue_id } = await aQueue(server.deps.db, tenant)
  schema = await aSchema(BEFORE)
  const made: number[] = []
  for (const status of ['to_review', 'exported']) {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id: schema.id, queue_id })
    await write(annotation_id, { bill_no: 'B-9', total: '7', note: '2026-03-05' })
    await server.deps.db('annotations').where('id', annotation_id).update({ status })
    made.push(annotation_id)
  }
  ;[open, exported] = made as [number, number]
  const made_rule = await admin.post('/rules', {
    name: 'Numbers',
    schema: url('schemas', schema.id),
    trigger_condition: 'is_empty(field.bill_no)',
  })
  expect(made_rule.status, JSON.stringify(made_rule.body)).toBe(201)
  rule = made_rule.body
})
const conditionOfRule = async () => (await admin.get(`/rules/${rule.id}`)).body.trigger_condition as string
const changes = async () =>
  (await admin.get(`/schemas/${schema.id}/changes`)).body.results as { id: number; undoable: boolean; undoes: number }[]

describe('a change of a schema', () => {
  it('is previewed with the documents, values and definitions that it concerns', async () => {
    const { status, body } = await admin.post(`/schemas/${schema.id}/preview`, { content: AFTER })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      added: [],
      removed: ['total'],
      retyped: ['note'],
      renamed: [{ from: 'bill_no', to: 'invoice_no' }],
      annotations: [
        { status: 'exported', count: 1, changes: false },
        { status: 'to_review', count: 1, changes: true },
      ],
      values: [
        { schema_id: 'note', annotations: 1, values: 1 },
        { schema_id: 'total', annotations: 1, values: 1 },
      ],
      references: [],
      renamed_references: [{ type: 'rule', id: rule.id, name: 'Numbers', fields: ['bill_no'] }],
    })
    expect((await valuesOf(open)).total).toBe('7')
    const without = await admin.post(`/schemas/${schema.id}/preview`, { content: [section('head', [point('note')])] })
    expect(without.body.references).toMatchObject([{ type: 'rule', id: rule.id, effect: 'it is disabled' }])
    expect((await admin.post(`/schemas/${schema.id}/preview`, { content: 1 })).status).toBe(400)
  })

  it('is undone with the values that it removed, and keeps those that were entered since', async () => {
    expect((await admin.patch(`/schemas/${schema.id}`, { content: AFTER })).status).toBe(200)
    expect(await valuesOf(open)).toEqual({ invoice_no: 'B-9', note: '2026-03-05' })
    expect(await conditionOfRule()).toBe('is_empty(field.invoice_no)')
    await write(open, { invoice_no: 'B-10' })
    const [change] = await changes()
    expect(change).toMatchObject({ undoable: true, removed: ['total'], undoes: null })

    const undone = await admin.post(`/schemas/${schema.id}/undo`, {})
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(undone.body.content).toMatchObject(BEFORE)
    expect(await valuesOf(open)).toEqual({ bill_no: 'B-10', total: '7', note: '2026-03-05' })
    expect(await valuesOf(exported)).toEqual({ bill_no: 'B-9', total: '7', note: '2026-03-05' })
    expect(await conditionOfRule()).toBe('is_empty(field.bill_no)')
    const path = `/audit_logs?object_type=schema&object_id=${schema.id}&action=update`
    expect((await admin.get(path)).body.results[0].content.details).toMatchObject({
      undone: change!.id,
      changes: expect.arrayContaining([
        expect.objectContaining({ field: expect.stringContaining('content[') as string }),
      ]) as object[],
    })
  })

  it('is undone once, in its order, and can be made again by an undo of the undo', async () => {
    const [undo, change] = await changes()
    expect(undo).toMatchObject({ undoes: change!.id, undoable: true })
    const again = (id: number) => admin.post(`/schemas/${schema.id}/undo`, { change: id })
    expect(await again(change!.id)).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
    expect((await again(undo!.id)).status).toBe(200)
    expect(await valuesOf(open)).toEqual({ invoice_no: 'B-10', note: '2026-03-05' })
    const wider = [section('head', [point('invoice_no'), point('note', { type: 'date' }), point('more')])]
    expect((await admin.patch(`/schemas/${schema.id}`, { content: wider })).status).toBe(200)
    const [, redo] = await changes()
    expect(await again(redo!.id)).toMatchObject({ status: 409 })
  })

  it('cannot be undone after 30 days, nor by others than those who may change the schema', async () => {
    expect((await admin.post(`/schemas/${schema.id}/undo`, { change: 2 ** 40 })).status).toBe(404)
    const { client } = await person('annotator')
    expect((await client.post(`/schemas/${schema.id}/undo`, {})).status).toBeGreaterThanOrEqual(403)
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    for (const answer of [
      await stranger.post(`/schemas/${schema.id}/undo`, {}),
      await stranger.post(`/schemas/${schema.id}/preview`, { content: BEFORE }),
      await stranger.get(`/schemas/${schema.id}/changes`),
    ])
      expect(answer.status).toBe(404)
    await server.deps.db('schema_changes').where('schema_id', schema.id).update({ made_at: '2020-01-01' })
    expect(await changes()).toEqual([])
    expect((await admin.post(`/schemas/${schema.id}/undo`, {})).status).toBe(404)
  })
})
