/** The commands of the model: each sends one request as a user, or stops and starts the worker. */
import fc from 'fast-check'
import { STATUSES, type Status } from '../../../src/rules/annotations/status.ts'
import type { Answer } from '../../support/as.ts'
import {
  moveByService,
  predictAssign,
  predictCopy,
  predictExport,
  predictGive,
  predictPatch,
  predictPurge,
  predictVerb,
  VERBS,
  type Verb,
  type Item,
  type Model,
  type Prediction,
} from './state.ts'
import type { User, World } from './world.ts'

type Command = fc.AsyncCommand<Model, World>
/** Annotations of one run, copies included. */
const MAX_ITEMS = 8

/** What the commands of all runs did. */
export const figures = { steps: 0, done: 0, refused: 0, kinds: new Set<string>() }

interface Asked {
  name: string
  predict: (model: Model, item: Item, who: User, other: User) => Prediction
  send: (world: World, id: number, who: User, other: User) => Promise<Answer>
  /** After a success. */
  then?: (world: World, answer: Answer) => void
  check?: (model: Model) => boolean
}

abstract class Counted implements Command {
  abstract toString(): string
  /** Returns false if the service has refused the action, as predicted. */
  abstract act(model: Model, world: World): Promise<boolean>
  check(_model: Readonly<Model>): boolean {
    return true
  }
  async run(model: Model, world: World): Promise<void> {
    const isDone = await this.act(model, world)
    figures.steps++
    figures[isDone ? 'done' : 'refused']++
  }
}

/** A request of a user about an annotation; `other` is the user whom it names. */
class Ask extends Counted {
  private readonly asked: Asked
  private readonly places: { item: number; who: number; other: number }
  constructor(asked: Asked, places: { item: number; who: number; other: number }) {
    super()
    this.asked = asked
    this.places = places
  }
  override check(model: Readonly<Model>): boolean {
    return this.asked.check?.(model) ?? true
  }
  async act(model: Model, world: World): Promise<boolean> {
    const { item: place, who: from, other: to } = this.places
    const index = place % model.items.length
    const item = model.items[index]!
    await world.finish(model, item)
    const other = world.people[to % world.people.length]!
    const who = (from % 2 === 0 && likely(world, item)) || world.people[from % world.people.length]!
    const before = item.status
    const predicted = this.asked.predict(model, item, who, other)
    const answer = await this.asked.send(world, world.ids[index]!, who, other)
    const isRefused = typeof predicted === 'number'
    world.assertIs(answer, isRefused ? predicted : 'ok', `${this.toString()} by ${who.role} from ${before}`)
    if (isRefused) return false
    predicted()
    figures.kinds.add(`${this.asked.name} from ${before}`)
    this.asked.then?.(world, answer)
    return true
  }
  toString(): string {
    const { item, who, other } = this.places
    return `${this.asked.name}(annotation ${item}, user ${who}, ${other})`
  }
}

/** The user who can act on the annotation: its reviewer or its approver. */
const likely = ({ people }: World, { status, columns, assignees }: Item): User | undefined => {
  if (status === 'reviewing') return people.find(({ user_id }) => user_id === columns.modifier_id)
  return status === 'in_workflow' ? people.find(({ user_id }) => user_id === assignees[0]) : people[0]
}

/** A step of the service or of its operator. */
class Step extends Counted {
  private readonly name: string
  private readonly work: (model: Model, world: World) => Promise<boolean | void>
  constructor(name: string, work: (model: Model, world: World) => Promise<boolean | void>) {
    super()
    this.name = name
    this.work = work
  }
  async act(model: Model, world: World): Promise<boolean> {
    return (await this.work(model, world)) !== false
  }
  toString(): string {
    return this.name
  }
}

const verbs: Asked[] = VERBS.map((verb) => ({
  name: verb,
  predict: (model, item, who) => predictVerb(model, item, verb, who),
  send: (_world, id, who) => who.client.post(`/annotations/${id}/${verb}`, {}),
}))
/** What users mostly do in a status. Without it, random actions rarely reach the second step of an approval. */
const USUAL: Partial<Record<Status, readonly Verb[]>> = {
  to_review: ['start'],
  postponed: ['start'],
  reviewing: ['confirm', 'confirm', 'confirm', 'postpone', 'reject'],
  in_workflow: ['approve', 'approve', 'approve', 'reject'],
  confirmed: ['start', 'reject'],
  rejected: ['start'],
  exported: ['start'],
}
/** A usual action by a user who may do it. */
const usual = (choice: number, item: number): Step =>
  new Step(`usual action ${choice}(annotation ${item})`, async (model, world) => {
    const annotation = model.items[item % model.items.length]!
    await world.finish(model, annotation)
    const possible = USUAL[annotation.status]
    const verb = possible?.[choice % possible.length]
    return verb ? new Ask(verbs[VERBS.indexOf(verb)]!, { item, who: 0, other: 0 }).act(model, world) : true
  })
