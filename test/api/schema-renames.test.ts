/** A renamed field keeps its values, and everything finds them (contract 10.33 to 10.35). */
import { beforeAll, describe, expect, it } from 'vitest'
import { readFields } from '../../src/domain/annotations/content/contents.ts'
import { valuesDigest } from '../../src/domain/approvals/approved-values.ts'
import { approvalFacts } from '../../src/domain/approvals/choose-workflow.ts'
import { deleteOld, RETENTION } from '../../src/domain/outbox/retention.ts'
import { reshapeBatch } from '../../src/domain/queues/reshape-batches.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aSchema, nodesOf, point, section, valuesOf } from './schemas-setup.ts'

useTenantServer()

const formula = (id: string, text: string) =>
  point(id, { type: 'number', formula: text, ui_configuration: { type: 'formula', edit: 'disabled' } })
const lines = (column: object) => ({
  category: 'multivalue',
  id: 'lines',
  label: 'Lines',
  children: { category: 'tuple', id: 'line', label: 'Line', children: [column] },
})
const number = { type: 'number' }
const BEFORE = [
  section('head', [point('bill_no'), point('total', number), formula('twice', 'field.total * 2')]),
  section('body', [lines(point('sum', number))]),
]
/** As a client sends it that changes ids only. */
const AFTER = [
  section('head', [
    point('invoice_no', { renamed_from: 'bill_no' }),
    point('amount', { ...number, renamed_from: 'total' }),
    formula('twice', 'field.total * 2'),
  ]),
  section('body', [lines(point('line_sum', { ...number, renamed_from: 'sum' }))]),
]

let queue: string
/** Renames a field of the present schema. */
async function rename(from: string, id: string) {
  const { content } = (await admin.get(`/schemas/${schema_id}`)).body
  const text = JSON.stringify(content).replace(`"id":"${from}"`, `"id":"${id}","renamed_from":"${from}"`)
  return admin.patch(`/schemas/${schema_id}`, { content: JSON.parse(text) as object[] })
}
async function copied(target_status: string) {
  const copy = await admin.post(`/annotations/${exported}/copy`, { target_queue: queue, target_status })
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  return Number(String(copy.body.annotation).split('/').at(-1))
}

let schema_id: number
let open: number
let exported: number
let ids: number[]
beforeAll(async () => {
  const { queue_id } = await aQueue(server.deps.db, tenant)
  queue = url('queues', queue_id)
  const schema = await aSchema(BEFORE)
  schema_id = schema.id
  expect((await admin.patch(`/queues/${queue_id}`, { schema: schema.url })).status).toBe(200)
  const made: number[] = []
  for (const status of ['to_review', 'exported']) {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id, queue_id })
    const nodes = await nodesOf(annotation_id)
    const node = (id: string) => nodes.find((one) => one.schema_id === id)!.id
    const set = (id: string, value: string) => ({ op: 'replace', id: node(id), value: { content: { value } } })
    const row = { op: 'add', id: node('lines'), value: [{ schema_id: 'sum', content: { value: '4' } }] }
    const operations = [set('bill_no', 'B-9'), set('total', '7'), row]
    const written = await admin.post(`/annotations/${annotation_id}/content/operations`, { operations })
    expect(written.status, JSON.stringify(written.body)).toBe(200)
    await server.deps.db('annotations').where('id', annotation_id).update({ status })
    made.push(annotation_id)
  }
  ;[open, exported] = made as [number, number]
  ids = (await nodesOf(open)).map(({ id }) => id)
  const changed = await admin.patch(`/schemas/${schema_id}`, { content: AFTER })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
})

