import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcile } from '../../src/domain/outbox/reconcile.ts'
import { createUpload, importNow } from '../../src/domain/intake/uploads.ts'
import type { Deps } from '../../src/deps.ts'
import { fakeDocuments } from '../workflows/fake-documents.ts'
import { aFixture, harness, until } from '../workflows/harness.ts'
import type { Harness } from '../workflows/harness.ts'
import { anAnnotation } from './fixtures.ts'

const pdf = Buffer.from('%PDF-1.7')

describe('reconcile', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness(() => ({ documents: fakeDocuments() }))
  })
  afterAll(() => stack.stop())

  /** The workflows that stay open: the lifecycles of annotations under review. */
  let open: string[]
  const running = async (): Promise<string[]> => {
    const ids: string[] = []
    const query = "ExecutionStatus = 'Running'"
    for await (const { workflowId } of stack.deps.temporal.workflow.list({ query })) ids.push(workflowId)
    return ids.sort()
  }
  /** Simulates a restore of the database: every workflow is recorded as signalled, but unknown to Temporal. */
  const forget = (deps: Deps) => deps.db('deliveries').update({ signal_at: deps.db.raw(`now() + interval '1 hour'`) })

  const uploadOf = async (annotation_id: number): Promise<string> => {
    const row = await stack.deps.db('annotations').where({ id: annotation_id }).first('upload_id')
    return `upload/${row.upload_id}`
  }

  it('starts workflows that should run according to the database, and terminates unknown ones', async () => {
    const { deps } = stack
    const fixture = await aFixture(deps)
    const request = { queue: fixture.queue, who: fixture.who, files: [{ name: 'a.pdf', bytes: pdf }] }
    const withoutSignals: Deps = { ...deps, signals: { send: () => undefined } }
    const zip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])
    const { upload_id } = await createUpload(withoutSignals, { ...request, files: [{ name: 'a.zip', bytes: zip }] })
    const [old] = await importNow(withoutSignals, request)
    await forget(deps)
    const unsignalled = await anAnnotation(deps.db, fixture, 'exporting')
    const reviewed = await anAnnotation(deps.db, fixture, 'to_review')
    for (const workflowId of ['annotation/999999', 'upload/999999', 'unrelated/workflow']) {
      const [type] = workflowId.startsWith('upload') ? ['importUpload'] : ['annotationLifecycle']
      await deps.temporal.workflow.start(type!, { workflowId, taskQueue: 'sheaf-orchestration', args: [{}] })
    }
    await until(running, (ids) => ids.length === 3)

    open = [`annotation/${old!.annotation_id}`, `annotation/${reviewed}`].sort()
    const oldUpload = await uploadOf(old!.annotation_id)
    const expected = {
      restarted: [`upload/${upload_id}`, oldUpload, `annotation/${unsignalled}`, `annotation/${reviewed}`].sort(),
      running: 0,
      reopened: [unsignalled],
      ended: ['annotation/999999', 'upload/999999'],
    }
    const plan = await reconcile(deps, { dryRun: true, graceMs: 0 })
    expect({ ...plan, restarted: plan.restarted.sort(), ended: plan.ended.sort() }).toEqual(expected)
    expect(await running()).toHaveLength(3)

    const done = await reconcile(deps, { graceMs: 0 })
    expect({ ...done, restarted: done.restarted.sort(), ended: done.ended.sort() }).toEqual(expected)
    const now = [...expected.restarted, 'unrelated/workflow'].sort()
    // The list lags behind: it can have as many other workflows meanwhile.
    await until(running, (ids) => isDeepStrictEqual(ids, now))

    await deps.temporal.workflow.getHandle('unrelated/workflow').terminate()
    await stack.startWorker()
    const rows = () =>
      deps.db('annotations').where({ organization_id: fixture.organization_id }).orderBy('id').pluck('status')
    expect(await until(rows, (all) => all.every((status) => !['importing', 'exporting'].includes(status)))).toEqual([
      'to_review',
      'exported',
      'to_review',
    ])
  })

  it('does nothing when both agree', async () => {
    await until(running, (ids) => isDeepStrictEqual(ids, open))
    expect(await reconcile(stack.deps, { graceMs: 0 })).toEqual({ restarted: [], running: 2, reopened: [], ended: [] })
  })

  it('can be run as a command that reports its actions', async () => {
    const command = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts')
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [command, 'reconcile', ...args], { env: stack.env })
    expect((await run('--help')).stdout).toContain('--dry-run')
    expect((await run('--dry-run')).stdout).toContain('0 workflows would be started')
  })
})
