import assert from 'node:assert/strict'
import type { Json } from '../../../test/support/as.ts'
import { nameOf } from '../company.ts'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { arrived, pdfOf, upload } from './post.ts'
import { suppliersOf } from './queues.ts'
import { confirm, statusOf } from './review.ts'

const LATE = 'WN-2026-360'

/** Changes that would take the approval away are refused, or stop the documents. None is exported without it. */
export async function mistakes({ test, erp }: Story): Promise<string> {
  const queue = await suppliersOf(test)
  const schema = expectStatus(200, await test.admin.get(queue.schema as string))
  const renamed = (schema.content as { children: Json[] }[]).map((section) => ({
    ...section,
    children: section.children.map((field) => (field.id === 'amount_total' ? { ...field, id: 'total' } : field)),
  }))
  const refused = expectStatus(409, await test.admin.patch(queue.schema as string, { content: renamed }))
  assert.match(JSON.stringify(refused), /Above 5,000 EUR/)

  await upload(test, 'wagner-360.pdf', await pdfOf(LATE, { supplier: 'workshop', total: 7_490 }))
  const id = await arrived(test, LATE)
  await confirm(test, id, 'clerk')
  assert.equal(await statusOf(test, id), 'in_workflow')
  const head = await test.one(`/users?username=${nameOf('head')}`)
  expectStatus(200, await test.admin.patch(`/users/${head.id}`, { is_active: false }))
  const { assignees } = expectStatus(200, await test.admin.get(`/annotations/${id}`))
  assert.deepEqual(assignees, [], 'A deactivated user is still asked for an approval.')
  assert.equal((await test.admin.post(`/annotations/${id}/approve`, {})).status, 403)
  expectStatus(200, await test.admin.patch(`/users/${head.id}`, { is_active: true }))

  const [listed] = queue.workflows as Json[]
  expectStatus(200, await test.admin.patch(`/queues/${queue.id}`, { workflows: [] }))
  const broken = await suppliersOf(test)
  const unlisted = 'WN-2026-361'
  await upload(test, 'wagner-361.pdf', await pdfOf(unlisted, { supplier: 'workshop', total: 7_491 }))
  const stopped = await arrived(test, unlisted)
  const clerk = await test.of(nameOf('clerk'))
  expectStatus(200, await clerk.post(`/annotations/${stopped}/start`, {}))
  assert.equal((await clerk.post(`/annotations/${stopped}/confirm`, {})).status, 409)
  expectStatus(200, await test.admin.patch(`/queues/${broken.id}`, { workflows: [listed] }))
  assert.ok(!erp.booked().includes(id) && !erp.booked().includes(stopped))
  expectStatus(
    200,
    await test.admin.post(`/annotations/${id}/approve`, { reason: 'The head of department is on leave.' }),
  )
  return 'a renamed field is refused, a deactivated approver is unassigned, and approvals without a workflow stop a document'
}
