/** The worker process: runs workflows and activities, sends missing signals, and restores what Temporal has lost. */
import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { NativeConnection, Worker } from '@temporalio/worker'
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next, WorkerOptions } from '@temporalio/worker'
import type { Context } from '@temporalio/activity'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { runService } from '../run-service.ts'
import { retryUntilDatabaseReady } from '../retry-until-database-ready.ts'
import { warmFunctions } from '../domain/hooks/warm.ts'
import { requireSecretsKey } from '../domain/requests/key-check.ts'
import { ensureSchedules } from '../domain/outbox/schedules.ts'
import { startDelay, startMetrics } from '../metrics/index.ts'
import { describeOutage, lastPolls } from '../domain/readiness/index.ts'
import { taskQueue } from '../workflows/contract.ts'
import type { WorkQueue } from '../workflows/contract.ts'
import { workflowBundle } from './bundle.ts'
import { startDispatcher } from './dispatcher.ts'
import { createActivities } from '../activities/index.ts'
import { startRestorer } from './restorer.ts'
import { installRuntime } from './runtime.ts'

const MAX_PAUSE_MS = 15_000
/** Documents of a worker that wait for a reply of the language model while others are read. */
const WAITING_FOR_MODEL = 4

/** Returns the concurrency limits of a queue. */
function capacity(work: WorkQueue, { documentProcesses, llm }: Config): Partial<WorkerOptions> {
  switch (work) {
    case 'orchestration':
      return {
        // Lifecycles stay open for days and replay cheaply; the cache holds the active ones.
        maxCachedWorkflows: 200,
        maxConcurrentWorkflowTaskExecutions: 20,
        // Imports in one step wait here for the turn of their organization (src/domain/intake/import-quickly.ts), so that those of one leave
        // enough for the other steps.
        maxConcurrentLocalActivityExecutions: 100,
        workflowThreadPoolSize: 1,
      }
    case 'documents':
      // One more than the number of child processes: the next document is fetched while the others are read. Others wait for the language
      // model, if there is one.
      return { maxConcurrentActivityTaskExecutions: documentProcesses + 1 + (llm ? WAITING_FOR_MODEL : 0) }
    case 'hooks':
      // Calls mostly wait for the receiver; src/domain/hooks/delivery/shares.ts limits those of one organization.
      return { maxConcurrentActivityTaskExecutions: 100 }
  }
}

/** Reports how long the attempts of activities waited for a worker. */
const measureDelay = (queue: WorkQueue) => (context: Context) => ({
  inbound: {
    execute: (input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>) => {
      const waited = Date.now() - context.info.currentAttemptScheduledTimestampMs
      startDelay.observe({ queue }, Math.max(0, waited) / 1000)
      return next(input)
    },
  },
})

async function createWorkers(config: Config, deps: Deps, connection: NativeConnection): Promise<Worker[]> {
  const activities = createActivities(deps)
  const workers: Worker[] = []
  for (const work of config.workerQueues) {
    // A worker cannot be created for a queue without activities.
    if (Object.keys(activities[work]).length === 0) continue
    workers.push(
      await Worker.create({
        connection,
        namespace: config.temporal.namespace,
        taskQueue: taskQueue(config.temporal.taskQueuePrefix, work),
        activities: activities[work],
        ...(work === 'orchestration'
          ? { workflowBundle: await workflowBundle(join(config.home, 'cache'), { traced: Boolean(deps.tracing) }) }
          : {}),
        ...deps.tracing?.workerOptions,
        interceptors: {
          ...deps.tracing?.workerOptions.interceptors,
          activity: [...(deps.tracing?.workerOptions.interceptors?.activity ?? []), measureDelay(work)],
        },
        // Running documents may finish; after the grace time they are interrupted and read again by the next worker.
        shutdownGraceTime: '3 s',
        shutdownForceTime: '15 s',
        ...capacity(work, config),
      }),
    )
  }
  return workers
}

/** Runs until all workers have stopped. If one fails, the others are stopped and its error is thrown. */
async function runAll(workers: Worker[]): Promise<void> {
  const running = workers.map(async (worker) => {
    try {
      await worker.run()
    } finally {
      shutDown(workers)
    }
  })
  const results = await Promise.allSettled(running)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

function shutDown(workers: Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
}

export interface RunningWorker {
  /** Resolves when the queues are served for the first time. */
  serving: Promise<void>
  stop(): Promise<void>
}

/**
 * Serves the task queues of `config.workerQueues`, and runs dispatcher and restorer if `orchestration` is among them. Reconnects whenever
 * Temporal restarts. Resolves when the queues are served, or after the first attempt if Temporal is unavailable.
 */
export async function startWorker(config: Config, deps: Deps): Promise<RunningWorker> {
  installRuntime(deps.log)
  const stopping = new AbortController()
  const { promise: firstTry, resolve: tried } = Promise.withResolvers<void>()
  const { promise: serving, resolve: served } = Promise.withResolvers<void>()
  let workers: Worker[] = []
  let logged = ''

  const serveOnce = async () => {
    const { address, tls, apiKey } = config.temporal
    const connection = await NativeConnection.connect({ address, tls, ...(apiKey ? { apiKey } : {}) })
    try {
      if (config.workerQueues.includes('orchestration')) await ensureSchedules(deps)
      workers = await createWorkers(config, deps, connection)
      tried()
      served()
      logged = ''
      const running = runAll(workers)
      // If stop was requested before the workers existed: workers must run before they can be shut down and release their resources.
      if (stopping.signal.aborted) shutDown(workers)
      await running
    } finally {
      await connection.close()
    }
  }

  const serve = async () => {
    for (let failures = 0; !stopping.signal.aborted;) {
      const since = performance.now()
      try {
        await serveOnce()
      } catch (error) {
        failures = performance.now() - since > 60_000 ? 1 : failures + 1
        const { context, sentence } = describeOutage(error, 'the worker cannot serve its queues')
        // Logged once per outage.
        deps.log[sentence === logged ? 'debug' : 'warn'](context, sentence)
        logged = sentence
        tried()
        const pause = Math.min(250 * 2 ** (failures - 1), MAX_PAUSE_MS)
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const ended = serve()
  if (config.workerQueues.includes('hooks')) void warmFunctions(deps)
  const keepers = config.workerQueues.includes('orchestration') ? [startDispatcher(deps), startRestorer(deps)] : []
  await firstTry
  return {
    serving,
    stop: async () => {
      stopping.abort()
      shutDown(workers)
      await Promise.all([...keepers.map((keeper) => keeper.stop()), ended])
    },
  }
}

/** Runs the process of `sheaf worker`. */
export const runWorker = (): Promise<void> =>
  runService(async (config, deps, parts) => {
    await retryUntilDatabaseReady(() => requireSecretsKey(deps.db, config), deps.log)
    const worker = await startWorker(config, deps)
    parts.push(worker)
    const metrics = await startMetrics(config, { db: deps.db, log: deps.log, lastPolls: () => lastPolls(deps) })
    if (metrics) parts.push(metrics)
    await worker.serving
    deps.log.info({ queues: config.workerQueues, temporal: config.temporal.address }, 'the worker is ready')
  })
