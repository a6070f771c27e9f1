import { PDFDocument } from 'pdf-lib'
import PDFKit from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFile, documentKey } from '../../src/domain/documents/stored-file.ts'
import type { Role } from '../../src/rules/permissions.ts'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { tiff } from '../support/pictures.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`
const idOf = (link: string) => Number(link.split('/').pop())
const get = async (link: string | number) =>
  (await admin.get(typeof link === 'number' ? `/annotations/${link}` : link.slice(server.root.length))).body
const person = async (role: Role, queues?: number[]) => {
  const created = await aPerson(server.deps.db, tenant, role, queues)
  return { ...created, client: as(server.root, created.token) }
}

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
})
afterAll(() => server.stop())

interface Paged {
  id: number
  /** URLs in page order. */
  pages: string[]
}

/** An annotation after its import, with a stored file and its pages. */
async function paged(
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
async function fileOf(annotation: string) {
  const { document } = await get(annotation)
  const row = await server.deps.db('documents').where('id', idOf(document)).first()
  const pdf = await PDFDocument.load(await server.deps.blobs.get(documentKey(row.s3_name as string)))
  const pages = pdf.getPages()
  return { row, pages: pages.length, angles: pages.map((page) => page.getRotation().angle) }
}

async function encryptedPdf(): Promise<Buffer> {
  const pdf = new PDFKit({ ownerPassword: 'unknown', size: 'A5' })
  pdf.text('Page one').addPage().text('Page two').end()
  return Buffer.concat((await pdf.toArray()) as Buffer[])
}

const part = (...pages: string[]) => ({ parent_pages: pages.map((page) => ({ page })) })
const edit = (id: number, body: object, client = admin) => client.post(`/annotations/${id}/edit_pages`, body)
const start = (id: number, client = admin) => client.post(`/annotations/${id}/edit_pages/start`, {})
const refused = (field: string, text: string | RegExp) => ({
  status: 400,
  body: { [field]: [typeof text === 'string' ? text : expect.stringMatching(text)] },
})
/** Completes the imports; no worker runs in these tests. */
const imported = (...annotations: string[]) =>
  server.deps.db('annotations').whereIn('id', annotations.map(idOf)).update({ status: 'to_review' })

async function divided(count = 3, given = {}) {
  const parent = await paged(count, given)
  const { body } = await edit(parent.id, { edit: parent.pages.map((page) => part(page)) })
  const children = (body.results as { annotation: string }[]).map(({ annotation }) => annotation)
  await imported(...children)
  return { ...parent, children }
}

describe('POST /v1/annotations/{id}/edit_pages', () => {
  it('divides the pages into annotations, starts their import and sets the parent to split', async () => {
    const { db } = server.deps
    const { queue_id } = await aQueue(db, tenant)
    const { id, pages } = await paged(3, { name: 'scan.pdf' })
    await db('suggested_edits').insert({ organization_id: tenant.organization_id, annotation_id: id, documents: '[]' })
    const before = (await get(url('queues', tenant.queue_id))).counts.split
    const answer = await edit(id, {
      edit: [
        {
          parent_pages: [{ page: pages[2] }, { page: pages[0], rotation_deg: 90 }],
          metadata: { annotation: { part: 1 }, document: { from: 'scan' } },
          values: { 'edit:number': 'A-1' },
        },
        { ...part(pages[1]!), target_queue: url('queues', queue_id), document_name: 'second half.pdf' },
      ],
      edit_data_source: 'manual',
      processing_duration: { time_spent_edit: 4 },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.results).toHaveLength(2)
    const [one, two] = answer.body.results as { document: string; annotation: string }[]

    expect(await get(id)).toMatchObject({ status: 'split', suggested_edit: null })
    expect((await get(url('queues', tenant.queue_id))).counts.split).toBe(before + 1)
    expect(await get(one!.annotation)).toMatchObject({
      status: 'importing',
      document: one!.document,
      queue: url('queues', tenant.queue_id),
      creator: url('users', tenant.user_id),
      metadata: { part: 1 },
    })
    expect(await get(two!.annotation)).toMatchObject({
      status: 'importing',
      queue: url('queues', queue_id),
      metadata: {},
    })
    const parent = await get(id)
    expect(await get(one!.document)).toMatchObject({
      original_file_name: 'scan_1.pdf',
      mime_type: 'application/pdf',
      parent: parent.document,
      metadata: { from: 'scan' },
    })
    expect(await get(two!.document)).toMatchObject({ original_file_name: 'second half.pdf', metadata: {} })
    expect(await fileOf(one!.annotation)).toMatchObject({ pages: 2, angles: [0, 90] })
    expect(await fileOf(two!.annotation)).toMatchObject({ pages: 1, angles: [0] })

    const { results: relations } = (await admin.get(`/relations?type=edit&parent=${id}`)).body
    expect(relations).toMatchObject([
      { type: 'edit', parent: url('annotations', id), annotations: [one!.annotation, two!.annotation] },
    ])
    const stored = await db('annotations').where('id', idOf(one!.annotation)).first('values')
    expect(stored.values).toEqual({ 'edit:number': 'A-1' })
    const events = await db('events')
      .whereIn('annotation_id', [id, idOf(one!.annotation)])
      .orderBy('id')
    expect(events).toMatchObject([
      { data: { from: null, to: 'importing', edited_from: id }, actor_id: tenant.user_id },
      { data: { from: 'to_review', to: 'split' } },
    ])
    const audit = await db('audit_logs').where({ object_type: 'annotation', object_id: id, action: 'update-status' })
    expect(audit).toHaveLength(1)
    expect((await admin.get(`/annotations/${id}/processing_duration`)).body.time_spent_edit).toBe(4)
  })

  it('adds the detected rotation to the requested one', async () => {
    const { id, pages } = await paged(2, { rotations: [270, 0] })
    const { body } = await edit(id, {
      edit: [{ parent_pages: [{ page: pages[0], rotation_deg: 180 }, { page: pages[1] }] }],
    })
    expect((await fileOf(body.results[0].annotation)).angles).toEqual([90, 0])
  })

  it('creates PDF files from pages of a TIFF and of a PDF that cannot be copied', async () => {
    const scan = await paged(3, { file: await tiff(300, 200, 3), name: 'fax.tif' })
    const { body } = await edit(scan.id, { edit: [part(scan.pages[1]!), part(scan.pages[0]!, scan.pages[2]!)] })
    const [first, second] = await Promise.all(
      (body.results as { annotation: string }[]).map(({ annotation }) => fileOf(annotation)),
    )
    expect([first!.pages, second!.pages]).toEqual([1, 2])
    expect([first!.row.original_file_name, second!.row.original_file_name]).toEqual(['fax_1.pdf', 'fax_2.pdf'])

    // Encrypted, but readable without a password.
    const other = await paged(2, { file: await encryptedPdf() })
    const drawn = await edit(other.id, { edit: [part(other.pages[1]!, other.pages[0]!)] })
    expect((await fileOf(drawn.body.results[0].annotation)).pages).toBe(2)
  })

  it('omits deleted pages, and creates no annotation for a part without pages', async () => {
    const { id, pages } = await paged(3)
    const answer = await edit(id, {
      edit: [
        { parent_pages: [{ page: pages[0] }, { page: pages[1], deleted: true }] },
        { parent_pages: [{ page: pages[2], deleted: true }] },
      ],
    })
    expect(answer.body.results).toHaveLength(1)
    expect((await fileOf(answer.body.results[0].annotation)).pages).toBe(1)
    expect((await start(id)).body.children).toMatchObject([
      { parent_pages: [{ page: pages[0] }, { page: pages[1], deleted: true }] },
      { url: null, status: null, started: false, parent_pages: [{ page: pages[2], deleted: true }] },
    ])
  })

  it('changes, adds, moves and deletes parts of a split annotation', async () => {
    const { db } = server.deps
    const { queue_id } = await aQueue(db, tenant)
    const { id, pages, children } = await divided(4)
    const kept = (await get(children[0]!)).document
    const answer = await edit(id, {
      edit: [
        { annotation: children[0], ...part(pages[0]!), metadata: { annotation: { seen: true } } },
        { annotation: children[1], parent_pages: [{ page: pages[2] }, { page: pages[1] }], values: { 'edit:a': 1 } },
        { ...part(pages[0]!, pages[3]!) },
      ],
      delete: [children[2]],
      move: [{ annotation: children[3], target_queue: url('queues', queue_id) }],
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { results: [{ annotation: children[0], document: kept }, { annotation: children[1] }, {}] },
    })
    expect(await get(id)).toMatchObject({ status: 'split' })
    expect(await get(children[0]!)).toMatchObject({ status: 'to_review', metadata: { seen: true } })
    expect(await get(children[1]!)).toMatchObject({ status: 'importing' })
    expect((await fileOf(children[1]!)).pages).toBe(2)
    expect((await fileOf(children[1]!)).row.original_file_name).toBe('scan_2.pdf')
    expect(await get(children[2]!)).toMatchObject({ status: 'deleted' })
    expect(await get(children[3]!)).toMatchObject({ status: 'to_review', queue: url('queues', queue_id) })
    expect((await get(answer.body.results[2].document)).original_file_name).toBe('scan_5.pdf')
    const { results: relations } = (await admin.get(`/relations?type=edit&parent=${id}`)).body
    expect(relations).toHaveLength(1)
    expect(relations[0].annotations).toHaveLength(5)
  })

  it('returns no results when parts are only deleted', async () => {
    const { id, children } = await divided(2)
    expect(await edit(id, { delete: [children[0]] })).toMatchObject({ status: 200, body: { results: [] } })
    expect(await get(id)).toMatchObject({ status: 'split' })
    expect(await get(children[0]!)).toMatchObject({ status: 'deleted' })
  })

  it('refuses invalid pages, parts, queues and values, and changes nothing', async () => {
    const { id, pages, children } = await divided(2)
    const other = await paged(1)
    const cases: [object, ReturnType<typeof refused>][] = [
      [{ edit: [part(other.pages[0]!)] }, refused('edit', /is not a page of the annotation/)],
      [{ edit: [part(pages[0]!, pages[0]!)] }, refused('edit', 'A page occurs twice in one document.')],
      [{ edit: [part('nowhere')] }, refused('edit', 'Invalid hyperlink - No URL match.')],
      [
        { edit: [{ annotation: url('annotations', other.id), ...part(pages[0]!) }] },
        refused('edit', /is not a part of/),
      ],
      [{ edit: [{ ...part(pages[0]!), values: { number: 'A' } }] }, refused('edit', /must start with "edit:"/)],
      [{ edit: [{ ...part(pages[0]!), target_queue: url('queues', 999_999) }] }, refused('edit', /does not exist/)],
      [
        { edit: [{ ...part(pages[0]!), metadata: { document: { a: 'x'.repeat(5000) } } }] },
        refused('metadata', 'Metadata must not exceed 4 kB.'),
      ],
      [{ delete: [url('annotations', other.id)] }, refused('delete', /is not a part of/)],
      [
        { delete: [children[0]], stop_reviewing: [children[0]] },
        refused('delete', /cannot be both deleted and changed/),
      ],
      [
        { edit: children.map((annotation, n) => ({ annotation, parent_pages: [{ page: pages[n], deleted: true }] })) },
        refused('edit', 'At least one part needs a page.'),
      ],
    ]
    for (const [body, expected] of cases) expect(await edit(id, body), JSON.stringify(body)).toMatchObject(expected)
    for (const child of children) expect(await get(child)).toMatchObject({ status: 'to_review' })
    expect(await server.deps.db('page_edits').where('parent_id', id)).toHaveLength(2)
  })

  it.each(['importing', 'postponed', 'confirmed', 'exported', 'deleted', 'purged'])(
    'returns 409 for status %s',
    async (status) => {
      const { id, pages } = await paged(1, { status })
      expect((await edit(id, { edit: [part(pages[0]!)] })).status).toBe(409)
    },
  )

  it('serializes two concurrent edits', async () => {
    const { id, pages } = await paged(2)
    const answers = await Promise.all([1, 2].map(() => edit(id, { edit: pages.map((page) => part(page)) })))
    const created = answers.filter(({ status }) => status === 200).length
    expect([
      [200, 409],
      [200, 200],
    ]).toContainEqual(answers.map(({ status }) => status).sort())
    const { results } = (await admin.get(`/relations?type=edit&parent=${id}`)).body
    expect(results).toHaveLength(1)
    expect(results[0].annotations).toHaveLength(2 * created)
  })

  it('accepts a page several times, up to a limit', async () => {
    const { id, pages } = await paged(5)
    expect(await edit(id, { edit: Array.from({ length: 401 }, () => part(...pages)) })).toMatchObject({
      status: 400,
      body: { edit: ['At most 2000 pages are allowed in one request.'] },
    })
    const { status, body } = await edit(id, { edit: [part(pages[0]!, pages[1]!), part(pages[0]!)] })
    expect([status, body.results?.length]).toEqual([200, 2])
  })
})

describe('POST /v1/annotations/{id}/edit_pages/start and /cancel', () => {
  it('lock and unlock an annotation that is not split yet', async () => {
    const one = await person('annotator')
    const two = await person('manager')
    const { id, pages } = await paged(2)
    expect(await start(id, one.client)).toMatchObject({
      status: 200,
      body: { parent_annotation: url('annotations', id), children: [], session_timeout: '01:00:00' },
    })
    expect(await get(id)).toMatchObject({ status: 'reviewing', modifier: url('users', one.user_id) })
    expect((await start(id, two.client)).status).toBe(409)
    expect((await edit(id, { edit: [part(pages[0]!)] }, two.client)).status).toBe(409)
    const cancel = (client: Client, body: object = { annotations: [] }) =>
      client.post(`/annotations/${id}/edit_pages/cancel`, body)
    expect((await cancel(two.client)).status).toBe(400)
    expect((await cancel(one.client, { annotations: [], cancel_parent: false })).status).toBe(204)
    expect(await get(id)).toMatchObject({ status: 'reviewing' })
    expect((await cancel(one.client)).status).toBe(204)
    expect(await get(id)).toMatchObject({ status: 'to_review' })
  })

  it('lock as many parts as possible and return them', async () => {
    const one = await person('annotator')
    const two = await person('annotator')
    const { id, pages, children } = await divided(3)
    await two.client.post(`/annotations/${idOf(children[1]!)}/start`, {})
    await admin.post(`/annotations/${idOf(children[2]!)}/delete`, {})
    const { status, body } = await start(id, one.client)
    expect(status).toBe(200)
    expect(body.children).toEqual([
      {
        url: children[0],
        queue: url('queues', tenant.queue_id),
        status: 'reviewing',
        started: true,
        original_file_name: 'scan_1.pdf',
        parent_pages: [{ page: pages[0], rotation_deg: 0 }],
        values: {},
      },
      expect.objectContaining({ url: children[1], status: 'reviewing', started: false }),
      expect.objectContaining({
        url: null,
        status: null,
        parent_pages: [{ page: pages[2], rotation_deg: 0, deleted: true }],
      }),
    ])
    expect(await get(id)).toMatchObject({ status: 'split' })
    // Only one user at a time can lock the parts of a split annotation.
    expect((await start(id, two.client)).status).toBe(409)
    expect((await edit(id, { delete: [children[0]] }, two.client)).status).toBe(409)
    const cancel = { annotations: [children[0]] }
    expect((await one.client.post(`/annotations/${id}/edit_pages/cancel`, cancel)).status).toBe(204)
    expect(await get(children[0]!)).toMatchObject({ status: 'to_review' })
    expect((await start(id, two.client)).status).toBe(200)
  })

  it('release a lock after the session timeout', async () => {
    const [one, two] = [await person('annotator'), await person('annotator')]
    const { id } = await divided(2)
    await start(id, one.client)
    await server.deps.db('page_edit_sessions').where('annotation_id', id).update({ started_at: '2020-01-01' })
    expect((await start(id, two.client)).status).toBe(200)
  })

  it('hide the details of parts in queues that the caller cannot access', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const one = await person('annotator')
    const { id, pages } = await paged(1)
    const created = await edit(id, { edit: [{ ...part(pages[0]!), target_queue: url('queues', queue_id) }] })
    const { annotation } = created.body.results[0]
    expect((await start(id, one.client)).body.children).toEqual([
      {
        url: annotation,
        queue: null,
        status: null,
        started: false,
        original_file_name: null,
        parent_pages: [{ page: pages[0], rotation_deg: 0 }],
        values: {},
      },
    ])
    expect((await edit(id, { delete: [annotation] }, one.client)).status).toBe(400)
  })

  it('keep or release the lock as the edit requests', async () => {
    const [one, two] = [await person('annotator'), await person('annotator')]
    const { id, pages, children } = await divided(3)
    await start(id, one.client)
    const body = {
      edit: [{ annotation: children[0], ...part(pages[1]!) }],
      stop_reviewing: [children[0], children[1]],
      stop_parent: false,
    }
    expect((await edit(id, body, one.client)).status).toBe(200)
    expect(await get(children[0]!)).toMatchObject({ status: 'importing' })
    expect(await get(children[1]!)).toMatchObject({ status: 'to_review' })
    expect(await get(children[2]!)).toMatchObject({ status: 'reviewing' })
    expect((await start(id, two.client)).status).toBe(409)
    expect((await edit(id, { stop_reviewing: [children[2]] }, one.client)).status).toBe(200)
    expect((await start(id, two.client)).status).toBe(200)
  })
})

describe('POST /v1/annotations/{id}/edit_pages/in_place', () => {
  it('keeps the annotation with the remaining pages and extracts it again', async () => {
    const { id, pages } = await paged(3, { metadata: '{"kept": true}' })
    const before = await get(id)
    const answer = await admin.post(`/annotations/${id}/edit_pages/in_place`, {
      parent_pages: [{ page: pages[2], rotation_deg: 90 }, { page: pages[0] }, { page: pages[1], deleted: true }],
    })
    expect(answer).toMatchObject({ status: 200, body: { results: [{ annotation: url('annotations', id) }] } })
    const after = await get(id)
    expect(after).toMatchObject({ status: 'importing', pages: [], metadata: { kept: true } })
    expect(after.document).toBe(answer.body.results[0].document)
    expect(after.document).not.toBe(before.document)
    expect(await get(after.document)).toMatchObject({ original_file_name: 'scan.pdf', parent: before.document })
    expect(await fileOf(url('annotations', id))).toMatchObject({ pages: 2, angles: [90, 0] })
    expect((await admin.get(`/relations?parent=${id}`)).body.results).toEqual([])
  })

  it('moves the annotation to another queue and requires at least one page', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const { id, pages } = await paged(1)
    const send = (body: object) => admin.post(`/annotations/${id}/edit_pages/in_place`, body)
    expect(await send({ parent_pages: [{ page: pages[0], deleted: true }] })).toMatchObject(
      refused('parent_pages', 'At least one page must remain.'),
    )
    const body = {
      parent_pages: [{ page: pages[0] }],
      target_queue: url('queues', queue_id),
      metadata: { annotation: { a: 1 }, document: { b: 2 } },
    }
    expect((await send(body)).status).toBe(200)
    const moved = await get(id)
    expect(moved).toMatchObject({ status: 'importing', queue: url('queues', queue_id), metadata: { a: 1 } })
    expect(await get(moved.document)).toMatchObject({ metadata: { b: 2 } })
    expect(await send(body)).toMatchObject(refused('parent_pages', /is not a page of the annotation/))
  })

  it('keeps the previous document visible until a purge removes both', async () => {
    const { client } = await person('annotator')
    const { id, pages } = await paged(2)
    const before = (await get(id)).document as string
    await admin.post(`/annotations/${id}/edit_pages/in_place`, { parent_pages: [{ page: pages[0] }] })
    const after = (await get(id)).document as string
    const path = before.slice(server.root.length)
    expect((await client.get(path)).status).toBe(200)
    const stranger = await person('annotator', [])
    expect((await stranger.client.get(path)).status).toBe(404)
    await server.deps.db('annotations').where({ id }).update({ status: 'deleted' })
    await admin.post('/annotations/purge_deleted', { annotations: [url('annotations', id)] })
    for (const document of [before, after])
      expect((await admin.get(`${document.slice(server.root.length)}/content`)).status).toBe(404)
  })

  it('keeps a part, with its current pages', async () => {
    const parent = await paged(3)
    const created = await edit(parent.id, { edit: [part(...parent.pages)] })
    const child = created.body.results[0].annotation as string
    await imported(child)
    const { document } = await get(child)
    const own = (await server.deps
      .db('pages')
      .insert(
        [1, 2, 3].map((number) => ({
          organization_id: tenant.organization_id,
          annotation_id: idOf(child),
          document_id: idOf(document),
          number,
          s3_name: `${document}/${number}`,
        })),
      )
      .returning('id')) as { id: number }[]
    const body = { parent_pages: [{ page: url('pages', own[2]!.id), rotation_deg: 90 }] }
    expect((await admin.post(`/annotations/${idOf(child)}/edit_pages/in_place`, body)).status).toBe(200)
    const { children } = (await start(parent.id)).body
    expect(children[0].parent_pages).toEqual([
      { page: parent.pages[2], rotation_deg: 90 },
      { page: parent.pages[0], rotation_deg: 0, deleted: true },
      { page: parent.pages[1], rotation_deg: 0, deleted: true },
    ])
  })

  it('returns 409 for a split annotation', async () => {
    const { id, pages } = await divided(2)
    await server.deps.db('annotations').where({ id }).update({ status: 'to_review' })
    const answer = await admin.post(`/annotations/${id}/edit_pages/in_place`, { parent_pages: [{ page: pages[0] }] })
    expect(answer.status).toBe(409)
  })
})

