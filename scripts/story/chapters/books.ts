import assert from 'node:assert/strict'
import type { Json } from '../../../test/support/as.ts'
import { expectStatus, type Site } from '../site.ts'
import type { Story } from '../tell.ts'
import { LIMIT, TWICE } from './approvals.ts'
import { valuesOf } from './post.ts'
import { suppliersOf } from './queues.ts'

/** The exported documents of an installation above the limit, as sentences with their approvals. Throws if one has too few. */
async function approvedIn(site: Site): Promise<string[]> {
  const queue = await suppliersOf(site)
  const { results } = expectStatus(
    200,
    await site.admin.get(
      `/annotations?queue=${queue.id}&status=exported,exporting,confirmed&page_size=100&ordering=id`,
    ),
  )
  const lines: string[] = []
  for (const { id } of results as { id: number }[]) {
    const [number, total] = await valuesOf(site, id, ['document_id', 'amount_total'])
    if (!(Number(total) <= LIMIT)) lines.push(`${number} ${total} (${await approvalsOf(site, id, Number(total))})`)
  }
  return lines
}

async function approvalsOf(site: Site, id: number, total: number): Promise<number> {
  const path = `/workflow_activities?annotation=${id}&action=approved`
  const approved = expectStatus(200, await site.admin.get(path)).results as Json[]
  const steps = new Set(approved.map(({ workflow_step }) => workflow_step))
  assert.ok(steps.size >= (total >= TWICE ? 2 : 1), `${total} left with ${steps.size} approvals.`)
  return steps.size
}

/** In both installations, no document above the limit has left without the approvals that its amount needs. */
export async function books({ test, production }: Story): Promise<string> {
  const [tested, real] = [await approvedIn(test), await approvedIn(production)]
  assert.ok(real.length > 0, 'No document above the limit was exported in production.')
  return `above ${LIMIT}, with their approvals: ${[...tested, ...real].join(', ')}`
}
