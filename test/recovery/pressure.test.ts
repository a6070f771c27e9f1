import { afterEach, describe, expect, it } from 'vitest'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { testTemporal } from '../support/temporal.ts'
import { aFixture, harness, until } from '../workflows/harness.ts'
import type { Harness } from '../workflows/harness.ts'
import { ownTemporal } from './own-temporal.ts'
import { startWorkerProcess } from './worker-process.ts'
import type { WorkerProcess } from './worker-process.ts'

const undos: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo()
})

function aWorker(env: Record<string, string>): WorkerProcess {
  const worker = startWorkerProcess(env)
  undos.push(() => worker.kill())
  return worker
}

/** Returns the number of annotations by status. */
async function counts({ deps }: Harness): Promise<Record<string, number>> {
  const rows = await deps.db('annotations').groupBy('status').select('status', deps.db.raw('count(*) as n'))
  return Object.fromEntries((rows as { status: string; n: number }[]).map(({ status, n }) => [status, n]))
}

async function upload(stack: Harness, count: number): Promise<void> {
  const fixture = await aFixture(stack.deps)
  for (let index = 1; index <= count; index++) {
    const files = [{ name: `invoice-${index}.pdf`, bytes: await invoicePdf(`P-${index}`) }]
    await createUpload(stack.deps, { queue: fixture.queue, who: fixture.who, files })
  }
}

/** Requires that each document has exactly one annotation, in to_review, that was imported exactly once. */
async function expectAllImportedOnce(stack: Harness, count: number): Promise<void> {
  expect(
    await until(
      () => counts(stack),
      (found) => found['to_review'] === count,
      120,
    ),
  ).toEqual({ to_review: count })
  const { db } = stack.deps
  expect(await db('annotations').countDistinct('document_id as n').first()).toEqual({ n: count })
  expect(await db('annotation_contents').where({ version: 1 }).count('* as n').first()).toEqual({ n: count })
  const moves = db('events').where({ kind: 'annotation_status.changed' }).whereRaw(`data->>'to' = 'to_review'`)
  expect(await moves.clone().count('* as n').first()).toEqual({ n: count })
  expect(await moves.clone().countDistinct('annotation_id as n').first()).toEqual({ n: count })
  const numbers = await db('annotation_contents').select(db.raw(`fields->'document_id'->0->>'string' as number`))
  expect(new Set(numbers.map(({ number }) => number as string)).size).toBe(count)
  const running = () => db('tasks').where({ status: 'running' }).count('* as n').first()
  expect(await until(running, (found) => found?.['n'] === 0, 90)).toEqual({ n: 0 })
}

describe('a worker that is killed', () => {
  it('leaves 30 imports that the next worker completes, none twice', { timeout: 240_000 }, async () => {
    const stack = await harness()
    undos.push(() => stack.stop())
    await upload(stack, 30)
    // Kill in the middle: some are done, and the last ones wait for this transaction.
    const { db } = stack.deps
    const lock = await db.transaction()
    undos.push(() => lock.isCompleted() || lock.rollback())
    await lock('annotations').whereIn('id', lock('annotations').select('id').orderBy('id', 'desc').limit(5)).forUpdate()
    const first = aWorker(stack.env)
    await until(
      () => counts(stack),
      (found) => (found['to_review'] ?? 0) >= 5,
    )
    await first.kill()
    await lock.rollback()
    expect((await counts(stack))['to_review']).toBeLessThan(30)
    aWorker(stack.env)
    await expectAllImportedOnce(stack, 30)
  })
})

describe('an unavailable Temporal server', () => {
  it('does not prevent uploads, which are all imported once it is available again', { timeout: 240_000 }, async () => {
    const server = await ownTemporal(undos)
    const stack = await harness(undefined, () => testTemporal(server.address))
    undos.push(() => stack.stop())
    const worker = aWorker(stack.env)
    await upload(stack, 2)
    await expectAllImportedOnce(stack, 2)

    await server.stop()
    await upload(stack, 5)
    expect(await stack.deps.db('tasks').where({ status: 'running' }).count('* as n').first()).toEqual({ n: 5 })
    expect(await counts(stack)).toEqual({ to_review: 2, importing: 5 })

    await server.start()
    await until(
      () => counts(stack),
      (found) => found['to_review'] === 7,
      120,
    )
    expect(worker.hasEnded()).toBe(false)
    expect(await worker.stop()).toBe(0)
  })
})
