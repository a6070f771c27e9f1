import { beforeEach, describe, expect, it } from 'vitest'
import { createUpload, importNow } from '../../src/domain/intake/uploads.ts'
import { MAX_UPLOAD_BYTES } from '../../src/rules/input/uploads.ts'
import { database, useDatabase } from '../support/database.ts'
import { anOrganization, depsWithoutTemporal } from './fixtures.ts'
import type { Fixture } from './fixtures.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')
const conflict = { status: 409, code: 'conflict_status' }

describe('createUpload', () => {
  let fixture: Fixture
  let { deps, blobs } = {} as ReturnType<typeof depsWithoutTemporal>
  useDatabase()
  beforeEach(async () => {
    fixture = await anOrganization(database.db)
    ;({ deps, blobs } = depsWithoutTemporal(database.db))
  })

  const upload = (files: { name: string; bytes: Buffer; mime?: string }[], more: object = {}) =>
    createUpload(deps, { queue: fixture.queue, who: fixture.who, files, ...more })
  const countRows = async () => {
    const tables = ['uploads', 'documents', 'tasks', 'events', 'annotations']
    const counts = await Promise.all(
      tables.map((table) => database.db(table).where({ organization_id: fixture.organization_id }).count()),
    )
    return Object.fromEntries(tables.map((table, index) => [table, Number(counts[index]![0]!.count)]))
  }

  /** Returns the kinds of pending events of an upload's workflow. */
  const deliveries = (upload_id: number) =>
    database
      .db('deliveries as d')
      .join('events as e', 'e.id', 'd.event_id')
      .where({ 'd.workflow_id': `upload/${upload_id}`, 'd.consumer': 'intake', 'd.state': 'pending' })
      .orderBy('e.id')
      .pluck('e.kind')

  it('stores the file, its digests, a running task and the event that starts the import', async () => {
    const { upload_id, task_id, document_ids } = await upload([{ name: 'Rechnung Nº 1.pdf', bytes: pdf }], {
      values: { 'upload:department': 'Sales' },
      metadata: { source: 'test' },
      request_id: 'r-1',
    })
    const document = await database.db('documents').where({ id: document_ids[0] }).first()
    expect(document).toMatchObject({
      upload_id,
      original_file_name: 'Rechnung Nº 1.pdf',
      mime_type: 'application/pdf',
      size: pdf.length,
      creator_id: fixture.user_id,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      md5: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(blobs.kept.get(`documents/${document.s3_name}`)).toEqual(pdf)
    expect(await database.db('uploads').where({ id: upload_id }).first()).toMatchObject({
      values: { 'upload:department': 'Sales' },
      metadata: { source: 'test' },
      finished_at: null,
    })
    const task = await database
      .db('tasks')
      .where({ id: task_id })
      .first('*', database.db.raw('(expires_at - created_at)::text as lives'))
    expect(task).toMatchObject({
      status: 'running',
      type: 'upload_created',
      content: { upload: upload_id },
      lives: '7 days',
    })
    const annotation = await database.db('annotations').where({ upload_id }).first()
    expect(annotation).toMatchObject({ document_id: document.id, status: 'importing', metadata: { source: 'test' } })
    expect(await database.db('events').where({ upload_id }).orderBy('id')).toMatchObject([
      { kind: 'upload.created', request_id: 'r-1' },
      { kind: 'annotation_status.changed', annotation_id: annotation.id, request_id: 'r-1' },
    ])
    expect(await deliveries(upload_id)).toEqual(['upload.created', 'annotation_status.changed'])
  })

  it('leaves archives to the import', async () => {
    const zip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])
    const { upload_id } = await upload([
      { name: 'a.zip', bytes: zip },
      { name: 'b.pdf', bytes: pdf },
    ])
    expect(await database.db('annotations').where({ upload_id })).toEqual([])
    expect(await database.db('events').where({ upload_id })).toMatchObject([{ kind: 'upload.created' }])
    expect(await deliveries(upload_id)).toEqual(['upload.created'])
  })

  it('completes an upload without importable files immediately, with the reasons', async () => {
    const { upload_id, task_id } = await upload([{ name: 'notes.txt', bytes: Buffer.from('hello') }])
    expect(await database.db('annotations').where({ upload_id }).pluck('status')).toEqual(['failed_import'])
    expect(await database.db('tasks').where({ id: task_id }).first()).toMatchObject({
      status: 'failed',
      code: 'import_failed',
      detail: expect.stringContaining('notes.txt is of type text/plain, which cannot be imported.'),
    })
    expect(await database.db('uploads').where({ id: upload_id }).first('finished_at')).toEqual({
      finished_at: expect.any(String),
    })
  })

  it('accepts uploads while Temporal is unreachable', async () => {
    await expect(upload([{ name: 'a.pdf', bytes: pdf }])).resolves.toMatchObject({ upload_id: expect.any(Number) })
  })

  it('recognises a program by its content, whatever its name and declared type', async () => {
    const { document_ids } = await upload([
      { name: 'invoice.pdf', bytes: Buffer.from('MZ\x90\0%PDF-1.7'), mime: 'application/pdf' },
      { name: 'note.txt', bytes: Buffer.from('hello'), mime: 'application/pdf' },
      { name: 'rows.csv', bytes: Buffer.from('a,b\n') },
    ])
    const types = await database.db('documents').whereIn('id', document_ids).orderBy('id').pluck('mime_type')
    expect(types).toEqual(['application/x-executable', 'application/octet-stream', 'text/plain'])
  })

  it('fails with 503 and stores nothing when a blob cannot be written', async () => {
    blobs.failAt = 2
    const three = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({ name, bytes: pdf }))
    await expect(upload(three)).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(String) } })
    expect(blobs.kept.size).toBe(0)
    expect(await countRows()).toEqual({ uploads: 0, documents: 0, tasks: 0, events: 0, annotations: 0 })
  })

  it('leaves no blob when the transaction fails', async () => {
    await expect(upload([{ name: 'a.pdf', bytes: pdf }], { who: { user_id: 999_999 } })).rejects.toThrow()
    expect(blobs.kept.size).toBe(0)
    expect(await countRows()).toMatchObject({ uploads: 0, documents: 0 })
  })

  it.each(['deletion_requested', 'deletion_in_progress', 'deletion_failed'])(
    'refuses a queue that is %s',
    async (status) => {
      await database.db('queues').where({ id: fixture.queue.id }).update({ status })
      await expect(upload([{ name: 'a.pdf', bytes: pdf }])).rejects.toMatchObject(conflict)
      expect(blobs.kept.size).toBe(0)
    },
  )

  it('refuses more than 40 MB in total with 413 before anything is stored', async () => {
    const half = Buffer.alloc(MAX_UPLOAD_BYTES / 2)
    const files = [half, half, Buffer.alloc(1)].map((bytes, index) => ({ name: `${index}.pdf`, bytes }))
    await expect(upload(files)).rejects.toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(blobs.kept.size).toBe(0)
  })

  it('refuses identical files only if requested, and only for the same name and content', async () => {
    await upload([{ name: 'a.pdf', bytes: pdf }])
    await upload([{ name: 'a.pdf', bytes: pdf }])
    const again = { reject_identical: true }
    await expect(upload([{ name: 'a.pdf', bytes: pdf }], again)).rejects.toMatchObject(conflict)
    await upload([{ name: 'b.pdf', bytes: pdf }], again)
    await upload([{ name: 'a.pdf', bytes: Buffer.concat([pdf, pdf]) }], again)
    const two = ['c.pdf', 'd.pdf'].map((name) => ({ name, bytes: pdf }))
    await expect(upload(two, again)).rejects.toMatchObject({ status: 400 })
  })

  it('accepts only one of two identical files that arrive concurrently', async () => {
    const both = await Promise.allSettled(
      [1, 2].map(() => upload([{ name: 'twin.pdf', bytes: pdf }], { reject_identical: true })),
    )
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('refuses a request without files', async () => {
    await expect(upload([])).rejects.toMatchObject({ status: 400, extra: { content: [expect.any(String)] } })
  })
})

