import assert from 'node:assert/strict'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { suppliersOf } from './queues.ts'

/** Someone means 90 days and writes 90, which are seconds. The service asks, in words, and announces what it will delete. */
export async function retention({ production }: Story): Promise<string> {
  const queue = await suppliersOf(production)
  const patch = (document_lifetime: string) => production.admin.patch(`/queues/${queue.id}`, { document_lifetime })
  const refused = expectStatus(400, await patch('90'))
  assert.match(JSON.stringify(refused), /90 seconds/)
  expectStatus(200, await patch('90 00:00:00'))
  const next = expectStatus(200, await production.admin.get(`/queues/${queue.id}/next_deletions`))
  assert.deepEqual([next.kept_for, next.count], ['90 days', 0])
  return `a lifetime of "90" is refused as 90 seconds; documents are kept for ${next.kept_for as string}`
}
