/** An organization as a reader of the documentation would have it: queues, people, notes, reviewed documents, a hook. */
import { readFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { example, type Api, type World } from './world.ts'

const SUPPLIERS = 'Supplier invoices'

/** Documents that are read without OCR. */
const TEXTS = [
  'alder-finch-invoice.pdf',
  'muehlbach-rechnung.pdf',
  'kestrel-invoice.docx',
  'tidewater-invoice-2-pages.pdf',
  'valmont-facture.pdf',
  'sonnenfeld-rechnung.xlsx',
]
const ALL = [...TEXTS, 'bergmann-rechnung-scan.pdf', 'copper-kettle-receipt.jpg', 'tidewater-delivery-note.tiff']

/** Copies of each text document that are reviewed, and those that need no review afterwards. */
const REVIEWED = 6
const AUTOMATED = 2

interface Listed {
  id: number
  url: string
  document: string
}

export interface Sample {
  /** Id of the queue with reviewed documents. */
  suppliers: number
  /** Ids of annotations by the name of the file. */
  ids: Map<string, number>
  hook: number
}

/** Uploads files at the same time and returns the ids of their annotations by name. */
async function uploadAll(admin: Api, queue: number, names: readonly { file: string; name: string }[]) {
  await Promise.all(names.map(({ file, name }) => admin.import(queue, readFileSync(example(file)), name)))
  return idsIn(admin, queue)
}

async function idsIn(admin: Api, queue: number): Promise<Map<string, number>> {
  const { results, documents } = await admin.get<{
    results: Listed[]
    documents: { url: string; original_file_name: string }[]
  }>(`/annotations?queue=${queue}&page_size=100&sideload=documents`)
  const names = new Map(documents.map(({ url, original_file_name }) => [url, original_file_name]))
  return new Map(results.map(({ id, document }) => [names.get(document)!, id]))
}

const CORRECTIONS: Record<string, string> = {
  terms: '30 days net',
  sender_address: '17 Tanner Row, Wexcombe',
  recipient_address: '4 Customs House Quay, Porthallow',
  order_id: 'PO-88213',
}

/** Reviews a document as a person would. Every few documents a value is corrected. */
async function review(admin: Api, id: number, index: number): Promise<void> {
  await admin.post(`/annotations/${id}/start`)
  // Mostly values that the engine was not sure of.
  const corrected = index === 20 ? 'order_id' : ['terms', 'sender_address', 'recipient_address'][index % 7]
  if (corrected !== undefined) {
    const { content } = await admin.get<{ content: { id: number }[] }>(
      `/annotations/${id}/content?schema_id=${corrected}`,
    )
    await admin.patch(`/annotations/${id}/content/${content[0]!.id}`, {
      content: { value: CORRECTIONS[corrected] },
      validation_sources: ['human'],
    })
  }
  const seconds = 52 - index * 0.8 + ((index * 37) % 17)
  await admin.post(`/annotations/${id}/confirm`, {
    processing_duration: { time_spent_active: seconds, time_spent_overall: seconds + 9 },
  })
}

async function reviewedQueue(admin: Api, workspace: string): Promise<number> {
  const { id: queue } = await admin.post<{ id: number }>('/queues/from_template', {
    name: SUPPLIERS,
    template_name: 'Tax Invoice EU Demo Template',
    workspace,
    include_documents: false,
    locale: 'en_GB',
  })
  const copies = (from: number, count: number) =>
    Array.from({ length: count }, (_, copy) =>
      TEXTS.map((file) => ({ file, name: file.replace('.', `-${from + copy}.`) })),
    ).flat()
  const ids = await uploadAll(admin, queue, copies(1, REVIEWED))
  let index = 0
  for (const id of ids.values()) await review(admin, id, index++)
  await admin.patch(`/queues/${queue}`, {
    automation_enabled: true,
    automation_level: 'confident',
    default_score_threshold: 0.5,
  })
  await uploadAll(admin, queue, copies(REVIEWED + 1, AUTOMATED))
  await admin.patch(`/queues/${queue}`, { default_score_threshold: 0.8 })
  await spread(queue)
  return queue
}

/** Moves the confirmations of a queue to the working days of the last weeks. The API does not do this. */
async function spread(queue: number): Promise<void> {
  const db = new pg.Client(inject('databaseUrl'))
  await db.connect()
  try {
    await db.query(
      `with ordered as (
         select id, row_number() over (order by id desc) - 1 as place
         from annotations where queue_id = $1 and confirmed_at is not null
       )
       update annotations a set confirmed_at = days.at
       from ordered, (
         select row_number() over (order by day desc) - 1 as place, day + interval '10 hours' as at
         from generate_series(current_date - 60, current_date - 1, interval '1 day') as day
         where extract(isodow from day) < 6
       ) as days
       where a.id = ordered.id and days.place = ordered.place * 6 / 8`,
      [queue],
    )
  } finally {
    await db.end()
  }
}

/** A scan of several invoices, with a proposal how to divide it. */
async function suggestEdit(admin: Api, queue: number): Promise<number> {
  const made = await PDFDocument.create()
  for (const name of ['alder-finch-invoice.pdf', 'tidewater-invoice-2-pages.pdf', 'muehlbach-rechnung.pdf']) {
    const source = await PDFDocument.load(readFileSync(example(name)))
    for (const page of await made.copyPages(source, source.getPageIndices())) made.addPage(page)
  }
  const name = 'incoming-mail-17-april.pdf'
  await admin.import(queue, await made.save(), name)
  const id = (await idsIn(admin, queue)).get(name)!
  const { url, pages } = await admin.get<{ url: string; pages: string[] }>(`/annotations/${id}`)
  const [one, two, three, four] = pages.map((page) => ({ page }))
  await admin.post('/suggested_edits', {
    annotation: url,
    documents: [{ pages: [one] }, { pages: [two, three] }, { pages: [four] }],
  })
  return id
}

const CODE = `exports.svc_hook_request_handler = ({ annotation }) => {
  console.log('checked ' + annotation.id)
  return { messages: [] }
}`

async function createHook(admin: Api, queue: number): Promise<number> {
  const { url } = await admin.get<{ url: string }>(`/queues/${queue}`)
  const { id } = await admin.post<{ id: number }>('/hooks', {
    type: 'function',
    name: 'Check the order number',
    description: 'Compares the order number with the orders of the ERP system.',
    queues: [url],
    events: ['annotation_content.started', 'annotation_content.user_update'],
    config: { runtime: 'nodejs22.x', code: CODE },
  })
  await expect
    .poll(async () => (await admin.get<{ status: string }>(`/hooks/${id}`)).status, { timeout: 60_000 })
    .toBe('ready')
  return id
}

/** Fills the organization. */
export async function fill({ admin, queue }: World, grace: Api): Promise<Sample> {
  const { url: queueUrl, workspace } = await admin.get<{ url: string; workspace: string }>(`/queues/${queue}`)
  const { id: notes } = await admin.post<{ id: number }>('/queues/from_template', {
    name: 'Delivery notes',
    template_name: 'Delivery Note Demo Template',
    workspace,
    include_documents: false,
    locale: 'en_GB',
  })
  await admin.patch(workspace, { name: 'Accounts payable' })
  const hook = await createHook(admin, queue)
  const ids = await uploadAll(
    admin,
    queue,
    ALL.map((file) => ({ file, name: file })),
  )
  await admin.import(notes, readFileSync(example('tidewater-delivery-note.tiff')), 'tidewater-delivery-note.tiff')
  ids.set('suggested', await suggestEdit(admin, queue))
  const urlOf = (name: string) => `${queueUrl.replace(/queues\/\d+$/, 'annotations')}/${ids.get(name)}`
  for (const [name, color, file] of [
    ['Urgent', '#b3261e', 'alder-finch-invoice.pdf'],
    ['On hold', '#1f5a96', 'valmont-facture.pdf'],
  ] as const) {
    const label = await admin.post<{ url: string }>('/labels', { name, color })
    await admin.post('/labels/apply', { operations: { add: [label.url] }, objects: { annotations: [urlOf(file)] } })
  }
  for (const [author, content] of [
    [grace, 'The supplier wrote that order PO-88213 was delivered in two parts. Is this the whole amount?'],
    [admin, 'Yes, the second part came on 12 March. The total is right.'],
  ] as const)
    await author.post('/notes', { annotation: urlOf('alder-finch-invoice.pdf'), content })
  await review(admin, ids.get('kestrel-invoice.docx')!, 4)
  const postponed = ids.get('sonnenfeld-rechnung.xlsx')!
  await grace.post(`/annotations/${postponed}/start`)
  await grace.post(`/annotations/${postponed}/postpone`)
  return { suppliers: await reviewedQueue(admin, workspace), ids, hook }
}
