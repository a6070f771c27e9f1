/** Divides the pages of an annotation into parts, and changes the parts. */
import PDFKit from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { aQueue } from '../support/factories.ts'
import { tiff } from '../support/pictures.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { divided, edit, fileOf, get, idOf, paged, part, refused, start } from './annotation-edit-setup.ts'

useTenantServer()

async function encryptedPdf(): Promise<Buffer> {
  const pdf = new PDFKit({ ownerPassword: 'unknown', size: 'A5' })
  pdf.text('Page one').addPage().text('Page two').end()
  return Buffer.concat((await pdf.toArray()) as Buffer[])
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
