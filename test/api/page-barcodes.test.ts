/** `page_data` with barcodes: read from the file at the first request, then stored with the document. */
import { describe, expect, it } from 'vitest'
import { deleteFiles } from '../../src/domain/documents/forget.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { ReadError } from '@sheaf/extraction/types'
import { anAnnotation } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { fakeDocuments } from '../workflows/fake-documents.ts'

const asked: { page: number; rotation?: number }[][] = []
let fails = false
useTenantServer({
  wrap: documented,
  deps: {
    documents: {
      ...fakeDocuments(),
      barcodes: (_bytes, pages) => {
        asked.push(pages)
        if (fails) return Promise.reject(new ReadError('damaged', 'The picture is damaged and cannot be read.'))
        return Promise.resolve(
          pages.map(({ page }) => ({
            page,
            barcodes: page === 2 ? [] : [{ type: 'QRCode', text: `page ${page}`, position: [1, 2, 30, 40] }],
          })),
        )
      },
    },
  },
})

async function withPages(count: number) {
  const { db, blobs } = server.deps
  const { annotation_id, document_id } = await anAnnotation(db, tenant)
  const { s3_name } = await db('documents').where('id', document_id).first('s3_name')
  await blobs.put(documentKey(s3_name), Buffer.from('file'))
  const { organization_id } = tenant
  const rows = Array.from({ length: count }, (_, index) => ({ number: index + 1, rotation_deg: 90 }))
  await db('pages').insert(
    rows.map((row) => ({
      ...row,
      organization_id,
      annotation_id,
      document_id,
      s3_name: `pages/${s3_name}/${row.number}`,
    })),
  )
  const path = `/annotations/${annotation_id}/page_data?granularity=barcodes`
  return { path, s3_name, document_id }
}

describe('barcodes of pages', () => {
  it('are read once, with type, text and position', async () => {
    const { path } = await withPages(2)
    const before = asked.length
    const { status, body } = await admin.get(path)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        results: [
          {
            page_number: 1,
            granularity: 'barcodes',
            items: [{ type: 'QRCode', text: 'page 1', position: [1, 2, 30, 40] }],
          },
          { page_number: 2, granularity: 'barcodes', items: [] },
        ],
      },
    })
    expect(asked.slice(before)).toEqual([
      [
        { page: 1, rotation: 90 },
        { page: 2, rotation: 90 },
      ],
    ])
    expect((await admin.get(`${path}&page_numbers=1`)).body.results).toEqual(body.results.slice(0, 1))
    expect(asked).toHaveLength(before + 1)
  })

  it('are returned for twenty pages at most, and for requested ones', async () => {
    const { path } = await withPages(22)
    expect((await admin.get(path)).body.results).toHaveLength(20)
    expect(
      (await admin.get(`${path}&page_numbers=22,99`)).body.results.map(
        (page: { page_number: number }) => page.page_number,
      ),
    ).toEqual([22])
  })

  it('are removed with the files of the document', async () => {
    const { path, s3_name, document_id } = await withPages(1)
    await admin.get(path)
    const kept = async () => {
      const keys: string[] = []
      for await (const key of server.deps.blobs.list(`pages/${s3_name}/`)) keys.push(key)
      return keys
    }
    expect(await kept()).toEqual([`pages/${s3_name}/1.barcodes`])
    await deleteFiles(server.deps, [s3_name])
    expect(await kept()).toEqual([])
    await server.deps.db('documents').where('id', document_id).update({ has_content: false })
    expect((await admin.get(path)).status).toBe(404)
  })

  it('of files that cannot be read are 404', async () => {
    const { path } = await withPages(1)
    fails = true
    expect((await admin.get(path)).status).toBe(404)
    fails = false
    expect((await admin.get(path)).status).toBe(200)
  })
})
