/** A change of a schema does not touch the content of annotations that were confirmed or have ended (contract 10.30 to 10.32). */
import { describe, expect, it } from 'vitest'
import { contentSchema } from '../../src/domain/annotations/content/schema-of.ts'
import { runSweep } from '../../src/domain/outbox/sweeps.ts'
import { rememberChange } from '../../src/domain/queues/schema-versions.ts'
import { requestReshape } from '../../src/domain/queues/request-reshape.ts'
import { reshapeBatch } from '../../src/domain/queues/reshape-batches.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { anExtraction, extractedValue } from '../workflows/fake-documents.ts'
import { aSchema, flat, nodesOf, pairsOf, point, section, type ContentNode } from './schemas-setup.ts'

useTenantServer()

const pairs = async (id: number) => pairsOf(await nodesOf(id))
const schemaOf = async (id: number) => (await admin.get(`/annotations/${id}/schema`)).body
const fieldsOf = (content: ContentNode[]) => flat(content).map((node) => (node as unknown as { id: string }).id)

const AMOUNT = point('amount', { type: 'number', format: '#,##0.#' })
const OLD = [section('head', [point('bill_no'), AMOUNT])]
const NEW = [section('head', [point('invoice_no'), AMOUNT])]

/** Creates a schema and one annotation of it per status, with the values B-9 and 1,000.5. */
async function started(statuses: readonly string[]) {
  const { queue_id } = await aQueue(server.deps.db, tenant)
  const schema = await aSchema(OLD)
  const ids: number[] = []
  for (const status of statuses) {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id: schema.id, queue_id })
    const written = await admin.patch(`/annotations/${annotation_id}/content`, {
      content: [
        { schema_id: 'bill_no', content: { value: 'B-9' } },
        { schema_id: 'amount', content: { value: '1,000.5' } },
      ],
    })
    expect(written.status, JSON.stringify(written.body)).toBe(200)
    await server.deps.db('annotations').where('id', annotation_id).update({ status, confirmed_at: new Date() })
    ids.push(annotation_id)
  }
  const change = async (content: object[]) => {
    const changed = await admin.patch(`/schemas/${schema.id}`, { content })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  }
  return { id: schema.id as number, queue_id, ids, change }
}

const KEPT = [
  ['bill_no', 'B-9'],
  ['amount', '1,000.5'],
]
const FINISHED = ['confirmed', 'in_workflow', 'exporting', 'exported', 'failed_export', 'rejected', 'deleted', 'split']

