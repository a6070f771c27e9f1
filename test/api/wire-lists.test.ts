import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { as, type Json } from '../support/as.ts'
import { anAnnotation, aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

beforeAll(async () => {
  for (let count = 0; count < 3; count++) await anAnnotation(server.deps.db, tenant)
})

const cursorOf = (link: string) => new URL(link).searchParams.get('cursor')!
/** Every text that the bytes of a cursor contain under the usual encodings. */
const readings = (cursor: string) => [
  cursor,
  ...cursor
    .split(/[.~]/)
    .flatMap((part) => [part, part.slice(1), part.slice(2), part.slice(3)])
    .map((part) => Buffer.from(part, 'base64url').toString('latin1')),
]

describe('cursors', () => {
  it.each(['id', '-created_at', 'modifier__username', 'status,-id'])(
    'are opaque and carry no SQL, table names or values: ordering=%s',
    async (ordering) => {
      const { next } = (await admin.get(`/annotations?page_size=1&ordering=${ordering}`)).body.pagination
      for (const text of readings(cursorOf(next)))
        expect(text).not.toMatch(/annotations|coalesce|created_at|username|to_review|20\d\d-/i)
      expect((await admin.get(next)).status).toBe(200)
    },
  )

  it('are the same for the same page, so that its links can be cached', async () => {
    const links = async () => (await admin.get('/annotations?page_size=1')).body.pagination
    expect(await links()).toEqual(await links())
  })

  it('that were changed are refused with 400 on cursor', async () => {
    const path = '/annotations?page_size=1'
    const cursor = cursorOf((await admin.get(path)).body.pagination.next)
    const other = (text: string) => (text === 'A' ? 'B' : 'A')
    const middle = Math.floor(cursor.length / 2)
    const changed = [
      `${cursor}x`,
      cursor.slice(0, -1),
      other(cursor[0]!) + cursor.slice(1),
      cursor.slice(0, middle) + other(cursor[middle]!) + cursor.slice(middle + 1),
      `${cursor}.${cursor}`,
      'x',
      '%00',
      Buffer.from('["annotations.id",["1"],0]').toString('base64url'),
    ]
    for (const text of changed)
      expect(await admin.get(`${path}&cursor=${text}`), text).toMatchObject({
        status: 400,
        body: { code: 'bad_request', cursor: ['Invalid cursor.'] },
      })
    expect(await admin.get(`${path}&cursor=${cursor}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { cursor: ['Invalid cursor.'] },
    })
    expect(await admin.get(`${path}&ordering=-id&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { cursor: ['The cursor belongs to another ordering.'] },
    })
    expect((await admin.get(`/labels?cursor=${cursor}`)).body).toMatchObject({ cursor: [expect.any(String)] })
    expect(await admin.post(`/annotations/search?cursor=${cursor}`, { query: {} })).toMatchObject({
      status: 400,
      body: { cursor: [expect.stringContaining('another query')] },
    })
  })

  it('of another service are refused', async () => {
    const elsewhere = await testServer({}, { SECRET_KEY: 'another secret that is long enough for signing' })
    try {
      const of = await aTenant(elsewhere.deps.db)
      for (let count = 0; count < 2; count++) await anAnnotation(elsewhere.deps.db, of)
      const page = await as(elsewhere.root, of.token).get('/annotations?page_size=1')
      const cursor = cursorOf(page.body.pagination.next)
      expect((await admin.get(`/annotations?page_size=1&cursor=${cursor}`)).status).toBe(400)
    } finally {
      await elsewhere.stop()
    }
  })
})

describe('hooks/logs', () => {
  it('have a total, and links to older logs', async () => {
    const hook = {
      organization_id: tenant.organization_id,
      name: 'Hook',
      type: 'webhook',
      config: '{"url": "https://example.org"}',
    }
    const [{ id: hook_id }] = await server.deps
      .db('hooks')
      .insert({ ...hook, events: '{}' })
      .returning('id')
    const ids: string[] = []
    for (const minutes of [1, 2, 3]) {
      const uuid = randomUUID()
      const at = new Date(Date.now() - minutes * 60_000).toISOString()
      const common = {
        organization_id: tenant.organization_id,
        hook_id,
        request_id: randomUUID(),
        event: 'a',
        action: 'b',
        status: 'completed',
        uuid,
      }
      await server.deps.db('hook_runs').insert({ ...common, started_at: at })
      await server.deps
        .db('hook_logs')
        .insert({ ...common, hook_type: 'webhook', log_level: minutes === 3 ? 'ERROR' : 'INFO', start: at })
      ids.push(uuid)
    }
    const all = (await admin.get('/hooks/logs')).body
    expect(all.pagination).toEqual({ total: 3, total_pages: 1, next: null, previous: null })
    expect((await admin.get('/hooks/logs?log_level=ERROR')).body.pagination).toMatchObject({ total: 1, total_pages: 1 })

    const seen: string[] = []
    let link: string | null = '/hooks/logs?page_size=2'
    while (link) {
      const { results, pagination }: Json = (await admin.get(link)).body
      expect(pagination).toMatchObject({ total: 3, total_pages: 2 })
      seen.push(...results.map((log: { uuid: string }) => log.uuid))
      link = pagination.next
    }
    expect(seen).toEqual(ids)
    const second = (await admin.get('/hooks/logs?page_size=2&page=2')).body
    expect(second.results.map((log: { uuid: string }) => log.uuid)).toEqual(ids.slice(2))
  })
})
