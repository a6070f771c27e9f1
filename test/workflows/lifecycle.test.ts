import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as annotations from '../../src/domain/annotations/review.ts'
import { createUpload, importNow } from '../../src/domain/intake/uploads.ts'
import { ReadError } from '../../src/extraction/types.ts'
import type { Extraction } from '../../src/extraction/types.ts'
import { moveToQueue } from '../../src/domain/annotations/move-to-queue.ts'
import { removeAnnotation } from '../../src/domain/annotations/remove.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { lookSignal, searchAttributes, stateQuery } from '../../src/workflows/contract.ts'
import { anExtraction, extractedValue, fakeDocuments } from './fake-documents.ts'
import { aFixture, anotherQueue, described, harness, statuses, task, until } from './harness.ts'
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

  /** Imports one file; returns the annotation when it has left `importing`. */
  async function imported(queue: Record<string, unknown> = {}, content = `${Math.random()}`) {
    const fixture = await aFixture(stack.deps, queue)
    const files = [{ name: 'a.pdf', bytes: pdf(content) }]
    const [created] = await importNow(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const id = created!.annotation_id
    const load = () => stack.deps.db('annotations').where({ id }).first()
    const row = await until(load, ({ status }) => !['importing', 'exporting'].includes(status))
    return { fixture, id, load, row }
  }
  const blockers = async (annotation_id: number) =>
    (await stack.deps.db('automation_blockers').where({ annotation_id }).first())?.content ?? null
  const pending = (annotation_id: number) =>
    stack.deps
      .db('deliveries as d')
      .join('events as e', 'e.id', 'd.event_id')
      .where({ 'e.annotation_id': annotation_id, 'd.state': 'pending' })
      .whereIn('d.consumer', ['intake', 'lifecycle'])
      .pluck('e.kind')

  it('stops for review when automation is off, and records the blocker', async () => {
    const { row, id } = await imported()
    expect(row).toMatchObject({
      status: 'to_review',
      automated: false,
      prediction: { source: 'generic', version: '1' },
    })
    expect(await blockers(id)).toEqual([{ level: 'annotation', type: 'automation_disabled' }])
    expect(await pending(id)).toEqual([])
  })

  it('exports automatically when no blocker exists', async () => {
    // Columns of a table without rows create no blocker; the other fields have high scores.
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

  it('moves automated annotations to confirmed if the queue uses that state', async () => {
    const { row } = await imported({ automation_enabled: true, automation_level: 'always', use_confirmed_state: true })
    expect(row).toMatchObject({ status: 'confirmed', automated: true })
  })

  it('stops at level confident for a field with a low score, and records the field', async () => {
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

  it('relates documents with the same content, and stops them if the queue requires it', async () => {
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
    const [created] = await importNow(stack.deps, { queue: first.fixture.queue, who: first.fixture.who, files })
    const id = created!.annotation_id
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

  it('passes the parameters of the queue to the engine', async () => {
    await imported({ rir_params: 'effective_page_count=3&tables=false&languages=deu,eng', locale: 'de_DE' })
    expect(documents.calls).toEqual([{ locale: 'de_DE', maxPages: 3, tables: false, languages: ['deu', 'eng'] }])
  })

  it('sets failed_import with the reason for an unreadable document, which can then be moved to review', async () => {
    answer = () => Promise.reject(new ReadError('encrypted', 'The PDF is protected with a password.'))
    const { row, id, fixture } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ id: 'all', type: 'error', content: 'The PDF is protected with a password.' }],
    })
    expect(documents.calls).toHaveLength(1)
    await annotations.changeStatus(stack.deps, fixture.who, id, 'to_review')
    const content = await stack.deps.db('annotation_contents').where({ annotation_id: id }).first()
    expect(content.tree[0].children[0]).toMatchObject({ schema_id: 'document_id', content: { value: '' } })
  })

  it('retries a document that crashes its reader in three further child processes', async () => {
    answer = () => Promise.reject(new ReadError('crashed', 'The document crashed the reader.'))
    const { row } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ content: 'The document crashed the reader.' }],
    })
    expect(documents.calls).toHaveLength(4)
  })

  it('continues after a single crash of a child process', async () => {
    let tries = 0
    answer = () => (++tries === 1 ? Promise.reject(new ReadError('crashed', 'crash')) : anExtraction())
    expect((await imported()).row.status).toBe('to_review')
  })

  it('sets failed_import when an internal error occurs in every attempt', async () => {
    answer = () => ({}) as Extraction
    const { row } = await imported()
    expect(row).toMatchObject({
      status: 'failed_import',
      messages: [{ content: expect.stringContaining('internal error') }],
    })
  })

  it('waits for an unreachable blob store', async () => {
    const { blobs } = stack.deps
    const get = blobs.get.bind(blobs)
    let failures = 3
    blobs.get = (key: string) =>
      failures-- > 0 ? Promise.reject(Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' })) : get(key)
    try {
      expect((await imported()).row.status).toBe('to_review')
      expect(failures).toBeLessThan(0)
    } finally {
      blobs.get = get
    }
  })

  it('exports annotations confirmed by a user', async () => {
    const { id, fixture, load } = await imported()
    await annotations.startAnnotation(stack.deps, fixture.who, id)
    await annotations.confirmAnnotation(stack.deps, fixture.who, id)
    expect(await until(load, ({ status }) => status === 'exported')).toMatchObject({ exported_by: fixture.user_id })
  })

  it('extracts again on request, with new ids of content nodes', async () => {
    const { id, fixture, load } = await imported()
    answer = () => anExtraction({ document_id: extractedValue('B-2') })
    await annotations.changeStatus(stack.deps, fixture.who, id, 'importing', { rir_poll_id: null })
    await until(load, ({ status }) => status === 'to_review')
    const { fields } = await stack.deps.db('annotation_contents').where({ annotation_id: id }).first()
    expect(fields.document_id).toMatchObject([{ string: 'B-2' }])
    expect(await stack.deps.db('pages').where({ annotation_id: id })).toHaveLength(1)
  })

  it('tolerates repeated signals', async () => {
    const { id, load } = await imported()
    const handle = stack.deps.temporal.workflow.getHandle(`annotation/${id}`)
    await described(stack.deps, `annotation/${id}`)
    await Promise.all([handle.signal(lookSignal), handle.signal(lookSignal), handle.signal(lookSignal)])
    expect((await handle.query(stateQuery))?.status).toBe('to_review')
    expect(await load()).toMatchObject({ status: 'to_review' })
    expect(await stack.deps.db('annotation_contents').where({ annotation_id: id }).first()).toMatchObject({
      version: 1,
    })
  })

  it('sends only ids through Temporal', async () => {
    answer = () => anExtraction({ terms: extractedValue('very secret terms '.repeat(5000)) })
    const { id, row } = await imported()
    for (const workflowId of [`annotation/${id}`, `upload/${row.upload_id}`]) {
      await described(stack.deps, workflowId)
      const { events } = await stack.deps.temporal.workflow.getHandle(workflowId).fetchHistory()
      const text = JSON.stringify(events)
      expect(text.length).toBeLessThan(64 * 1024)
      expect(text).not.toContain('secret')
    }
  })

  it('stays open during review and ends when the annotation is exported', async () => {
    const { id, fixture, load } = await imported()
    const status = async () => (await described(stack.deps, `annotation/${id}`)).status.name
    await annotations.startAnnotation(stack.deps, fixture.who, id)
    await until(
      () => shown(id),
      ({ SheafStatus }) => SheafStatus === 'reviewing',
    )
    expect(await status()).toBe('RUNNING')
    await annotations.confirmAnnotation(stack.deps, fixture.who, id)
    await until(load, (row) => row.status === 'exported')
    await until(status, (name) => name === 'COMPLETED')
    expect((await shown(id)).SheafStatus).toBe('exported')
    expect(await pending(id)).toEqual([])
  })

  it('starts a new run when the annotation is processed again', async () => {
    const { id, fixture } = await imported()
    await annotations.deleteAnnotation(stack.deps, fixture.who, id)
    const ended = await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'COMPLETED')
    await annotations.changeStatus(stack.deps, fixture.who, id, 'to_review')
    const again = await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'RUNNING')
    expect(again.runId).not.toBe(ended.runId)
    await until(
      () => shown(id),
      ({ SheafStatus }) => SheafStatus === 'to_review',
    )
  })

  it('updates its search attributes when the annotation moves to another queue', async () => {
    const { id, fixture } = await imported()
    const { queue_id } = await anotherQueue(stack.deps, fixture)
    await transact(stack.deps, (tx) => moveToQueue(tx, stack.deps.blobs, { ...fixture.who, admin: true }, id, queue_id))
    await until(
      () => shown(id),
      ({ SheafQueue }) => SheafQueue === queue_id,
    )
  })

  it('ends when the annotation is removed permanently', async () => {
    const { id, fixture } = await imported()
    await removeAnnotation(stack.deps, fixture.who, id, null)
    await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'COMPLETED')
    expect((await shown(id)).SheafStatus).toBe('removed')
    expect(await pending(id)).toEqual([])
  })

  it('records every status change with its user in the history', async () => {
    const { id, fixture } = await imported()
    const { username } = await stack.deps.db('users').where({ id: fixture.user_id }).first('username')
    await annotations.startAnnotation(stack.deps, fixture.who, id)
    await annotations.postponeAnnotation(stack.deps, fixture.who, id)
    await until(
      () => shown(id),
      ({ SheafStatus }) => SheafStatus === 'postponed',
    )
    expect(await lines(id)).toEqual([
      `Review started by ${username} (to_review → reviewing)`,
      `Postponed by ${username} (reviewing → postponed)`,
    ])
  })

  it('describes the document, its status and possible actions', async () => {
    const { id, fixture } = await imported()
    const handle = stack.deps.temporal.workflow.getHandle(`annotation/${id}`)
    await annotations.startAnnotation(stack.deps, fixture.who, id)
    await until(
      () => shown(id),
      ({ SheafStatus }) => SheafStatus === 'reviewing',
    )
    expect(await shown(id)).toEqual({
      SheafOrganization: fixture.organization_id,
      SheafQueue: fixture.queue.id,
      SheafAnnotation: id,
      SheafStatus: 'reviewing',
      SheafFile: 'a.pdf',
    })
    expect(await (await handle.describe()).staticSummary()).toBe('a.pdf in Invoices EU')
    const { username } = await stack.deps.db('users').where({ id: fixture.user_id }).first('username')
    expect(await handle.query(stateQuery)).toMatchObject({
      annotation_id: id,
      status: 'reviewing',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      reviewer: username,
      failure: null,
    })
    const { currentDetails } = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata')
    expect(currentDetails).toContain('**Status**: reviewing since ')
    expect(currentDetails).toContain(`**Reviewer**: ${username}`)
    expect(currentDetails).toContain('**Action required**: None. The annotation returns to to_review')
    expect(currentDetails).toContain(`/v1/annotations/${id}`)
  })

  it('omits file names from Temporal if the operator configures it', async () => {
    const withoutFileNames = await harness(({ config }) => ({
      documents,
      config: { ...config, temporal: { ...config.temporal, fileNames: false } },
    }))
    try {
      await withoutFileNames.startWorker()
      const fixture = await aFixture(withoutFileNames.deps)
      const files = [{ name: 'very-private-name.pdf', bytes: pdf('x') }]
      const [created] = await importNow(withoutFileNames.deps, { queue: fixture.queue, who: fixture.who, files })
      const id = created!.annotation_id
      const row = () => withoutFileNames.deps.db('annotations').where({ id }).first()
      const { upload_id } = await until(row, ({ status }) => status === 'to_review')
      for (const workflowId of [`annotation/${id}`, `upload/${upload_id}`]) {
        const handle = withoutFileNames.deps.temporal.workflow.getHandle(workflowId)
        const description = await described(withoutFileNames.deps, workflowId)
        const text = JSON.stringify([
          await handle.fetchHistory(),
          description.searchAttributes,
          await description.staticSummary(),
        ])
        expect(text).not.toContain('very-private-name')
      }
    } finally {
      await withoutFileNames.stop()
    }
  })

  it('fails with the message of the API, and processes the correction in a new run', async () => {
    answer = () => Promise.reject(new ReadError('encrypted', 'The PDF is protected with a password.'))
    const { id, fixture, load } = await imported()
    const handle = stack.deps.temporal.workflow.getHandle(`annotation/${id}`)
    await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'FAILED')
    await expect(handle.result()).rejects.toMatchObject({ cause: { message: 'The PDF is protected with a password.' } })
    expect((await shown(id)).SheafStatus).toBe('failed_import')
    answer = () => anExtraction()
    await annotations.changeStatus(stack.deps, fixture.who, id, 'importing', { rir_poll_id: null })
    await until(load, ({ status }) => status === 'to_review')
    await until(
      () => shown(id),
      ({ SheafStatus }) => SheafStatus === 'to_review',
    )
  })

  it('fails on an event of unknown kind and leaves it pending', async () => {
    const { id, fixture } = await imported()
    const { db } = stack.deps
    const subject = { organization_id: fixture.organization_id, queue_id: fixture.queue.id, annotation_id: id }
    const [{ id: event_id }] = await db('events')
      .insert({ ...subject, kind: 'annotation.teleported' })
      .returning('id')
    await db('deliveries').insert({ event_id, consumer: 'lifecycle', workflow_id: `annotation/${id}` })
    const handle = stack.deps.temporal.workflow.getHandle(`annotation/${id}`)
    await described(stack.deps, `annotation/${id}`)
    await handle.signal(lookSignal)
    await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'FAILED')
    const failure = await handle.result().catch((error: { cause: { cause: Error } }) => error.cause.cause.message)
    expect(failure).toBe(`Event ${event_id} has the unknown kind "annotation.teleported".`)
    expect(await pending(id)).toEqual(['annotation.teleported'])
  })

  /** Returns the current search attributes in Temporal. */
  async function shown(id: number): Promise<Record<string, unknown>> {
    const { typedSearchAttributes } = await described(stack.deps, `annotation/${id}`)
    return Object.fromEntries(
      typedSearchAttributes
        .getAll()
        .filter(({ key }) => key.name.startsWith('Sheaf'))
        .map(({ key, value }) => [key.name, value]),
    )
  }

  /** Returns the summaries of the local activities that record status changes, in order. */
  async function lines(id: number): Promise<string[]> {
    const { events } = await stack.deps.temporal.workflow.getHandle(`annotation/${id}`).fetchHistory()
    return (events ?? []).flatMap((event) => {
      const summary = event.userMetadata?.summary?.data
      const text = summary ? (JSON.parse(Buffer.from(summary).toString('utf8')) as string) : ''
      return / → |Moved|Assigned/.test(text) ? [text] : []
    })
  }
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

  it('fails with the reasons when no file could be imported', async () => {
    const { ended } = await uploaded([
      { name: 'bad.pdf', bytes: pdf('broken') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ])
    expect(ended).toMatchObject({ status: 'failed', code: 'import_failed' })
    expect(ended.detail).toContain('The PDF is damaged.')
    expect(ended.detail).toContain('notes.txt is of type text/plain, which cannot be imported.')
  })

  it('is the parent workflow of the lifecycles of its annotations', async () => {
    const { upload_id } = await uploaded([
      { name: 'good.pdf', bytes: pdf('fine') },
      { name: 'bad.pdf', bytes: pdf('broken') },
      { name: 'notes.txt', bytes: Buffer.from('hello') },
    ])
    const { workflow } = stack.deps.temporal
    const upload = await described(stack.deps, `upload/${upload_id}`, ({ status }) => status.name === 'COMPLETED')
    expect(await upload.staticSummary()).toBe('bad.pdf and 2 more in Invoices EU')
    const ids = await stack.deps.db('annotations').where({ upload_id }).orderBy('id').pluck('id')
    const children = await Promise.all(
      ids.map((id: number) =>
        described(stack.deps, `annotation/${id}`, ({ status }) => id === ids[0] || status.name === 'FAILED'),
      ),
    )
    expect(children.map((child) => child.parentExecution?.workflowId)).toEqual(ids.map(() => `upload/${upload_id}`))
    expect(children.map((child) => child.status.name)).toEqual(['RUNNING', 'FAILED', 'FAILED'])
    await expect(workflow.getHandle(`annotation/${ids[2]}`).result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('notes.txt is of type text/plain') },
    })
  })

  it('fails with the reasons when no file could be imported, including unsupported files', async () => {
    const { upload_id } = await uploaded([{ name: 'notes.txt', bytes: Buffer.from('hello') }])
    const handle = stack.deps.temporal.workflow.getHandle(`upload/${upload_id}`)
    const { typedSearchAttributes } = await described(
      stack.deps,
      `upload/${upload_id}`,
      ({ status }) => status.name === 'FAILED',
    )
    expect(typedSearchAttributes.get(searchAttributes.status)).toBe('failed_import')
    await expect(handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('notes.txt is of type text/plain, which cannot be imported.') },
    })
  })

  it('starts lifecycles of documents while later ones are still being read', async () => {
    const files = Array.from({ length: 25 }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(`many ${index}`) }))
    const { upload_id, statuses } = await uploaded(files)
    expect(statuses.every((status) => status === 'to_review')).toBe(true)
    const query = `WorkflowType = 'annotationLifecycle' and ExecutionStatus = 'Running' and SheafStatus = 'to_review' and SheafQueue = ${await queueOf(upload_id)}`
    await until(
      () => stack.deps.temporal.workflow.count(query),
      ({ count }) => count === 25,
    )
    const pending = await stack.deps.db('deliveries').where({ workflow_id: `upload/${upload_id}`, state: 'pending' })
    expect(pending).toEqual([])
  })

  const queueOf = async (upload_id: number) =>
    ((await stack.deps.db('uploads').where({ id: upload_id }).first('queue_id')) as { queue_id: number }).queue_id
})
