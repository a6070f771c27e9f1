import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { Document, Packer, Paragraph } from 'docx'
import { describe, expect, it } from 'vitest'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { ReadError } from '@sheaf/extraction/types'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

let counter = 0

async function pdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: [288, 432], margin: 20 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => document.on('end', resolve))
  document.text('One page').end()
  await end
  return Buffer.concat(chunks)
}

async function aPage(file: Buffer, mime_type = 'application/pdf', given: object = {}) {
  const { db, blobs } = server.deps
  const { annotation_id, document_id } = await anAnnotation(db, tenant)
  const { s3_name } = await db('documents').where('id', document_id).first('s3_name')
  await blobs.put(documentKey(s3_name), file)
  await db('documents').where('id', document_id).update({ mime_type })
  const [page] = await db('pages')
    .insert({
      organization_id: tenant.organization_id,
      annotation_id,
      document_id,
      number: 1,
      s3_name: `pages-test-${++counter}`,
      width: 600,
      height: 900,
      ...given,
    })
    .returning('id')
  return { id: page.id as number, annotation_id, document_id, path: `/pages/${page.id as number}` }
}

/** Runs `work` and returns how often a page was rendered. */
async function rendering(
  work: () => Promise<void>,
  replace?: typeof server.deps.documents.renderPage,
): Promise<number> {
  const real = server.deps.documents
  let calls = 0
  const renderPage: typeof real.renderPage = (...given) => {
    calls++
    return (replace ?? real.renderPage.bind(real))(...given)
  }
  server.deps.documents = { ...real, renderPage, level: real.level }
  try {
    await work()
  } finally {
    server.deps.documents = real
  }
  return calls
}

describe('GET /v1/pages/{id}/content', () => {
  it('returns a PNG at 150 dpi, rendered once and stored', async () => {
    const { path } = await aPage(await pdf())
    const renders = await rendering(async () => {
      const first = await admin.get(`${path}/content`)
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(await sharp(first.body as Buffer).metadata()).toMatchObject({ format: 'png', width: 600, height: 900 })
      const second = await admin.get(`${path}/content`)
      expect((second.body as Buffer).equals(first.body as Buffer)).toBe(true)
    })
    expect(renders).toBe(1)
  })

  it('returns a picture in its original resolution', async () => {
    const picture = await sharp({ create: { width: 321, height: 123, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer()
    const { path } = await aPage(picture, 'image/jpeg')
    expect(await sharp((await admin.get(`${path}/content`)).body as Buffer).metadata()).toMatchObject({
      width: 321,
      height: 123,
    })
  })

  it('returns a page of an office document', async () => {
    const file = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('Invoice 42')] }] }))
    const { path } = await aPage(file, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    const answer = await admin.get(`${path}/content`)
    expect(answer.status).toBe(200)
    expect((await sharp(answer.body as Buffer).metadata()).format).toBe('png')
  })

  it('returns 404 when the file is missing or cannot be rendered', async () => {
    const gone = await aPage(await pdf())
    await server.deps.db('documents').where('id', gone.document_id).update({ has_content: false })
    expect(await admin.get(`${gone.path}/content`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const broken = await aPage(Buffer.from('no document at all'))
    expect(await admin.get(`${broken.path}/content`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringMatching(/^The page cannot be rendered: /) },
    })
    const refused = () => Promise.reject(new ReadError('timeout', 'Reading took too long.'))
    const slow = await aPage(await pdf())
    await rendering(async () => {
      expect((await admin.get(`${slow.path}/content`)).body.detail).toBe(
        'The page cannot be rendered: Reading took too long.',
      )
    }, refused)
    expect((await admin.get(`${slow.path}/content`)).status).toBe(200)
  })
})

describe('GET /v1/pages/{id}/preview', () => {
  it('returns at most 300 pixels of width and is stored with the page', async () => {
    const { path } = await aPage(await pdf())
    const renders = await rendering(async () => {
      for (let n = 0; n < 2; n++) {
        const { body } = await admin.get(`${path}/preview`)
        expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'png', width: 300, height: 450 })
      }
      expect((await sharp((await admin.get(`${path}/content`)).body as Buffer).metadata()).width).toBe(600)
    })
    expect(renders).toBe(2)
  })
})

describe('visibility of pages', () => {
  it('is that of the annotation; users with write permission can change metadata', async () => {
    const { path, id } = await aPage(await pdf(), 'application/pdf', { rotation_deg: 0 })
    const annotator = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    const outside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [])).token)
    const foreign = as(server.root, (await aTenant(server.deps.db)).token)
    expect((await viewer.get(`${path}/content`)).status).toBe(200)
    for (const client of [outside, foreign])
      for (const tail of ['', '/content', '/preview']) expect((await client.get(path + tail)).status).toBe(404)
    expect((await viewer.patch(path, { metadata: { a: 1 } })).status).toBe(403)
    expect((await annotator.patch(path, { metadata: { a: 1 }, number: 7, width: 1 })).body).toMatchObject({
      id,
      metadata: { a: 1 },
      number: 1,
      width: 600,
    })
    expect((await admin.delete(path)).status).toBe(405)
  })

  it('applies to filters by annotation and number', async () => {
    const { annotation_id, id } = await aPage(await pdf())
    const total = async (query: string) =>
      (await admin.get(`/pages?annotation=${annotation_id}${query}`)).body.results.map(
        (page: { id: number }) => page.id,
      )
    expect([await total(''), await total('&number=1'), await total('&number=2,3')]).toEqual([[id], [id], []])
  })
})