describe('a change of a schema', () => {
  it('keeps the values of confirmed and finished annotations, also if a field is renamed and back', async () => {
    const { ids, change } = await started([...FINISHED, 'to_review'])
    await change(NEW)
    for (const id of ids.slice(0, -1)) {
      expect(await pairs(id)).toEqual(KEPT)
      const { version, content } = await schemaOf(id)
      expect(version).toEqual(expect.any(Number))
      expect(fieldsOf(content)).toEqual(['head', 'bill_no', 'amount'])
    }
    expect(await pairs(ids.at(-1)!)).toEqual([
      ['invoice_no', ''],
      ['amount', '1,000.5'],
    ])
    expect((await schemaOf(ids.at(-1)!)).version).toBeNull()
    await change(OLD)
    for (const id of ids.slice(0, -1)) expect(await pairs(id)).toEqual(KEPT)
  })

  it('changes neither columns nor values in exports of finished annotations', async () => {
    const { ids, queue_id, change } = await started(['exported'])
    const csv = async (more = '') =>
      String((await admin.get(`/queues/${queue_id}/export?format=csv&id=${ids[0]}${more}`)).body)
    const columns = '&columns=bill_no,amount'
    const before = await csv(columns)
    expect(before).toContain('B-9,"1,000.5"')
    await change([section('head', [point('amount')])])
    expect(await csv(columns)).toBe(before)
    expect(await csv()).toContain('bill_no')
    const json = (await admin.get(`/queues/${queue_id}/export?format=json&id=${ids[0]}`)).body
    expect(JSON.stringify(json)).toContain('"B-9"')
    expect(JSON.stringify(json)).toContain('"type":"number"')
  })

  it('leaves the schema in payloads of hooks as it was for the content', async () => {
    const { ids, change, id: schema_id } = await started(['exported', 'to_review'])
    await change(NEW)
    const made = await admin.post('/hooks', {
      name: 'ERP',
      queues: [],
      events: ['annotation_content', 'annotation_status'],
      sideload: ['schemas'],
      config: { url: 'https://hooks.example.org' },
    })
    const schemaIn = async (annotation_id: number, event: string, action: string) => {
      const annotation = url('annotations', annotation_id)
      const occasion = { event, action, annotation, status: 'exported', previous_status: 'exporting' }
      const { body } = await admin.post(`${made.body.url}/generate_payload`, occasion)
      const [schema, ...others] = body.schemas
      expect([schema.url, others], JSON.stringify(body)).toEqual([url('schemas', schema_id), []])
      return fieldsOf(schema.content)
    }
    for (const [event, action] of [
      ['annotation_status', 'changed'],
      ['annotation_content', 'initialize'],
    ] as const) {
      expect(await schemaIn(ids[0]!, event, action)).toEqual(['head', 'bill_no', 'amount'])
      expect(await schemaIn(ids[1]!, event, action)).toEqual(['head', 'invoice_no', 'amount'])
    }
  })

  it('leaves the other values of the engine for content that stays', async () => {
    const { ids, change } = await started(['to_review'])
    await change([section('head', [point('bill_no', { rir_field_names: ['document_id'] }), AMOUNT])])
    await server.deps.db('annotations').where('id', ids[0]).update({ status: 'exported', confirmed_at: new Date() })
    await change(NEW)
    const extraction = anExtraction({ document_id: extractedValue('A-1', 0.6) })
    await server.deps.blobs.put(`extractions/${ids[0]}`, Buffer.from(JSON.stringify(extraction)))
    const node = flat(await nodesOf(ids[0]!)).find(({ schema_id }) => schema_id === 'bill_no')!
    const { status, body } = await admin.get(`/annotations/${ids[0]}/content/${node.id}/candidates`)
    expect([status, body.results]).toMatchObject([200, [{ value: 'A-1' }]])
  })

  it('reaches annotations that are worked on again', async () => {
    const { ids, change } = await started(['exported', 'confirmed'])
    await change(NEW)
    expect((await admin.patch(`/annotations/${ids[0]}`, { status: 'to_review' })).status).toBe(200)
    expect((await admin.post(`/annotations/${ids[1]}/start`)).status).toBe(200)
    for (const id of ids) {
      expect(await pairs(id)).toEqual([
        ['invoice_no', ''],
        ['amount', '1,000.5'],
      ])
      expect((await schemaOf(id)).version).toBeNull()
    }
  })

  it('returns a confirmed annotation to review after a cancelled review, if it has lost values', async () => {
    const { ids, change } = await started(['confirmed', 'confirmed'])
    const cancelled = async (id: number) => {
      expect((await admin.post(`/annotations/${id}/start`)).status).toBe(200)
      expect((await admin.post(`/annotations/${id}/cancel`)).status).toBe(204)
      return (await admin.get(`/annotations/${id}`)).body.status
    }
    await change([section('head', [point('bill_no'), AMOUNT, point('note')])])
    expect(await cancelled(ids[0]!)).toBe('confirmed')
    await change([section('head', [point('bill_no'), point('note')])])
    expect(await cancelled(ids[1]!)).toBe('to_review')
  })

  it('leaves content that its batches have not reached in the version before', async () => {
    const { ids, id: schema_id } = await started(['exported', 'to_review'])
    const { db } = server.deps
    const before = (await db('schemas').where('id', schema_id).first('content')).content as SchemaContent
    const after = NEW as unknown as SchemaContent
    await transact(server.deps, async (tx) => {
      const who = { organization_id: tenant.organization_id, user_id: tenant.user_id }
      await tx('schemas')
        .where('id', schema_id)
        .update({ content: JSON.stringify(after) })
      const change = { schema_id, before, after, names: {}, restores: null }
      await requestReshape(tx, who, await rememberChange(tx, who, change))
    })
    const versions = async () => Promise.all(ids.map((id) => contentSchema(db, id)))
    for (const { version, content } of await versions()) {
      expect(version).not.toBeNull()
      expect(content).toEqual(before)
    }
    expect(await reshapeBatch(server.deps, schema_id)).toBe(true)
    const [exported, open] = await versions()
    expect(exported!.content).toEqual(before)
    expect(open).toEqual({ version: null, content: after })
    expect(await pairs(ids[0]!)).toEqual(KEPT)
  })
})

describe('versions of schemas', () => {
  it('are stored once, and deleted when nothing uses them any more', async () => {
    const { ids, id: schema_id, change } = await started(['exported'])
    const { db } = server.deps
    const versions = () => db('schema_versions').where({ schema_id }).orderBy('id').pluck('content')
    await change(NEW)
    await change(OLD)
    await change(NEW)
    expect(await versions()).toHaveLength(2)
    await db('schema_changes').where({ schema_id }).update({ made_at: '2020-01-01' })
    await db('schema_versions').where({ schema_id }).update({ created_at: '2020-01-01' })
    await runSweep(server.deps, 'expired')
    expect(await versions()).toHaveLength(1)
    expect(await pairs(ids[0]!)).toEqual(KEPT)
    await admin.patch(`/annotations/${ids[0]}`, { status: 'to_review' })
    await runSweep(server.deps, 'expired')
    expect(await versions()).toHaveLength(0)
  })
})
