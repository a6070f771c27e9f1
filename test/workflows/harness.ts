/** The real components of an import: database, Temporal, blobs in a folder, child processes that read documents. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WorkflowNotFoundError, type WorkflowExecutionDescription } from '@temporalio/client'
import { startWorker } from '../../src/worker/main.ts'
import type { RunningWorker } from '../../src/worker/main.ts'
import { readConfig } from '../../src/config.ts'
import type { Config } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { openDeps } from '../../src/open-deps.ts'
import { anOrganization } from '../domain/fixtures.ts'
import type { Fixture } from '../domain/fixtures.ts'
import { shareBundles } from '../support/caches.ts'
import { testDatabase } from '../support/database.ts'
import { sharedDocuments } from '../support/documents.ts'
import { testTemporal } from '../support/temporal.ts'
import type { TestTemporal } from '../support/temporal.ts'

export interface Harness {
  config: Config
  deps: Deps
  /** Environment for a worker process that uses the same components. */
  env: Record<string, string>
  startWorker(): Promise<RunningWorker>
  stop(): Promise<void>
}

/**
 * Starts the components. `overrides` replaces dependencies of the worker and the tests; `connect` connects to another
 * Temporal server than that of the test run, for tests that stop the server.
 */
export async function harness(
  overrides: (deps: Deps) => Partial<Deps> = () => ({}),
  connect: () => Promise<TestTemporal> = testTemporal,
): Promise<Harness> {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-workflows-'))
  shareBundles(home)
  const [database, temporal] = [await testDatabase(), await connect()]
  const env = {
    SHEAF_HOME: home,
    DATABASE_URL: database.url,
    BLOBS_FOLDER: join(home, 'blobs'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    SECRET_KEY: 'a test secret that is long enough for signing',
    SECRETS_KEY: 'a test secret that is long enough for encrypting',
    DOCUMENT_PROCESSES: '2',
    LOG_LEVEL: 'error',
    FUNCTION_PROCESSES: '1',
  }
  const config = readConfig(env)
  const { signals, ...base } = await openDeps(config, {
    db: database.db,
    documents: sharedDocuments(),
    temporal: temporal.client,
    signals: { send: () => undefined },
  })
  const replaced = overrides({ ...base, signals })
  // A second time, so that the signaller uses what is replaced.
  const deps = await openDeps(replaced.config ?? config, { ...base, ...replaced })
  const workers: RunningWorker[] = []
  return {
    config,
    deps,
    env,
    startWorker: async () => {
      const worker = await startWorker(config, deps)
      workers.push(worker)
      return worker
    },
    stop: async () => {
      for (const worker of workers) await worker.stop()
      await deps.close()
      await base.close()
      await replaced.outgoing?.close()
      await temporal.close()
      await database.drop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export const aFixture = (deps: Deps, queue: Record<string, unknown> = {}): Promise<Fixture> =>
  anOrganization(deps.db, queue)

/** Repeats `ask` until its result fits. Throws with the last result after `seconds`. */
export async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean, seconds = 60): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ; await wait(25)) {
    const answer = await ask()
    if (fits(answer)) return answer
    if (Date.now() > end)
      throw new Error(`No fitting result after ${seconds} s; last result: ${JSON.stringify(answer)}`)
  }
}

/** Waits until a workflow exists and its description fits; returns the description. */
export const described = (
  { temporal }: Deps,
  workflowId: string,
  fits: (found: WorkflowExecutionDescription) => boolean = () => true,
  seconds?: number,
): Promise<WorkflowExecutionDescription> =>
  until(
    () =>
      temporal.workflow
        .getHandle(workflowId)
        .describe()
        .catch((error: unknown) => {
          if (error instanceof WorkflowNotFoundError) return null
          throw error
        }),
    (found) => found !== null && fits(found),
    seconds,
  ) as Promise<WorkflowExecutionDescription>

/** Returns the statuses of all annotations of an upload, ordered by id. */
export const statuses = (deps: Deps, uploadId: number): Promise<string[]> =>
  deps.db('annotations').where({ upload_id: uploadId }).orderBy('id').pluck('status') as unknown as Promise<string[]>

export const task = (
  deps: Deps,
  uploadId: number,
): Promise<{ status: string; detail: string | null; code: string | null }> =>
  deps.db('tasks').where({ upload_id: uploadId }).first('status', 'detail', 'code') as never

/** Creates another queue in the fixture's organization, with the same schema. */
export async function anotherQueue(deps: Deps, { organization_id, queue }: Fixture): Promise<{ queue_id: number }> {
  const { schema_id, workspace_id } = await deps.db('queues').where({ id: queue.id }).first()
  const [created] = (await deps
    .db('queues')
    .insert({ organization_id, workspace_id, schema_id, name: 'Other invoices' })
    .returning('id')) as { id: number }[]
  return { queue_id: created!.id }
}
