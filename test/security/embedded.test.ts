/** The tokens of embedded URLs: what they allow, and that they allow nothing else. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { openEventStream } from '../support/event-stream.ts'
import { anAnnotation } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

/** Creates an annotation with a page, and an annotator who gets an embedded URL for it. */
async function embedded(body: object = {}, verb = 'start_embedded') {
  const { db } = server.deps
  const made = await anAnnotation(db, tenant)
  const page = { organization_id: tenant.organization_id, ...made, number: 1, s3_name: 'p' }
  const [row] = await db('pages').insert(page).returning('id')
  const annotator = await person('annotator')
  const answer = await annotator.client.post(`/annotations/${made.annotation_id}/${verb}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const [, key = ''] = /#authToken=(\w+)/.exec(answer.body.url as string) ?? []
  return { ...made, page_id: row.id as number, annotator, answer: answer.body, key, client: as(server.root, key) }
}

describe('an embedded URL', () => {
  it('starts the review and contains a token for it', async () => {
    const {
      annotation_id: id,
      annotator,
      answer,
      client,
    } = await embedded({ return_url: 'https://example.com/done?a=1' })
    expect(answer.url).toMatch(
      new RegExp(
        `/embedded/document/${id}#authToken=[0-9a-f]{40}&return_url=https%3A%2F%2Fexample.com%2Fdone%3Fa%3D1$`,
      ),
    )
    expect(answer.url).not.toContain('/api/')
    expect((await admin.get(`/annotations/${id}`)).body).toMatchObject({
      status: 'reviewing',
      modifier: url('users', annotator.user_id),
    })
    expect((await client.get(`/annotations/${id}`)).body.id).toBe(id)
    expect((await client.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
    expect((await admin.get(`/annotations/${id}`)).body.confirmed_by).toBe(url('users', annotator.user_id))
  })

  it('is created without a change in every status', async () => {
    const { annotation_id: id, annotator, answer } = await embedded({}, 'create_embedded_url')
    expect(answer.status).toBe('to_review')
    await server.deps.db('annotations').where({ id }).update({ status: 'exported' })
    const again = await annotator.client.post(`/annotations/${id}/create_embedded_url`, {})
    expect(again.body.status).toBe('exported')
    expect((await annotator.client.post(`/annotations/${id}/start_embedded`, {})).status).toBe(409)
  })

  it('reads what belongs to the annotation', async () => {
    const { annotation_id, document_id, page_id, annotator, client, key } = await embedded()
    const paths = [
      `/annotations/${annotation_id}?sideload=documents,pages,queues,schemas`,
      `/annotations/${annotation_id}/content`,
      `/documents/${document_id}`,
      `/pages/${page_id}`,
      `/queues/${tenant.queue_id}`,
      `/schemas/${tenant.schema_id}`,
      `/organizations/${tenant.organization_id}`,
      `/users/${annotator.user_id}`,
      '/auth/user',
    ]
    for (const path of paths) expect([path, (await client.get(path)).status]).toEqual([path, 200])
    const stream = await openEventStream(`${server.root}/annotations/${annotation_id}/events`, {
      Authorization: `Bearer ${key}`,
    })
    expect((await stream.next()).event).toBe('open')
    stream.close()
  })

  it('reviews the annotation: reads pages and candidates, changes values, rows and pages, and ends the review', async () => {
    const { annotation_id: id, client } = await embedded()
    const node = `/annotations/${id}/content/1`
    const allowed: [method: 'get' | 'post' | 'patch', path: string][] = [
      ['get', `/annotations/${id}/page_data?granularity=words`],
      ['get', `/annotations/${id}/search?phrase=x`],
      ['get', `${node}/candidates`],
      ['patch', node],
      ['patch', `/annotations/${id}/content`],
      ['post', `/annotations/${id}/content/operations`],
      ['post', `/annotations/${id}/content/validate`],
      ['post', `${node}/select`],
      ['post', `${node}/add_empty`],
      ['post', `${node}/grid_operations`],
      ['post', `${node}/grid_parts_operations`],
      ['post', `${node}/transform_grid_to_datapoints`],
      ['post', `/annotations/${id}/rotate`],
      ['post', `/annotations/${id}/edit_pages/in_place`],
      ['patch', `/annotations/${id}/processing_duration`],
      ['post', `/annotations/${id}/cancel`],
      ['post', `/annotations/${id}/start`],
    ]
    for (const [method, path] of allowed) {
      const answer = method === 'get' ? await client.get(path) : await client[method](path, {})
      // Without values or nodes, most requests are wrong; none is forbidden.
      expect([200, 204, 400, 404, 409], `${method} ${path}`).toContain(answer.status)
    }
  })

  it('allows no other request', async () => {
    const { annotation_id: id, client } = await embedded()
    const other = await anAnnotation(server.deps.db, tenant)
    const [row] = await server.deps
      .db('pages')
      .insert({ organization_id: tenant.organization_id, ...other, number: 1, s3_name: 'q' })
      .returning('id')
    const refused: [method: 'get' | 'post' | 'patch' | 'delete', path: string][] = [
      ['get', '/annotations'],
      ['get', `/annotations/${other.annotation_id}`],
      ['get', `/annotations/${other.annotation_id}/content`],
      ['get', `/annotations/${other.annotation_id}/events`],
      ['get', `/queues/${tenant.queue_id}/events`],
      ['get', `/annotations/${id}?sideload=relations`],
      ['get', `/annotations/${id}?sideload=documents&sideload=emails`],
      ['get', `/annotations/${id}/../${other.annotation_id}`],
      ['get', `/annotations/${id}0`],
      ['get', `/documents/${other.document_id}`],
      ['get', `/documents/${other.document_id}/content`],
      ['get', '/pages'],
      ['get', `/pages/${row.id}`],
      ['get', `/pages/${row.id}/content`],
      ['get', '/queues'],
      ['get', `/queues/${tenant.queue_id}/export`],
      ['get', `/users`],
      ['get', `/users/${tenant.user_id}`],
      ['get', '/audit_logs?object_type=user'],
      ['post', '/auth/token'],
      ['post', `/annotations/${id}/create_embedded_url`],
      ['post', `/annotations/${id}/start_embedded`],
      ['post', `/annotations/${id}/copy`],
      ['post', `/annotations/${id}/edit_pages`],
      ['post', `/annotations/${id}/edit_pages/start`],
      ['post', `/annotations/${other.annotation_id}/edit_pages/in_place`],
      ['post', `/annotations/${id}/reject`],
      ['post', `/annotations/${id}/approve`],
      ['get', `/annotations/${id}/lifecycle`],
      ['get', `/automation_blockers?annotation=${id}`],
      ['get', '/labels'],
      ['get', '/notes'],
      ['get', '/hooks'],
      ['get', `/queues/${tenant.queue_id}/automation/insights`],
      ['get', `/annotations/${id}?sideload=labels`],
      ['post', '/labels/apply'],
      ['post', `/annotations/${other.annotation_id}/start`],
      ['post', '/annotations/search'],
      ['post', '/annotations/assign'],
      ['post', `/queues/${tenant.queue_id}/next`],
      ['patch', `/annotations/${id}`],
      ['patch', `/users/${tenant.user_id}`],
      ['delete', `/documents/${other.document_id}`],
    ]
    for (const [method, path] of refused) {
      const answer =
        method === 'get' || method === 'delete' ? await client[method](path) : await client[method](path, {})
      expect([method, path, answer.status]).toEqual([method, path, 403])
    }
  })

  it('ends with its lifetime, with the token it was created with, and with the annotation', async () => {
    const { db } = server.deps
    const expiry = async (user_id: number) => {
      const row = await db('tokens')
        .where({ user_id, scope: 'embedded' })
        .orderBy('id', 'desc')
        .first(db.raw('extract(epoch from expires_at - now())::float8 as seconds'))
      return Math.round(row.seconds / 60)
    }
    const short = await embedded({ max_token_lifetime_s: 120 })
    expect(await expiry(short.annotator.user_id)).toBe(2)
    const usual = await embedded()
    expect(await expiry(usual.annotator.user_id)).toBe(60)
    await db('tokens')
      .where({ user_id: usual.annotator.user_id, scope: 'default' })
      .update({ expires_at: db.raw(`now() + interval '5 minutes'`) })
    await usual.annotator.client.post(`/annotations/${usual.annotation_id}/create_embedded_url`, {})
    expect(await expiry(usual.annotator.user_id)).toBe(5)
    await db('annotations').where({ id: short.annotation_id }).delete()
    expect((await short.client.get(`/annotations/${short.annotation_id}`)).status).toBe(401)
  })

  it('is refused to administrators, and to addresses that run scripts', async () => {
    const { annotation_id: id } = await anAnnotation(server.deps.db, tenant)
    expect((await admin.post(`/annotations/${id}/start_embedded`, {})).status).toBe(403)
    const annotator = await person('annotator')
    for (const return_url of ['javascript:alert(1)', 'data:text/html,x', 'no url']) {
      const answer = await annotator.client.post(`/annotations/${id}/start_embedded`, { return_url })
      expect(answer).toMatchObject({ status: 400, body: { return_url: ['Enter a valid URL.'] } })
    }
    expect((await admin.get(`/annotations/${id}`)).body.status).toBe('to_review')
    expect((await annotator.client.post('/auth/token', { scope: 'embedded' })).status).toBe(400)
  })
})
