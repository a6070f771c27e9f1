/** Deletion requests: what the law keeps, and emails with their documents. */
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteFoundBatch } from '../../src/domain/deletion/delete-batch.ts'
import { aQueue } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import {
  aDocumentOf,
  aSupplier,
  confirm,
  db,
  found,
  preview,
  run,
  statusOf,
  yearsAgo,
} from './deletion-requests-setup.ts'

useTenantServer()

describe('legal retention', () => {
  const setQueue = (queue_id: number, legal_retention_years: number | null) =>
    admin.patch(`/queues/${queue_id}`, { settings: { legal_retention_years } })
  let queue: { queue_id: number; schema_id: number }
  beforeAll(async () => {
    queue = await aQueue(db(), tenant)
  })

  it('keeps finished documents for ten years unless set, to the end of the year', async () => {
    const name = aSupplier()
    const exported = await aDocumentOf({ sender_name: name }, { status: 'exported', exported_at: yearsAgo(10) })
    const confirmed = await aDocumentOf({ sender_name: name }, { status: 'confirmed', confirmed_at: yearsAgo(0) })
    const inBin = await aDocumentOf({ sender_name: name }, { status: 'deleted', exported_at: yearsAgo(3) })
    const old = await aDocumentOf({ sender_name: name }, { status: 'exported', exported_at: yearsAgo(11) })
    const open = await aDocumentOf({ sender_name: name }, { confirmed_at: yearsAgo(0) })
    const year = new Date().getUTCFullYear()
    const request = await preview({ names: [name] })
    expect(request.preview).toMatchObject({ deleted: { documents: 2 }, kept: { documents: 3 } })
    expect((await found(request)).map(({ keep, kept_until }) => [keep, kept_until])).toEqual([
      [true, `${year}-12-31`],
      [true, `${year + 10}-12-31`],
      [true, `${year + 7}-12-31`],
      [false, null],
      [false, null],
    ])
    expect((await run(request)).report).toMatchObject({ deleted: { documents: 2 }, kept: { documents: 3 } })
    const statuses = await Promise.all([exported, confirmed, inBin, old, open].map(statusOf))
    expect(statuses).toEqual(['exported', 'confirmed', 'deleted', 'purged', 'purged'])
    expect((await found(request)).map(({ state }) => state)).toEqual(['kept', 'kept', 'kept', 'deleted', 'deleted'])
  })

  it('keeps a finished document also while it is reviewed again', async () => {
    const name = aSupplier()
    const reviewed = (status_before_review: string) =>
      aDocumentOf({ sender_name: name }, { status: 'reviewing', status_before_review, confirmed_at: yearsAgo(0) })
    await reviewed('confirmed')
    await reviewed('to_review')
    expect((await found(await preview({ names: [name] }))).map(({ keep }) => keep)).toEqual([true, false])
  })

  it('is a setting of the queue, or else of the organization', async () => {
    const name = aSupplier()
    await aDocumentOf({ sender_name: name }, { ...queue, status: 'exported', exported_at: yearsAgo(3) })
    const kept = async () => ((await preview({ names: [name] })).preview.kept as { documents: number }).documents
    const organization = `/organizations/${tenant.organization_id}`
    expect(await kept()).toBe(1)
    expect((await setQueue(queue.queue_id, 0)).status).toBe(200)
    expect(await kept()).toBe(0)
    expect((await setQueue(queue.queue_id, null)).status).toBe(200)
    expect((await admin.patch(organization, { settings: { legal_retention_years: 2 } })).status).toBe(200)
    expect(await kept()).toBe(0)
    expect((await setQueue(queue.queue_id, 6)).status).toBe(200)
    expect(await kept()).toBe(1)
    await admin.patch(organization, { settings: { legal_retention_years: null } })
    for (const wrong of [-1, 1.5, '10', 101]) {
      expect((await admin.patch(organization, { settings: { legal_retention_years: wrong } })).status).toBe(400)
      expect((await setQueue(queue.queue_id, wrong as number)).status).toBe(400)
    }
  })

  it('that is shortened after the preview deletes nothing more', async () => {
    const name = aSupplier()
    const id = await aDocumentOf({ sender_name: name }, { ...queue, status: 'exported', exported_at: yearsAgo(3) })
    await setQueue(queue.queue_id, 6)
    const [request, running] = [await preview({ names: [name] }), await preview({ names: [name] })]
    await confirm(running)
    await setQueue(queue.queue_id, 0)
    expect((await confirm(request)).status).toBe(409)
    await deleteFoundBatch(server.deps, running.id)
    expect(await statusOf(id)).toBe('exported')
  })
})

describe('emails', () => {
  async function anEmail(row: object): Promise<number> {
    const { organization_id, queue_id } = tenant
    const [thread] = (await db()('email_threads')
      .insert({ organization_id, queue_id, subject: 'About an invoice' })
      .returning('id')) as { id: number }[]
    const [email] = (await db()('emails')
      .insert({ organization_id, queue_id, email_thread_id: thread!.id, subject: 'About an invoice', ...row })
      .returning('id')) as { id: number }[]
    return email!.id
  }
  const subjects = (ids: number[]): Promise<string[]> =>
    db()('emails').whereIn('id', ids).orderBy('id').pluck('subject') as unknown as Promise<string[]>

  it('from and to an address are deleted with their documents, but not those of a kept document', async () => {
    const address = 'buchhaltung@nordwind-zwei.example'
    const sent = await anEmail({ type: 'incoming', from_email: address.toUpperCase() })
    const arrived = await aDocumentOf({ sender_name: 'not read' }, { email_id: sent })
    const received = await anEmail({ type: 'outgoing', to: JSON.stringify([{ email: address }]) })
    const ofKept = await anEmail({ type: 'incoming', from_email: address })
    await aDocumentOf({}, { email_id: ofKept, status: 'exported', exported_at: new Date() })
    const other = await anEmail({ type: 'incoming', from_email: `x${address}` })
    const request = await preview({ emails: [address] })
    expect(request.preview).toMatchObject({
      deleted: { documents: 1, emails: 2 },
      kept: { documents: 1, emails: 1 },
    })
    expect((await run(request)).report).toMatchObject({
      deleted: { documents: 1, emails: 2 },
      kept: { documents: 1, emails: 1 },
    })
    expect(await subjects([sent, received, ofKept, other])).toEqual(['', '', 'About an invoice', 'About an invoice'])
    expect(await statusOf(arrived)).toBe('purged')
  })
})
