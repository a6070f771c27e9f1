import assert from 'node:assert/strict'
import type { Json } from '../../../test/support/as.ts'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { suppliersOf } from './queues.ts'

type Section = { children: Json[] }

/** The field for cost centres is renamed, then removed, and both are undone. The values of exported documents stay throughout. */
export async function changes({ test }: Story): Promise<string> {
  const queue = await suppliersOf(test)
  const schema = queue.schema as string
  const contentOf = async () => expectStatus(200, await test.admin.get(schema)).content as Section[]
  const before = await contentOf()
  const edited = (change: (field: Json) => Json[]): Section[] =>
    before.map((section) => ({ ...section, children: section.children.flatMap(change) }))
  const renamed = edited((field) =>
    field.id === 'notes' ? [{ ...field, id: 'cost_centre', renamed_from: 'notes' }] : [field],
  )
  const removed = edited((field) => (field.id === 'notes' ? [] : [field]))
  const csv = async (): Promise<string> => {
    const path = `/queues/${queue.id}/export?format=csv&status=exported&columns=document_id,amount_total,notes`
    return String(expectStatus(200, await test.admin.get(path)))
  }
  const values = await csv()
  assert.match(values, /4200 workshop/)

  const preview = expectStatus(200, await test.admin.post(`${schema}/preview`, { content: renamed }))
  assert.deepEqual(preview.renamed, [{ from: 'notes', to: 'cost_centre' }])
  const finished = (preview.annotations as Json[]).find(({ status }) => status === 'exported')!
  assert.equal(finished.changes, false, JSON.stringify(preview))
  expectStatus(200, await test.admin.patch(schema, { content: renamed }))
  assert.equal(await csv(), values, 'A rename changed the values of exported documents.')
  expectStatus(200, await test.admin.patch(schema, { content: removed }))
  assert.equal(await csv(), values, 'A removed field is missing in exported documents.')
  const [removal, rename] = expectStatus(200, await test.admin.get(`${schema}/changes`)).results as Json[]
  for (const { id } of [removal!, rename!])
    expectStatus(200, await test.admin.post(`${schema}/undo`, { change: id as number }))
  assert.deepEqual(await contentOf(), before)
  assert.equal(await csv(), values)
  return `a field is renamed, removed, and both undone; ${finished.count as number} exported documents keep their values`
}
