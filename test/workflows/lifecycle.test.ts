import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as annotations from '../../src/domain/annotations/review.ts'
import { wake } from '../../src/domain/outbox/workflow-starter.ts'
import { createUpload, importNow } from '../../src/domain/intake/uploads.ts'
import { ReadError } from '../../src/extraction/types.ts'
import type { Extraction } from '../../src/extraction/types.ts'
import { anExtraction, extractedValue, fakeDocuments } from './fake-documents.ts'
import { aFixture, harness, statuses, task, until } from './harness.ts'
import type { Harness } from './harness.ts'

const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)

describe('annotationLifecycle', () => {
  let stack: Harness
  let answer: (bytes: Uint8Array) => Promise<Extraction> | Extraction
  const documents = fakeDocuments((bytes) => answer(bytes))
  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  beforeEach(() => {
    answer = () => anExtraction()
    documents.calls.length = 0
  })
  afterAll(() => stack.stop())

  /** Imports one file and answers the annotation when it has left `importing`. */
  async function imported(queue: Record<string, unknown> = {}, content = `${Math.random()}`) {
    const fixture = await aFixture(stack.deps, queue)
    const files = [{ name: 'a.pdf', bytes: pdf(content) }]
    const [made] = await importNow(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const id = made!.annotation_id
    const load = () => stack.deps.db('annotations').where({ id }).first()
    const row = await until(load, ({ status }) => !['importing', 'exporting'].includes(status))
    return { fixture, id, load, row }
  }
  const blockers = async (annotation_id: number) =>
    (await stack.deps.db('automation_blockers').where({ annotation_id }).first())?.content ?? null
  const unhandled = (annotation_id: number) =>
    stack.deps.db('events').where({ annotation_id, needs_work: true }).whereNull('handled_at').pluck('id')

  it('stops for review when automation is off, and says so', async () => {
    const { row, id } = await imported()
    expect(row).toMatchObject({
      status: 'to_review',
      automated: false,
      prediction: { source: 'generic', version: '1' },
    })
    expect(await blockers(id)).toEqual([{ level: 'annotation', type: 'automation_disabled' }])
    expect(await unhandled(id)).toEqual([])
  })

  it('goes on to exported by itself when everything is vouched for', async () => {
    // Columns of a table without rows have nothing to doubt; the other fields are sure enough.
    answer = () => anExtraction()
    const queue = { automation_enabled: true, automation_level: 'always' }
    const { row, id } = await imported(queue)
    expect(row).toMatchObject({
      status: 'exported',
      automated: true,
      confirmed_by: null,
      exported_at: expect.any(String),
    })
    expect(await blockers(id)).toBeNull()
  })

  it('ends automated annotations in confirmed where the queue uses that state', async () => {
    const { row } = await imported({ automation_enabled: true, automation_level: 'always', use_confirmed_state: true })
    expect(row).toMatchObject({ status: 'confirmed', automated: true })
  })

  it('stops a doubtful document at level confident, naming the field', async () => {
    answer = () => anExtraction({ amount_total: extractedValue('119.00', 0.4) })
    const { row, id } = await imported({ automation_enabled: true, automation_level: 'confident' })
    expect(row.status).toBe('to_review')
    expect(await blockers(id)).toContainEqual(
      expect.objectContaining({
        type: 'low_score',
        schema_id: 'amount_total',
        samples: [expect.objectContaining({ details: { score: 0.4, threshold: 0.8 } })],
      }),
    )
  })

  it('relates documents with the same content, and lets a queue stop them', async () => {
    const first = await imported()
    const second = await stack.deps.db('documents').where({ id: first.row.document_id }).first()
    const files = [{ name: 'again.pdf', bytes: Buffer.from(await stack.deps.blobs.get(`documents/${second.s3_name}`)) }]
    await stack.deps
      .db('queues')
      .where({ id: first.fixture.queue.id })
      .update({
        automation_enabled: true,
        automation_level: 'always',
        settings: JSON.stringify({ automation: { automate_duplicates: false } }),
      })
    const [made] = await importNow(stack.deps, { queue: first.fixture.queue, who: first.fixture.who, files })
    const id = made!.annotation_id
    await until(
      () => stack.deps.db('annotations').where({ id }).first(),
      ({ status }) => status !== 'importing',
    )
    expect(await blockers(id)).toEqual([{ level: 'annotation', type: 'is_duplicate' }])
    const relation = await stack.deps.db('relations').where({ organization_id: first.fixture.organization_id }).first()
    expect(relation).toMatchObject({ type: 'duplicate', key: second.md5, parent_id: null })
    const members = await stack.deps
      .db('relation_annotations')
      .where({ relation_id: relation.id })
      .pluck('annotation_id')
    expect(members.sort()).toEqual([first.id, id].sort())
  })

  it('passes the wishes of the queue to the engine', async () => {
    await imported({ rir_params: 'effective_page_count=3&tables=false&languages=deu,eng', locale: 'de_DE' })
    expect(documents.calls).toEqual([{ locale: 'de_DE', maxPages: 3, tables: false, languages: ['deu', 'eng'] }])
  })

  it('ends in failed_import with the reason when the document is at fault, and can be put to review by hand', async () => {
    answer = () => Promise.reject(new ReadError('encrypted', 'The PDF is protected with a password.'))
    const { row, id, fixture } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ id: 'all', type: 'error', content: 'The PDF is protected with a password.' }],
    })
    expect(documents.calls).toHaveLength(1)
    await annotations.changeStatus(stack.deps.db, fixture.who, id, 'to_review')
    const content = await stack.deps.db('annotation_contents').where({ annotation_id: id }).first()
    expect(content.tree[0].children[0]).toMatchObject({ schema_id: 'document_id', content: { value: '' } })
  })

  it('gives a document three children after the first that was to read it at once, not more', async () => {
    answer = () => Promise.reject(new ReadError('crashed', 'The document made the reader crash.'))
    const { row } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ content: 'The document made the reader crash.' }],
    })
    expect(documents.calls).toHaveLength(4)
  })

  it('goes on when a child dies only once', async () => {
    let tries = 0
    answer = () => (++tries === 1 ? Promise.reject(new ReadError('crashed', 'crash')) : anExtraction())
    expect((await imported()).row.status).toBe('to_review')
  })

  it('ends in failed_import when a fault of ours comes back every time', async () => {
    answer = () => ({}) as Extraction
    const { row } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ content: expect.stringContaining('internal error') }],
    })
  })

  it('waits for a blob store that is away', async () => {
    const { blobs } = stack.deps
    const get = blobs.get.bind(blobs)
    let failures = 3
    blobs.get = (key: string) =>
      failures-- > 0 ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : get(key)
    try {
      expect((await imported()).row.status).toBe('to_review')
      expect(failures).toBeLessThan(0)
    } finally {
      blobs.get = get
    }
  })

  it('exports what a person confirms', async () => {
    const { id, fixture, load } = await imported()
    await annotations.startAnnotation(stack.deps.db, fixture.who, id)
    const { event_ids } = await annotations.confirmAnnotation(stack.deps.db, fixture.who, id)
    await wake(stack.deps, event_ids)
    expect(await until(load, ({ status }) => status === 'exported')).toMatchObject({ exported_by: fixture.user_id })
  })

  it('extracts anew when asked, with the same content node for nobody but itself', async () => {
    const { id, fixture, load } = await imported()
    answer = () => anExtraction({ document_id: extractedValue('B-2') })
    const { event_ids } = await annotations.changeStatus(stack.deps.db, fixture.who, id, 'importing', {
      rir_poll_id: null,
    })
    await wake(stack.deps, event_ids)
    await until(load, ({ status }) => status === 'to_review')
    const { fields } = await stack.deps.db('annotation_contents').where({ annotation_id: id }).first()
    expect(fields.document_id).toMatchObject([{ string: 'B-2' }])
    expect(await stack.deps.db('pages').where({ annotation_id: id })).toHaveLength(1)
  })

  it('does no harm when told too often', async () => {
    const { id, load } = await imported()
    const ids = await stack.deps.db('events').where({ annotation_id: id, needs_work: true }).pluck('id')
    await Promise.all([wake(stack.deps, ids), wake(stack.deps, ids), wake(stack.deps, ids)])
    expect(await load()).toMatchObject({ status: 'to_review' })
    expect(await stack.deps.db('annotation_contents').where({ annotation_id: id }).first()).toMatchObject({
      version: 1,
    })
  })

  it('sends only ids through Temporal', async () => {
    answer = () => anExtraction({ terms: extractedValue('very secret terms '.repeat(5000)) })
    const { id } = await imported()
    const { events } = await stack.deps.temporal.workflow.getHandle(`annotation/${id}`).fetchHistory()
    const text = JSON.stringify(events)
    expect(text.length).toBeLessThan(64 * 1024)
    expect(text).not.toContain('secret')
  })

  it('tells the operator which document it is', async () => {
    const { id, fixture } = await imported()
    const description = await until(
      () => stack.deps.temporal.workflow.getHandle(`annotation/${id}`).describe(),
      ({ status }) => status.name === 'COMPLETED',
    )
    expect(await description.staticSummary()).toBe('a.pdf in Invoices EU')
    expect(
      Object.fromEntries(description.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])),
    ).toMatchObject({
      SheafOrganization: fixture.organization_id,
      SheafQueue: fixture.queue.id,
      SheafAnnotation: id,
      SheafStatus: 'to_review',
    })
  })
})

