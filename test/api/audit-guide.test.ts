/** The commands and requests of docs/audit.md work, and find what the page says. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const page = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines!)
const requests = [...page.matchAll(/`audit '([^']+)'`/g)].map(([, query]) => query!)

it('the commands print the last change of a queue', async () => {
  await admin.patch(`/queues/${tenant.queue_id}`, { settings: { workflows: { enabled: true } } })
  const env = { ...process.env, API: server.root, TOKEN: tenant.token }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], { env })
  const { results } = JSON.parse(stdout) as { results: { content: { details: { changes: object[] } } }[] }
  expect(results[0]!.content.details.changes).toContainEqual({
    field: 'settings.workflows.enabled',
    before: false,
    after: true,
  })
})

it.each(requests)('is a request that is answered: %s', async (query) => {
  expect(requests.length).toBeGreaterThan(5)
  expect((await admin.get(`/audit_logs?object_type=${query}`)).status).toBe(200)
})
