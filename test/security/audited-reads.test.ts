/** Downloads, and secrets that a response shows, leave records in the audit log. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aDocument } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

interface Log {
  object_id: number
  username: string
  content: { path: string; method: string; status_code: number; details: Record<string, unknown> }
}
const logs = async (query: string): Promise<Log[]> => (await admin.get(`/audit_logs?${query}`)).body.results

let hook: string
let hook_id: number
let connector_id: number
const reads = (type: 'hook' | 'connector', id: number) =>
  logs(`object_type=${type}&object_id=${id}&action=read-secrets`)
/** Lets records age, so that another read is recorded. */
const anHourLater = () =>
  server.deps.db('audit_logs').update({ timestamp: server.deps.db.raw(`"timestamp" - interval '61 minutes'`) })

beforeAll(async () => {
  const queues = [url('queues', tenant.queue_id)]
  const config = { url: 'https://hooks.example.org/called', secret: 'signs payloads' }
  const events = ['annotation_content.initialize']
  ;({ url: hook, id: hook_id } = (await admin.post('/hooks', { name: 'Signed', queues, events, config })).body)
  const service_url = 'https://connectors.example.org/called'
  const connector = { name: 'Ledger', queues, service_url, authorization_token: 'opens the ledger' }
  connector_id = (await admin.post('/connectors', connector)).body.id
  await anHourLater()
})

describe('secrets', () => {
  it('are recorded once an hour for each user who reads them', async () => {
    await anHourLater()
    const before = (await reads('hook', hook_id)).length
    for (let time = 0; time < 3; time++) expect((await admin.get(hook)).body.config.secret).toBe('signs payloads')
    const [latest, ...others] = await reads('hook', hook_id)
    expect(others).toHaveLength(before)
    expect(latest!.content).toMatchObject({ method: 'GET', status_code: 200, details: {} })
    const { client } = await person('admin')
    await client.get('/hooks')
    expect(await reads('hook', hook_id)).toHaveLength(before + 2)
    await anHourLater()
    await admin.get('/hooks')
    expect(await reads('hook', hook_id)).toHaveLength(before + 3)
  })

  it('of connectors are recorded too', async () => {
    await anHourLater()
    const before = (await reads('connector', connector_id)).length
    await admin.get(`/connectors/${connector_id}`)
    expect(await reads('connector', connector_id)).toHaveLength(before + 1)
  })

  it('leave no record if the response does not show them', async () => {
    await anHourLater()
    const before = [await reads('hook', hook_id), await reads('connector', connector_id)]
    for (const role of ['auditor', 'annotator'] as const) {
      const { client } = await person(role)
      expect((await client.get(hook)).body.config.secret).toBeUndefined()
      await client.get(`/connectors/${connector_id}`)
    }
    await admin.get('/hooks?fields=id,name')
    await admin.delete(`/connectors/${connector_id}`)
    expect([await reads('hook', hook_id), await reads('connector', connector_id)]).toEqual(before)
  })

  it('are not sent if the record cannot be written', async () => {
    await anHourLater()
    const { db } = server.deps
    await db.raw(`
      create function refuse() returns trigger language plpgsql as 'begin raise exception ''no room''; end';
      create trigger refuse before insert on audit_logs for each row execute function refuse()`)
    const { status, body } = await admin.get(hook)
    await db.raw('drop trigger refuse on audit_logs; drop function refuse')
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('signs payloads')
  })
})

describe('a download', () => {
  async function aFile(): Promise<number> {
    const data = new FormData()
    data.append('content', new Blob(['content']), 'secret-name.txt')
    return (await admin.post('/documents', data)).body.id as number
  }

  it('of a document is recorded once an hour, without the name of the file', async () => {
    const id = await aFile()
    for (let time = 0; time < 2; time++) expect((await admin.get(`/documents/${id}/content`)).status).toBe(200)
    const { s3_name } = (await admin.get(`/documents/${id}`)).body
    expect((await admin.get(`/original/${s3_name}`)).status).toBe(200)
    const found = await logs(`object_type=document&object_id=${id}&action=download`)
    expect(found.map(({ content }) => content)).toEqual([
      expect.objectContaining({ path: `/api/v1/documents/${id}/content`, status_code: 200 }),
    ])
    expect(JSON.stringify(found)).not.toContain('secret-name')
  })

  it('of several documents has one record, which lists them', async () => {
    const documents = [await aFile(), await aFile()]
    const asked = await admin.post('/documents/downloads', { documents: documents.map((id) => url('documents', id)) })
    const task = await admin.get(asked.headers.get('location')!)
    const { content } = (await admin.get(task.headers.get('location')!)).body
    expect((await admin.get(content)).status).toBe(200)
    const [latest] = await logs('object_type=organization&action=download')
    expect(latest!.content.details).toMatchObject({ documents, type: 'document' })
  })

  it('of a file that does not exist has none', async () => {
    const id = await aDocument(server.deps.db, tenant, { has_content: false })
    expect((await admin.get(`/documents/${id}/content`)).status).toBe(404)
    expect(await logs(`object_type=document&object_id=${id}&action=download`)).toEqual([])
  })
})
