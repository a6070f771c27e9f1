import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { flatBomb } from '../hostile/files/archives.ts'
import { cyclicForms, streamBomb } from '../hostile/files/pdf.ts'
import { lyingDocx } from '../hostile/files/office.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { aFixture, harness, task, until, type Harness } from './harness.ts'

let stack: Harness
beforeAll(async () => {
  stack = await harness()
  await stack.startWorker()
})
afterAll(() => stack.stop())

it(
  'hostile files of one organization fail with their reasons beside the invoice of another',
  { timeout: 180_000 },
  async () => {
    const { deps } = stack
    const [attacker, neighbour] = [await aFixture(deps), await aFixture(deps)]
    const upload = async ({ queue, who }: typeof attacker, name: string, bytes: Buffer): Promise<number> =>
      (await createUpload(deps, { queue, who, files: [{ name, bytes }] })).upload_id
    const hostile: [string, Buffer, RegExp][] = [
      ['forms.pdf', cyclicForms(), /needs more memory than allowed/],
      ['stream.pdf', streamBomb(), /needs more memory than allowed/],
      ['lies.docx', lyingDocx(), /damaged/],
      ['flat.zip', flatBomb(), /more than 40 MB/],
    ]
    const uploads: number[] = []
    for (const [name, bytes] of hostile) uploads.push(await upload(attacker, name, bytes))
    const clean = await upload(neighbour, 'invoice.pdf', await invoicePdf('N-1'))
    const ended = (id: number) =>
      until(
        () => task(deps, id),
        ({ status }) => status !== 'running',
        150,
      )
    expect(await ended(clean)).toMatchObject({ status: 'succeeded' })
    for (const [at, [name, , reason]] of hostile.entries())
      expect(await ended(uploads[at]!), name).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) })
    const annotations = await deps
      .db('annotations as a')
      .join('documents as d', 'd.id', 'a.document_id')
      .where('d.upload_id', clean)
      .select('a.status')
    expect(annotations).toEqual([{ status: 'to_review' }])
  },
)
