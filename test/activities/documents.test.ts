import { MockActivityEnvironment } from '@temporalio/testing'
import { describe, expect, it } from 'vitest'
import { documentActivities } from '../../src/activities/documents.ts'
import { BlobUnavailable } from '../../src/blobs/index.ts'
import type { Deps } from '../../src/deps.ts'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { anOrganization, depsWithoutTemporal } from '../domain/fixtures.ts'
import { database, useDatabase } from '../support/database.ts'
import type { Step } from '../../src/workflows/contract.ts'
import { fakeDocuments } from '../workflows/fake-documents.ts'

describe('readDocument', () => {
  useDatabase()

  async function anImport() {
    const documents = fakeDocuments()
    const base = depsWithoutTemporal(database.db)
    const deps: Deps = { ...base.deps, documents }
    const fixture = await anOrganization(database.db)
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }]
    const [created] = await importNow(deps, { queue: fixture.queue, who: fixture.who, files })
    const annotation_id = created!.annotation_id
    const [event_id] = (await database.db('events').where({ annotation_id }).pluck('id')) as number[]
    const step: Step = { annotation_id, event_id: event_id!, consumer: 'intake' }
    const load = () => database.db('annotations').where({ id: annotation_id }).first()
    return { ...base, documents, activities: documentActivities(deps), step, load }
  }

  it('stores words and values, and leaves the annotation to the next step', async () => {
    const { activities, step, blobs, load } = await anImport()
    const beats: unknown[] = []
    const environment = new MockActivityEnvironment()
    environment.on('heartbeat', (details) => beats.push(details))
    expect(await environment.run(activities.readDocument, step)).toBe('read')
    expect([...blobs.kept.keys()].map((key) => key.split('/')[0]).sort()).toEqual(['documents', 'extractions', 'words'])
    expect(await load()).toMatchObject({ status: 'importing' })
    expect(beats).toEqual([{ begun: 1 }, { begun: 0 }])
  })

  it('continues the count of earlier attempts, and gives up a document that repeatedly crashes workers', async () => {
    const { activities, step, documents, load } = await anImport()
    const environment = new MockActivityEnvironment({ heartbeatDetails: { begun: 6 } })
    expect(await environment.run(activities.readDocument, step)).toMatchObject({
      state: { status: 'failed_import', failure: expect.stringContaining('repeatedly crashed') },
    })
    expect(documents.calls).toEqual([])
    expect(await load()).toMatchObject({
      status: 'failed_import',
      messages: [{ content: expect.stringContaining('repeatedly crashed') }],
    })
  })

  it('does not count attempts that an unavailable blob store has ended as crashes', async () => {
    const { activities, step, blobs, load } = await anImport()
    blobs.put = () => Promise.reject(new BlobUnavailable('The blob folder cannot be used: no space left on device'))
    let details: unknown = undefined
    for (let attempt = 1; attempt <= 10; attempt++) {
      const environment = new MockActivityEnvironment({ attempt, ...(details ? { heartbeatDetails: details } : {}) })
      environment.on('heartbeat', (sent) => (details = sent))
      await expect(environment.run(activities.readDocument, step)).rejects.toThrow(BlobUnavailable)
    }
    expect(details).toEqual({ begun: 0 })
    expect(await load()).toMatchObject({ status: 'importing' })
  })

  it('does not read a document whose annotation is no longer importing', async () => {
    const { activities, step, documents } = await anImport()
    await database.db('annotations').where({ id: step.annotation_id }).update({ status: 'to_review' })
    const run = (one: Step) => new MockActivityEnvironment().run(activities.readDocument, one)
    expect(await run({ ...step, consumer: 'lifecycle' })).toBe('overtaken')
    // The response of an attempt that finished the import was lost: the upload starts the lifecycle with this state.
    expect(await run(step)).toMatchObject({ state: { annotation_id: step.annotation_id, status: 'to_review' } })
    expect(documents.calls).toEqual([])
  })

  it('stops waiting when the worker stops', async () => {
    const { activities, step, documents } = await anImport()
    const environment = new MockActivityEnvironment()
    documents.extract = () => {
      environment.cancel()
      return new Promise(() => undefined)
    }
    await expect(environment.run(activities.readDocument, step)).rejects.toMatchObject({
      type: 'WorkerStopping',
      nonRetryable: false,
    })
  })
})
