import assert from 'node:assert/strict'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { INVOICES } from './post.ts'
import { suppliersOf } from './queues.ts'

/** The accountant takes all exported documents as CSV. */
export async function spreadsheet({ test }: Story): Promise<string> {
  const queue = await suppliersOf(test)
  const path = `/queues/${queue.id}/export?format=csv&status=exported&columns=document_id,amount_total,notes`
  const text = String(expectStatus(200, await test.admin.get(path)))
  const [head, ...lines] = text.trim().split(/\r?\n/)
  assert.equal(lines.length, Object.keys(INVOICES).length, text)
  for (const number of Object.keys(INVOICES))
    assert.ok(
      lines.some((line) => line.includes(number)),
      number,
    )
  return `${lines.length} lines of CSV with the columns ${head}`
}
