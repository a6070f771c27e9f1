/**
 * Runs of the release before continue with this one. For a release, record its open runs and its bundle, and name it in RELEASE_BEFORE:
 * RECORD_RELEASE=<release> npm run test:recovery -- rolling-upgrade
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import proto from '@temporalio/proto'
import { NativeConnection, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createActivities } from '../../src/activities/index.ts'
import { confirmAnnotation, startAnnotation } from '../../src/domain/annotations/review/review.ts'
import { createUpload, importNow } from '../../src/domain/intake/uploads.ts'
import { queueLetter } from '../../src/domain/mail/outgoing.ts'
import { requestQueueDeletion } from '../../src/domain/queues/request-deletion.ts'
import { openLog } from '../../src/log.ts'
import { freePort } from '../../src/provision/ports.ts'
import { bundleWorkflows } from '../../src/worker/bundle.ts'
import { startDispatcher } from '../../src/worker/dispatcher.ts'
import { installRuntime } from '../../src/worker/runtime.ts'
import { lookSignal, taskQueue } from '../../src/workflows/contract.ts'
import type { Fixture } from '../domain/fixtures.ts'
import { aMailbox } from '../support/mailbox.ts'
import { anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'
import { aFixture, described, harness, statuses, until } from '../workflows/harness.ts'
import type { Harness } from '../workflows/harness.ts'

/** The release whose runs may be open when this one is installed. */
const RELEASE_BEFORE = '0.1.0-lifelong'

installRuntime(openLog('fatal'))

const recorded = process.env['RECORD_RELEASE']
const release = recorded ?? RELEASE_BEFORE
const folder = join(import.meta.dirname, '../workflows/histories')
const bundleFile = join(folder, `bundle.${release}.js.gz`)
const { History } = proto.temporal.api.history.v1
type History = ReturnType<(typeof History)['fromObject']>

const parse = (json: string) => History.fromObject(JSON.parse(json) as object)
/** The workflow tasks of a run, by the worker that completed each. */
const workersOf = ({ events }: proto.temporal.api.history.v1.IHistory): string[] =>
  (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: task }) => (task ? [task.identity ?? ''] : []))
/** The names of events that end a run. */
const ENDS = /^workflowExecution(Completed|Failed|TimedOut|Canceled|Terminated|ContinuedAsNew)EventAttributes$/
const isOpen = ({ events }: History) => !Object.keys(events.at(-1)!).some((key) => ENDS.test(key))

const reading = Promise.withResolvers<void>()
const smtp = { host: '127.0.0.1', port: 0, tls: 'off' as const, from: 'Sheaf <sheaf@example.org>' }
let isHeld = false
let stack: Harness
const stops: (() => Promise<unknown>)[] = []

/** Starts the workers of a release. Nothing is cached, so each workflow task replays the whole run. */
async function aWorker(identity: string, workflowBundle: { code: string }): Promise<() => Promise<void>> {
  const { temporal } = stack.config
  const connection = await NativeConnection.connect({ address: temporal.address })
  const activities = createActivities(stack.deps)
  const workers = await Promise.all(
    (['orchestration', 'documents', 'hooks'] as const).map((queue) =>
      Worker.create({
        connection,
        identity,
        namespace: temporal.namespace,
        taskQueue: taskQueue(temporal.taskQueuePrefix, queue),
        activities: activities[queue],
        ...(queue === 'orchestration' ? { workflowBundle, maxCachedWorkflows: 0 } : {}),
        shutdownForceTime: '10 s',
      }),
    ),
  )
  const running = Promise.all(workers.map((worker) => worker.run()))
  return async () => {
    for (const worker of workers) worker.shutdown()
    await running
    await connection.close()
  }
}

const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)
const statusOf = (id: number): Promise<string> =>
  stack.deps
    .db('annotations')
    .where({ id })
    .first('status')
    .then((row: { status: string }) => row.status)

/** Starts one run of each workflow that waits: for a review, for a reader, for its time and for the mail server. */
async function startRuns() {
  const { deps } = stack
  const fixture = await aFixture(deps)
  const { who } = fixture
  const files = (name: string) => [{ name: `${name}.pdf`, bytes: pdf(name) }]
  const [reviewed] = await importNow(deps, { queue: fixture.queue, who, files: files('reviewed') })
  const annotation = reviewed!.annotation_id
  await until(
    () => statusOf(annotation),
    (status) => status === 'to_review',
  )
  await startAnnotation(deps, who, annotation)
  // The workflow has shown the move. The length of its history depends on whether the move or the upload has started it.
  await until(
    () =>
      deps
        .db('deliveries')
        .where({ workflow_id: `annotation/${annotation}`, state: 'pending' })
        .pluck('event_id'),
    (pending) => pending.length === 0,
  )
  isHeld = true
  const { upload_id } = await createUpload(deps, { queue: fixture.queue, who, files: files('reading') })
  const other = await aFixture(deps)
  await requestQueueDeletion(deps, other.who, other.queue.id, 3600)
  await queueLetter(deps, fixture.organization_id, { to: 'ada@acme.example', subject: 'Hello', text: 'Hello.' })
  const { id: letter } = await deps.db('letters').first('id')
  const runs = {
    'open-annotation': `annotation/${annotation}`,
    'open-upload': `upload/${upload_id}`,
    'open-queue-deletion': `delete-queue/${other.queue.id}`,
    'open-mail': `letter/${letter}/send`,
  }
  const isWaiting = (history: Parameters<typeof workersOf>[0]) => workersOf(history).length > 0
  // Workflows start after the commit, outside of the call.
  const begun = (id: string) => historyOf(id).catch(() => ({ events: [] }))
  for (const id of Object.values(runs)) await until(() => begun(id), isWaiting)
  return { runs, fixture, annotation, upload_id, queue_id: other.queue.id }
}

