/** Annotations with pages, for the tests that edit pages. */
import { PDFDocument } from 'pdf-lib'
import { expect } from 'vitest'
import { describeFile, documentKey } from '../../src/domain/documents/stored-file.ts'
import { anAnnotation } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { admin, server, tenant, url } from '../support/tenant-server.ts'

/** Returns the id at the end of a URL. */
export const idOf = (link: string) => Number(link.split('/').pop())
/** Returns an annotation by id, or any object by URL. */
export const get = async (link: string | number) =>
  (await admin.get(typeof link === 'number' ? `/annotations/${link}` : link.slice(server.root.length))).body

interface Paged {
  id: number
  /** URLs in page order. */
  pages: string[]
}

/** An annotation after its import, with a stored file and its pages. */
export async function paged(
  count: number,
  given: { file?: Buffer; name?: string; rotations?: number[]; [column: string]: unknown } = {},
): Promise<Paged> {
  const { file: sent, name = 'scan.pdf', rotations = [], ...columns } = given
  const { db, blobs } = server.deps
  const file = describeFile({ name, bytes: sent ?? (await invoicePdf(`E-${Math.random()}`, '119.00', count)) })
  await blobs.put(documentKey(file.s3_name), file.bytes)
  const { annotation_id: id, document_id } = await anAnnotation(db, tenant, columns)
  const { s3_name, mime_type, sha256, md5 } = file
  await db('documents')
    .where('id', document_id)
    .update({ s3_name, mime_type, sha256, md5, size: file.bytes.length, original_file_name: name })
  const rows = Array.from({ length: count }, (_, index) => ({
    organization_id: tenant.organization_id,
    annotation_id: id,
    document_id,
    number: index + 1,
    rotation_deg: rotations[index] ?? 0,
    width: 1240,
    height: 1754,
    s3_name: `pages/${s3_name}/${index + 1}`,
  }))
  const created = (await db('pages').insert(rows).returning('id')) as { id: number }[]
  return { id, pages: created.map((page) => url('pages', page.id)) }
}

/** Reads the stored file of an annotation: its row, the number of pages and their angles. */
export async function fileOf(annotation: string) {
  const { document } = await get(annotation)
  const row = await server.deps.db('documents').where('id', idOf(document)).first()
  const pdf = await PDFDocument.load(await server.deps.blobs.get(documentKey(row.s3_name as string)))
  const pages = pdf.getPages()
  return { row, pages: pages.length, angles: pages.map((page) => page.getRotation().angle) }
}

/** A part of `edit_pages` with these pages. */
export const part = (...pages: string[]) => ({ parent_pages: pages.map((page) => ({ page })) })
/** Sends `edit_pages` for an annotation. */
export const edit = (id: number, body: object, client = admin) => client.post(`/annotations/${id}/edit_pages`, body)
/** Locks an annotation and its parts for an edit of pages. */
export const start = (id: number, client = admin) => client.post(`/annotations/${id}/edit_pages/start`, {})
/** A response with one error of a field. */
export const refused = (field: string, text: string | RegExp) => ({
  status: 400,
  body: { [field]: [typeof text === 'string' ? text : expect.stringMatching(text)] },
})
/** Completes the imports; no worker runs in these tests. */
export const imported = (...annotations: string[]) =>
  server.deps.db('annotations').whereIn('id', annotations.map(idOf)).update({ status: 'to_review' })

/** A divided annotation with one imported part for each page. */
export async function divided(count = 3, given = {}) {
  const parent = await paged(count, given)
  const { body } = await edit(parent.id, { edit: parent.pages.map((page) => part(page)) })
  const children = (body.results as { annotation: string }[]).map(({ annotation }) => annotation)
  await imported(...children)
  return { ...parent, children }
}
