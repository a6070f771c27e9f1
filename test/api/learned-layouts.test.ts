import { describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, person, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

interface Given {
  described: Record<string, string | null>
  outcomes?: Record<string, boolean>
}

/** A layout with a lesson for each of `given`, the oldest first. */
async function aLayout(...given: Given[]): Promise<{ id: number; queue_id: number; annotations: number[] }> {
  const { db } = server.deps
  const annotations: number[] = []
  for (const _lesson of given) annotations.push((await anAnnotation(db, tenant)).annotation_id)
  const { queue_id } = tenant
  const [{ id }] = await db('learned_layouts')
    .insert({ organization_id: tenant.organization_id, queue_id })
    .returning('id')
  for (const [i, { described, outcomes = {} }] of given.entries())
    await db('lessons').insert({
      annotation_id: annotations[i],
      learned_layout_id: id,
      queue_id,
      taught_at: `2026-03-0${i + 1}T10:00:00Z`,
      keys: [1],
      lesson: '{}',
      described: JSON.stringify(described),
      outcomes: JSON.stringify(outcomes),
    })
  return { id, queue_id, annotations }
}

const someone = async (role: 'viewer' | 'annotator' | 'manager', queues: number[]): Promise<Client> => {
  const { token } = await person(role, queues)
  return documented(server.root, as(server.root, token))
}

describe('/v1/learned_layouts', () => {
  it('shows the documents, places, hits and misses of a layout', async () => {
    const { id, queue_id, annotations } = await aLayout(
      { described: { amount_total: 'below "Sum"', date_due: null } },
      { described: { amount_total: 'right of "Total"', date_due: null }, outcomes: { amount_total: false } },
      { described: { amount_total: 'right of "Total"' }, outcomes: { amount_total: true } },
    )
    expect((await admin.get(`/learned_layouts/${id}`)).body).toEqual({
      id,
      url: `${server.root}/learned_layouts/${id}`,
      organization: `${server.root}/organizations/${tenant.organization_id}`,
      queue: `${server.root}/queues/${queue_id}`,
      enabled: true,
      evidence: {
        documents: 3,
        last_confirmed_at: expect.stringMatching(/^2026-03-03T10:00:00/),
        annotations: annotations.toReversed().map((one) => `${server.root}/annotations/${one}`),
        fields: [
          {
            field: 'amount_total',
            documents: 3,
            empty: 0,
            hits: 1,
            misses: 1,
            anchors: ['right of "Total"', 'below "Sum"'],
          },
          { field: 'date_due', documents: 2, empty: 2, hits: 0, misses: 0, anchors: [] },
        ],
      },
      created_at: expect.any(String),
      modified_by: null,
      modified_at: expect.any(String),
    })
  })

  it('is filtered by queue and state, and changed only in `enabled`', async () => {
    const { id, queue_id } = await aLayout({ described: {} })
    const changed = await admin.patch(`/learned_layouts/${id}`, { enabled: false })
    expect([changed.status, changed.body.enabled, changed.body.modified_by]).toEqual([
      200,
      false,
      `${server.root}/users/${tenant.user_id}`,
    ])
    const found = async (query: string) =>
      (await admin.get(`/learned_layouts?${query}`)).body.results.map((one: { id: number }) => one.id)
    expect(await found(`queue=${queue_id}&enabled=false`)).toEqual([id])
    expect(await found(`queue=${queue_id}&enabled=true`)).not.toContain(id)
    expect(await found(`queue=${queue_id + 1000}`)).toEqual([])
    expect((await found('ordering=-modified_at'))[0]).toBe(id)
    expect((await admin.put(`/learned_layouts/${id}`, {})).body.enabled).toBe(true)
  })

  it('is deleted with its lessons', async () => {
    const { id } = await aLayout({ described: {} })
    expect((await admin.delete(`/learned_layouts/${id}`)).status).toBe(204)
    expect(await server.deps.db('lessons').where({ learned_layout_id: id })).toEqual([])
    expect((await admin.post('/learned_layouts', {})).status).toBe(405)
  })

  it('is read by users of the queue, and changed by administrators', async () => {
    const { id, queue_id } = await aLayout({ described: {} })
    for (const role of ['viewer', 'annotator', 'manager'] as const) {
      const inside = await someone(role, [queue_id])
      expect((await inside.get(`/learned_layouts/${id}`)).status).toBe(200)
      expect((await inside.patch(`/learned_layouts/${id}`, { enabled: false })).status).toBe(403)
      expect((await inside.delete(`/learned_layouts/${id}`)).status).toBe(403)
      const outside = await someone(role, [])
      expect((await outside.get(`/learned_layouts/${id}`)).status).toBe(404)
      expect((await outside.get('/learned_layouts')).body.results).toEqual([])
    }
  })
})