describe('the deprecated POST /v1/annotations/{id}/edit and /split', () => {
  const documents = (...parts: string[][]) => ({
    documents: parts.map((pages) => ({ pages: pages.map((page) => ({ page })) })),
  })

  it('/edit changes the annotation itself for one document and divides it for several', async () => {
    const single = await paged(2)
    const one = await admin.post(`/annotations/${single.id}/edit`, documents([single.pages[1]!]))
    expect(one).toMatchObject({ status: 200, body: { results: [{ annotation: url('annotations', single.id) }] } })
    expect(await get(single.id)).toMatchObject({ status: 'importing' })
    const several = await paged(2)
    const two = await admin.post(`/annotations/${several.id}/edit`, documents([several.pages[1]!], [several.pages[0]!]))
    expect(two.body.results).toHaveLength(2)
    expect(await get(several.id)).toMatchObject({ status: 'split' })
  })

  it('/split also creates a single part, sets its metadata and refuses a second split', async () => {
    const { id, pages } = await paged(1)
    const body = { documents: [{ pages: [{ page: pages[0], rotation_deg: 180 }], metadata: { annotation: { a: 1 } } }] }
    const answer = await admin.post(`/annotations/${id}/split`, body)
    expect(await get(answer.body.results[0].annotation)).toMatchObject({ status: 'importing', metadata: { a: 1 } })
    expect(await get(id)).toMatchObject({ status: 'split' })
    expect((await admin.post(`/annotations/${id}/split`, body)).status).toBe(409)
  })
})

