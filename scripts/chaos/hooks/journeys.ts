/** Documents that are uploaded, reviewed and exported over HTTP, whatever happens to the service in the meantime. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { invoicePdf } from '../../../test/support/invoice-pdf.ts'

export interface Office {
  /** Start of the API's URLs. */
  url: string
  token: string
  queue_id: number
  db: Knex
}

/** Longer than any restart takes. */
const PATIENCE_MS = 180_000
const REQUEST_MS = 10_000
const PAUSE_MS = 150

/** Sends a request; null if the service did not answer. */
async function send({ url, token }: Office, path: string, init: RequestInit): Promise<Response | null> {
  const headers = { Authorization: `Bearer ${token}`, ...init.headers }
  const signal = AbortSignal.timeout(REQUEST_MS)
  return fetch(`${url}/v1/${path}`, { ...init, headers, signal }).catch(() => null)
}

const post = (office: Office, path: string): Promise<Response | null> =>
  send(office, path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })

/** Uploads a document until an upload is accepted; returns its task. A repeated upload may create another annotation. */
async function upload(office: Office, name: string): Promise<number> {
  const bytes = await invoicePdf(name)
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(PAUSE_MS)) {
    const body = new FormData()
    body.append('content', new Blob([new Uint8Array(bytes)]), `${name}.pdf`)
    const answer = await send(office, `uploads?queue=${office.queue_id}`, { method: 'POST', body })
    const task = answer?.status === 202 ? await answer.json().catch(() => null) : null
    if (task) return Number((task as { url: string }).url.split('/').at(-1))
  }
  throw new Error(`${name} was not accepted.`)
}

/** Uploads a document and confirms it as soon as it is imported. Resolves when it is exported. */
export async function exportOne(office: Office, name: string): Promise<void> {
  const task = await upload(office, name)
  const find = () =>
    office
      .db('annotations as a')
      .join('tasks as t', 't.upload_id', 'a.upload_id')
      .where('t.id', task)
      .first<{ id: number; status: string } | undefined>('a.id', 'a.status')
  let last = 'missing'
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(PAUSE_MS)) {
    const found = await find()
    last = found?.status ?? last
    if (last === 'exported') return
    if (last === 'to_review') await post(office, `annotations/${found!.id}/start`)
    if (last === 'reviewing') await post(office, `annotations/${found!.id}/confirm`)
  }
  throw new Error(`The annotation of ${name} is ${last}.`)
}