describe('importNow', () => {
  useDatabase()

  it('creates the annotations before it returns, in the order of the files, and starts no import', async () => {
    const fixture = await anOrganization(database.db)
    const { deps } = depsWithoutTemporal(database.db)
    const created = await importNow(deps, {
      queue: fixture.queue,
      who: fixture.who,
      files: [
        { name: 'a.pdf', bytes: pdf },
        { name: 'empty.pdf', bytes: Buffer.alloc(0) },
      ],
      metadata: { kind: 'old' },
    })
    expect(created).toHaveLength(2)
    const rows = await database
      .db('annotations as a')
      .join('documents as d', 'd.id', 'a.document_id')
      .whereIn(
        'a.id',
        created.map((each) => each.annotation_id),
      )
      .orderBy('a.id')
      .select('d.original_file_name as name', 'a.status', 'a.messages', 'a.metadata')
    expect(rows).toEqual([
      { name: 'a.pdf', status: 'importing', messages: [], metadata: { kind: 'old' } },
      {
        name: 'empty.pdf',
        status: 'failed_import',
        messages: [{ id: 'all', type: 'error', content: 'empty.pdf is empty.' }],
        metadata: { kind: 'old' },
      },
    ])
    const changes = await database.db('events').where({ kind: 'annotation_status.changed' }).orderBy('id').pluck('data')
    expect(changes).toEqual([
      { from: null, to: 'importing', import: 'upload' },
      { from: null, to: 'failed_import', import: 'upload' },
    ])
  })
})
