import { describe, expect, it } from 'vitest'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { loadImporting } from '../../src/domain/intake/importing.ts'
import { storeExtraction } from '../../src/domain/intake/stored-extraction.ts'
import { reshapeAnnotations } from '../../src/domain/queues/reshape.ts'
import { extractDocument, readDocument } from '@sheaf/extraction'
import { contentNodes } from '../../src/rules/content/index.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { database, useDatabase } from '../support/database.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal, askForImport } from './fixtures.ts'
import { inTransaction } from '../../src/domain/outbox/transaction.ts'

/** Fields without a source: the engine determines where values come from. */
const point = (id: string, type: string) => ({
  category: 'datapoint',
  id,
  label: id,
  type,
  rir_field_names: [],
  constraints: { required: false },
})
const section = (id: string, children: object[]) => ({ category: 'section', id, label: id, children })
const lines = {
  category: 'multivalue',
  id: 'lines',
  label: 'Lines',
  rir_field_names: [],
  children: {
    category: 'tuple',
    id: 'line',
    label: 'Line',
    children: [point('item_description', 'string'), point('item_amount_total_base', 'number')],
  },
}
const schema = [
  section('basics', [point('document_id', 'string'), point('sum', 'number'), point('typed_by_hand', 'string')]),
  section('lines_section', [lines]),
] as SchemaContent

const FIELDS = [
  { name: 'document_id', type: 'string' },
  { name: 'sum', type: 'number', pre_trained_field_id: 'amount_total' },
  { name: 'due', type: 'date', pre_trained_field_id: 'date_due' },
  { name: 'typed_by_hand', type: 'string' },
  { name: 'item_description', type: 'string', pre_trained_field_id: 'table_column_description', tabular: true },
  {
    name: 'item_amount_total_base',
    type: 'number',
    pre_trained_field_id: 'table_column_amount_total_base',
    tabular: true,
  },
]

describe('an import into a queue with an engine', () => {
  useDatabase()

  it('fills fields by the pre-trained names of the engine fields, including fields added to the schema later', async () => {
    const { db } = database
    const { deps } = depsWithoutTemporal(db)
    const fixture = await anOrganization(db)
    const { organization_id } = fixture
    const [{ id: engine_id }] = await db('engines')
      .insert({ organization_id, name: 'Invoices', type: 'extractor', agenda_id: 'a' })
      .returning('id')
    await db('engine_fields').insert(
      FIELDS.map((field) => ({ organization_id, engine_id, label: field.name, ...field })),
    )
    const { schema_id } = await db('queues').where('id', fixture.queue.id).first('schema_id')
    await db('schemas')
      .where('id', schema_id)
      .update({ content: JSON.stringify(schema) })
    await db('queues').where('id', fixture.queue.id).update({ engine_id, generic_engine_id: null })

    const id = await anAnnotation(db, fixture, 'importing')
    const step = await askForImport(deps, fixture, id)
    const document = await readDocument(await invoicePdf('INV-2026-017'))
    const found = { document, extraction: extractDocument(document) }
    await storeExtraction(deps, (await loadImporting(db, id))!, found)
    await finishImport(deps, step)

    const values = async () => {
      const { tree } = await db('annotation_contents').where('annotation_id', id).first('tree')
      const pairs: Record<string, string[]> = {}
      for (const [node] of contentNodes(tree))
        if (node.category === 'datapoint') (pairs[node.schema_id] ??= []).push(node.content!.value)
      return pairs
    }
    expect(await values()).toEqual({
      document_id: ['INV-2026-017'],
      sum: ['119.00'],
      typed_by_hand: [''],
      item_description: ['Copy paper A4', 'Envelopes C5'],
      item_amount_total_base: ['50.00', '50.00'],
    })

    const wider = [section('basics', [...schema[0]!.children, point('due', 'date')]), schema[1]] as SchemaContent
    const change = {
      schema_id,
      before: schema,
      after: wider,
      names: {},
      version_id: null,
      change_id: null,
      restores: null,
    }
    await inTransaction(db, (tx) => reshapeAnnotations(tx, deps.blobs, change))
    expect((await values()).due).toEqual(['2026-03-05'])
  })
})
