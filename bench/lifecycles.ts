// npm run bench:lifecycles [-- --open N --rounds N]: what open lifecycles of annotations cost: memory of a worker, the time of
// the documented lists in Temporal, and the time of an import, before and while N of them are open.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { LifecycleState } from '../src/rules/temporal/lifecycle.ts'
import { annotationWorkflowId } from '../src/rules/temporal/workflow-ids.ts'
import { searchAttributes, taskQueue, type Workflows } from '../src/workflows/contract.ts'
import { searchAttributesOf, summaryOf } from '../src/workflows/describe.ts'
import { percentile, writeBench, type BenchResult } from './bench.ts'
import { invoices } from './import/invoices.ts'
import { startBenchStack } from './import/stack.ts'

const { values } = parseArgs({
  options: {
    /** Lifecycles to open. */
    open: { type: 'string', default: '20000' },
    /** Number of queries per list and of timed imports. */
    rounds: { type: 'string', default: '40' },
  },
})
const [open, rounds] = [Number(values.open), Number(values.rounds)]
const QUEUES = 200
/** Starts that wait for Temporal's server at the same time. */
const STARTS = 16
/** Above all ids of the database: nothing else refers to these annotations. */
const FIRST_ID = 1_000_000

/** The lists of docs/lifecycle.md. */
const LISTS = {
  'what waits in a queue': `WorkflowType = 'annotationLifecycle' and ExecutionStatus = 'Running' and SheafStatus = 'to_review' and SheafQueue = 5`,
  'failed workflows': `ExecutionStatus = 'Failed'`,
  'a file by its name': `SheafFile = 'statement-77.pdf'`,
  'everything that runs': `ExecutionStatus = 'Running'`,
}
const PAGE = 100

const stack = await startBenchStack()
const { temporal, config } = stack.deps

const stateOf = (index: number): LifecycleState => ({
  annotation_id: FIRST_ID + index,
  organization_id: 1,
  queue_id: index % QUEUES,
  queue: `Queue ${index % QUEUES}`,
  upload_id: FIRST_ID + index,
  file: `statement-${index}.pdf`,
  status: 'to_review',
  since: new Date().toISOString(),
  reviewer: null,
  assignees: [],
  failure: null,
  url: `http://localhost/v1/annotations/${FIRST_ID + index}`,
})

/** Starts a lifecycle as an upload does. Its workflow sets the status `to_review`, which shows that it has begun to wait. */
async function openOne(index: number): Promise<void> {
  const state = stateOf(index)
  await temporal.workflow.start<Workflows['annotationLifecycle']>('annotationLifecycle', {
    workflowId: annotationWorkflowId(state.annotation_id),
    taskQueue: taskQueue(config.temporal.taskQueuePrefix, 'orchestration'),
    args: [{ annotation_id: state.annotation_id, state, work: null }],
    staticSummary: summaryOf(state),
    typedSearchAttributes: [
      ...searchAttributesOf(state).filter(({ key }) => key !== searchAttributes.status),
      { key: searchAttributes.status, value: 'importing' },
    ],
  })
}

/** Opens the lifecycles from index `from` to before `to`, and waits until all of them wait for a user. */
async function openAll(from: number, to: number): Promise<void> {
  let next = from
  const startSome = async () => {
    while (next < to) await openOne(next++)
  }
  await Promise.all(Array.from({ length: STARTS }, startSome))
  const query = `ExecutionStatus = 'Running' and SheafStatus = 'to_review' and SheafAnnotation >= ${FIRST_ID}`
  while ((await temporal.workflow.count(query)).count < to) await wait(500)
}

/** Milliseconds of one page of a list. */
async function timeList(query: string): Promise<number> {
  const started = performance.now()
  await temporal.workflowService.listWorkflowExecutions({
    namespace: config.temporal.namespace,
    pageSize: PAGE,
    query,
  })
  return performance.now() - started
}

const invoice = invoices('B')
let imported = 0
/** Milliseconds from an upload to `to_review`. */
async function timeImport(): Promise<number> {
  const file = await invoice()
  const started = performance.now()
  await stack.upload([file])
  await stack.imported(++imported, 3)
  return performance.now() - started
}

interface Measured {
  lists: Record<string, number[]>
  imports: number[]
  workerMb: number
  temporalMb: number
}

async function measure(): Promise<Measured> {
  const lists: Record<string, number[]> = {}
  const imports: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [name, query] of Object.entries(LISTS)) (lists[name] ??= []).push(await timeList(query))
    imports.push(await timeImport())
  }
  return { lists, imports, workerMb: stack.workerMb(), temporalMb: stack.temporalMb() }
}

const milliseconds = (what: string, p: number, before: number[], now: number[]): BenchResult[] => [
  { what: `${what}, p${p * 100}, none open`, value: percentile(before, p), unit: 'ms' },
  { what: `${what}, p${p * 100}, ${open} open`, value: percentile(now, p), unit: 'ms' },
]
const megabytes = (what: string, before: number, now: number): BenchResult[] => [
  { what: `${what}, none open`, value: before, unit: 'MB' },
  { what: `${what}, ${open} open`, value: now, unit: 'MB' },
]

try {
  // Caches of workflows and pools are full before the first figure, so that what is added is due to open lifecycles alone.
  for (let warm = 0; warm < 2 * rounds; warm++) await timeImport()
  const before = await measure()
  const started = performance.now()
  const half = Math.ceil(open / 2)
  await openAll(0, half)
  const workerMbAtHalf = stack.workerMb()
  await openAll(half, open)
  const opening = (performance.now() - started) / 1000
  const now = await measure()
  writeBench('lifecycles', [
    { what: 'lifecycles opened', value: open / opening, unit: 'per s' },
    ...Object.keys(LISTS).flatMap((name) => milliseconds(`list: ${name}`, 0.95, before.lists[name]!, now.lists[name]!)),
    ...milliseconds('upload to to_review', 0.5, before.imports, now.imports),
    ...megabytes('worker', before.workerMb, now.workerMb),
    // The rest is what a worker keeps after so many workflow tasks, open or not.
    { what: 'worker, growth over the second half of them', value: now.workerMb - workerMbAtHalf, unit: 'MB' },
    ...megabytes('Temporal server', before.temporalMb, now.temporalMb),
  ])
} finally {
  await stack.stop()
}
