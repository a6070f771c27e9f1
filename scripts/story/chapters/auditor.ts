import assert from 'node:assert/strict'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'

/** What the auditor looks for in the installation in production, by type of object. */
const CREATED = ['workflow', 'workflow_step', 'queue', 'schema', 'user'] as const

/** The audit log names who set up each control, and fits its chain. */
export async function auditor({ production }: Story): Promise<string> {
  const counts: string[] = []
  for (const type of CREATED) {
    const { results } = expectStatus(200, await production.admin.get(`/audit_logs?object_type=${type}&action=create`))
    assert.ok((results as unknown[]).length > 0, `The audit log has no creation of a ${type}.`)
    assert.ok(
      (results as { username: string | null }[]).every(({ username }) => username),
      type,
    )
    counts.push(`${(results as unknown[]).length} ${type}`)
  }
  const verified = await production.sheaf(['audit', 'verify'])
  assert.equal(verified.code, 0, verified.out + verified.err)
  return `creations on record: ${counts.join(', ')}; the log fits its chain`
}
