/** Exports through a connector, with a real worker and a real connector server, observed through the API. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorker, type RunningWorker } from '../../src/worker/main.ts'
import { openOutgoing, type Outgoing } from '../../src/outgoing/outgoing-http.ts'
import { as, type Client, type Json } from '../support/as.ts'
import { testConnector, type TestConnector } from '../support/connector.ts'
import { anAnnotation, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { testTemporal, type TestTemporal } from '../support/temporal.ts'
import { until } from '../workflows/harness.ts'

const BASE = 'https://sheaf.example.com/api'
const SECRET = 'token-of-the-erp'

let temporal: TestTemporal
let server: TestServer
let worker: RunningWorker
let connector: TestConnector
let tenant: Tenant
let admin: Client
let outgoing: Outgoing
/** Overrides the connector timeout of one minute, so that tests need not wait for it. */
let timeout_ms = 60_000
const timeouts: number[] = []
let logged = ''

beforeAll(async () => {
  temporal = await testTemporal()
  connector = await testConnector()
  outgoing = openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] })
  const shortened: Outgoing = {
    ...outgoing,
    request: (url, options) => {
      timeouts.push(options.timeout_ms)
      return outgoing.request(url, { ...options, timeout_ms: Math.min(options.timeout_ms, timeout_ms) })
    },
  }
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  server = await testServer(
    { outgoing: shortened, log: pino({ level: 'debug' }, lines), temporal: temporal.client },
    { TEMPORAL_NAMESPACE: temporal.namespace, PUBLIC_BASE_URL: BASE },
  )
  worker = await startWorker(server.deps.config, server.deps)
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  await connector.stop()
  await temporal.close()
})
beforeEach(() => {
  timeout_ms = 60_000
  connector.calls.length = 0
  connector.answer = (response) => void response.writeHead(204).end()
})

const url = (collection: string, id: number) => `${BASE}/v1/${collection}/${id}`

