import assert from 'node:assert/strict'
import { scan } from '../../examples/paper.ts'
import { nameOf } from '../company.ts'
import { expectStatus, until } from '../site.ts'
import type { Story } from '../tell.ts'
import { pdfOf, upload } from './post.ts'
import { suppliersOf } from './queues.ts'
import { statusOf } from './review.ts'

const TWICE = 'TO-10117'

/** A paper copy of an exported invoice arrives. The clerk gets a warning with the reason and a link; with `error` every confirmation is refused. */
export async function duplicates({ test, erp }: Story): Promise<string> {
  const queue = await suppliersOf(test)
  const set = async (settings: object) =>
    expectStatus(200, await test.admin.patch(`/queues/${queue.id}`, { settings: { ...queue.settings, ...settings } }))
  await set({ duplicate_rules: [{ schema_ids: ['document_id', 'amount_total'] }] })
  const before = await newest(test)
  await upload(test, 'again.pdf', await scan(await pdfOf(TWICE), 'Scan', '2026-10-20'))
  const { id } = await until(
    'The import of the copy',
    () => test.one(`/annotations?queue=${queue.id}&ordering=-id`) as Promise<{ id: number; status: string }>,
    (one) => one.id !== before && one.status === 'to_review',
  )
  const clerk = await test.of(nameOf('clerk'))
  expectStatus(200, await clerk.post(`/annotations/${id}/start`, {}))
  const { messages } = expectStatus(200, await clerk.post(`/annotations/${id}/content/validate`, {}))
  const warning = (messages as { type: string; detail?: Record<string, unknown> }[]).find(
    ({ detail }) => detail?.['type'] === 'duplicate',
  )
  assert.equal(warning?.type, 'warning', JSON.stringify(messages))
  assert.deepEqual(
    [warning.detail!['reason'], warning.detail!['schema_ids']],
    ['same_values', ['amount_total', 'document_id']],
  )
  const original = expectStatus(200, await clerk.get(warning.detail!['annotation'] as string))
  assert.equal(original.status, 'exported')

  await set({ duplicate_rules: [{ schema_ids: ['document_id', 'amount_total'] }], duplicates: 'error' })
  assert.equal((await clerk.post(`/annotations/${id}/confirm`, {})).status, 400, 'A duplicate was confirmed.')
  assert.equal(await statusOf(test, id), 'reviewing')
  assert.ok(!erp.booked().includes(id))
  expectStatus(204, await clerk.post(`/annotations/${id}/delete`, {}))
  return `${TWICE} arrives again as a scan: a warning with its reason and a link, and with "error" no confirmation`
}

const newest = async (site: Story['test']): Promise<number> =>
  (await site.one(`/annotations?queue=${(await suppliersOf(site)).id}&ordering=-id`)).id as number
