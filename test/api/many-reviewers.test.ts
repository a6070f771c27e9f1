/**
 * Many reviewers work on one queue at the same time with random actions: what the service has acknowledged is stored, once, and nothing else.
 * `npm run model` repeats it with REVIEWERS, REVIEWED_ANNOTATIONS and MODEL_SEED.
 */
import { expect, it } from 'vitest'
import { MOVES, type Status } from '../../src/rules/annotations/status.ts'
import type { Answer } from '../support/as.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { flat, type Node } from './content-setup.ts'

useTenantServer()

const reviewers = Number(process.env.REVIEWERS ?? 5)
const annotations = Number(process.env.REVIEWED_ANNOTATIONS ?? 30)
const seed = Number(process.env.MODEL_SEED ?? 1)

/** Creates a random generator with a seed (mulberry32). */
function randoms(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Verb = 'start' | 'cancel' | 'postpone' | 'confirm' | 'reject' | 'delete'
/** A move that the service has acknowledged. */
interface Acknowledged {
  annotation_id: number
  actor_id: number
  verb: Verb
}
const acknowledged: Acknowledged[] = []
/** The last value that was acknowledged for each annotation. */
const written = new Map<number, string>()
const answers = new Map<string, number>()

const count = (name: string, { status, body }: Answer) => {
  if (status >= 500 || status === 400) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  answers.set(`${name} ${status}`, (answers.get(`${name} ${status}`) ?? 0) + 1)
}

async function aReviewer(queue: { queue_id: number }, random: () => number, all: readonly number[]): Promise<void> {
  const { client, user_id } = await person('annotator', [queue.queue_id])
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const act = async (annotation_id: number, verb: Verb): Promise<boolean> => {
    const answer = await client.post(`/annotations/${annotation_id}/${verb}`, {})
    count(verb, answer)
    if (answer.status < 300) acknowledged.push({ annotation_id, actor_id: user_id, verb })
    return answer.status < 300
  }
  const write = async (id: number, node: number, value: string) => {
    const operations = [{ op: 'replace', id: node, value: { content: { value } } }]
    const answer = await client.post(`/annotations/${id}/content/operations`, { operations })
    count('content', answer)
    // Only its reviewer may write, so the value is unchanged since the last write of this reviewer.
    if (answer.status === 200) written.set(id, value)
  }
  for (;;) {
    const next = await client.post(`/queues/${queue.queue_id}/next`, { statuses: ['to_review', 'postponed'] })
    count('next', next)
    const { annotation } = next.body as { annotation: string | null }
    if (annotation === null) return
    const id = Number(/\d+$/.exec(annotation)![0])
    acknowledged.push({ annotation_id: id, actor_id: user_id, verb: 'start' })
    const content = await client.get(`/annotations/${id}/content`)
    const node = flat(content.body.content as Node[]).find(({ schema_id }) => schema_id === 'document_id')!.id
    await write(id, node, `${user_id}-${acknowledged.length}`)
    // Interference with an annotation that another user may be reviewing.
    const other = pick(all)
    if (random() < 0.5) await act(other, pick(['start', 'cancel', 'postpone', 'confirm', 'reject', 'delete'] as const))
    if (random() < 0.3) await write(id, node, `${user_id}-again-${acknowledged.length}`)
    // Most reviews end the work on an annotation, so that the queue becomes empty.
    await act(id, pick(['confirm', 'confirm', 'reject', 'delete', 'cancel', 'postpone'] as const))
  }
}

/** Statuses to which a verb moves an annotation. */
const targetsOf = (verb: Verb): Status[] => MOVES.filter(({ trigger }) => trigger === verb).flatMap(({ to }) => to)

it('many reviewers of one queue lose nothing', { timeout: 60_000 + annotations * 10_000 }, async () => {
  const started = performance.now()
  const queue = await aQueue(server.deps.db, tenant)
  const ids: number[] = []
  for (let made = 0; made < annotations; made++)
    ids.push((await anAnnotation(server.deps.db, tenant, { ...queue, status: 'to_review' })).annotation_id)
  await Promise.all(Array.from({ length: reviewers }, (_, index) => aReviewer(queue, randoms(seed + index), ids)))

  const events = await server.deps
    .db('events')
    .where({ queue_id: queue.queue_id, kind: 'annotation_status.changed' })
    .orderBy('id')
    .select<{ annotation_id: number; actor_id: number | null; data: { from: Status; to: Status } }[]>(
      'annotation_id',
      'actor_id',
      'data',
    )
  const rows = await server.deps
    .db('annotations as a')
    .join('annotation_contents as c', 'c.annotation_id', 'a.id')
    .where('a.queue_id', queue.queue_id)
    .select<{ id: number; status: Status; tree: Node[] }[]>('a.id', 'a.status', 'c.tree')
  expect(rows).toHaveLength(annotations)

  // Each annotation has an unbroken chain of moves, which ends in its status.
  for (const { id, status, tree } of rows) {
    let current: Status = 'to_review'
    for (const { data } of events.filter((event) => event.annotation_id === id)) {
      expect(data.from, `annotation ${id}`).toBe(current)
      current = data.to
    }
    expect(status, `annotation ${id}`).toBe(current)
    const value = flat(tree).find(({ schema_id }) => schema_id === 'document_id')!.content!.value
    if (written.has(id)) expect(value, `annotation ${id}`).toBe(written.get(id))
  }

  // Each acknowledged move is one event, and each event of a user was acknowledged. A repeated start of the own review is no move.
  const left = [...events]
  let repeated = 0
  for (const { annotation_id, actor_id, verb } of acknowledged) {
    const index = left.findIndex(
      (event) =>
        event.annotation_id === annotation_id && event.actor_id === actor_id && targetsOf(verb).includes(event.data.to),
    )
    if (index >= 0) left.splice(index, 1)
    else if (verb === 'start') repeated++
    else expect.fail(`The ${verb} of annotation ${annotation_id} by user ${actor_id} is lost.`)
  }
  expect(left).toEqual([])
  const counts = (await admin.get(`/queues/${queue.queue_id}`)).body.counts as Record<string, number>
  const actual: Record<string, number> = {}
  for (const { status } of rows) actual[status] = (actual[status] ?? 0) + 1
  expect(Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0))).toEqual(actual)

  const seconds = Math.round((performance.now() - started) / 1000)
  const list = [...answers].sort().map(([name, times]) => `${name}: ${times}`)
  console.log(
    `seed ${seed}: ${reviewers} reviewers, ${annotations} annotations, ${acknowledged.length} moves acknowledged ` +
      `(${repeated} repeated starts), ${written.size} values, 0 lost, ${seconds} s; ${list.join(', ')}`,
  )
})
