import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PEOPLE } from '../company.ts'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { hire } from './people.ts'
import { arrived, pdfOf, upload } from './post.ts'
import { suppliersOf } from './queues.ts'
import { approve, confirm, exported, statusOf } from './review.ts'

const LARGE = 'WN-2026-352'

/** Moves the set-up to production with `sheaf config`. An invoice of 22,766 EUR is exported only after both approvals. */
export async function production({ test, production }: Story): Promise<string> {
  const { folder } = test
  const pulled = await test.sheaf(['config', 'pull'])
  assert.equal(pulled.code, 0, pulled.out + pulled.err)
  const refused = await production.sheaf(['config', 'push'], folder)
  assert.equal(refused.code, 1, 'A set-up whose approvers do not exist was accepted.')
  assert.match(refused.out, /There is no ".*@spedition\.example" in users/)
  await hire(production, [])
  // The approvers exist now. Who may approve, and who gets access, is asked about.
  const asked = await production.sheaf(['config', 'push'], folder)
  assert.equal(asked.code, 1, 'Approvers were added without consent.')
  assert.match(asked.out, /would be weaker: head@.* may approve/)
  const pushed = await production.sheaf(['config', 'push', '--yes'], folder)
  assert.equal(pushed.code, 0, pushed.out + pushed.err)
  const queue = await suppliersOf(production)
  assert.equal(queue.workflows.length, 1, 'The queue in production has no approval workflow.')
  const steps = expectStatus(200, await production.admin.get('/workflow_steps')).results as unknown[]
  assert.equal(steps.length, 2)
  const { results } = expectStatus(200, await production.admin.get('/users'))
  for (const user of results as { id: number; username: string }[])
    if (Object.keys(PEOPLE).some((person) => user.username.startsWith(person)))
      expectStatus(200, await production.admin.patch(`/users/${user.id}`, { queues: [queue.url] }))

  await upload(production, 'wagner-352.pdf', await pdfOf(LARGE, { supplier: 'workshop', total: 22_766 }))
  const id = await arrived(production, LARGE)
  await confirm(production, id, 'clerk')
  assert.equal(await statusOf(production, id), 'in_workflow')
  expectStatus(200, await approve(production, id, 'head'))
  assert.equal(await statusOf(production, id), 'in_workflow')
  expectStatus(200, await approve(production, id, 'director'))
  await exported(production, id)

  const steps_folder = 'sheaf-config/workflow_steps'
  const file = `${steps_folder}/${readdirSync(join(folder.path, steps_folder)).find((name) => name.includes('director'))!}`
  folder.write(file, { ...(folder.json(file) as object), condition: { 'field.currency': 'usd' } })
  const weaker = await production.sheaf(['config', 'push'], folder)
  assert.equal(weaker.code, 1, 'A weaker approval was pushed without consent.')
  assert.match(weaker.out, /refused \(it would be weaker/)
  return 'the approvals moved with the set-up; 22,766 EUR needed both; a weaker step needs --yes'
}
