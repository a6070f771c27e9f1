/** Deletion requests: what a preview finds, and that only what was seen is deleted. */
import { describe, expect, it } from 'vitest'
import { deleteFoundBatch } from '../../src/domain/deletion/delete-batch.ts'
import { deleteOldPreviews, forgetFailedSearches, previewDeletion } from '../../src/domain/deletion/preview.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aDocumentOf, aSupplier, confirm, db, found, preview, run, statusOf } from './deletion-requests-setup.ts'

useTenantServer()

describe('a preview', () => {
  it('ends with the reason if it takes too long or finds too much, and stores nothing', async () => {
    const name = aSupplier()
    await aDocumentOf({ sender_name: name })
    await aDocumentOf({ sender_name: name })
    const { organization_id, user_id } = tenant
    const count = () => db()('deletion_requests').where({ organization_id }).count({ n: '*' }).first()
    const before = await count()
    const attempt = (limits: { seconds: number; items: number }) =>
      transact(server.deps, (tx) => previewDeletion(tx, { organization_id, user_id }, { names: [name] }, limits))
    const refused = (text: string) => ({ status: 400, extra: { search: [expect.stringContaining(text) as string] } })
    await expect(attempt({ seconds: 0.002, items: 10 })).rejects.toMatchObject(refused('takes more than 0.002 seconds'))
    await expect(attempt({ seconds: 60, items: 1 })).rejects.toMatchObject(refused('at most 1 can be deleted'))
    expect(await count()).toEqual(before)
    // What follows in the transaction has the usual time.
    const usual = await transact(server.deps, async (tx) => {
      const timeout = async () => (await tx.raw('show statement_timeout')).rows[0].statement_timeout as string
      const before = await timeout()
      await previewDeletion(tx, { organization_id, user_id }, { names: [name] }, { seconds: 60, items: 10 })
      return [before, await timeout()]
    })
    expect(usual[1]).toBe(usual[0])
  })

  it('finds documents by name, number and address in any form, and nothing similar', async () => {
    const name = aSupplier()
    const ids = [
      await aDocumentOf({ sender_name: name.toUpperCase().replace(' ', '\n') }),
      await aDocumentOf({ iban: 'DE89 3704 0044 0532 0130 00' }),
      await aDocumentOf({ sender_vat_id: 'DE811907980' }),
      await aDocumentOf({ sender_email: 'rechnung@nordwind-eins.example' }),
    ]
    await aDocumentOf({ sender_name: `${name} & Co. KG` })
    await aDocumentOf({ sender_name: name.replace('ü', 'ö') })
    await aDocumentOf({ iban: 'DE89 3704 0044 0532 0130 01' })
    // One's own company with the same number, in a field about the customer.
    await aDocumentOf({ recipient_vat_id: 'DE811907980', recipient_name: name })
    const request = await preview({
      names: [name],
      ibans: ['DE89370400440532013000'],
      vat_ids: ['DE 811 907 980'],
      emails: ['@nordwind-eins.example'],
    })
    expect(await found(request)).toEqual(
      ['names: sender_name', 'ibans: iban', 'vat_ids: sender_vat_id', 'emails: sender_email'].map((place, index) => ({
        annotation: url('annotations', ids[index]!),
        keep: false,
        kept_until: null,
        found_in: [place],
        state: 'found',
      })),
    )
    expect(request.preview.deleted).toMatchObject({ documents: 4, emails: 0 })
    expect(await statusOf(ids[0]!)).toBe('to_review')
  })

  it('finds no amount or date by a number, and no other address with the same words', async () => {
    await aDocumentOf({
      amount_total: { string: '7,731,000.00', number: 7731000 },
      date_issue: { string: '19.08.2731', date: '2731-08-19' },
      sender_email: 'info@foo.bar.example',
    })
    const account = await aDocumentOf({ account_num: '773100 000' })
    const sender = await aDocumentOf({ sender_email: ' Info@foo-bar.example' })
    const request = await preview({ ibans: ['773100000'], vat_ids: ['19082731'], emails: ['info@foo-bar.example'] })
    expect((await found(request)).map(({ annotation }) => annotation)).toEqual(
      [account, sender].map((id) => url('annotations', id)),
    )
  })

  it('finds values in fields of the customer only if asked for', async () => {
    const name = aSupplier()
    await aDocumentOf({ recipient_name: name })
    expect((await preview({ names: [name] })).preview.deleted).toMatchObject({ documents: 0 })
    expect((await preview({ values: [name] })).preview.deleted).toMatchObject({ documents: 1 })
  })

  it('finds nothing of other organizations, which do not see it either', async () => {
    const name = aSupplier()
    const other = await aTenant(db())
    await aDocumentOf({ sender_name: name }, {}, other)
    const request = await preview({ names: [name] })
    expect(request.preview).toMatchObject({ deleted: { documents: 0 }, kept: { documents: 0 } })
    const stranger = as(server.root, other.token)
    expect((await stranger.get(`/deletion_requests/${request.id}`)).status).toBe(404)
    expect((await stranger.get(`/deletion_requests/${request.id}/documents`)).status).toBe(404)
    const { token } = request
    expect((await stranger.post(`/deletion_requests/${request.id}/confirm`, { token })).status).toBe(404)
  })

  it('finds a divided document with its last part, and keeps it with a part that is kept', async () => {
    const name = aSupplier()
    const { organization_id } = tenant
    const divided = async (...parts: number[]) => {
      const parent = await aDocumentOf({}, { status: 'split' })
      const rows = parts.map((annotation_id) => ({ organization_id, parent_id: parent, annotation_id, pages: '[]' }))
      await db()('page_edits').insert(rows)
      return parent
    }
    const mine = (given = {}) => aDocumentOf({ sender_name: name }, given)
    const whole = await divided(await mine(), await mine())
    const outer = await divided(whole)
    await divided(await mine(), await aDocumentOf({ sender_name: 'another supplier' }))
    const kept = await divided(await mine(), await mine({ status: 'exported', exported_at: new Date() }))
    const request = await preview({ names: [name] })
    const parents = (await found(request)).filter(({ found_in }) => String(found_in) === 'documents: all parts')
    expect(parents.map(({ annotation, keep }) => [annotation, keep])).toEqual([
      [url('annotations', whole), false],
      [url('annotations', outer), false],
      [url('annotations', kept), true],
    ])
    expect(request.preview).toMatchObject({ deleted: { documents: 6 }, kept: { documents: 2 } })
  })

  it('is for administrators', async () => {
    const { client } = await person('manager', [tenant.queue_id])
    expect((await client.post('/deletion_requests', { search: { names: ['Anyone'] } })).status).toBe(403)
    expect((await client.get('/deletion_requests')).status).toBe(403)
    const { client: auditor } = await person('auditor')
    expect((await auditor.get('/deletion_requests')).status).toBe(200)
    expect((await auditor.post('/deletion_requests', { search: { names: ['Anyone'] } })).status).toBe(403)
  })

  it.each([
    { search: {} },
    { search: { names: ['a'] } },
    { search: { phones: ['12345'] } },
    { search: { names: 'A' } },
  ])('is refused without a search that can be answered: %j', async (body) => {
    expect((await admin.post('/deletion_requests', body)).status).toBe(400)
  })

  it('is deleted after a day, with what was searched for', async () => {
    const request = await preview({ names: [aSupplier()] })
    await db()('deletion_requests')
      .where('id', request.id)
      .update({ created_at: db().raw(`now() - interval '25 hours'`) })
    expect(await deleteOldPreviews(server.deps)).toBe(1)
    expect((await confirm(request)).status).toBe(404)
  })
})

