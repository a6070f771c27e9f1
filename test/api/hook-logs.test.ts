/** Hook calls, their logs, and generated payloads. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aHook } from './samples/hooks.ts'
import { insert } from './samples/sample.ts'

useTenantServer()

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Records a call of a hook with one log entry. */
async function aCall(of: Tenant, hook_id: number, given: { hours?: number; log?: object; run?: object } = {}) {
  const common = {
    organization_id: of.organization_id,
    hook_id,
    request_id: randomUUID(),
    event: 'annotation_content',
    action: 'initialize',
    status: 'completed',
  }
  const uuid = randomUUID()
  const at = hoursAgo(given.hours ?? 0)
  await server.deps.db('hook_runs').insert({ ...common, uuid, started_at: at, finished_at: at, ...given.run })
  await server.deps.db('hook_logs').insert({
    ...common,
    uuid,
    hook_type: 'webhook',
    log_level: 'INFO',
    message: 'called',
    status_code: 200,
    timestamp: at,
    start: at,
    end: at,
    ...given.log,
  })
  return { uuid, request_id: common.request_id }
}

describe('hooks/logs', () => {
  it('are listed newest first, without empty keys', async () => {
    const of = await aTenant(server.deps.db)
    const client = as(server.root, of.token)
    const hook_id = await aHook(server.deps.db, of)
    const older = await aCall(of, hook_id, { hours: 2 })
    const newer = await aCall(of, hook_id, { hours: 1, log: { queue_id: of.queue_id, request: '{"a":1}' } })
    await aCall(of, hook_id, { hours: 24 * 8 })
    const { body, status } = await client.get('/hooks/logs')
    expect(status).toBe(200)
    expect(body.results.map((log: { uuid: string }) => log.uuid)).toEqual([newer.uuid, older.uuid])
    expect(body.pagination).toMatchObject({ next: null, previous: null })
    expect(body.results[0]).toMatchObject({ hook_id, queue_id: of.queue_id, request: '{"a":1}', status_code: 200 })
    for (const name of ['queue_id', 'annotation_id', 'email_id', 'request', 'response', 'settings', 'output'])
      expect(body.results[1]).not.toHaveProperty(name)
    expect((await client.get('/hooks/logs?page_size=1')).body.results).toHaveLength(1)
    for (const size of ['0', '-1', 'many']) expect((await client.get(`/hooks/logs?page_size=${size}`)).status).toBe(400)
  })

  it('can be filtered by every parameter', async () => {
    const of = await aTenant(server.deps.db)
    const client = as(server.root, of.token)
    const { annotation_id } = await anAnnotation(server.deps.db, of)
    const hook_id = await aHook(server.deps.db, of)
    const other = await aHook(server.deps.db, of)
    await aCall(of, other, { hours: 1, log: { log_level: 'WARNING' } })
    const log = {
      queue_id: of.queue_id,
      annotation_id,
      email_id: 77,
      log_level: 'ERROR',
      status: 'failed',
      status_code: 503,
      message: 'No answer: 50% of the time',
      output: 'printed',
    }
    const { uuid, request_id } = await aCall(of, hook_id, { hours: 5, log })
    for (const query of [
      `hook=${hook_id}`,
      `request_id=${request_id}`,
      `queue=${of.queue_id}`,
      `annotation=${annotation_id}`,
      'email=77',
      'log_level=ERROR',
      'status=failed,running',
      'status_code=503,500',
      'search=50%25 OF',
      'search=printed',
      ...['timestamp', 'start', 'end'].map((name) => `${name}_before=${hoursAgo(3)}`),
      ...['timestamp', 'start', 'end'].map((name) => `${name}_after=${hoursAgo(6)}&log_level=ERROR`),
    ]) {
      const { body } = await client.get(`/hooks/logs?${query}`)
      expect(
        body.results?.map((found: { uuid: string }) => found.uuid),
        query,
      ).toEqual([uuid])
    }
    for (const query of ['search=nothing', 'email=78', 'request_id=x', `start_after=${hoursAgo(0)}`])
      expect((await client.get(`/hooks/logs?${query}`)).body.results, query).toEqual([])
    expect((await client.get('/hooks/logs?log_level=LOUD')).status).toBe(400)
    const runs = (await client.get(`/hooks/runs?hook=${hook_id}`)).body
    expect(runs.results).toEqual([
      expect.objectContaining({ uuid, hook: url('hooks', hook_id), event: 'annotation_content', status: 'completed' }),
    ])
    expect(runs.pagination.total).toBe(1)
    const logs = await client.get(`/hooks/runs/${uuid}/logs`)
    expect(logs.body.results).toHaveLength(1)
    expect(logs.body.results[0]).toMatchObject({ uuid, output: 'printed' })
  })

  it('are readable only by administrators of the organization', async () => {
    const hook_id = await aHook(server.deps.db, tenant)
    const { uuid } = await aCall(tenant, hook_id)
    const manager = as(server.root, (await aPerson(server.deps.db, tenant, 'manager')).token)
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    for (const path of ['/hooks/logs', '/hooks/runs', `/hooks/runs/${uuid}/logs`])
      expect((await manager.get(path)).status, path).toBe(403)
    expect((await stranger.get('/hooks/logs')).body.results).toEqual([])
    expect((await stranger.get('/hooks/runs')).body.results).toEqual([])
    expect((await stranger.get(`/hooks/runs/${uuid}/logs`)).status).toBe(404)
    expect((await admin.get('/hooks/runs/1/logs')).status).toBe(404)
  })
})

