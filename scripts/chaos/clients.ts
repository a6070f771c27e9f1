/** Clients that upload, review and confirm over HTTP until they are stopped. */
import { setTimeout as wait } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { ZipFile } from 'yazl'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { invoicePdf } from '../../test/support/invoice-pdf.ts'
import { Random } from '../train/random.ts'
import type { Ledger, SentUpload } from './ledger.ts'

export interface Tenant {
  token: string
  queue_id: number
}

export interface ClientOptions {
  /** Start of the API's URLs. */
  url: string
  tenant: Tenant
  random: Random
  ledger: Ledger
  /** Returns true if another upload is due, and counts it as sent. */
  takeUpload: () => boolean
  stopped: () => boolean
}

/** Longer than the service takes to answer that a part is unavailable. */
const PATIENCE_MS = 40_000
const TRIES = 12

interface Answer {
  status: string
  body: unknown
}
type Call = (name: string, path: string, init?: RequestInit) => Promise<Answer>

/** Runs `count` clients beside each other, which share the tenants and repeat their choices with the same seed. */
export const runClients = (
  count: number,
  { tenants, seed, ...shared }: Omit<ClientOptions, 'tenant' | 'random'> & { tenants: readonly Tenant[]; seed: number },
): Promise<void>[] =>
  Array.from({ length: count }, (_, index) =>
    runClient({ ...shared, tenant: tenants[index % tenants.length]!, random: new Random(seed * 100 + index) }),
  )

async function runClient(options: ClientOptions): Promise<void> {
  const { random, stopped, takeUpload } = options
  const call = caller(options)
  while (!stopped()) {
    if (random.chance(0.6) && takeUpload()) await upload(options, call)
    else await review(options, call)
    await wait(random.between(20, 250))
  }
}

const caller =
  ({ url, tenant, ledger }: ClientOptions): Call =>
  async (name, path, init = {}) => {
    const headers = { Authorization: `Bearer ${tenant.token}`, ...init.headers }
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const answer = await fetch(`${url}/v1/${path}`, { ...init, headers, signal })
      const text = await answer.text()
      ledger.count(name, String(answer.status), answer.headers.get('X-Request-Id') ?? '')
      return { status: String(answer.status), body: text.startsWith('{') ? JSON.parse(text) : text }
    } catch {
      ledger.count(name, 'none')
      return { status: 'none', body: null }
    }
  }

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Sends one upload, and repeats it with the same Idempotency-Key until the service has accepted or refused it. */
async function upload({ random, ledger, tenant }: ClientOptions, call: Call): Promise<void> {
  const { files, sent } = await makeUpload(random)
  ledger.uploads.push(sent)
  const key = randomUUID()
  for (let tries = 0; tries < TRIES; tries++) {
    const body = new FormData()
    for (const { name, bytes } of files) body.append('content', new Blob([new Uint8Array(bytes)]), name)
    const init = { method: 'POST', headers: { 'Idempotency-Key': key }, body }
    const answer = await call('POST uploads', `uploads?queue=${tenant.queue_id}`, init)
    if (answer.status === '202') {
      sent.tasks.add(Number((answer.body as { url: string }).url.split('/').at(-1)))
      // A client that lost the response sends the request again, which must not create another upload.
      if (!random.chance(0.1)) return
    } else if (/^4/.test(answer.status) && answer.status !== '409') return
    await wait(random.between(200, 2000))
  }
}

async function review({ random, tenant, ledger }: ClientOptions, call: Call): Promise<void> {
  const query = `queue=${tenant.queue_id}&status=to_review,postponed&page_size=20`
  const list = await call('GET annotations', `annotations?${query}`)
  const found = list.status === '200' ? (list.body as { results: { id: number }[] }).results : []
  if (found.length === 0) return void (await wait(500))
  const { id } = random.pick(found)
  // Not `confirmed`, which another client may have set in the meantime.
  const started = await call('POST start', `annotations/${id}/start`, json({ statuses: ['to_review', 'postponed'] }))
  if (started.status !== '200') return
  const act = random.chance(0.8) ? 'confirm' : random.pick(['cancel', 'postpone'])
  const answer = await call(`POST ${act}`, `annotations/${id}/${act}`, json({}))
  if (act === 'confirm' && answer.status === '204') ledger.confirmed.push(id)
}

let made = 0

async function makeUpload(random: Random): Promise<{ files: { name: string; bytes: Buffer }[]; sent: SentUpload }> {
  const invoice = async () => ({ name: `chaos-${++made}.pdf`, bytes: await invoicePdf(`C-${made}`) })
  const kind = random.next()
  const count = kind < 0.15 ? 2 : 1
  const documents = []
  while (documents.length < count) documents.push(await invoice())
  const names = documents.map(({ name }) => name)
  const sent = { documents: names, tasks: new Set<number>(), isBroken: kind > 0.94 }
  if (sent.isBroken) return { files: [{ name: names[0]!, bytes: Buffer.from('%PDF-1.7\nnothing else') }], sent }
  if (kind >= 0.07) return { files: documents, sent }
  const zip = new ZipFile()
  for (const { name, bytes } of documents) zip.addBuffer(bytes, name)
  zip.end()
  return { files: [{ name: `chaos-${made}.zip`, bytes: await buffer(zip.outputStream as Readable) }], sent }
}
