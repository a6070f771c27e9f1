/** Changes of status by an export. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { lines, path, queue_id, schema_id, useExport } from './export-setup.ts'

useExport()

describe('POST /v1/queues/{id}/export with to_status', () => {
  const some = async (...statuses: string[]): Promise<number[]> => {
    const created: number[] = []
    for (const status of statuses)
      created.push((await anAnnotation(server.deps.db, tenant, { queue_id, schema_id, status })).annotation_id)
    return created
  }
  const statuses = (wanted: number[]) =>
    Promise.all(wanted.map(async (id) => (await admin.get(`/annotations/${id}`)).body.status as string))

  it('exports all annotations and changes the status only where allowed', async () => {
    const wanted = await some(
      'confirmed',
      'to_review',
      'postponed',
      'failed_export',
      'deleted',
      'reviewing',
      'exported',
    )
    const answer = await admin.send(
      'POST',
      `${path}?format=csv&to_status=exported&columns=meta_url&id=${wanted.join(',')}`,
    )
    expect(answer.status).toBe(200)
    expect(lines(answer)).toHaveLength(8)
    expect(await statuses(wanted)).toEqual([
      'exported',
      'exported',
      'exported',
      'exported',
      'deleted',
      'reviewing',
      'exported',
    ])
    expect((await admin.get(`/annotations/${wanted[0]}`)).body).toMatchObject({
      exported_by: `${server.root}/users/${tenant.user_id}`,
      exported_at: expect.stringMatching(/Z$/),
    })
  })

  it('moves annotations to exporting for export in the background', async () => {
    const [id] = await some('confirmed')
    expect((await admin.post(`${path}?to_status=exporting&id=${id}`, {})).body.pagination.total).toBe(1)
    expect((await statuses([id!]))[0]).toMatch(/^export/)
  })

  it('moves only annotations on the exported page', async () => {
    const wanted = await some('confirmed', 'confirmed')
    await admin.send('POST', `${path}?format=csv&to_status=exported&page_size=1&id=${wanted.join(',')}`)
    expect(await statuses(wanted)).toEqual(['exported', 'confirmed'])
  })

  it('is refused for readers, and by GET', async () => {
    const [id] = await some('confirmed')
    for (const role of ['viewer', 'approver'] as const) {
      const client = as(server.root, (await aPerson(server.deps.db, tenant, role, [queue_id])).token)
      expect((await client.get(`${path}?id=${id}`)).body.results).toHaveLength(1)
      expect((await client.send('POST', `${path}?id=${id}`)).status).toBe(200)
      expect(await client.send('POST', `${path}?to_status=exported&id=${id}`)).toMatchObject({
        status: 403,
        body: { code: 'access_forbidden' },
      })
    }
    expect((await admin.get(`${path}?to_status=exported&id=${id}`)).status).toBe(400)
    expect(await admin.send('POST', `${path}?to_status=deleted&id=${id}`)).toMatchObject({
      status: 400,
      body: { to_status: ['"deleted" is not a valid choice.'] },
    })
    expect(await statuses([id!])).toEqual(['confirmed'])
  })
})
