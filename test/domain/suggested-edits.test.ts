/** Suggested edits that an import makes for files with several documents. */
import { describe, expect, it } from 'vitest'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { storeExtraction } from '../../src/domain/intake/stored-extraction.ts'
import type { DocumentPart } from '@sheaf/extraction/types'
import { aReadDocument, anExtraction } from '../workflows/fake-documents.ts'
import { anAnnotation, askForImport } from './fixtures.ts'
import { aQueue, database, useImports } from './rules-setup.ts'

useImports()

/** The third page is blank. */
const PARTS: DocumentPart[] = [
  { pages: [1, 2], left_out: [3] },
  { pages: [4], left_out: [] },
]
const ALWAYS = { automation_enabled: true, automation_level: 'always' }

/** Imports a file of four pages in which the extraction found these parts. */
async function imported(settings: object, parts: DocumentPart[] | null = PARTS) {
  const { db } = database
  const { fixture, deps } = await aQueue({ ...ALWAYS, settings: JSON.stringify(settings) })
  const id = await anAnnotation(db, fixture, 'importing')
  const { document_id } = await db('annotations').where({ id }).first('document_id')
  const { s3_name } = await db('documents').where({ id: document_id }).first('s3_name')
  const [first] = aReadDocument.pages
  const pages = [1, 2, 3, 4].map((number) => ({ ...first!, number }))
  const extraction = {
    ...anExtraction(),
    pages: pages.map(({ number }) => ({ number, width: 1240, height: 1754, rotation: 0 })),
    pageCount: pages.length,
    ...(parts ? { parts } : {}),
  }
  await storeExtraction(deps, { id, document_id, s3_name }, { extraction, document: { ...aReadDocument, pages } })
  await finishImport(deps, await askForImport(deps, fixture, id), extraction)
  const edit = await db('suggested_edits').where('annotation_id', id).first('documents')
  const row = await db('annotations').where({ id }).first('status')
  const ids = await db('pages').where('annotation_id', id).orderBy('number').pluck('id')
  return { status: row.status as string, documents: edit?.documents ?? null, ids: ids as number[] }
}

describe('the import of a file with several documents', () => {
  it('suggests to divide it, without its blank pages, and stops automation', async () => {
    const { status, documents, ids } = await imported({ suggested_edit: 'suggest' })
    const page = (index: number, deleted = false) => ({ page_id: ids[index], rotation_deg: 0, deleted })
    expect(documents).toEqual([
      { pages: [page(0), page(1), page(2, true)], target_queue_id: null, values: {} },
      { pages: [page(3)], target_queue_id: null, values: {} },
    ])
    expect(status).toBe('to_review')
  })

  it('does not stop automation if the queue automates suggested edits', async () => {
    const automation = { automate_suggested_edit: true }
    const { status, documents } = await imported({ suggested_edit: 'suggest', automation })
    expect([status, documents?.length]).toEqual(['exporting', 2])
  })

  it('suggests nothing unless the queue wants it, nor for one document', async () => {
    expect(await imported({})).toMatchObject({ status: 'exporting', documents: null })
    expect(await imported({ suggested_edit: 'disable' })).toMatchObject({ status: 'exporting', documents: null })
    expect(await imported({ suggested_edit: 'suggest' }, null)).toMatchObject({ status: 'exporting', documents: null })
  })
})