const patchTo = (to: Status): Asked => ({
  name: `PATCH to ${to}`,
  predict: (model, item, who) => predictPatch(model, item, to, who),
  send: (_world, id, who) =>
    who.client.patch(`/annotations/${id}`, { status: to, ...(to === 'importing' ? { rir_poll_id: null } : {}) }),
})
const exportTo = (to: 'exporting' | 'exported'): Asked => ({
  name: `export to ${to}`,
  predict: (model, item, who) => predictExport(model, item, to, who),
  send: (world, id, who) =>
    who.client.send('POST', `/queues/${world.queue_id}/export?format=json&to_status=${to}&id=${id}`),
})
const OTHERS: Asked[] = [
  exportTo('exporting'),
  exportTo('exported'),
  {
    name: 'purge',
    predict: (model, item, who) => predictPurge(model, item, who),
    send: (world, id, who) =>
      who.client.post('/annotations/purge_deleted', { annotations: [world.url('annotations', id)] }),
  },
  {
    name: 'PATCH of the reviewer',
    predict: (_model, item, who, other) => predictGive(item, other, who),
    send: (world, id, who, other) =>
      who.client.patch(`/annotations/${id}`, { modifier: world.url('users', other.user_id) }),
  },
  {
    name: 'assign',
    predict: (_model, item, who, other) => predictAssign(item, other, who),
    send: (world, id, who, other) =>
      who.client.post('/annotations/assign', {
        annotations: [world.url('annotations', id)],
        assignees: [world.url('users', other.user_id)],
      }),
  },
  {
    name: 'copy',
    check: ({ items }) => items.length < MAX_ITEMS,
    predict: (model, item, who) => predictCopy(model, item, who),
    send: (world, id, who) =>
      who.client.post(`/annotations/${id}/copy`, { target_queue: world.url('queues', world.queue_id) }),
    then: (world, { body }) =>
      void world.ids.push(Number(/\d+$/.exec((body as { annotation: string }).annotation)![0])),
  },
]

/** `POST queues/{id}/next`: the first annotation that waits for review. */
const next = (from: number): Step =>
  new Step(`next(user ${from})`, async (model, world) => {
    await world.finishAll(model)
    const who = world.people[from % world.people.length]!
    const answer = await who.client.post(`/queues/${world.queue_id}/next`, {})
    if (who.role === 'viewer' || who.role === 'approver') return world.assertIs(answer, 403, 'next')
    world.assertIs(answer, 'ok', 'next')
    // The oldest one, unless the worker has locked it: then a later one.
    const { annotation } = answer.body as { annotation: string | null }
    const index = world.ids.findIndex((id) => annotation === world.url('annotations', id))
    const isWaiting = ({ status }: Item) => status === 'to_review'
    const item = model.items[index]
    if (item ? !isWaiting(item) : annotation !== null || model.items.some(isWaiting))
      throw new Error(`next: ${annotation}, which does not wait for review, or none although one does`)
    const predicted = item ? predictVerb(model, item, 'start', who) : 409
    if (typeof predicted === 'function') predicted()
  })

const timeOut = (place: number): Step =>
  new Step(`session timeout(annotation ${place})`, async (model, world) => {
    const index = place % model.items.length
    const item = model.items[index]!
    if (item.status !== 'reviewing') return
    await world.timeOut(world.ids[index]!)
    moveByService(model, item, 'session_timeout')
  })
const compare = new Step('compare', async (model, world) => {
  await world.finishAll(model)
  await world.compareRows(model)
})
const restart = (isStopped: boolean): Step =>
  new Step(isStopped ? 'stop the worker' : 'start the worker', async (model, world) => {
    if (isStopped) await world.stopWorker(model)
    else await world.startWorker()
  })

const number = fc.nat(41)
const places = fc.record({ item: number, who: number, other: number })
const ask = (list: readonly Asked[]) =>
  fc.tuple(fc.constantFrom(...list), places).map(([asked, where]) => new Ask(asked, where))

/** Sequences of at most `count` commands; reviews are the most frequent ones. */
export const commands = (count: number) =>
  fc.commands(
    [
      ...Array.from({ length: 8 }, () => ask(verbs)),
      ...Array.from({ length: 6 }, () => fc.tuple(number, number).map(([choice, item]) => usual(choice, item))),
      ...Array.from({ length: 3 }, () => ask(STATUSES.map(patchTo))),
      ...Array.from({ length: 3 }, () => ask(OTHERS)),
      number.map(next),
      number.map(timeOut),
      fc.constant(compare),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(restart(false)) },
        { weight: 1, arbitrary: fc.constant(restart(true)) },
      ),
    ],
    { maxCommands: count, size: 'max' },
  )
