/** What the model of approvals acts on: queues, people and documents, and what it reads of them from the database. */
import { seeded } from '../../../scripts/examples/seeded.ts'
import type { Client } from '../../support/as.ts'
import { admin, person, server, tenant, url } from '../../support/tenant-server.ts'
import { aQueueWith, inReview } from '../approval-setup.ts'

export interface Person {
  user_id: number
  client: Client
}

/** A step or workflow applies above an amount; always, if it is null; undefined if that cannot be decided. */
type Limit = number | null | undefined

interface StoredStep {
  id: number
  workflow_id: number
  condition: object
  mode: 'any' | 'all' | 'auto'
}

/** The configuration that decides about approvals, as the database has it. */
export interface Configuration {
  queues: Map<number, { isEnabled: boolean; workflows: number[] }>
  workflows: Map<number, { condition: object; mayRepeat: boolean; mayConfirm: boolean }>
  steps: StoredStep[]
}

export interface Document {
  id: number
  queue_id: number
  status: string
  confirmed_by: number | null
  /** The amount as it is stored; null if the schema has no such field. */
  amount: string | null
}

export const ABOVE = (limit: number): object => ({ $expr: { $gt: ['$field.amount_total', limit] } })
const AMOUNT = 'amount_total'

/** The organization of one run. */
export class World {
  readonly random: () => number
  readonly people: Person[] = []
  readonly queues: { queue_id: number; schema_id: number; flow: { id: number; url: string } }[] = []
  constructor(seed: number) {
    this.random = seeded(seed)
  }

  async begin(): Promise<void> {
    for (let index = 0; index < 4; index++) this.people.push(await person('approver', []))
    const [ada, bob] = this.people as [Person, Person]
    for (let index = 0; index < 2; index++)
      this.queues.push(
        await aQueueWith(
          [
            { assignees: [ada.user_id, bob.user_id], condition: ABOVE(1000) },
            { assignees: [bob.user_id], condition: ABOVE(5000) },
          ],
          { condition: ABOVE(1000), duties: {}, use_confirmed_state: index === 0 },
        ),
      )
    for (let index = 0; index < 4; index++) await inReview(this.one(this.queues), { amount_total: this.amount() })
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.random() * end)
  }
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
  chance(share: number): boolean {
    return this.random() < share
  }
  /** Amounts around the limits, often equal to each other. */
  amount(): string {
    return this.one(['200', '900', '1000', '1001', '3000', '5000', '5001', '9000'])
  }

  async configuration(): Promise<Configuration> {
    const { db } = server.deps
    const { organization_id } = tenant
    const [queues, links, workflows, steps] = await Promise.all([
      db('queues').where({ organization_id }).select('id', 'settings'),
      db('queue_workflows').orderBy(['priority', 'workflow_id']).select('queue_id', 'workflow_id'),
      db('workflows').where({ organization_id }).select(),
      db('workflow_steps').where({ organization_id }).select('id', 'workflow_id', 'condition', 'mode'),
    ])
    return {
      queues: new Map(
        queues.map(({ id, settings }) => [
          id,
          {
            isEnabled: settings.workflows?.enabled === true,
            workflows: links.filter(({ queue_id }) => queue_id === id).map(({ workflow_id }) => workflow_id),
          },
        ]),
      ),
      workflows: new Map(
        workflows.map((one) => [
          one.id,
          { condition: one.condition, mayRepeat: one.approver_may_repeat, mayConfirm: one.confirmer_may_approve },
        ]),
      ),
      steps,
    }
  }

  async documents(): Promise<Map<number, Document>> {
    const { rows } = await server.deps.db.raw<{ rows: Document[] }>(
      `select a.id, a.queue_id, a.status, a.confirmed_by, content_fields(a.id)->?->0->>'string' as amount
         from annotations a where a.organization_id = ? and a.queue_id = any(?)`,
      [AMOUNT, tenant.organization_id, this.queues.map(({ queue_id }) => queue_id)],
    )
    // A change of the field writes 5000 as 5,000 or 5 000.
    return new Map(rows.map((row) => [row.id, { ...row, amount: row.amount?.replaceAll(/[,\s]/g, '') ?? null }]))
  }

  get admin(): Client {
    return admin
  }
  url(collection: string, id: number): string {
    return url(collection, id)
  }
}

const limitOf = (condition: object): Limit => {
  const [name] = Object.keys(condition)
  if (name === undefined) return null
  const [, limit] = (condition as { $expr: { $gt: [string, number] } }).$expr.$gt
  return limit
}

/** Whether a condition is met; undefined if the amount does not decide it. */
const isMet = (condition: object, amount: string | null): boolean | undefined => {
  const limit = limitOf(condition)
  if (limit === null) return true
  return amount === null || amount === '' || Number.isNaN(Number(amount)) ? undefined : Number(amount) > limit!
}

/**
 * Returns the steps that a document has to pass, as a reader of docs/approvals.md understands it; `unknown` if they cannot be determined. Written
 * without the code of the service.
 */
export function requiredSteps(
  { queues, workflows, steps }: Configuration,
  { queue_id, amount }: Pick<Document, 'queue_id' | 'amount'>,
): { workflow: number | null; steps: number[] } | 'unknown' {
  const queue = queues.get(queue_id)
  if (!queue?.isEnabled) return { workflow: null, steps: [] }
  if (queue.workflows.length === 0) return 'unknown'
  for (const id of queue.workflows) {
    const met = isMet(workflows.get(id)!.condition, amount)
    if (met === undefined) return 'unknown'
    if (!met) continue
    const own = steps.filter(({ workflow_id }) => workflow_id === id)
    if (own.length === 0) return 'unknown'
    const people = own.filter(({ mode, condition }) => mode !== 'auto' && isMet(condition, amount) !== false)
    if (people.some(({ condition }) => isMet(condition, amount) === undefined)) return 'unknown'
    return { workflow: id, steps: people.map((one) => one.id) }
  }
  return { workflow: null, steps: [] }
}
