/** What every installation has to do, through its API and its mail server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { expect } from 'vitest'
import { as, type Client, type Json } from '../support/as.ts'
import { root } from '../support/compose.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { until } from '../workflows/harness.ts'

const INVOICE = 'examples/documents/alder-finch-invoice.pdf'
/** The first function of a runtime waits for its process, and the first document for the models. */
const PATIENCE_S = 240

const CODE: Record<string, string> = {
  'nodejs22.x': `
const punycode = require('punycode')
exports.svc_hook_request_handler = async () => ({ messages: [{ type: 'info', content: 'JavaScript ' + punycode.encode('ñ') }] })`,
  'python3.12': `
def svc_hook_request_handler(payload):
    return {"messages": [{"type": "info", "content": "Python " + str(6 * 7)}]}`,
}

export interface Place {
  /** Ends in `/api/v1`. */
  api: string
  username: string
  password: string
  mailPort: number
  sink: Mailbox
}

async function logIn({ api, username, password }: Place): Promise<{ client: Client; queue: Json }> {
  const { status, body } = await as(api).post('/auth/login', { username, password })
  expect(status).toBe(200)
  const client = as(api, body.key as string)
  return { client, queue: (await client.get('/queues')).body.results[0] as Json }
}

async function addFunctions(client: Client, queue: Json): Promise<void> {
  for (const [runtime, code] of Object.entries(CODE)) {
    const given = { type: 'function', name: runtime, queues: [queue.url], events: ['annotation_content.initialize'] }
    const { status, body } = await client.post('/hooks', { ...given, config: { runtime, code } })
    expect([status, runtime]).toEqual([201, runtime])
    const load = async () => (await client.get(`/hooks/${body.id}`)).body as Json
    const hook = await until(load, (one) => one.status !== 'pending', PATIENCE_S)
    expect(hook, JSON.stringify(hook.config)).toMatchObject({ status: 'ready' })
  }
}

/** Returns the annotations of the queue when there are so many, all of them ready. */
async function annotations(client: Client, queue: Json, count: number): Promise<Json[]> {
  const load = async () => (await client.get(`/annotations?queue=${queue.id}&ordering=id`)).body.results as Json[]
  const isDone = (all: Json[]) =>
    all.length >= count && all.every(({ status }) => !/^(created|importing)$/.test(status))
  const all = await until(load, isDone, PATIENCE_S)
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 'to_review'))
  return all
}

/** Runs a document through both functions, receives a mail, sends one, and exports. */
export async function work(place: Place): Promise<void> {
  const { client, queue } = await logIn(place)
  await addFunctions(client, queue)

  const form = new FormData()
  form.set('content', new Blob([readFileSync(join(root, INVOICE))], { type: 'application/pdf' }), 'invoice.pdf')
  expect((await client.post(`/uploads?queue=${queue.id}`, form)).status).toBe(202)
  const [uploaded] = await annotations(client, queue, 1)
  const messages = (uploaded.messages as Json[]).map(({ content }) => content as string).toSorted()
  expect(messages).toEqual(['JavaScript ida', 'Python 42'])
  const { body } = await client.get(`/annotations/${uploaded.id}/content?schema_id=document_id`)
  expect(body.content[0].content.value).toBe('AF-2026-0417')

  const inbox = (await client.get('/inboxes')).body.results[0] as Json
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: place.mailPort, ignoreTLS: true })
  const attachments = [{ path: join(root, INVOICE) }]
  await transport.sendMail({
    from: 'ada@example.org',
    to: inbox.email,
    subject: 'An invoice',
    text: 'Attached.',
    attachments,
  })
  const [, received] = await annotations(client, queue, 2)
  expect(received.email).not.toBeNull()

  const template_values = { subject: 'Thanks', message: 'Received.' }
  const sent = await client.post('/emails/send', {
    to: [{ email: 'ada@example.org' }],
    queue: queue.url,
    template_values,
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const isThere = (letters: Mailbox['letters']) => letters.some(({ text }) => text.includes('Received.'))
  await until(() => Promise.resolve(place.sink.letters), isThere, PATIENCE_S)

  const path = `/queues/${queue.id}/export?format=csv&status=to_review&columns=document_id`
  const exported = await client.get(path)
  expect(exported.status).toBe(200)
  expect(String(exported.body).match(/AF-2026-0417/g)?.length).toBeGreaterThan(1)
}