describe('generate_payload', () => {
  it('returns the annotation as the API returns it, with the sideloads of the hook', async () => {
    const { annotation_id, document_id } = await anAnnotation(server.deps.db, tenant)
    const body = {
      name: 'Payload',
      queues: [],
      events: ['annotation_content'],
      sideload: ['schemas', 'queues', 'modifiers', 'related_emails'],
      config: { url: 'https://hooks.example.org' },
      settings: { a: 1 },
      secrets: { key: 'never shown' },
      token_owner: url('users', tenant.user_id),
    }
    const hook = (await admin.post('/hooks', body)).body
    const request = {
      event: 'annotation_content',
      action: 'initialize',
      annotation: url('annotations', annotation_id),
      status: 'to_review',
      previous_status: 'importing',
    }
    const created = await admin.post(`${hook.url}/generate_payload`, request)
    expect(created.status, JSON.stringify(created.body)).toBe(200)
    const annotation = (await admin.get(`/annotations/${annotation_id}`)).body
    const { content } = (await admin.get(`/annotations/${annotation_id}/content`)).body
    const { annotations: _, ...document } = (await admin.get(`/documents/${document_id}`)).body
    expect(created.body).toMatchObject({
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      base_url: server.root.replace('/api/v1', ''),
      svc_authorization_token: tenant.token,
      hook: hook.url,
      settings: { a: 1 },
      secrets: { key: '[redacted...]' },
      event: 'annotation_content',
      action: 'initialize',
      updated_datapoints: [],
    })
    expect(created.body.annotation).toEqual({ ...annotation, previous_status: 'importing', content })
    expect(created.body.document).toEqual(document)
    expect(created.body.schemas).toEqual([(await admin.get(`/schemas/${tenant.schema_id}`)).body])
    expect(created.body.queues).toEqual([(await admin.get(`/queues/${tenant.queue_id}`)).body])
    expect([created.body.modifiers, created.body.related_emails]).toEqual([[], []])

    const changed = { ...request, event: 'annotation_status', action: 'changed' }
    const status = (await admin.post(`${hook.url}/generate_payload`, changed)).body
    expect(status.annotation).toEqual({ ...annotation, previous_status: 'importing' })
    expect(status).not.toHaveProperty('updated_datapoints')

    await admin.patch(hook.url, { token_owner: null })
    const without = (await admin.post(`${hook.url}/generate_payload`, changed)).body
    expect(without).not.toHaveProperty('svc_authorization_token')
  })

  it('returns the upload', async () => {
    const { db } = server.deps
    const upload_id = await insert(db, 'uploads', {
      organization_id: tenant.organization_id,
      queue_id: tenant.queue_id,
      values: { 'upload:organization_unit': 'Sales' },
      metadata: { project: 7 },
    })
    const document_id = await aDocument(db, tenant, { upload_id })
    const hook_id = await aHook(db, tenant)
    const request = { event: 'upload', action: 'created', upload: url('uploads', upload_id) }
    const { body } = await admin.post(`/hooks/${hook_id}/generate_payload`, request)
    expect(body).toMatchObject({ upload: url('uploads', upload_id), email: null, metadata: { project: 7 } })
    expect(body.documents).toEqual([(await admin.get(`/documents/${document_id}`)).body])
    expect(body.files).toEqual([
      {
        document: url('documents', document_id),
        prevent_importing: false,
        values: [{ id: 'upload:organization_unit', value: 'Sales' }],
        queue: url('queues', tenant.queue_id),
        annotation: null,
      },
    ])
  })

  it('reports missing keys and refuses objects of other organizations', async () => {
    const hook_id = await aHook(server.deps.db, tenant)
    const refused = async (body: object) => {
      const answer = await admin.post(`/hooks/${hook_id}/generate_payload`, body)
      expect(answer.status).toBe(400)
      return answer.body
    }
    expect(await refused({})).toMatchObject({ event: ['This field is required.'], action: ['This field is required.'] })
    expect(await refused({ event: 'upload', action: 'changed' })).toHaveProperty('action')
    expect(await refused({ event: 'upload', action: 'created' })).toHaveProperty('upload')
    const request = { event: 'annotation_status', action: 'changed', status: 'to_review', previous_status: 'importing' }
    expect(await refused(request)).toMatchObject({ annotation: ['This field is required.'] })
    expect(await refused({ ...request, status: 'lost' })).toMatchObject({ status: ['"lost" is not a valid choice.'] })
    const stranger = await aTenant(server.deps.db)
    const { annotation_id } = await anAnnotation(server.deps.db, stranger)
    expect(await refused({ ...request, annotation: url('annotations', annotation_id) })).toMatchObject({
      annotation: ['Invalid hyperlink - object does not exist.'],
    })
  })
})
