/** Changes of a schema rebuild the content of its annotations. */
import { describe, expect, it } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { aSchema, nodesOf, pairsOf, point, section, type ContentNode } from './schemas-setup.ts'

useTenantServer()

const many = (id: string, children: object) => ({ category: 'multivalue', id, label: id, children })
const tuple = (id: string, children: object[]) => ({ category: 'tuple', id, label: id, children })

describe('PATCH of a schema in use', () => {
  const lines = many('lines', tuple('line', [point('text'), point('sum')]))
  const START = [
    section('head', [point('bill_no'), point('issued')]),
    section('body', [lines, many('tags', point('tag'))]),
  ]

  /** Creates an annotation with the schema START, changes the schema and returns the rebuilt content. */
  async function reshaped(after: object[], status = 'to_review') {
    const schema = await aSchema(START)
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id: schema.id })
    const before = await nodesOf(annotation_id)
    const id = (schema_id: string) => before.find((node) => node.schema_id === schema_id)!.id
    const row = (text: string, sum: string) => ({
      op: 'add',
      id: id('lines'),
      value: [
        { schema_id: 'text', content: { value: text } },
        { schema_id: 'sum', content: { value: sum } },
      ],
    })
    const written = await admin.post(`/annotations/${annotation_id}/content/operations`, {
      operations: [
        { op: 'replace', id: id('bill_no'), value: { content: { value: 'B-9' } } },
        { op: 'replace', id: id('issued'), value: { content: { value: 'today' } } },
        row('Water', '1'),
        row('Power', '2'),
        { op: 'add', id: id('tags'), value: { content: { value: 'red' } } },
        { op: 'add', id: id('tags'), value: { content: { value: 'blue' } } },
      ],
    })
    expect(written.status, JSON.stringify(written.body)).toBe(200)
    await server.deps.db('annotations').where('id', annotation_id).update({ status })
    const old = await nodesOf(annotation_id)
    const changed = await admin.patch(`/schemas/${schema.id}`, { content: after })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    return { old, now: await nodesOf(annotation_id) }
  }

  it('adds new fields empty or with their default, deletes removed ones and applies the order', async () => {
    const after = [section('head', [point('issued'), point('fresh', { default_value: 'new' }), point('bill_no')])]
    for (const status of ['to_review', 'postponed', 'importing']) {
      const { old, now } = await reshaped(after, status)
      expect(pairsOf(now)).toEqual([
        ['issued', 'today'],
        ['fresh', 'new'],
        ['bill_no', 'B-9'],
      ])
      const kept = (nodes: ContentNode[]) => nodes.find((node) => node.schema_id === 'bill_no')!.id
      expect(kept(now)).toBe(kept(old))
    }
  })

  it('keeps values and ids of fields that move to another section', async () => {
    const { old, now } = await reshaped([
      section('head', [point('issued')]),
      section('body', [point('bill_no'), lines]),
    ])
    expect(pairsOf(now)).toEqual([
      ['issued', 'today'],
      ['bill_no', 'B-9'],
      ['text', 'Water'],
      ['sum', '1'],
      ['text', 'Power'],
      ['sum', '2'],
    ])
    for (const name of ['issued', 'bill_no', 'lines'])
      expect(now.find((node) => node.schema_id === name)!.id).toBe(old.find((node) => node.schema_id === name)!.id)
  })

  it('moves a field into the first row of a table, and back with the value of the first row', async () => {
    const into = await reshaped([section('body', [many('lines', tuple('line', [point('text'), point('bill_no')]))])])
    expect(pairsOf(into.now)).toEqual([
      ['text', 'Water'],
      ['bill_no', 'B-9'],
      ['text', 'Power'],
      ['bill_no', ''],
    ])
    const out = await reshaped([section('head', [point('text')])])
    expect(pairsOf(out.now)).toEqual([['text', 'Water']])
  })

  it('converts a field to a list of one item, and a list to its first item', async () => {
    const { now } = await reshaped([section('head', [many('bills', point('bill_no')), point('tag')])])
    expect(pairsOf(now)).toEqual([
      ['bill_no', 'B-9'],
      ['tag', 'red'],
    ])
  })

  it('rebuilds every annotation in more than one batch', async () => {
    const schema = await aSchema(START)
    const { db } = server.deps
    const { annotation_id, document_id } = await anAnnotation(db, tenant, { schema_id: schema.id })
    const { tree } = await db('annotation_contents').where({ annotation_id }).first('tree')
    const rows = Array.from({ length: 450 }, () => ({
      organization_id: tenant.organization_id,
      queue_id: tenant.queue_id,
      schema_id: schema.id as number,
      document_id,
      status: 'to_review',
    }))
    const ids = (await db('annotations').insert(rows).returning('id')).map((row) => row.id as number)
    await db('annotation_contents').insert(ids.map((id) => ({ annotation_id: id, tree: JSON.stringify(tree) })))
    expect(
      (await admin.patch(`/schemas/${schema.id}`, { content: [section('head', [point('bill_no')])] })).status,
    ).toBe(200)
    const left = await db('annotation_contents')
      .whereIn('annotation_id', ids)
      .whereRaw("tree::text like '%issued%'")
      .count('* as n')
    expect(Number(left[0]!.n)).toBe(0)
  })

  it('keeps values written concurrently', async () => {
    const schema = await aSchema(START)
    const created = await Promise.all(
      Array.from({ length: 6 }, () => anAnnotation(server.deps.db, tenant, { schema_id: schema.id })),
    )
    const writes = created.map(({ annotation_id }) =>
      admin.patch(`/annotations/${annotation_id}/content`, {
        content: [{ schema_id: 'bill_no', content: { value: 'kept' } }],
      }),
    )
    const change = admin.patch(`/schemas/${schema.id}`, {
      content: [section('head', [point('bill_no'), point('extra')])],
    })
    for (const answer of await Promise.all([...writes, change])) expect(answer.status).toBe(200)
    for (const { annotation_id } of created) {
      expect(pairsOf(await nodesOf(annotation_id))).toEqual([
        ['bill_no', 'kept'],
        ['extra', ''],
      ])
    }
  })
})
