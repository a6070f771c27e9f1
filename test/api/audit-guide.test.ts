/** The commands and requests of docs/audit.md work, and find what the page says. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const page = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8')
const [preparation = '', ...blocks] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines!)
const requests = [...page.matchAll(/`audit '([^']+)'`/g)].map(([, query]) => query!)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-guide-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the commands of the page that contain a text, and returns their output. */
async function run(part: string): Promise<string> {
  const block = blocks.find((lines) => lines.includes(part))!
  const env = { ...process.env, API: server.root, TOKEN: tenant.token }
  const options = { env, cwd: folder }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', `${preparation}\n${block}`], options)
  return stdout
}

const CHANGE = { field: 'settings.workflows.enabled', before: false, after: true }

it('the commands print the last change of a queue, and export it', async () => {
  await admin.patch(`/queues/${tenant.queue_id}`, { settings: { workflows: { enabled: true } } })
  const { results } = JSON.parse(await run('page_size=1')) as { results: { content: { details: object } }[] }
  expect(results[0]!.content.details).toEqual({ changes: [CHANGE] })
  expect(await run('audit_logs/export')).toBe('')
  const lines = parse(await readFile(join(folder, 'audit_log.csv')), { columns: true })
  expect(lines).toContainEqual(expect.objectContaining({ ...CHANGE, before: 'false', after: 'true' }))
})

it('the commands list changes of values', async () => {
  expect(JSON.parse(await run('value_changes'))).toMatchObject({ results: [] })
})

it('the commands set the retention', async () => {
  expect(JSON.parse(await run('audit_log_months'))).toMatchObject({ audit_log_months: 120 })
})

it.each(requests)('is a request that is answered: %s', async (query) => {
  expect(requests.length).toBeGreaterThan(5)
  expect((await admin.get(`/audit_logs?object_type=${query}`)).status).toBe(200)
})
