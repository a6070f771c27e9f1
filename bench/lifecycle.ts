// npm run bench:lifecycle [-- --annotations N --batches N]: annotations from import over review and an approval in two steps to their export:
// processor time per document by phase and by part of the stack, and its growth from the first batch to the last.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createToken } from '../src/domain/people/credentials.ts'
import { as, type Client } from '../test/support/as.ts'
import { aPerson } from '../test/support/factories.ts'
import { writeBench, type BenchResult } from './bench.ts'
import { invoices } from './import/invoices.ts'
import { allParts, PARTS, processorTimeOf, type Part, type Spent } from './import/processor-time.ts'
import { startBenchStack } from './import/stack.ts'
import { actOnEach } from './parallel.ts'

const { values } = parseArgs({
  options: {
    /** Annotations in all, after a first batch that is not measured. */
    annotations: { type: 'string', default: '1000' },
    /** Parts in which they pass; the queue keeps the earlier ones. */
    batches: { type: 'string', default: '5' },
  },
})
const batches = Number(values.batches)
const perBatch = Math.ceil(Number(values.annotations) / batches)
const CLIENTS = 4
const LOOK_MS = 100

const stack = await startBenchStack()
const { db } = stack.deps
const root = `${stack.url}/v1`
const queue = await db('queues').orderBy('id').first('id', 'organization_id', 'schema_id', 'workspace_id')
const owner = await db('users').where({ organization_id: queue.organization_id }).orderBy('id').first('id')
const reviewer = as(root, await createToken(db, owner.id as number))

/** Sends a request that must succeed; returns the body. */
async function ok(answer: ReturnType<Client['get']>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`The service answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Gives the queue an approval in two steps; returns the approvers. */
async function useApproval(): Promise<Client[]> {
  const tenant = {
    organization_id: queue.organization_id as number,
    queue_id: queue.id as number,
    schema_id: queue.schema_id as number,
    workspace_id: queue.workspace_id as number,
    organization_group_id: 0,
    user_id: owner.id as number,
    token: '',
  }
  const flow = await ok(reviewer.post('/workflows', { name: 'Approval' }))
  const approvers: Client[] = []
  for (const ordering of [1, 2]) {
    const { user_id, token } = await aPerson(db, tenant, 'approver')
    const assignees = [`${root}/users/${user_id}`]
    await ok(reviewer.post('/workflow_steps', { name: `Step ${ordering}`, workflow: flow.url, ordering, assignees }))
    approvers.push(as(root, token))
  }
  const settings = { confirm_with_errors_allowed: true, workflows: { enabled: true } }
  const workflows = [{ url: flow.url, priority: 1 }]
  await ok(reviewer.patch(`/queues/${queue.id}`, { automation_level: 'never', settings, workflows }))
  return approvers
}

/** Waits until so many annotations have the status; returns their ids. */
async function reached(status: string, after: number, count: number): Promise<number[]> {
  for (const end = Date.now() + 1_800_000; ; await wait(LOOK_MS)) {
    const ids = await db('annotations').where({ status }).where('id', '>', after).orderBy('id').pluck<number[]>('id')
    if (ids.length >= count) return ids
    if (Date.now() > end) throw new Error(`Only ${ids.length} of ${count} annotations are ${status}.`)
  }
}

const PHASES = ['import', 'review', 'approval and export'] as const
type Batch = Record<(typeof PHASES)[number], Spent> & { seconds: number }

const invoice = invoices('L')
let last = 0
async function runBatch(count: number, approvers: Client[]): Promise<Batch> {
  const files = await Promise.all(Array.from({ length: count }, invoice))
  const started = performance.now()
  let ids: number[] = []
  const imported = await processorTimeOf(async () => {
    await actOnEach(files, CLIENTS, (file) => stack.upload([file]))
    ids = await reached('to_review', last, count)
  })
  const reviewed = await processorTimeOf(async () => {
    await actOnEach(ids, CLIENTS, async (id) => {
      await ok(reviewer.post(`/annotations/${id}/start`, {}))
      await ok(reviewer.post(`/annotations/${id}/confirm`, {}))
    })
  })
  const exported = await processorTimeOf(async () => {
    for (const approver of approvers)
      await actOnEach(ids, CLIENTS, (id) => ok(approver.post(`/annotations/${id}/approve`, {})))
    await reached('exported', last, count)
  })
  last = ids.at(-1)!
  const seconds = (performance.now() - started) / 1000
  return { import: imported, review: reviewed, 'approval and export': exported, seconds }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const ofPart = (batch: Batch, part: Part) => sum(PHASES.map((phase) => batch[phase][part]))
const total = (batch: Batch) => sum(PARTS.map((part) => ofPart(batch, part)))
const perDocument = (what: string, ms: number, count: number): BenchResult => ({ what, value: ms / count, unit: 'ms' })

try {
  const approvers = await useApproval()
  await runBatch(Math.min(20, perBatch), approvers)
  const all: Batch[] = []
  for (let index = 0; index < batches; index++) {
    all.push(await runBatch(perBatch, approvers))
    console.error(`${index + 1} of ${batches}: ${(total(all.at(-1)!) / perBatch).toFixed(1)} ms per document`)
  }
  const count = batches * perBatch
  const [first, latest] = [all[0]!, all.at(-1)!]
  writeBench('lifecycle', [
    {
      what: `annotations from import to export (${count})`,
      value: count / sum(all.map(({ seconds }) => seconds)),
      unit: 'per s',
    },
    perDocument('processor time per document', sum(all.map(total)), count),
    ...PHASES.map((phase) => perDocument(`of it ${phase}`, sum(all.map((batch) => allParts(batch[phase]))), count)),
    ...PARTS.map((part) => perDocument(`of it ${part}`, sum(all.map((batch) => ofPart(batch, part))), count)),
    ...(['worker', 'postgres', 'temporal'] as const).map((part) => ({
      what: `${part}, last batch to the first`,
      value: ofPart(latest, part) / ofPart(first, part),
      unit: '×',
    })),
    { what: 'all parts, last batch to the first', value: total(latest) / total(first), unit: '×' },
    { what: 'memory of the worker at the end', value: stack.workerMb(), unit: 'MB' },
  ])
} finally {
  await stack.stop()
}
