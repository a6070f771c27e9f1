/** The workflow of an annotation: its runs, what it shows in Temporal, and what it keeps out. */
import { describe, expect, it } from 'vitest'
import { moveToQueue } from '../../src/domain/annotations/move-to-queue.ts'
import { removeAnnotation } from '../../src/domain/annotations/removal/remove.ts'
import * as annotations from '../../src/domain/annotations/review/review.ts'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { ReadError } from '@sheaf/extraction/types'
import { lookSignal, stateQuery } from '../../src/workflows/contract.ts'
import { anExtraction, extractedValue } from './fake-documents.ts'
import { aFixture, anotherQueue, described, harness, until } from './harness.ts'
import { answerWith, documents, imported, pdf, pending, stack, useLifecycle } from './lifecycle-setup.ts'

useLifecycle()

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

describe('annotationLifecycle', () => {
  it('exports annotations confirmed by a user', async () => {
    const { id, fixture, load } = await imported()
    await annotations.startAnnotation(stack.deps, fixture.who, id)
    await annotations.confirmAnnotation(stack.deps, fixture.who, id)
    expect(await until(load, ({ status }) => status === 'exported')).toMatchObject({ exported_by: fixture.user_id })
  })

  it('extracts again on request, with new ids of content nodes', async () => {
    const { id, fixture, load } = await imported()
    answerWith(() => anExtraction({ document_id: extractedValue('B-2') }))
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
    answerWith(() => anExtraction({ terms: extractedValue('very secret terms '.repeat(5000)) }))
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
    answerWith(() => Promise.reject(new ReadError('encrypted', 'The PDF is protected with a password.')))
    const { id, fixture, load } = await imported()
    const handle = stack.deps.temporal.workflow.getHandle(`annotation/${id}`)
    await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'FAILED')
    await expect(handle.result()).rejects.toMatchObject({ cause: { message: 'The PDF is protected with a password.' } })
    expect((await shown(id)).SheafStatus).toBe('failed_import')
    answerWith(() => anExtraction())
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
})
