/** The workflow of a deletion request: it ends, waits, survives errors and crashes, and docs/retention.md and `sheaf delete` start it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import type { RunningWorker } from '../../src/worker/main.ts'
import type { Blobs } from '../../src/blobs/index.ts'
import type { Deps } from '../../src/deps.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { deletionWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aTenant, type Tenant } from '../support/factories.ts'
import { described, harness, until, type Harness } from './harness.ts'

let stack: Harness
let deps: Deps
let api: RunningApi
let worker: RunningWorker
let tenant: Tenant
let admin: Client
/** Runs before each deletion of blobs; may throw an error of the store. */
let beforeRemoval = (): void => undefined

const observed = (blobs: Blobs): Blobs => ({
  put: (key, body, options) => blobs.put(key, body, options),
  get: (key) => blobs.get(key),
  stream: (key, range) => blobs.stream(key, range),
  head: (key) => blobs.head(key),
  list: (prefix) => blobs.list(prefix),
  check: () => blobs.check(),
  create: () => blobs.create(),
  deleteRemains: () => blobs.deleteRemains(),
  discard: (key) => blobs.discard(key),
  delete: async (keys) => {
    beforeRemoval()
    await blobs.delete(keys)
  },
})

beforeAll(async () => {
  stack = await harness((base) => ({ blobs: observed(base.blobs) }))
  deps = stack.deps
  worker = await stack.startWorker()
  api = await startApi({ ...stack.config, port: 0 }, deps)
  tenant = await aTenant(deps.db)
  admin = as(`${api.url}/v1`, tenant.token)
})
afterAll(async () => {
  await api.stop()
  await stack.stop()
})

async function aDocumentOf(values: Record<string, string>, given: Record<string, unknown> = {}) {
  const made = await anAnnotation(deps.db, tenant, given)
  const fields = Object.fromEntries(Object.entries(values).map(([id, string]) => [id, [{ string }]]))
  await deps
    .db('annotation_contents')
    .where('annotation_id', made.annotation_id)
    .update({ fields: JSON.stringify(fields) })
  const { s3_name } = (await deps.db('documents').where('id', made.document_id).first('s3_name')) as { s3_name: string }
  await deps.blobs.put(documentKey(s3_name), Buffer.from('content'))
  return { ...made, s3_name }
}
const statusOf = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status as string
const reach = (id: number, wanted: string) =>
  until(
    () => admin.get(`/deletion_requests/${id}`),
    ({ body }) => body.status === wanted,
  )
async function confirmed(search: object): Promise<{ id: number; token: string }> {
  const { body } = await admin.post('/deletion_requests', { search })
  const { id, token } = body as { id: number; token: string }
  expect((await admin.post(`/deletion_requests/${id}/confirm`, { token })).status).toBe(202)
  return { id, token }
}
const detailsOf = async (id: number) => (await described(deps, deletionWorkflowId(id))).raw.workflowExtendedInfo

it('deletes in batches, and keeps what was being exported', async () => {
  // Without a worker nothing is exported between the preview and its confirmation, which would refuse the difference.
  await worker.stop()
  const values = { sender_name: 'Ostwind Folien AG' }
  const exporting = await aDocumentOf(values, { status: 'exporting' })
  const others = []
  for (let count = 0; count < 52; count++) others.push(await aDocumentOf(values))
  const { id } = await confirmed({ names: ['Ostwind Folien AG'] })
  worker = await stack.startWorker()
  // The worker exports it, and the deletion waits until then.
  const { body } = await reach(id, 'finished')
  expect(body.report).toMatchObject({ deleted: { documents: 52 }, kept: { documents: 1 } })
  expect(await deps.blobs.head(documentKey(others[51]!.s3_name))).toBeNull()
  expect(await statusOf(exporting.annotation_id)).toBe('exported')
  await until(
    () => described(deps, deletionWorkflowId(id)),
    ({ status }) => status.name === 'COMPLETED',
  )
  expect(JSON.stringify(await detailsOf(id))).not.toContain('Ostwind')
})

it('goes on after the store was unavailable, without a trace of the first attempts', async () => {
  const made = await aDocumentOf({ sender_name: 'Westwind Kartonagen' })
  let failures = 2
  beforeRemoval = () => {
    if (failures-- > 0) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
  }
  const { id } = await confirmed({ names: ['Westwind Kartonagen'] })
  const { body } = await reach(id, 'finished')
  expect(body.report.deleted).toMatchObject({ documents: 1 })
  expect(failures).toBeLessThan(0)
  expect(await statusOf(made.annotation_id)).toBe('purged')
})

it('fails with the reason if an error persists, and continues after another confirmation', async () => {
  const made = await aDocumentOf({ sender_name: 'Fallwind Druck' })
  beforeRemoval = () => {
    throw new TypeError('a bug')
  }
  const { id, token } = await confirmed({ names: ['Fallwind Druck'] })
  const { body } = await reach(id, 'failed')
  expect(body).toMatchObject({ failure: expect.any(String), token })
  expect(await statusOf(made.annotation_id)).toBe('to_review')
  beforeRemoval = () => undefined
  expect((await admin.post(`/deletion_requests/${id}/confirm`, { token })).status).toBe(202)
  await reach(id, 'finished')
  expect(await statusOf(made.annotation_id)).toBe('purged')
})

it('is started by the commands of docs/retention.md', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/retention.md'), 'utf8')
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines)
  const { annotation_id: first } = await aDocumentOf({ sender_name: 'NORDWIND PAPIER GMBH' })
  const { annotation_id: second } = await aDocumentOf({ sender_vat_id: 'DE811907980' })
  const law = { status: 'exported', exported_at: new Date() }
  const { annotation_id: kept } = await aDocumentOf({ sender_email: 'info@nordwind-papier.example' }, law)
  const { annotation_id: third } = await aDocumentOf({ iban: 'DE89370400440532013000' })
  const program = join(import.meta.dirname, '../../src/cli/main.ts')
  const sheaf = `sheaf() { "${process.execPath}" "${program}" "$@"; }`
  const access = { SHEAF_URL: api.url, SHEAF_TOKEN: tenant.token, API: `${api.url}/v1`, TOKEN: tenant.token }
  const env = { ...process.env, ...access }
  const run = async (commands: string) =>
    (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', `${sheaf}\n${commands}`], { env })).stdout
  const [dry, really, withApi] = blocks as [string, string, string]
  const preview = await run(dry)
  expect(preview).toMatch(/documents +2 +1\n/)
  expect(preview).toContain(`annotations/${kept}`)
  expect(await statusOf(first)).toBe('to_review')
  expect(await run(really)).toMatch(/DELETED +KEPT\ndocuments +2 +1\n/)
  expect(await Promise.all([first, second, kept, third].map(statusOf))).toEqual([
    'purged',
    'purged',
    'exported',
    'to_review',
  ])
  expect(await run(withApi)).not.toContain('"code"')
  await until(
    () => statusOf(third),
    (status) => status === 'purged',
  )
})
