/** Extraction keeps the content of annotations created by clients, and makes page text searchable. */
import { describe, expect, it } from 'vitest'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { loadImporting } from '../../src/domain/intake/importing.ts'
import { storeExtraction } from '../../src/domain/intake/stored-extraction.ts'
import { applyTerms } from '../../src/domain/annotations/search-conditions.ts'
import { extractDocument, readDocument } from '@sheaf/extraction'
import { contentNodes } from '../../src/rules/content/index.ts'
import { database, useDatabase } from '../support/database.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal, askForImport } from './fixtures.ts'

useDatabase()

/** Imports an invoice into an annotation with these columns. */
async function imported(
  columns: object,
  queue: Record<string, unknown> = {},
  before?: (id: number) => Promise<unknown>,
) {
  const { db } = database
  const { deps } = depsWithoutTemporal(db)
  const fixture = await anOrganization(db, queue)
  const id = await anAnnotation(db, fixture, 'importing')
  if (Object.keys(columns).length) await db('annotations').where({ id }).update(columns)
  await before?.(id)
  const step = await askForImport(deps, fixture, id)
  const document = await readDocument(await invoicePdf('INV-2026-017'))
  await storeExtraction(deps, (await loadImporting(db, id))!, { document, extraction: extractDocument(document) })
  await finishImport(deps, step)
  const { tree } = await db('annotation_contents').where('annotation_id', id).first('tree')
  const values: Record<string, string> = {}
  for (const [node] of contentNodes(tree))
    if (node.category === 'datapoint') values[node.schema_id] = node.content!.value
  return { id, values, fixture }
}

describe('the extraction of an annotation created by a client', () => {
  it('fills fields from the given values, and overrides extracted content with the given content', async () => {
    const { values } = await imported({
      values: JSON.stringify({ department: 'Sales' }),
      content_data: JSON.stringify([{ schema_id: 'document_id', content: { value: 'as given' } }]),
    })
    expect(values).toMatchObject({ department: 'Sales', document_id: 'as given', amount_total: '119.00' })
  })

  it('keeps the extracted values if the given content no longer fits the schema', async () => {
    const { values } = await imported({
      content_data: JSON.stringify([{ schema_id: 'gone', content: { value: 'x' } }]),
    })
    expect(values.document_id).toBe('INV-2026-017')
  })

  it('blocks automation while a suggested edit is pending', async () => {
    const queue = { automation_enabled: true, automation_level: 'always' }
    const { id } = await imported({}, queue, (annotation_id) =>
      database.db.raw(
        'insert into suggested_edits (organization_id, annotation_id) select organization_id, id from annotations where id = ?',
        [annotation_id],
      ),
    )
    expect((await database.db('annotations').where({ id }).first('status')).status).toBe('to_review')
    const { content } = await database.db('automation_blockers').where('annotation_id', id).first('content')
    expect(content).toContainEqual({ level: 'annotation', type: 'suggested_edit_present' })
  })
})

describe('the text of pages', () => {
  it('can be searched, also words that are not part of a value', async () => {
    const { id, values } = await imported({})
    expect(Object.values(values)).not.toContain('Envelopes')
    const find = async (...terms: string[]) => {
      const query = database.db('annotations').select('annotations.id').where('annotations.id', id)
      applyTerms(query, terms)
      return ((await query) as { id: number }[]).map((row) => row.id)
    }
    expect(await find('envel', 'inv-2026')).toEqual([id])
    expect(await find('envel', 'nowhere')).toEqual([])
  })
})
