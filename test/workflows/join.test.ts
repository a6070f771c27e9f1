import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { jpeg, png, tiff } from '../support/pictures.ts'
import { aFixture, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

describe('pictures uploaded with join', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  async function send(files: { name: string; bytes: Buffer }[], queue = {}) {
    const { deps } = stack
    const fixture = await aFixture(deps, queue)
    const created = await importNow(deps, { queue: fixture.queue, who: fixture.who, files, join: true })
    const rows = deps
      .db('annotations as a')
      .join('documents as d', 'd.id', 'a.document_id')
      .whereIn(
        'a.id',
        created.map(({ annotation_id }) => annotation_id),
      )
      .orderBy('a.id')
      .select('a.id', 'a.status', 'd.original_file_name as name', deps.db.raw(`a.messages->0->>'content' as message`))
    type Found = { id: number; status: string; name: string; message: string | null }
    return until(
      async () => (await rows.clone()) as unknown as Found[],
      (found) => found.every(({ status }) => status !== 'importing'),
    )
  }

  it('become one document for review with the pages in upload order', async () => {
    const annotations = await send(
      [
        { name: 'first.jpg', bytes: await jpeg(300, 200, 6) },
        { name: 'second.tif', bytes: await tiff(320, 220, 2) },
        { name: 'third.png', bytes: await png(340, 240) },
      ],
      { settings: JSON.stringify({ accepted_mime_types: ['image/*'] }) },
    )
    expect(annotations).toEqual([{ id: expect.any(Number), status: 'to_review', name: 'first.pdf', message: null }])
    const pages = await stack.deps
      .db('pages')
      .where({ annotation_id: annotations[0]!.id })
      .orderBy('number')
      .select('number', 'width', 'height')
    expect(pages).toEqual([
      { number: 1, width: 200, height: 300 },
      { number: 2, width: 320, height: 220 },
      { number: 3, width: 320, height: 220 },
      { number: 4, width: 340, height: 240 },
    ])
  })

  it('fail with the name of a damaged picture', async () => {
    const annotations = await send([
      { name: 'good.png', bytes: await png(300, 200) },
      { name: 'broken.jpg', bytes: (await jpeg(300, 200)).subarray(0, 500) },
      { name: 'fine.png', bytes: await png(300, 200) },
    ])
    expect(annotations).toMatchObject([
      {
        status: 'failed_import',
        name: 'good.pdf',
        message: 'broken.jpg: The picture is damaged and cannot be read.',
      },
    ])
  })

  it('become separate documents when one of the files is not a picture, whatever its name', async () => {
    const annotations = await send([
      { name: 'one.png', bytes: await png(300, 200) },
      { name: 'two.png', bytes: await invoicePdf('J-1') },
    ])
    expect(annotations).toMatchObject([
      { name: 'one.png', status: 'to_review' },
      { name: 'two.png', status: 'to_review' },
    ])
  })
})