describe('POST /v1/annotations/{id}/rotate', () => {
  it('rotates all pages and extracts the annotation again', async () => {
    const { id } = await paged(2, { rotations: [0, 90] })
    expect((await admin.post(`/annotations/${id}/rotate`, { rotation_deg: 90 })).status).toBe(204)
    expect(await get(id)).toMatchObject({ status: 'importing' })
    expect((await fileOf(url('annotations', id))).angles).toEqual([90, 180])
  })

  it('accepts only multiples of 90 degrees, in the allowed statuses', async () => {
    const { id } = await paged(1)
    for (const rotation_deg of [45, 360, '90', null])
      expect((await admin.post(`/annotations/${id}/rotate`, { rotation_deg })).status).toBe(400)
    const held = await paged(1, { status: 'postponed' })
    expect((await admin.post(`/annotations/${held.id}/rotate`, { rotation_deg: 90 })).status).toBe(409)
  })
})

describe('permission to edit pages', () => {
  it('allows embedded annotators only edits in place, and refuses approvers and viewers', async () => {
    for (const role of ['viewer', 'annotator_limited', 'annotator_embedded', 'approver'] as const) {
      const { client } = await person(role)
      const { id, pages } = await paged(1)
      expect((await edit(id, { edit: [part(pages[0]!)] }, client)).status, role).toBe(403)
      expect((await start(id, client)).status, role).toBe(403)
      const body = { parent_pages: [{ page: pages[0] }] }
      const { status } = await client.post(`/annotations/${id}/edit_pages/in_place`, body)
      expect(status, role).toBe(role === 'annotator_embedded' ? 200 : 403)
    }
  })
})
