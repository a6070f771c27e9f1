import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NamespaceNotFoundError, ScheduleNotFoundError } from '@temporalio/client'
import { afterEach, describe, expect, it } from 'vitest'
import { confirmAnnotation, startAnnotation } from '../../src/domain/annotations/review/review.ts'
import { createUpload, importNow } from '../../src/domain/intake/uploads.ts'
import { sweepId } from '../../src/domain/outbox/schedules.ts'
import { testTemporal } from '../support/temporal.ts'
import { anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'
import { aFixture, described, harness, statuses, until } from '../workflows/harness.ts'
import type { Harness } from '../workflows/harness.ts'
import { ownTemporal } from './own-temporal.ts'

const undos: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo()
})

const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)

/** A Temporal server whose state on disk can be kept, deleted and replaced while it is stopped. */
async function aServer() {
  const server = await ownTemporal(undos)
  const [state, kept] = [join(server.home, 'temporal'), join(server.home, 'kept')]
  return {
    address: server.address,
    /** Restarts the server; `change` runs in between. */
    restart: async (change: () => void) => {
      await server.stop()
      change()
      await server.start()
    },
    keepState: () => cpSync(state, kept, { recursive: true }),
    loseState: () => rmSync(state, { recursive: true }),
    returnToKeptState: () => {
      rmSync(state, { recursive: true })
      cpSync(kept, state, { recursive: true })
    },
  }
}

/** A service with a reader that waits until `release` is called. */
async function aService(address: string) {
  const reading = Promise.withResolvers<void>()
  let isHeld = false
  const documents = fakeDocuments(async () => {
    if (isHeld) await reading.promise
    return anExtraction()
  })
  const stack = await harness(
    () => ({ documents }),
    () => testTemporal(address),
  )
  undos.push(() => stack.stop())
  undos.push(() => reading.resolve())
  return { stack, hold: () => (isHeld = true), release: () => reading.resolve() }
}

/** Imports a document; returns the annotation in review, its row and the fixture it belongs to. */
async function inReview(stack: Harness) {
  const fixture = await aFixture(stack.deps)
  const files = [{ name: 'a.pdf', bytes: pdf(`${Math.random()}`) }]
  const [created] = await importNow(stack.deps, { queue: fixture.queue, who: fixture.who, files })
  const id = created!.annotation_id
  const status = (): Promise<string> =>
    stack.deps
      .db('annotations')
      .where({ id })
      .first('status')
      .then((row: { status: string }) => row.status)
  await until(status, (found) => found === 'to_review')
  await described(stack.deps, `annotation/${id}`, (found) => found.status.name === 'RUNNING')
  return { fixture, id, status }
}

/** The worker creates the namespace again if it was lost; calls about workflows fail before. */
const namespaceExists = ({ deps }: Harness): Promise<boolean> =>
  deps.temporal.workflowService.describeNamespace({ namespace: deps.config.temporal.namespace }).then(
    () => true,
    () => false,
  )

const scheduleExists = ({ deps }: Harness): Promise<boolean> =>
  deps.temporal.schedule
    .getHandle(sweepId(deps, 'reviews'))
    .describe()
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ScheduleNotFoundError) return false
        throw error
      },
    )

describe('a Temporal server that returns', () => {
  it.each(['with an empty state', 'with an older state'])(
    '%s gets schedules, open lifecycles and running imports back without a command',
    { timeout: 240_000 },
    async (state) => {
      const server = await aServer()
      const { stack, hold, release } = await aService(server.address)
      const { deps } = stack
      await stack.startWorker()
      const before = await inReview(stack)
      if (state === 'with an older state') await server.restart(server.keepState)
      const reviewed = await inReview(stack)
      hold()
      const files = [{ name: 'b.pdf', bytes: pdf('b') }]
      const { upload_id } = await createUpload(deps, { queue: before.fixture.queue, who: before.fixture.who, files })
      const signalled = () => deps.db('deliveries').where({ state: 'pending' }).whereRaw(`signal_at > now() + '5 min'`)
      await until(signalled, (rows) => rows.length > 0)

      await server.restart(state === 'with an older state' ? server.returnToKeptState : server.loseState)
      release()

      await until(() => namespaceExists(stack), Boolean)
      // The server needs seconds to learn of a new namespace.
      const isKnown = (error: unknown) => {
        if (error instanceof NamespaceNotFoundError) return false
        throw error
      }
      const isRunning = (id: number) =>
        until(
          () =>
            described(deps, `annotation/${id}`, ({ status }) => status.name === 'RUNNING').then(() => true, isKnown),
          Boolean,
        )
      expect(await Promise.all([isRunning(before.id), isRunning(reviewed.id)])).toEqual([true, true])
      expect(
        await until(
          () => statuses(deps, upload_id),
          (all) => all.every((status) => status !== 'importing'),
        ),
      ).toEqual(['to_review'])
      expect(await until(() => scheduleExists(stack), Boolean)).toBe(true)
      await startAnnotation(deps, reviewed.fixture.who, reviewed.id)
      await confirmAnnotation(deps, reviewed.fixture.who, reviewed.id)
      expect(await until(reviewed.status, (status) => status === 'exported')).toBe('exported')
    },
  )

  it('is compared with the database all the time, also without an outage', { timeout: 240_000 }, async () => {
    const server = await aServer()
    const { stack } = await aService(server.address)
    const { temporal, db } = stack.deps
    await stack.startWorker()
    const { id } = await inReview(stack)
    await db('annotations')
      .where({ id })
      .update({ modified_at: db.raw(`now() - interval '1 minute'`) })
    const first = await described(stack.deps, `annotation/${id}`)
    await temporal.workflow.getHandle(`annotation/${id}`).terminate()
    await temporal.schedule.getHandle(sweepId(stack.deps, 'reviews')).delete()
    const again = await described(
      stack.deps,
      `annotation/${id}`,
      (found) => found.status.name === 'RUNNING' && found.runId !== first.runId,
    )
    expect(again.type).toBe('annotationLifecycle')
    expect(await until(() => scheduleExists(stack), Boolean)).toBe(true)
  })
})
