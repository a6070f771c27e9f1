import { describe, expect, it } from 'vitest'
import { removeOldAuditLogs } from '../../src/domain/requests/audit-days.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

const logs = async (query: string, client = admin) => (await client.get(`/audit_logs?${query}`)).body.results
const username = async () => (await admin.get(`/users/${tenant.user_id}`)).body.username as string

describe('GET /v1/audit_logs', () => {
  it('records the user and the request of a status change of an annotation', async () => {
    const { annotation_id: id } = await anAnnotation(server.deps.db, tenant)
    await admin.post(`/annotations/${id}/start`, {}, { 'X-Request-Id': 'start-it' })
    const [log] = await logs(`object_type=annotation&object_id=${id}`)
    expect(log).toEqual({
      organization_id: tenant.organization_id,
      timestamp: expect.stringMatching(/Z$/),
      username: await username(),
      object_id: id,
      object_type: 'annotation',
      action: 'update-status',
      content: {
        path: `/api/v1/annotations/${id}/start`,
        method: 'POST',
        request_id: 'start-it',
        status_code: 200,
        details: { from: 'to_review', to: 'reviewing' },
      },
    })
  })

  it('contains no record of refused requests', async () => {
    const { annotation_id: id } = await anAnnotation(server.deps.db, tenant, { status: 'exported' })
    expect((await admin.post(`/annotations/${id}/postpone`, {})).status).toBe(409)
    expect(await logs(`object_type=annotation&object_id=${id}`)).toEqual([])
  })

  it('records new documents from uploads and POST /v1/documents, newest first', async () => {
    const data = new FormData()
    data.append('content', new Blob(['a']), 'a.txt')
    const posted = (await admin.post('/documents', data)).body as { id: number }
    const upload = await admin.post(`/uploads/b.txt?queue=${tenant.queue_id}`, Buffer.from('b'), {
      'Content-Type': 'application/octet-stream',
    })
    expect(upload.status).toBe(202)
    const found = await logs('object_type=document&action=create')
    expect(found.map((log: { content: { status_code: number } }) => log.content.status_code)).toEqual([202, 201])
    expect(found[1].object_id).toBe(posted.id)
  })

  it('records changes of users and filters by action, time and user', async () => {
    const created = (
      await admin.post('/users', {
        username: 'audited@example.org',
        organization: `${server.root}/organizations/${tenant.organization_id}`,
        password: 'a long enough passphrase',
      })
    ).body as { id: number }
    await admin.patch(`/users/${created.id}`, { first_name: 'Grace' })
    await admin.delete(`/users/${created.id}`)
    const actions = (await logs(`object_type=user&object_id=${created.id}`)).map(
      (log: { action: string }) => log.action,
    )
    expect(actions).toEqual(['delete', 'update', 'create'])
    const filter = `object_type=user&object_id=${created.id}`
    expect(await logs(`${filter}&action=update`)).toHaveLength(1)
    expect(await logs(`${filter}&action=change-password`)).toEqual([])
    expect(await logs(`${filter}&username=${encodeURIComponent(await username())}`)).toHaveLength(3)
    expect(await logs(`${filter}&timestamp_before=2020-01-01`)).toEqual([])
    expect(await logs(`${filter}&timestamp_after=2020-01-01`)).toHaveLength(3)
    expect(JSON.stringify(await logs('object_type=user'))).not.toContain('a long enough passphrase')
  })

  it('requires exactly one object type', async () => {
    expect((await admin.get('/audit_logs?username=ada')).body.object_type).toEqual(['This field is required.'])
    expect((await admin.get('/audit_logs?object_type=planet')).body.object_type).toEqual([
      '"planet" is not a valid choice.',
    ])
    expect((await admin.get('/audit_logs?object_type=user,document')).status).toBe(400)
    expect((await admin.get('/audit_logs?object_type=user&action=x')).status).toBe(400)
  })

  it('lists the records of a request, of whatever type', async () => {
    const { annotation_id: id } = await anAnnotation(server.deps.db, tenant)
    const headers = { 'X-Request-Id': 'one-request' }
    await admin.post('/labels', { name: 'urgent' }, headers)
    await admin.post(`/annotations/${id}/start`, {}, headers)
    const found = await logs('request_id=one-request')
    expect(found.map((log: { object_type: string }) => log.object_type)).toEqual(['annotation', 'label'])
    expect(await logs('request_id=one-request&object_type=label')).toHaveLength(1)
    expect(await logs('request_id=another')).toEqual([])
  })

  it('is readable only by administrators and auditors, and only for their organization', async () => {
    for (const role of ['annotator', 'manager', 'approver', 'viewer'] as const) {
      const { token } = await aPerson(server.deps.db, tenant, role)
      for (const path of ['/audit_logs?object_type=user', '/audit_logs/export'])
        expect((await as(server.root, token).get(path)).status).toBe(403)
    }
    const { token } = await aPerson(server.deps.db, tenant, 'auditor')
    expect(await logs('object_type=user', as(server.root, token))).toEqual(await logs('object_type=user'))
    const other = await aTenant(server.deps.db)
    for (const type of ['user', 'document', 'annotation'])
      expect(await logs(`object_type=${type}`, as(server.root, other.token))).toEqual([])
  })

  it('uses cursor pagination', async () => {
    const all = await logs('object_type=user&page_size=100')
    const seen: unknown[] = []
    for (let next: string | null = '/audit_logs?object_type=user&page_size=1'; next;) {
      const page: { results: unknown[]; pagination: { next: string | null } } = (await admin.get(next)).body
      seen.push(...page.results)
      next = page.pagination.next
    }
    expect(seen).toEqual(all)
  })

  it('returns and keeps records of one year', async () => {
    const { db } = server.deps
    await db('audit_logs').update({ timestamp: db.raw(`now() - interval '13 months'`) })
    expect(await logs('object_type=user')).toEqual([])
    expect(await removeOldAuditLogs(server.deps)).toBeGreaterThan(0)
    expect(await db('audit_logs').first('id')).toBeUndefined()
  })

  it('keeps the records of an organization for as many months as it says; fewer need a confirmation', async () => {
    const { db } = server.deps
    const path = `/organizations/${tenant.organization_id}`
    expect((await admin.patch(path, { audit_log_months: 11 })).status).toBe(400)
    expect((await admin.patch(path, { audit_log_months: 14 })).body.audit_log_months).toBe(14)
    const moved = (months: number) => ({ timestamp: db.raw('now() - make_interval(months => ?)', [months]) })
    await db('audit_logs').update(moved(13))
    expect(await logs('object_type=organization')).toHaveLength(1)
    expect(await removeOldAuditLogs(server.deps)).toBe(0)
    expect((await admin.patch(path, { audit_log_months: 12 })).body.audit_log_months).toEqual([
      'This removes the records that are more than 12 months old, for good. With ?confirm=true it is accepted.',
    ])
    const { name, ...whole } = (await admin.get(path)).body
    const { audit_log_months: _, ...without } = whole
    expect((await admin.put(path, { name, ...without })).body.audit_log_months).toBe(14)
    expect((await admin.patch(`${path}?confirm=true`, { audit_log_months: 12 })).status).toBe(200)
    const [latest] = await logs('object_type=organization')
    expect(latest.content.details.changes).toEqual([{ field: 'audit_log_months', before: 14, after: 12 }])
    expect(await removeOldAuditLogs(server.deps)).toBeGreaterThan(0)
    expect(await logs('object_type=organization')).toEqual([latest])
  })
})
