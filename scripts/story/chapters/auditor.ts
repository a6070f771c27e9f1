import assert from 'node:assert/strict'
import { nameOf } from '../company.ts'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { suppliersOf } from './queues.ts'

/** What the auditor looks for in the installation in production, by type of object. */
const CREATED = ['workflow', 'workflow_step', 'queue', 'schema', 'user'] as const

/** An auditor, who changes nothing, sees in the audit log who set up each control. The log fits its chain. */
export async function auditor({ production }: Story): Promise<string> {
  const auditor = await production.of(nameOf('auditor'))
  const counts: string[] = []
  for (const type of CREATED) {
    const { results } = expectStatus(200, await auditor.get(`/audit_logs?object_type=${type}&action=create`))
    assert.ok((results as unknown[]).length > 0, `The audit log has no creation of a ${type}.`)
    assert.ok(
      (results as { username: string | null }[]).every(({ username }) => username),
      type,
    )
    counts.push(`${(results as unknown[]).length} ${type}`)
  }
  const queue = await suppliersOf(production)
  const body = { settings: { workflows: { enabled: false } } }
  assert.equal((await auditor.patch(`/queues/${queue.id}`, body)).status, 403, 'An auditor changed a queue.')
  const verified = await production.sheaf(['audit', 'verify'])
  assert.equal(verified.code, 0, verified.out + verified.err)
  return `an auditor reads, and changes nothing; creations on record: ${counts.join(', ')}; the log fits its chain`
}
