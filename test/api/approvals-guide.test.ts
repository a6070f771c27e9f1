/** The commands of docs/approvals.md set up what the page says. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { admin, server, tenant, url } from '../support/tenant-server.ts'
import { approve, assignees, confirm, inReview, status, useApprovals } from './approval-setup.ts'

useApprovals()

const page = readFileSync(join(import.meta.dirname, '../../docs/approvals.md'), 'utf8')
const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines).join('\n')

it('a total above 1,000 is approved once, and one from 5,000 twice', async () => {
  const env = { ...process.env, API: server.root, TOKEN: tenant.token }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { env })
  expect(stdout).not.toContain('"code"')
  const user = async (name: string) =>
    (await admin.get(`/users?username=${name}@acme.example`)).body.results[0] as { id: number; username: string }
  const [head, director] = [await user('head'), await user('director')]
  const signedIn = async (username: string, password: string) =>
    as(server.root, (await admin.post('/auth/login', { username, password })).body.key as string)
  const heads = await signedIn(head.username, 'a long enough passphrase')
  const directors = await signedIn(director.username, 'another long passphrase')

  const small = await inReview(tenant, { amount_total: '1000' })
  await confirm(small)
  expect(await status(small)).toBe('exporting')

  const middle = await inReview(tenant, { amount_total: '1000.01' })
  await confirm(middle)
  expect([await status(middle), await assignees(middle)]).toEqual(['in_workflow', [url('users', head.id)]])
  expect((await approve(middle, heads)).body).toEqual({ status: 'exporting' })

  const large = await inReview(tenant, { amount_total: '5000' })
  await confirm(large)
  expect((await approve(large, heads)).body).toEqual({ status: 'in_workflow' })
  expect(await assignees(large)).toEqual([url('users', director.id)])
  expect((await approve(large, directors)).body).toEqual({ status: 'exporting' })
})
