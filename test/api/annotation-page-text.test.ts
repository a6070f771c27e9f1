import { describe, expect, it } from 'vitest'
import { wordsKey } from '../../src/domain/intake/stored-extraction.ts'
import { anAnnotation } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { inStatus } from './annotations-setup.ts'

useTenantServer({ wrap: documented })

describe('text of pages', () => {
  const read = async (source: 'text' | 'ocr') => {
    const { annotation_id, document_id } = await anAnnotation(server.deps.db, tenant)
    const { s3_name } = await server.deps.db('documents').where('id', document_id).first('s3_name')
    const words = [
      { text: 'Total', box: [10, 10, 60, 20], confidence: 1 },
      { text: 'amount', box: [70, 10, 130, 20], confidence: 1 },
    ]
    const lines = [{ text: 'Total amount', box: [10, 10, 130, 20] }]
    const pages = [1, 2].map((number) => ({ number, width: 200, height: 100, source, words, lines }))
    await server.deps.blobs.put(
      wordsKey(s3_name),
      Buffer.from(JSON.stringify({ reader: 'test', page_count: 2, pages })),
    )
    await server.deps.db('pages').insert(
      [1, 2].map((number) => ({
        organization_id: tenant.organization_id,
        annotation_id,
        document_id,
        number,
        s3_name: `p${number}`,
      })),
    )
    return annotation_id
  }

  it('is returned by line, word, character or page', async () => {
    const path = `/annotations/${await read('text')}/page_data`
    const items = async (granularity: string) =>
      (await admin.get(`${path}?granularity=${granularity}&page_numbers=2`)).body.results
    expect(await items('words')).toEqual([
      {
        page_number: 2,
        granularity: 'words',
        items: [
          { text: 'Total', position: [10, 10, 60, 20] },
          { text: 'amount', position: [70, 10, 130, 20] },
        ],
      },
    ])
    expect((await items('lines'))[0].items).toEqual([{ text: 'Total amount', position: [10, 10, 130, 20] }])
    expect((await items('chars'))[0].items.slice(0, 2)).toEqual([
      { text: 'T', position: [10, 10, 20, 20] },
      { text: 'o', position: [20, 10, 30, 20] },
    ])
    expect((await items('texts'))[0].items).toEqual([{ text: 'Total amount' }])
    expect((await admin.get(`${path}?granularity=texts`)).body.results).toHaveLength(2)
    expect((await admin.get(path)).body.granularity).toEqual(['This field is required.'])
    expect((await admin.get(`${path}?granularity=x`)).body.granularity).toEqual(['"x" is not a valid choice.'])
    expect((await admin.get(`${path}?granularity=words&page_numbers=x`)).status).toBe(400)
    expect((await admin.get(`${path}?granularity=barcodes`)).status).toBe(404)
    expect((await admin.get(`/annotations/${await inStatus('to_review')}/page_data?granularity=words`)).status).toBe(
      404,
    )
  })

  it('can be searched for phrases, with tolerance on pages read by OCR', async () => {
    const [text, ocr] = [await read('text'), await read('ocr')]
    const find = async (id: number, query: string) => (await admin.get(`/annotations/${id}/search?${query}`)).body
    expect(await find(text, 'phrase=total%20AMOUNT')).toEqual({
      status: 'ok',
      results: [1, 2].map((page) => ({ rectangle: [10, 10, 130, 20], page })),
    })
    expect((await find(text, 'phrase=tota1%20amount')).results).toEqual([])
    expect((await find(ocr, 'phrase=tota1%20amount')).results).toHaveLength(2)
    expect((await find(ocr, 'phrase=tota1%20amount&tolerance=0')).results).toEqual([])
    expect((await find(text, 'phrase=')).phrase).toEqual(['This field is required.'])
    expect((await find(text, 'phrase=x&tolerance=y')).tolerance).toEqual(['A valid integer is required.'])
  })

  it('cannot be translated without a translation service', async () => {
    const path = `/annotations/${await read('text')}/page_data/translate`
    const body = { granularity: 'lines', page_numbers: [1], target_language: 'de' }
    expect(await admin.post(path, body)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect((await admin.post(path, { ...body, page_numbers: [1, 2] })).status).toBe(400)
  })
})