const historyOf = (workflowId: string) => stack.deps.temporal.workflow.getHandle(workflowId).fetchHistory()

/** Lets every run reach its end. */
async function finishRuns(open: {
  fixture: Fixture
  annotation: number
  upload_id: number
  queue_id: number
}): Promise<void> {
  const { deps } = stack
  await confirmAnnotation(deps, open.fixture.who, open.annotation)
  reading.resolve()
  const mailbox = await aMailbox({ port: smtp.port })
  stops.push(() => mailbox.close())
  await deps
    .db('queues')
    .where({ id: open.queue_id })
    .update({ delete_after: deps.db.raw(`now()`) })
  await deps.temporal.workflow.getHandle(`delete-queue/${open.queue_id}`).signal(lookSignal)
}

beforeAll(async () => {
  smtp.port = await freePort()
  const documents = fakeDocuments(async () => {
    if (isHeld) await reading.promise
    return anExtraction()
  }, 'never')
  stack = await harness(({ config }) => ({ documents, config: { ...config, smtp } }))
  stops.push(() => stack.stop())
})
afterAll(async () => {
  reading.resolve()
  for (const stop of stops.reverse()) await stop()
})

describe('open runs of the release before', () => {
  const files = () =>
    readdirSync(folder).filter((name) => name.startsWith('open-') && name.endsWith(`.${release}.json`))
  const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8'))

  it('are continued by this release, beside workers of the release before', { timeout: 360_000 }, async () => {
    if (recorded) await recordBundle()
    const stopOld = await aWorker('before', { code: gunzipSync(readFileSync(bundleFile)).toString() })
    const dispatcher = startDispatcher(stack.deps)
    stops.push(() => dispatcher.stop())
    const open = await startRuns()
    if (recorded) await recordRuns(open.runs)
    stops.push(await aWorker('this', await bundleWorkflows()))
    // Both serve the queues; either may get the next task of a run.
    const [beside] = await importNow(stack.deps, {
      queue: open.fixture.queue,
      who: open.fixture.who,
      files: [{ name: 'beside.txt', bytes: Buffer.from('no document') }],
    })
    await until(
      () => statusOf(beside!.annotation_id),
      (status) => status === 'failed_import',
    )
    // A worker that stops still completes the tasks that it has got, which may be the last of a run.
    await stopOld()
    await finishRuns(open)
    expect(
      await until(
        () => statuses(stack.deps, open.upload_id),
        (all) => all.every((status) => status !== 'importing'),
      ),
    ).toEqual(['to_review'])
    for (const id of Object.values(open.runs)) {
      // The pause before the next attempt at the mail server has grown with the duration of the steps above.
      await described(stack.deps, id, ({ status }) => status.name === 'COMPLETED', 200)
      const workers = workersOf(await historyOf(id))
      expect([id, workers[0], workers.at(-1)]).toEqual([id, 'before', 'this'])
    }
    expect(await statusOf(open.annotation)).toBe('exported')
  })

  it('are recorded for every workflow that waits', () => {
    const names = files()
    const types = names.map((name) => read(name).events[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name)
    expect(types.sort()).toEqual(['annotationLifecycle', 'deleteQueue', 'importUpload', 'sendEmail'])
    expect(names.filter((name) => !isOpen(read(name)))).toEqual([])
  })

  it('replay without an error', async () => {
    const workflowBundle = await bundleWorkflows()
    for (const name of files())
      await expect(Worker.runReplayHistory({ workflowBundle }, read(name))).resolves.toBeUndefined()
  })
})

/** Stores the open runs of this version as those of a release, without names of the recording machine. */
async function recordRuns(runs: Record<string, string>): Promise<void> {
  const options = { longs: String, enums: String, bytes: String }
  for (const [name, id] of Object.entries(runs)) {
    const history = History.toObject(History.fromObject(await historyOf(id)), options)
    const hide = (key: string, value: unknown) =>
      key === 'stackTrace' ? '' : typeof value === 'string' ? value.replaceAll(hostname(), 'recorder') : value
    writeFileSync(join(folder, `${name}.${release}.json`), `${JSON.stringify(history, hide, 1)}\n`)
  }
}

async function recordBundle(): Promise<void> {
  const { code } = await bundleWorkflows()
  // Replaying needs no source map, but the SDK looks for one. Names of modules begin with the folder of the repository.
  const map = Buffer.from('{"version":3,"file":"workflows.js","sources":[],"names":[],"mappings":""}').toString(
    'base64',
  )
  const start = code.slice(0, code.lastIndexOf('//# sourceMappingURL=data:'))
  const small = `${start.replaceAll(join(import.meta.dirname, '..', '..'), '/sheaf')}//# sourceMappingURL=data:application/json;base64,${map}`
  writeFileSync(bundleFile, gzipSync(small, { level: 9 }))
}
