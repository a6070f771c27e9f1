/** Deliveries of `annotation_status.changed` to a receiver on loopback, through Temporal and one worker. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { cancelAnnotation, startAnnotation } from '../../src/domain/annotations/review/review.ts'
import { attemptCall } from '../../src/domain/hooks/delivery/attempt.ts'
import { planCalls } from '../../src/domain/hooks/delivery/plan.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { presentWith } from '../../src/resources/hooks/present-payload.ts'
import { invoicePdf } from '../../test/support/invoice-pdf.ts'
import { percentile, type BenchResult } from '../bench.ts'
import { PARTS, processorTimeOf, type Spent } from '../import/processor-time.ts'
import { startBenchStack, type BenchStack } from '../import/stack.ts'
import { actOnEach } from '../parallel.ts'

const ANNOTATIONS = 60
/** Changes of the status of each annotation in a round. */
const CHANGES = 10
const CLIENTS = 8
const HOOKS = [0, 1, 3]
const TARGET = 300

/** Answers with 200, and checks that each hook receives the changes of an annotation in order. */
async function startReceiver() {
  const last = new Map<string, string>()
  const seen = { count: 0, disorder: 0 }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { annotation } = JSON.parse(body.toString()) as {
        annotation: { id: number; status: string; previous_status: string }
      }
      const line = `${request.url} ${annotation.id}`
      const before = last.get(line)
      if (before !== undefined && before !== annotation.previous_status) seen.disorder++
      last.set(line, annotation.status)
      seen.count++
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    forget: () => last.clear(),
    stop: () => server.close(),
  }
}
type Receiver = Awaited<ReturnType<typeof startReceiver>>

interface Review {
  who: { user_id: number; organization_id: number; roles: string[] }
  queue_id: number
  ids: number[]
}

async function prepare({ deps, upload, imported }: BenchStack, receiver: Receiver): Promise<Review> {
  const files = []
  for (let index = 1; index <= ANNOTATIONS; index++) {
    const name = `hooks-${index}`
    files.push({ name: `${name}.pdf`, bytes: await invoicePdf(name), mime: 'application/pdf' })
  }
  await upload(files)
  await imported(ANNOTATIONS, 50)
  const rows = await deps.db('annotations').orderBy('id').select<{ id: number; queue_id: number }[]>('id', 'queue_id')
  const { queue_id } = rows[0]!
  const user = await deps.db('users').first<{ id: number; organization_id: number }>('id', 'organization_id')
  const { organization_id } = user!
  for (let index = 0; index < Math.max(...HOOKS); index++) {
    const config = { url: `${receiver.url}/${index}`, timeout_s: 30 }
    const row = { organization_id, type: 'webhook', name: `Hook ${index}`, active: false, config }
    const [hook] = await deps
      .db('hooks')
      .insert({ ...row, events: JSON.stringify(['annotation_status.changed']) })
      .returning<{ id: number }[]>('id')
    await deps.db('hook_queues').insert({ hook_id: hook!.id, queue_id })
  }
  const who = { user_id: user!.id, organization_id, roles: ['admin'] }
  return { who, queue_id, ids: rows.map(({ id }) => id) }
}

interface Round {
  seconds: number
  spent: Spent
}

/** Starts and cancels reviews, and waits until all hooks were called. */
async function runRound({ deps }: BenchStack, { who, ids }: Review, hooks: number): Promise<Round> {
  await deps.db('hooks').update({ active: false })
  const first = deps.db('hooks').orderBy('id').limit(hooks).select('id')
  await deps.db('hooks').whereIn('id', first).update({ active: true })
  let seconds = 0
  const spent = await processorTimeOf(async () => {
    const started = performance.now()
    await actOnEach(ids, CLIENTS, async (id) => {
      for (let change = 0; change < CHANGES; change += 2) {
        await startAnnotation(deps, who, id)
        await cancelAnnotation(deps, who, id)
      }
    })
    for (;;) {
      const open = await deps.db('deliveries').where({ state: 'pending' }).first('event_id')
      if (!open) break
      await wait(20)
    }
    seconds = (performance.now() - started) / 1000
  })
  return { seconds, spent }
}

