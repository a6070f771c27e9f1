/** Changes the pages of the annotation itself; the older operations; permissions. */
import { describe, expect, it } from 'vitest'
import { aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { divided, edit, fileOf, get, idOf, imported, paged, part, refused, start } from './annotation-edit-setup.ts'

useTenantServer()

/** Adds the page that the import of a rotated document would have stored. */
async function aPage(annotation_id: number): Promise<void> {
  const { document_id } = await server.deps.db('annotations').where('id', annotation_id).first('document_id')
  const { organization_id } = tenant
  await server.deps.db('pages').insert({
    organization_id,
    annotation_id,
    document_id,
    number: 1,
    rotation_deg: 0,
    s3_name: `pages/${document_id}/1`,
  })
}

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

  it('keeps or restores values if the body says so, and restores only what was kept', async () => {
    const { id } = await paged(1)
    const former = () => server.deps.db('former_contents').where({ annotation_id: id }).first('keeps', 'turned')
    const send = async (rotation_deg: number, content?: string) => {
      const { status, body } = await admin.post(`/annotations/${id}/rotate`, {
        rotation_deg,
        ...(content ? { content } : {}),
      })
      if (status !== 204) return { status, body }
      // No worker runs in these tests.
      await server.deps.db('annotations').where({ id }).update({ status: 'to_review' })
      await aPage(id)
      return status
    }
    const nothing = refused('content', /^Only the last rotation can be undone/)
    expect(await send(270, 'restore')).toMatchObject(nothing)
    expect(await send(90, 'keep')).toBe(204)
    expect(await former()).toEqual({ keeps: 'entered', turned: 90 })
    expect(await send(90, 'restore')).toMatchObject(nothing)
    expect(await send(270, 'restore')).toBe(204)
    expect(await former()).toEqual({ keeps: 'all', turned: null })
    expect(await send(270, 'restore')).toMatchObject(nothing)
    expect(await send(90)).toBe(204)
    expect(await former()).toBeUndefined()
    expect((await admin.post(`/annotations/${id}/rotate`, { rotation_deg: 90, content: 'all' })).status).toBe(400)
    const { pages } = await paged(1)
    const body = { parent_pages: [{ page: pages[0] }], content: 'restore' }
    expect((await admin.post(`/annotations/${id}/edit_pages/in_place`, body)).status).toBe(400)
  })

  it('a document that could not be read keeps what was entered by hand when it is imported again', async () => {
    const { id } = await paged(1, { status: 'failed_import' })
    const again = { status: 'importing', rir_poll_id: null }
    expect((await admin.patch(`/annotations/${id}`, again)).status).toBe(200)
    const former = () => server.deps.db('former_contents').where({ annotation_id: id }).first('keeps')
    expect(await former()).toEqual({ keeps: 'entered' })
    await server.deps.db('annotations').where({ id }).update({ status: 'to_review' })
    expect((await admin.patch(`/annotations/${id}`, again)).status).toBe(200)
    expect(await former()).toBeUndefined()
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