describe('a failed deletion', () => {
  it('forgets after 30 days what was searched for', async () => {
    const request = await preview({ names: [aSupplier()] })
    const failed = (days: number) =>
      db()('deletion_requests')
        .where('id', request.id)
        .update({ status: 'failed', confirmed_at: db().raw(`now() - make_interval(days => ?)`, [days]) })
    await failed(29)
    expect(await forgetFailedSearches(server.deps)).toBe(0)
    await failed(31)
    expect([await forgetFailedSearches(server.deps), await forgetFailedSearches(server.deps)]).toEqual([1, 0])
    expect((await admin.get(`/deletion_requests/${request.id}`)).body).toMatchObject({ search: null, status: 'failed' })
    expect(await run(request)).toMatchObject({ status: 'finished' })
  })
})

describe('a confirmed deletion', () => {
  it('needs the token of the preview, and deletes nothing that the preview did not show', async () => {
    const name = aSupplier()
    const first = await aDocumentOf({ sender_name: name })
    const request = await preview({ names: [name] })
    expect((await admin.post(`/deletion_requests/${request.id}/confirm`, {})).status).toBe(400)
    expect((await confirm({ ...request, token: 'f'.repeat(32) })).status).toBe(400)
    await aDocumentOf({ sender_name: name })
    const changed = await confirm(request)
    expect([changed.status, changed.body.code]).toEqual([409, 'conflict_status'])
    expect(await statusOf(first)).toBe('to_review')
    const again = await preview({ names: [name] })
    expect(await run(again)).toMatchObject({ status: 'finished', report: { deleted: { documents: 2 } } })
    expect((await confirm(again)).status).toBe(409)
  })

  it('counts what belongs to the documents, and forgets what was searched for', async () => {
    const name = aSupplier()
    const annotation_id = await aDocumentOf({ sender_name: name })
    const annotation = url('annotations', annotation_id)
    await admin.post('/notes', { annotation, content: 'a note' })
    const request = await preview({ names: [name] })
    expect(request.preview.deleted).toMatchObject({ documents: 1, notes: 1 })
    const finished = await run(request)
    expect(finished).toMatchObject({
      status: 'finished',
      report: { deleted: { documents: 1, notes: 1 }, kept: { documents: 0 } },
      search: null,
      token: null,
    })
    expect((await admin.get(`/annotations/${annotation_id}`)).body).toMatchObject({
      status: 'purged',
      purged_by: url('users', tenant.user_id),
    })
    const rows = await db()('audit_logs').where({ object_type: 'deletion_request', object_id: request.id })
    expect(rows.map(({ action }) => action as string).sort()).toEqual(['create', 'purge', 'update'])
    expect(JSON.stringify([rows, finished])).not.toContain(name)
  })

  it('ends approvals with the reason', async () => {
    const name = aSupplier()
    const { organization_id } = tenant
    const annotation_id = await aDocumentOf({ sender_name: name }, { status: 'in_workflow', confirmed_at: new Date() })
    const insert = async (table: string, row: object) =>
      ((await db()(table).insert(row).returning('id')) as { id: number }[])[0]!.id
    const workflow_id = await insert('workflows', { organization_id, name: 'w' })
    await insert('workflow_runs', { organization_id, annotation_id, workflow_id, workflow_status: 'pending' })
    const request = await preview({ names: [name] })
    expect(request.preview.deleted).toMatchObject({ documents: 1, pending_approvals: 1 })
    await run(request)
    expect(await statusOf(annotation_id)).toBe('purged')
    const { body } = await admin.get(`/workflow_activities?annotation=${annotation_id}`)
    expect(body.results).toMatchObject([{ action: 'pushed_back', note: 'The document was deleted on request.' }])
  })

  it('waits for documents that are being exported', async () => {
    const name = aSupplier()
    const [busy, idle] = [
      await aDocumentOf({ sender_name: name }, { status: 'exporting' }),
      await aDocumentOf({ sender_name: name }),
    ]
    const request = await preview({ names: [name] })
    await confirm(request)
    expect(await deleteFoundBatch(server.deps, request.id)).toMatchObject({ left: 1, waits: false })
    expect(await deleteFoundBatch(server.deps, request.id)).toMatchObject({ left: 1, waits: true })
    expect([await statusOf(busy), await statusOf(idle)]).toEqual(['exporting', 'purged'])
    // Exported meanwhile: the law requires it now.
    await db()('annotations').where('id', busy).update({ status: 'exported', exported_at: new Date() })
    expect(await deleteFoundBatch(server.deps, request.id)).toMatchObject({ left: 0, kept: { documents: 1 } })
    expect(await statusOf(busy)).toBe('exported')
  })
})