/** The database's and the service's own part of a delivery, without Temporal: attempts one after the other in this process. */
async function attemptsAlone({ deps }: BenchStack, { who, queue_id, ids }: Review): Promise<BenchResult[]> {
  await deps.db('hooks').update({ active: false })
  await deps.db('hooks').whereIn('id', deps.db('hooks').orderBy('id').limit(1).select('id')).update({ active: true })
  let statements = 0
  const texts: string[] = []
  const count = ({ sql }: Knex.Sql) => {
    statements++
    texts.push(sql)
  }
  const times: number[] = []
  let counted = 0
  const facts = { status: 'reviewing', previous_status: 'to_review' } as const
  for (const [index, annotation_id] of [...ids, ...ids].entries()) {
    const occasion = { event: 'annotation_status', action: 'changed', facts, queue_id, annotation_id }
    const { organization_id } = who
    const planned = { ...occasion, organization_id, cause: `bench:${index}` }
    const { calls } = await transact(deps, (tx) => planCalls(tx, planned))
    texts.length = 0
    statements = 0
    deps.db.on('query', count)
    const started = performance.now()
    const { attempt } = await attemptCall(deps, presentWith(deps), calls[0]!.run_id)
    times.push(performance.now() - started)
    deps.db.off('query', count)
    counted = statements
    if (attempt.status !== 'completed') throw new Error(`A call of the benchmark is ${attempt.status}.`)
  }
  if (process.env['SHOW_STATEMENTS']) console.error(texts.map((text) => text.slice(0, 160)).join('\n'))
  return [
    { what: 'attempt without Temporal, p50', value: percentile(times, 0.5), unit: 'ms' },
    { what: 'statements of an attempt', value: counted, unit: 'statements' },
  ]
}

/** Deliveries/s with one hook and several hooks per event, and the processor time that a delivery adds to the change of the status. */
export async function measureDeliveries(rounds: number): Promise<BenchResult[]> {
  const stack = await startBenchStack({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  const receiver = await startReceiver()
  try {
    const review = await prepare(stack, receiver)
    const measured = HOOKS.map(() => [] as Round[])
    for (let round = -1; round < rounds; round++)
      for (const [index, hooks] of HOOKS.entries()) {
        receiver.forget()
        receiver.seen.count = 0
        const made = await runRound(stack, review, hooks)
        const expected = hooks * ANNOTATIONS * CHANGES
        if (receiver.seen.count !== expected)
          throw new Error(`${receiver.seen.count} of ${expected} deliveries arrived.`)
        if (round >= 0) measured[index]!.push(made)
      }
    const median = (index: number, value: (round: Round) => number) => percentile(measured[index]!.map(value), 0.5)
    const changes = ANNOTATIONS * CHANGES
    const rates = HOOKS.flatMap((hooks, index): BenchResult[] => {
      const seconds = median(index, (round) => round.seconds)
      if (hooks === 0)
        return [{ what: 'changes of a status without hooks', value: changes / seconds, unit: 'changes/s' }]
      const value = (hooks * changes) / seconds
      const what = `deliveries, ${hooks} ${hooks === 1 ? 'hook' : 'hooks'} per change of a status`
      return [{ what, value, unit: 'deliveries/s', target: `>= ${TARGET}`, met: value >= TARGET }]
    })
    const cost = PARTS.map((part): BenchResult => {
      const added = median(HOOKS.length - 1, ({ spent }) => spent[part]) - median(0, ({ spent }) => spent[part])
      return {
        what: `processor time that a delivery adds: ${part}${part === 'api' ? ' and receiver' : ''}`,
        value: added / (HOOKS.at(-1)! * changes),
        unit: 'ms',
      }
    })
    const base = PARTS.map((part): BenchResult => ({
      what: `processor time of a change of a status: ${part}`,
      value: median(0, ({ spent }) => spent[part]) / changes,
      unit: 'ms',
    }))
    const { disorder } = receiver.seen
    const order = {
      what: 'deliveries out of order',
      value: disorder,
      unit: 'deliveries',
      target: '0',
      met: disorder === 0,
    }
    return [...rates, order, ...base, ...cost, ...(await attemptsAlone(stack, review))]
  } finally {
    receiver.stop()
    await stack.stop()
  }
}
