import { describe, expect, it } from 'vitest'
import { ReadError } from '@sheaf/extraction/types'
import { importAttached } from '../../src/domain/intake/attached.ts'
import { loadImporting } from '../../src/domain/intake/importing.ts'
import { importQuickly } from '../../src/domain/intake/import-quickly.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { storeEmail } from '../../src/domain/mail/emails.ts'
import { inTransaction } from '../../src/domain/outbox/transaction.ts'
import type { Deps } from '../../src/deps.ts'
import { database, useDatabase } from '../support/database.ts'
import { anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'
import { anOrganization, depsWithoutTemporal, type Fixture } from './fixtures.ts'

const MEMBERS = ['a.pdf', 'b.pdf'].map((name) => ({ name, bytes: Buffer.from(`%PDF-1.7 ${name}`) }))

describe('a portfolio of PDF files', () => {
  useDatabase()

  /** Imports a portfolio as often as asked; returns its document and the documents of its members. */
  async function imported(unpack: () => Promise<typeof MEMBERS>, { times = 1, byEmail = false } = {}) {
    const documents = { ...fakeDocuments(() => ({ ...anExtraction(), portfolio: true as const })), unpack }
    const base = depsWithoutTemporal(database.db)
    const config: Deps['config'] = { ...base.deps.config, workerQueues: ['orchestration', 'documents'] }
    const deps: Deps = { ...base.deps, documents, config }
    const { queue, who } = await anOrganization(database.db)
    const files = [{ name: 'portfolio.pdf', bytes: Buffer.from('%PDF-1.7') }]
    const { upload_id, document_ids } = await createUpload(deps, { queue, who, files, values: { 'upload:shop': '7' } })
    const email_id = byEmail ? await sentBy(queue, upload_id) : null
    const step = await stepOf(upload_id)
    await importQuickly(deps, { ...step, consumer: 'intake' })
    for (let time = 1; time < times; time++) {
      const annotation = await loadImporting(database.db, step.annotation_id)
      await importAttached(deps, annotation!, { ...anExtraction(), portfolio: true }, files[0]!.bytes)
    }
    const members = await database.db('documents').where({ parent_id: document_ids[0]! }).orderBy('id')
    return {
      ...base,
      deps,
      upload_id,
      email_id,
      queue,
      members,
      document_id: document_ids[0]!,
      annotation_id: step.annotation_id,
    }
  }

  /** Imports the files again; returns how often they were unpacked, and the names of files that were added to the store. */
  async function again({ deps, blobs, annotation_id }: Awaited<ReturnType<typeof imported>>) {
    const before = new Set(blobs.kept.keys())
    let unpacked = 0
    const unpack = () => {
      unpacked++
      return Promise.resolve(MEMBERS)
    }
    const annotation = await loadImporting(database.db, annotation_id)
    const extraction = { ...anExtraction(), portfolio: true as const }
    const documents = { ...deps.documents, unpack }
    const left = await importAttached({ ...deps, documents }, annotation!, extraction, Buffer.from('%PDF-1.7'))
    expect(left).toBe(extraction)
    return { unpacked, added: [...blobs.kept.keys()].filter((key) => !before.has(key)) }
  }

  /** Makes the files of an upload those of an email; returns its id. */
  async function sentBy({ id, organization_id }: Fixture['queue'], upload_id: number): Promise<number> {
    const email = { organization_id, queue_id: id, inbox_id: null, parent_id: null, type: 'incoming' } as const
    const people = { from: { email: 'ada@harrow.example' }, to: [], cc: [], bcc: [] }
    const body = { subject: 'March', body_text_plain: '', body_text_html: '', labels: [], metadata: {} }
    const rest = { message_id: null, email_template_id: null, s3_name: null, size: 0, creator_id: null }
    const document_ids = await database.db('documents').where({ upload_id }).pluck('id')
    const related = { document_ids, related_annotation_ids: [], related_document_ids: [] }
    const stored = await inTransaction(database.db, (tx) =>
      storeEmail(tx, { ...email, ...people, ...body, ...rest, ...related }),
    )
    for (const [table, columns] of [
      ['uploads', { id: upload_id }],
      ['documents', { upload_id }],
      ['annotations', { upload_id }],
    ] as const)
      await database.db(table).where(columns).update({ email_id: stored.id })
    return stored.id
  }

  const stepOf = (upload_id: number): Promise<{ event_id: number; annotation_id: number }> =>
    database
      .db('events')
      .where({ upload_id, kind: 'annotation_status.changed' })
      .first('id as event_id', 'annotation_id')

  it('is followed by its members, in an upload of their own', async () => {
    const { members, upload_id, queue, annotation_id, blobs } = await imported(() => Promise.resolve(MEMBERS))
    expect(members.map(({ original_file_name }) => original_file_name)).toEqual(['a.pdf', 'b.pdf'])
    const [upload] = new Set(members.map((member) => member.upload_id))
    expect(upload).not.toBe(upload_id)
    expect(await database.db('uploads').where({ id: upload }).first('queue_id', 'values')).toEqual({
      queue_id: queue.id,
      values: { 'upload:shop': '7' },
    })
    const annotations = await database.db('annotations').where({ upload_id: upload }).pluck('status')
    expect(annotations).toEqual(['importing', 'importing'])
    for (const { s3_name } of members) expect(blobs.kept.has(documentKey(s3_name))).toBe(true)
    expect(await database.db('annotations').where({ id: annotation_id }).first('status')).toEqual({
      status: 'to_review',
    })
  })

  it('has members that belong to its email, if it came by one', async () => {
    const { members, email_id, annotation_id } = await imported(() => Promise.resolve(MEMBERS), { byEmail: true })
    const { db } = database
    expect(members).toMatchObject([
      { email_id, attachment_status: 'processed' },
      { email_id, attachment_status: 'processed' },
    ])
    const [upload] = new Set(members.map((member) => member.upload_id))
    expect(await db('uploads').where({ id: upload }).first('email_id')).toEqual({ email_id })
    const files = await db('email_documents').where({ email_id }).pluck('document_id')
    expect(files).toEqual(expect.arrayContaining(members.map(({ id }) => id)))
    const { email_thread_id } = await db('emails').where({ id: email_id }).first('email_thread_id')
    const annotations = await db('annotations').where({ upload_id: upload }).orderBy('id')
    expect(annotations).toMatchObject([
      { email_id, email_thread_id },
      { email_id, email_thread_id },
    ])
    const relation = await db('relations').where({ type: 'attachment', parent_id: annotation_id }).first('id')
    const related = await db('relation_annotations').where({ relation_id: relation.id }).pluck('annotation_id')
    expect(related.toSorted((a, b) => a - b)).toEqual(annotations.map(({ id }) => id))
  })

  it('has its members once, however often it is imported', async () => {
    expect((await imported(() => Promise.resolve(MEMBERS), { times: 2 })).members).toHaveLength(2)
  })

  it('is not unpacked again once it has members, also if one was purged', async () => {
    const first = await imported(() => Promise.resolve(MEMBERS))
    await database.db('documents').where({ id: first.members[0].id }).update({ has_content: false })
    expect(await again(first)).toEqual({ unpacked: 0, added: [] })
  })

  it.each([
    [
      'is in a queue that is being deleted',
      (one: { queue: { id: number } }) =>
        database.db('queues').where({ id: one.queue.id }).update({ status: 'deletion_requested' }),
    ],
  ])('is not unpacked if it %s', async (_, change) => {
    const first = await imported(() => Promise.resolve(MEMBERS))
    await change(first)
    await database.db('documents').where({ parent_id: first.document_id }).update({ parent_id: null })
    expect(await again(first)).toEqual({ unpacked: 0, added: [] })
  })

  it('is not imported if it is itself a member, and needs a person', async () => {
    const first = await imported(() => Promise.resolve(MEMBERS))
    const { deps, blobs, annotation_id, document_id, members } = first
    await database.db('documents').where({ id: document_id }).update({ parent_id: members[0]!.id })
    await database.db('documents').where({ parent_id: document_id }).update({ parent_id: null })
    const before = blobs.kept.size
    const annotation = (await loadImporting(database.db, annotation_id))!
    const documents = { ...deps.documents, unpack: () => Promise.resolve(MEMBERS) }
    const extraction = { ...anExtraction(), portfolio: true as const }
    const { notes } = await importAttached({ ...deps, documents }, annotation, extraction, Buffer.from('x'))
    expect(notes).toContainEqual({
      type: 'warning',
      content: 'The attached files were not imported. The file is itself one of an archive or a message.',
      blocks: true,
    })
    expect(blobs.kept.size).toBe(before)
  })

  it('needs a person if some of its files cannot be read; the others are imported', async () => {
    const unread = { name: 'c.zip', bytes: Buffer.alloc(0), problem: 'c.zip is damaged.' }
    const { members, annotation_id } = await imported(() => Promise.resolve([...MEMBERS, unread]))
    expect(members).toHaveLength(2)
    const content = 'Some attached files were not imported. c.zip is damaged.'
    expect((await database.db('annotations').where({ id: annotation_id }).first('messages')).messages).toContainEqual(
      expect.objectContaining({ type: 'warning', content }),
    )
  })

  it('stores nothing if another attempt imports its members meanwhile', async () => {
    const first = await imported(() => Promise.reject(new ReadError('damaged', 'Damaged.')))
    const { deps, blobs, annotation_id, document_id } = first
    const annotation = (await loadImporting(database.db, annotation_id))!
    const unpackedBy = (unpack: () => Promise<typeof MEMBERS>) =>
      importAttached(
        { ...deps, documents: { ...deps.documents, unpack } },
        annotation,
        { ...anExtraction(), portfolio: true },
        Buffer.from('%PDF-1.7'),
      )
    const before = blobs.kept.size
    await unpackedBy(async () => {
      await unpackedBy(() => Promise.resolve(MEMBERS))
      return MEMBERS
    })
    const members = await database.db('documents').where({ parent_id: document_id }).pluck('s3_name')
    expect(members).toHaveLength(2)
    expect(blobs.kept.size).toBe(before + 2)
    for (const name of members) expect(blobs.kept.has(documentKey(name))).toBe(true)
    expect(await database.db('pending_files').pluck('s3_name')).toEqual([])
  })

  it('is imported with a message that needs a person if its members cannot be read', async () => {
    const { members, annotation_id } = await imported(() => Promise.reject(new ReadError('damaged', 'Damaged.')))
    expect(members).toEqual([])
    const content = 'The attached files were not imported. Damaged.'
    expect((await database.db('annotations').where({ id: annotation_id }).first('messages')).messages).toContainEqual(
      expect.objectContaining({ type: 'warning', content }),
    )
    expect(await database.db('annotations').where({ id: annotation_id }).first('status')).toEqual({
      status: 'to_review',
    })
  })
})
