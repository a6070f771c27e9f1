import assert from 'node:assert/strict'
import nodemailer from 'nodemailer'
import { fax, scan } from '../../examples/paper.ts'
import { plainGermanInvoice } from '../../examples/layout-german.ts'
import { invoiceOf, type Supplier } from '../company.ts'
import { expectStatus, until, type Site } from '../site.ts'
import type { Story } from '../tell.ts'
import { suppliersOf } from './queues.ts'

/** The invoices of the first week, by number. */
export const INVOICES: Record<string, { supplier: Supplier; total: number }> = {
  'TO-10117': { supplier: 'fuel', total: 812.4 },
  'WN-2026-331': { supplier: 'workshop', total: 7_075 },
  'WN-2026-338': { supplier: 'workshop', total: 7_490 },
  'WN-2026-352': { supplier: 'workshop', total: 22_766 },
}

export const pdfOf = (number: string, { supplier, total } = INVOICES[number]!): Promise<Buffer> =>
  plainGermanInvoice(invoiceOf(supplier, number, total))

/** Sends files to the inbox of the queue for suppliers. */
async function send(site: Site, files: Record<string, Buffer>): Promise<void> {
  const inbox = expectStatus(200, await site.admin.get((await suppliersOf(site)).inbox as string))
  await nodemailer.createTransport({ host: '127.0.0.1', port: site.mailPort, ignoreTLS: true }).sendMail({
    from: 'rechnung@lieferant.example',
    to: inbox.email as string,
    subject: 'Rechnungen',
    text: 'Im Anhang.',
    attachments: Object.entries(files).map(([filename, content]) => ({ filename, content })),
  })
}

/** Uploads a file to the queue for suppliers. */
export async function upload(site: Site, name: string, bytes: Buffer, type = 'application/pdf'): Promise<void> {
  const form = new FormData()
  form.set('content', new Blob([Uint8Array.from(bytes)], { type }), name)
  expectStatus(202, await site.admin.post(`/uploads?queue=${(await suppliersOf(site)).id}`, form))
}

/** Waits for the annotation of the queue for suppliers in whose content is this invoice number, and returns its id. */
export async function arrived(site: Site, number: string): Promise<number> {
  const queue = await suppliersOf(site)
  const found = await until(
    `The import of ${number}`,
    async () =>
      expectStatus(
        200,
        await site.admin.post('/annotations/search', {
          query: { $and: [{ queue: { $in: [queue.url] } }, { 'field.document_id.string': { $eq: number } }] },
        }),
      ).results as { id: number; status: string }[],
    (all) => all.some(({ status }) => status === 'to_review'),
  )
  return found.find(({ status }) => status === 'to_review')!.id
}

/** The values of header fields of a document, by schema id. */
export async function valuesOf(site: Site, id: number, fields: readonly string[]): Promise<string[]> {
  const { content } = expectStatus(200, await site.admin.get(`/annotations/${id}/content?schema_id=${fields.join()}`))
  const values = new Map(
    (content as { schema_id: string; content: { normalized_value: string | null; value: string } }[]).map(
      ({ schema_id, content: { normalized_value, value } }) => [schema_id, normalized_value ?? value],
    ),
  )
  return fields.map((field) => values.get(field) ?? '')
}

/** Invoices arrive as PDF, scan and fax, by mail and upload. Their numbers, totals and cost centres are read. */
export async function post({ test }: Story): Promise<string> {
  const [fuel, first, second, large] = await Promise.all(Object.keys(INVOICES).map((number) => pdfOf(number)))
  await send(test, { 'tankhof.pdf': fuel!, 'scan.pdf': await scan(first!, 'Scan', '2026-10-06') })
  await upload(test, 'wagner-338.pdf', second!)
  await upload(test, 'fax.tiff', await fax(large!, 1), 'image/tiff')
  for (const [number, { supplier, total }] of Object.entries(INVOICES)) {
    const read = await valuesOf(test, await arrived(test, number), ['amount_total', 'notes'])
    assert.deepEqual(
      [number, Number(read[0]), read[1]],
      [number, total, supplier === 'fuel' ? '4100 fuel' : '4200 workshop'],
    )
  }
  return `${Object.keys(INVOICES).length} invoices by mail and upload, as PDF, scan and fax; numbers, totals and cost centres are right`
}