/** Returns all nodes of a tree, parents first. */
const flat = (nodes: Json[]): Json[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** Creates a confirmed annotation in its own queue with a connector. */
async function aConnectedAnnotation(given: object = {}) {
  const queue = await aQueue(server.deps.db, tenant, 'Invoices of the ERP')
  const created = await admin.post('/connectors', {
    name: 'ERP',
    queues: [url('queues', queue.queue_id)],
    service_url: `${connector.url}/erp/`,
    authorization_token: SECRET,
    ...given,
  })
  expect(created.status).toBe(201)
  const annotation = await anAnnotation(server.deps.db, tenant, {
    ...queue,
    status: 'confirmed',
    metadata: JSON.stringify({ a: 1 }),
    modifier_id: tenant.user_id,
    automated: true,
  })
  return { ...queue, ...annotation, connector_id: created.body.id as number }
}

const toExporting = async (id: number) =>
  expect((await admin.patch(`/annotations/${id}`, { status: 'exporting' })).status).toBe(200)

async function settled(id: number) {
  const load = () => admin.get(`/annotations/${id}`)
  return (await until(load, ({ body }) => body.status !== 'exporting')).body
}

async function exported(id: number) {
  await toExporting(id)
  return settled(id)
}

describe('an export with a connector', () => {
  it('calls /save once and succeeds on a 2xx status', async () => {
    const { annotation_id, document_id, queue_id } = await aConnectedAnnotation({ params: 'strict=true' })
    const shown = await exported(annotation_id)
    expect(shown).toMatchObject({ status: 'exported', export_failed_at: null, messages: [] })
    expect(shown.exported_at).not.toBeNull()
    expect(connector.calls).toHaveLength(1)
    const [call] = connector.calls
    expect(call).toMatchObject({
      method: 'POST',
      url: '/erp/save?strict=true',
      headers: { authorization: `secret_key ${SECRET}`, 'content-type': 'application/json' },
    })
    expect(timeouts.at(-1)).toBe(60_000)
    const { db } = server.deps
    const { s3_name } = await db('documents').where('id', document_id).first('s3_name')
    const { name } = await db('organizations').where('id', tenant.organization_id).first('name')
    const workspace = await db('workspaces').where('id', tenant.workspace_id).first('name')
    expect(call!.body.meta).toEqual({
      document_url: url('documents', document_id),
      arrived_at: shown.arrived_at,
      original_file: `${BASE}/v1/original/${s3_name}`,
      original_filename: 'invoice.pdf',
      queue_name: 'Invoices of the ERP',
      workspace_name: workspace.name,
      organization_name: name,
      annotation: url('annotations', annotation_id),
      queue: url('queues', queue_id),
      workspace: url('workspaces', tenant.workspace_id),
      organization: url('organizations', tenant.organization_id),
      modifier: url('users', tenant.user_id),
      updated_datapoint_ids: [],
      modifier_metadata: {},
      queue_metadata: {},
      annotation_metadata: { a: 1 },
      rir_poll_id: null,
      automated: true,
    })
  })

  it('sends the content as a tree with flat datapoints and normalized values', async () => {
    const { annotation_id } = await aConnectedAnnotation()
    const { body } = await admin.get(`/annotations/${annotation_id}/content`)
    const amount = flat(body.content).find((one) => one.schema_id === 'amount_total')
    const operation = {
      op: 'replace',
      id: amount.id,
      value: { content: { value: '1,234.50', page: 1, position: [1, 2, 3, 4] }, validation_sources: ['human'] },
    }
    const written = await admin.post(`/annotations/${annotation_id}/content/operations`, { operations: [operation] })
    expect(written.status).toBe(200)
    await exported(annotation_id)
    const sent = connector.calls[0]!.body.content
    const nodes = (tree: Json[]) => flat(tree).map(({ id, category, schema_id }) => [String(id), category, schema_id])
    expect(nodes(sent)).toEqual(nodes(body.content))
    expect(flat(sent).every(({ id }) => typeof id === 'string')).toBe(true)
    const found = flat(sent).find((one) => one.schema_id === 'amount_total')
    expect(found).toEqual({
      id: String(amount.id),
      category: 'datapoint',
      schema_id: 'amount_total',
      type: 'number',
      value: '1234.50',
      page: 1,
      position: [1, 2, 3, 4],
      rir_position: null,
      rir_confidence: null,
      validation_sources: ['human'],
    })
  })

  it('stores messages other than errors with the exported annotation', async () => {
    const { annotation_id } = await aConnectedAnnotation({ authorization_type: 'Basic' })
    connector.answer = (response) =>
      void response.end(JSON.stringify({ messages: [{ id: 'all', type: 'info', content: 'Stored as 12.' }] }))
    expect(await exported(annotation_id)).toMatchObject({
      status: 'exported',
      messages: [{ id: 'all', type: 'info', content: 'Stored as 12.' }],
    })
    expect(connector.calls[0]!.headers.authorization).toBe(`Basic ${SECRET}`)
  })

  it("fails on status 500 with the connector's message, and succeeds when repeated", async () => {
    const { annotation_id, queue_id } = await aConnectedAnnotation()
    connector.answer = (response) => void response.writeHead(500).end(JSON.stringify({ error: 'No space left.' }))
    const failed = await exported(annotation_id)
    expect(failed).toMatchObject({
      status: 'failed_export',
      exported_at: null,
      messages: [{ id: 'all', type: 'error', content: 'No space left.' }],
    })
    expect(failed.export_failed_at).not.toBeNull()
    expect(connector.calls).toHaveLength(1)
    expect((await admin.get(`/queues/${queue_id}`)).body.counts.failed_export).toBe(1)

    connector.answer = (response) => void response.writeHead(201).end()
    expect(await exported(annotation_id)).toMatchObject({ status: 'exported', messages: [] })
    expect(connector.calls).toHaveLength(2)
    expect(connector.calls[1]!.body).toEqual(connector.calls[0]!.body)
  })

  it('fails on a message of type error and can be returned to review', async () => {
    const { annotation_id } = await aConnectedAnnotation()
    const messages = [{ id: '17', type: 'error', content: 'Unknown supplier.' }]
    connector.answer = (response) => void response.end(JSON.stringify({ messages }))
    expect(await exported(annotation_id)).toMatchObject({ status: 'failed_export', messages })
    const back = await admin.patch(`/annotations/${annotation_id}`, { status: 'to_review' })
    expect([back.status, back.body.status]).toEqual([200, 'to_review'])
  })

  it('fails on a timeout', async () => {
    const { annotation_id } = await aConnectedAnnotation()
    connector.answer = () => undefined
    timeout_ms = 300
    const before = timeouts.length
    expect(await exported(annotation_id)).toMatchObject({
      status: 'failed_export',
      messages: [{ id: 'all', type: 'error', content: 'The connector did not respond within 60 seconds.' }],
    })
    // On a busy machine the time may be over before the connector has received the call.
    expect(timeouts).toHaveLength(before + 1)
  })

  it('fails on status 404, a redirect, an unreachable address and a disallowed address', async () => {
    const { annotation_id, connector_id } = await aConnectedAnnotation()
    const fail = async () => (await exported(annotation_id)).messages[0].content as string
    connector.answer = (response) => void response.writeHead(404).end()
    expect(await fail()).toBe('The connector responded with status 404.')
    connector.answer = (response) => void response.writeHead(307, { Location: `${connector.url}/other` }).end()
    expect(await fail()).toBe('The connector responded with status 307.')
    expect(connector.calls.map((call) => call.url)).toEqual(['/erp/save', '/erp/save'])
    const moveTo = (service_url: string) => admin.patch(`/connectors/${connector_id}`, { service_url })
    await moveTo('http://127.0.0.1:1/')
    expect(await fail()).toBe('The connector could not be reached.')
    await moveTo('http://169.254.169.254/latest')
    expect(await fail()).toBe('The service does not send requests to the address of the connector.')
  })

  it('succeeds and clears the failure when the connector is deleted after a failure', async () => {
    const { annotation_id, connector_id } = await aConnectedAnnotation()
    connector.answer = (response) => void response.writeHead(503).end('Unavailable.')
    expect((await exported(annotation_id)).messages).toEqual([{ id: 'all', type: 'error', content: 'Unavailable.' }])
    expect((await admin.delete(`/connectors/${connector_id}`)).status).toBe(204)
    expect(await exported(annotation_id)).toMatchObject({ status: 'exported', messages: [] })
    expect(connector.calls).toHaveLength(1)
  })

  it('fails with a general message and without a call when the token cannot be decrypted', async () => {
    const { annotation_id, connector_id } = await aConnectedAnnotation()
    const sealed_authorization_token = Buffer.from('sealed with another key')
    await server.deps.db('connectors').where('id', connector_id).update({ sealed_authorization_token })
    expect(await exported(annotation_id)).toMatchObject({
      status: 'failed_export',
      messages: [{ id: 'all', type: 'error', content: 'The export failed because of an internal error.' }],
    })
    expect(connector.calls).toHaveLength(0)
  })

  it('calls the connector again when the worker stops during the call', async () => {
    const { annotation_id } = await aConnectedAnnotation()
    connector.answer = () => undefined
    await toExporting(annotation_id)
    await until(() => Promise.resolve(connector.calls.length), Boolean)
    await worker.stop()
    connector.answer = (response) => void response.writeHead(200).end()
    worker = await startWorker(server.deps.config, server.deps)
    expect(await settled(annotation_id)).toMatchObject({ status: 'exported', messages: [] })
    expect(connector.calls).toHaveLength(2)
  })

  it('keeps the token out of logs, events, audit logs and workflow histories', async () => {
    const { annotation_id } = await aConnectedAnnotation()
    connector.answer = (response) => void response.writeHead(500).end('no')
    await exported(annotation_id)
    const { db } = server.deps
    const { rows } = await db.raw(
      `select (select string_agg(events::text, '') from events)
         || coalesce((select string_agg(audit_logs::text, '') from audit_logs), '') as kept`,
    )
    const history = await temporal.client.workflow.getHandle(`annotation/${annotation_id}`).fetchHistory()
    const serializedHistory = Buffer.from(JSON.stringify(history.events)).toString()
    expect(serializedHistory).toContain('saveToConnector')
    expect(logged).toContain('"path":"/api/v1/connectors"')
    for (const text of [rows[0].kept as string, serializedHistory, logged]) {
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(Buffer.from(SECRET).toString('base64'))
    }
  })
})

it('an export without a connector runs no extra activity', async () => {
  const { annotation_id } = await anAnnotation(server.deps.db, tenant, { status: 'confirmed' })
  expect(await exported(annotation_id)).toMatchObject({ status: 'exported' })
  const history = await temporal.client.workflow.getHandle(`annotation/${annotation_id}`).fetchHistory()
  expect(history.events!.some((event) => event.activityTaskScheduledEventAttributes)).toBe(false)
})