describe('a rename', () => {
  it('keeps the values and the nodes of open annotations, and formulas that read them', async () => {
    expect(await valuesOf(open)).toEqual({ invoice_no: 'B-9', amount: '7', twice: '14', line_sum: '4' })
    expect((await nodesOf(open)).map(({ id }) => id)).toEqual(ids)
    const { content } = (await admin.get(`/schemas/${schema_id}`)).body
    expect(JSON.stringify(content)).toContain('field.amount * 2')
    expect(JSON.stringify(content)).not.toContain('renamed_from')
  })

  it('leaves the content of finished annotations, whose values are found by the new ids too', async () => {
    expect(await valuesOf(exported)).toEqual({ bill_no: 'B-9', total: '7', twice: '14', sum: '4' })
    const fields = await readFields(server.deps.db, exported)
    expect(fields).toMatchObject({ bill_no: [{ string: 'B-9' }], invoice_no: [{ string: 'B-9' }] })
    const [facts] = await approvalFacts(server.deps.db, exported)
    expect(facts).toMatchObject({ 'field.amount': 7, 'field.total': 7, 'field.line_sum': 4 })
    const search = await admin.post('/annotations/search', {
      query: { $and: [{ 'field.invoice_no.string': { $eq: 'B-9' } }] },
    })
    expect((search.body.results as { id: number }[]).map(({ id }) => id).sort()).toEqual([open, exported].sort())
  })

  it('is repeated without effect, and refused if the field does not exist', async () => {
    expect((await admin.patch(`/schemas/${schema_id}`, { content: AFTER })).status).toBe(200)
    expect((await valuesOf(open)).invoice_no).toBe('B-9')
    const wrong = [section('head', [point('other', { renamed_from: 'none' })])]
    expect(await admin.patch(`/schemas/${schema_id}`, { content: wrong })).toMatchObject({
      status: 400,
      body: { content: ['"other" cannot be renamed from "none", which the schema does not have.'] },
    })
  })

  it('is recorded in the audit log', async () => {
    const { results } = (await admin.get(`/audit_logs?object_type=schema&object_id=${schema_id}&action=update`)).body
    const recorded = (results as { content: { details: { renamed?: unknown } } }[]).map(
      ({ content }) => content.details.renamed,
    )
    expect(recorded).toContainEqual({ bill_no: 'invoice_no', total: 'amount', sum: 'line_sum' })
  })

  it('changes no approved value, however often it is made and taken back', async () => {
    const { db } = server.deps
    const digest = () => db.transaction((tx) => valuesDigest(tx as never, exported))
    const before = await digest()
    for (const [from, id] of [
      ['amount', 'gross'],
      ['gross', 'total'],
      ['total', 'amount'],
    ] as const) {
      expect((await rename(from, id)).status).toBe(200)
      expect(await digest()).toBe(before)
      const names = Object.keys(await readFields(db, exported)).sort()
      expect(names).toEqual([...new Set(['bill_no', 'invoice_no', 'line_sum', 'sum', 'total', 'twice', id])].sort())
    }
  })

  it('is refused with an id that finished annotations have for another field', async () => {
    const refused = await rename('amount', 'bill_no')
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body.content).toEqual([expect.stringContaining('documents in a former version of the schema')])
    expect(await valuesOf(open)).toMatchObject({ amount: '7' })
  })

  it('is followed by copies', async () => {
    expect(await valuesOf(await copied('to_review'))).toEqual({
      invoice_no: 'B-9',
      amount: '7',
      twice: '14',
      line_sum: '4',
    })
    expect(await readFields(server.deps.db, await copied('exported'))).toMatchObject({ amount: [{ string: '7' }] })
  })

  it('keeps the values of annotations that are worked on again before it has reached them', async () => {
    const { db } = server.deps
    const id = await copied('exported')
    // Changes that follow one that is being applied wait for it.
    await db('schema_reshapes').insert({ schema_id, before: '[]', after: '[]', up_to: 0 })
    expect((await rename('amount', 'due')).status).toBe(200)
    expect((await admin.patch(`/annotations/${id}`, { status: 'to_review' })).status).toBe(200)
    expect(await valuesOf(id)).toMatchObject({ invoice_no: 'B-9', amount: '7' })
    // A change that is being applied is kept.
    await db('schema_changes').where({ schema_id }).update({ made_at: '2020-01-01' })
    await deleteOld(
      db,
      RETENTION.find(({ table }) => table === 'schema_changes')!,
      server.deps.config,
    )
    expect(await db('schema_changes').where({ schema_id }).pluck('names')).toEqual([{ amount: 'due' }])
    while (await reshapeBatch(server.deps, schema_id));
    expect(await valuesOf(id)).toMatchObject({ invoice_no: 'B-9', due: '7' })
    expect((await rename('due', 'amount')).status).toBe(200)
  })

  it('reaches finished annotations with their values when they are worked on again', async () => {
    expect((await admin.patch(`/annotations/${exported}`, { status: 'to_review' })).status).toBe(200)
    expect(await valuesOf(exported)).toEqual({ invoice_no: 'B-9', amount: '7', twice: '14', line_sum: '4' })
  })
})
