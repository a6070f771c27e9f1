/** A service with a worker and a receiver of webhooks, for the tests of hooks. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { ANYWHERE, openOutgoing, type Outgoing } from '../../src/outgoing/outgoing-http.ts'
import type { Extraction } from '@sheaf/extraction/types'
import { startWorker, type RunningWorker } from '../../src/worker/main.ts'
import { as, type Client, type Json } from '../support/as.ts'
import { testConnector, type Call, type TestConnector } from '../support/connector.ts'
import { aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { testTemporal, type TestTemporal } from '../support/temporal.ts'
import { entered, sandboxOfWays, type Door } from '../support/ways-in.ts'
import { anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'
import { until } from '../workflows/harness.ts'

export const BASE = 'https://sheaf.example.com/api'
export const url = (collection: string, id: number) => `${BASE}/v1/${collection}/${id}`

export let server: TestServer
export let receiver: TestConnector
export let tenant: Tenant
export let admin: Client
let temporal: TestTemporal
let worker: RunningWorker
let extraction: () => Extraction

let tests = 0
/** The path of the receiver for hooks of the test that runs: calls of the test before it may still arrive. */
export const hookPath = (): string => `/hook/${tests}`

/** Sets what is read from the documents until the end of the test. */
export const extractedAs = (read: () => Extraction): void => {
  extraction = read
}

/** Sends requests to the public address of the service to the server of the test. */
function localApi(): Outgoing {
  const anywhere = openOutgoing(ANYWHERE)
  const here = (given: string | URL) => String(given).replace(new URL(BASE).origin, new URL(server.root).origin)
  return { ...anywhere, request: (given, options) => anywhere.request(here(given), options) }
}

export function useHooks(): void {
  beforeAll(async () => {
    temporal = await testTemporal()
    receiver = await testConnector()
    server = await testServer(
      {
        outgoing: openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] }),
        ownApi: localApi(),
        temporal: temporal.client,
        documents: { ...fakeDocuments(() => extraction()), ...sandboxOfWays },
      },
      { TEMPORAL_NAMESPACE: temporal.namespace, PUBLIC_BASE_URL: BASE, FUNCTION_ORIGINS: receiver.url },
    )
    // Deferred responses are polled every 2 s instead of every 30 s.
    const config = { ...server.deps.config, mode: 'embedded' as const }
    worker = await startWorker(config, { ...server.deps, config })
    tenant = await aTenant(server.deps.db)
    admin = as(server.root, tenant.token)
  })
  afterAll(async () => {
    await worker.stop()
    await server.stop()
    await receiver.stop()
    await temporal.close()
  })
  beforeEach(() => {
    tests++
    receiver.calls.length = 0
    extraction = () => anExtraction()
    answerWith(() => ({}))
  })
}

/** Answers calls with a JSON body, or with a status and a body. */
export function answerWith(answer: (call: Call) => Json | { status: number; body?: Json; headers?: Json }): void {
  receiver.answer = (response, call) => {
    const given = answer(call)
    const { status, body, headers } = 'status' in given ? given : { status: 200, body: given, headers: {} }
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(body === undefined ? '' : JSON.stringify(body))
  }
}

export interface TestQueue {
  queue_id: number
  schema_id: number
}

/** Creates a queue with one webhook for these events. */
export async function aHookedQueue(events: string[], given: Json = {}): Promise<TestQueue & { hook_id: number }> {
  const queue = await aQueue(server.deps.db, tenant)
  return { ...queue, hook_id: await aHook(queue, events, given) }
}

/** Creates a webhook at a path of the receiver; returns its id. */
export async function aHook(
  { queue_id }: TestQueue,
  events: string[],
  { path = hookPath(), config = {}, ...given }: Json = {},
): Promise<number> {
  const created = await admin.post('/hooks', {
    type: 'webhook',
    name: `Hook at ${path as string}`,
    queues: [url('queues', queue_id)],
    events,
    config: { url: `${receiver.url}${path as string}`, ...config },
    ...given,
  })
  expect(created.body).toMatchObject({ active: true })
  return created.body.id as number
}

let files = 0

const door = (): Door => ({
  deps: server.deps,
  client: admin,
  ...tenant,
  url,
  receiver,
  reviewable: async (load) => (await until(load, (found) => found?.status === 'to_review'))!.id,
})

/** Imports a document by the way of the suite; returns the annotation when it has one of these statuses. */
export async function upload(
  { queue_id }: TestQueue,
  statuses = ['to_review', 'exported', 'failed_export'],
): Promise<Json> {
  const file = { stem: `file-${++files}`, bytes: Buffer.from(`%PDF-1.7 ${files}`) }
  const find = await entered(door(), queue_id, file)
  const row = await until(find, (found) => found !== undefined && statuses.includes(found.status))
  return (await admin.get(`/annotations/${row!.id}`)).body
}

/** Returns the calls of a path, when there are at least so many. */
export async function calls(count: number, path = hookPath()): Promise<Call[]> {
  const received = () => Promise.resolve(receiver.calls.filter((call) => call.url === path))
  return until(received, (all) => all.length >= count)
}

/** Returns the runs of a hook, oldest first, when all are finished and there are at least so many. */
export async function runs(hook_id: number, count = 1): Promise<Json[]> {
  const load = () => server.deps.db('hook_runs').where({ hook_id }).orderBy('id')
  return until(load, (rows) => rows.length >= count && rows.every(({ finished_at }) => finished_at !== null))
}

export const logs = async (hook_id: number): Promise<Json[]> =>
  (await admin.get(`/hooks/logs?hook=${hook_id}`)).body.results

/** Imports a raw message for the inbox of a queue, which is created if there is none. Returns the email when it is finished. */
export async function receive({ queue_id }: TestQueue, raw: string, texts: Record<string, string> = {}): Promise<Json> {
  const found = (await admin.get('/inboxes?page_size=100')).body.results as Json[]
  const known = found.find(({ queues }) => (queues as string[])[0] === url('queues', queue_id))
  const made = { name: 'Mail', queues: [url('queues', queue_id)], email_prefix: 'mail' }
  const inbox = known ?? (await admin.post('/inboxes', made)).body
  const form = new FormData()
  form.append('raw_message', new Blob([raw.replaceAll(/\r?\n/g, '\r\n')]), 'mail.eml')
  for (const [name, value] of Object.entries({ recipient: inbox.email as string, ...texts })) form.append(name, value)
  const headers = { Authorization: `Bearer ${tenant.token}` }
  const response = await fetch(`${server.root}/emails/import`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(202)
  const { url: task } = (await response.json()) as Json
  const load = async () => (await admin.get(`${(task as string).replace(`${BASE}/v1`, '')}?no_redirect=true`)).body
  const ended = await until(load, ({ status }) => status !== 'running')
  return (await admin.get((ended.result_url as string).replace(`${BASE}/v1`, ''))).body
}

/** A message with two PDF files. */
export const MESSAGE = `From: Ada Lovelace <ada@supplier.example>
To: invoices@in.example.org
Subject: March
Date: Sun, 01 Mar 2026 08:00:00 +0000
Message-ID: <march@supplier.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Two invoices.
--b
Content-Type: application/pdf; name=one.pdf
Content-Disposition: attachment; filename=one.pdf

%PDF-1.7 one
--b
Content-Type: application/pdf; name=two.pdf
Content-Disposition: attachment; filename=two.pdf

%PDF-1.7 two
--b--
`
