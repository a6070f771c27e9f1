import assert from 'node:assert/strict'
import { nameOf, type Person } from '../company.ts'
import { expectStatus, until, type Site } from '../site.ts'
import type { Story } from '../tell.ts'
import { LIMIT, TWICE } from './approvals.ts'
import { arrived, INVOICES } from './post.ts'

export const statusOf = async (site: Site, id: number): Promise<string> =>
  expectStatus(200, await site.admin.get(`/annotations/${id}`)).status as string

/** Reviews and confirms a document as a user. */
export async function confirm(site: Site, id: number, person: Person): Promise<void> {
  const client = await site.of(nameOf(person))
  expectStatus(200, await client.post(`/annotations/${id}/start`, {}))
  assert.ok((await client.post(`/annotations/${id}/confirm`, {})).status < 300)
}

export const approve = async (site: Site, id: number, person: Person, body: object = {}) =>
  (await site.of(nameOf(person))).post(`/annotations/${id}/approve`, body)

/** Waits until a document is exported. */
export const exported = (site: Site, id: number) =>
  until(
    `The export of ${id}`,
    () => statusOf(site, id),
    (status) => status === 'exported',
  )

/** The clerk confirms all; those above the limits wait for their approvers. The ERP books only what was approved. */
export async function review({ test, erp }: Story): Promise<string> {
  const ids: number[] = []
  for (const [number, { total }] of Object.entries(INVOICES)) {
    const id = await arrived(test, number)
    ids.push(id)
    await confirm(test, id, 'clerk')
    if (total > LIMIT) {
      assert.equal(await statusOf(test, id), 'in_workflow', `${number} needs no approval.`)
      for (const person of ['clerk', 'second_clerk', 'director'] as const)
        assert.equal((await approve(test, id, person)).status, 403, `${person} approved the first step of ${number}.`)
      const isLarge = total >= TWICE
      const first = expectStatus(200, await approve(test, id, 'head'))
      assert.equal(first.status, isLarge ? 'in_workflow' : 'exporting')
      if (isLarge) {
        assert.equal((await approve(test, id, 'head')).status, 403, 'The head approved both steps.')
        assert.ok(!erp.booked().includes(id), `${number} was booked before its second approval.`)
        expectStatus(200, await approve(test, id, 'director'))
      }
    }
    await exported(test, id)
  }
  await until(
    'The booking of all documents',
    () => Promise.resolve(erp.booked().toSorted((a, b) => a - b)),
    (booked) => booked.length >= ids.length,
  )
  assert.deepEqual(
    erp.booked().toSorted((a, b) => a - b),
    ids.toSorted((a, b) => a - b),
  )
  return `${ids.length} documents are exported and booked once, those above ${LIMIT} after their approvals`
}
