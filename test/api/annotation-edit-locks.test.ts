import { describe, expect, it } from 'vitest'
import type { Client } from '../support/as.ts'
import { aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { divided, edit, get, idOf, paged, part, start } from './annotation-edit-setup.ts'

useTenantServer()

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