describe('importUpload', () => {
  let stack: Harness
  const documents = fakeDocuments((bytes) => {
    if (Buffer.from(bytes).includes('broken')) throw new ReadError('damaged', 'The PDF is damaged.')
    return anExtraction()
  })
  beforeAll(async () => {
    stack = await harness(() => ({ documents }))
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  async function uploaded(files: { name: string; bytes: Buffer }[]) {
    const fixture = await aFixture(stack.deps)
    const { upload_id } = await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const ended = await until(
      () => task(stack.deps, upload_id),
      ({ status }) => status !== 'running',
    )
    return { upload_id, ended, statuses: await statuses(stack.deps, upload_id) }
  }

  it('succeeds when one of several files could be imported', async () => {
    const { ended, statuses } = await uploaded([
      { name: 'good.pdf', bytes: pdf('good') },
      { name: 'bad.pdf', bytes: pdf('broken') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ])
    expect(ended).toEqual({ status: 'succeeded', detail: null, code: null })
    expect(statuses).toEqual(['to_review', 'failed_import', 'failed_import'])
  })

  it('fails with the reasons when nothing could be imported', async () => {
    const { ended } = await uploaded([
      { name: 'bad.pdf', bytes: pdf('broken') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ])
    expect(ended).toMatchObject({ status: 'failed', code: 'import_failed' })
    expect(ended.detail).toContain('The PDF is damaged.')
    expect(ended.detail).toContain('notes.txt is of type text/plain, which cannot be imported.')
  })
})
