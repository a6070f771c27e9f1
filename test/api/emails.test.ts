/** Emails: lists, raw messages, related annotations and documents (contract 22.8 to 22.17). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { receive, withFile } from './emails-setup.ts'

useTenantServer()

const idsOf = async (where: string) =>
  (await admin.get(where)).body.results.map((row: { id: number }) => row.id) as number[]

describe('/v1/emails', () => {
  it('counts the annotations created from it', async () => {
    const { id } = await receive()
    for (const status of ['to_review', 'exported', 'purged', 'rejected', 'confirmed'])
      await anAnnotation(server.deps.db, tenant, { status, email_id: id })
    const shown = (await admin.get(`/emails/${id}`)).body
    expect(shown.annotations).toHaveLength(5)
    expect(shown.annotation_counts).toEqual({
      annotations: 5,
      annotations_processed: 2,
      annotations_purged: 1,
      annotations_unprocessed: 2,
      annotations_rejected: 1,
      related_annotations: 0,
    })
  })

  it('can be found by each filter', async () => {
    const document_id = await withFile()
    const given = {
      subject: 'Needle',
      from: { email: 'needle@example.org', name: 'Needle' },
      document_ids: [document_id],
    }
    const { id, email_thread_id } = await receive({
      ...given,
      to: [{ email: 'x@example.org' }, { email: 'y@example.org' }],
    })
    for (const filter of [
      'subject=Needle',
      'from__email=needle@example.org',
      'from__name=Needle',
      'to=y@example.org',
      `documents=${document_id}`,
      `email_thread=${email_thread_id}`,
      `id=${id}&type=incoming&has_documents=true&queue=${tenant.queue_id}&created_at_after=2020-01-01`,
    ])
      expect([filter, await idsOf(`/emails?${filter}`)]).toEqual([filter, [id]])
    for (const filter of ['type=outgoing', 'has_documents=false', 'created_at_before=2020-01-01', 'inbox=999999'])
      expect([filter, await idsOf(`/emails?id=${id}&${filter}`)]).toEqual([filter, []])
    expect((await admin.get('/emails/counts?subject=Needle')).body).toEqual({
      incoming: {
        total: 1,
        no_documents: 0,
        recent_with_no_documents_not_replied: 0,
        rejected: 0,
        recent_with_filtered_out_documents: 0,
      },
    })
    await receive({ subject: 'Bare', labels: ['rejected'] })
    expect((await admin.get('/emails/counts?subject=Bare')).body.incoming).toMatchObject({
      no_documents: 1,
      recent_with_no_documents_not_replied: 1,
      rejected: 1,
    })
  })

  it('changes only writable fields, and refuses cycles and emails of other queues', async () => {
    const one = await receive()
    const two = await receive({ parent_id: one.id })
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const foreign = await receive({ queue_id })
    const patch = async (id: number, given: object) => (await admin.patch(`/emails/${id}`, given)).body
    expect((await patch(one.id, { parent: url('emails', one.id) })).parent).toEqual([
      'An email cannot be a reply to itself.',
    ])
    expect((await patch(one.id, { parent: url('emails', two.id) })).parent).toEqual([
      'An email cannot be a reply to itself.',
    ])
    expect((await patch(two.id, { children: [url('emails', one.id)] })).children).toEqual([
      'An email cannot be a reply to itself.',
    ])
    expect((await patch(one.id, { parent: url('emails', foreign.id) })).parent).toEqual([
      'The email belongs to another queue.',
    ])
    expect((await patch(one.id, { children: [] })).children).toEqual([])
    expect((await admin.get(`/emails/${two.id}`)).body.parent).toBeNull()
    expect((await patch(one.id, { body_text_plain: 'x'.repeat(5000) })).body_text_plain).toHaveLength(4096)
    expect(await patch(one.id, { type: 'outgoing', from: null, to: [] })).toMatchObject({
      type: 'incoming',
      from: { email: 'ada@example.org', name: 'Ada' },
      to: [{ email: 'in@example.org' }],
    })
    const put = (await admin.put(`/emails/${one.id}`, {})).body
    expect(put).toMatchObject({ subject: '', body_text_plain: '', labels: [], metadata: {}, parent: null })
    expect((await admin.get(`/emails/${one.id}/content`)).status).toBe(404)
  })

  it('makes its attachments visible to users of its queue', async () => {
    const { id } = await receive()
    const document_id = await aDocument(server.deps.db, tenant, { email_id: id, attachment_status: 'broken_image' })
    await server.deps.db('email_documents').insert({ email_id: id, document_id })
    const inside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    const outside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [])).token)
    expect((await inside.get(`/emails/${id}`)).body.documents).toEqual([url('documents', document_id)])
    expect((await inside.get(`/documents?email=${id}`)).body.results).toMatchObject([{ email: url('emails', id) }])
    expect((await outside.get(`/emails/${id}`)).status).toBe(404)
    expect((await outside.get(`/documents/${document_id}`)).status).toBe(404)
  })
})
