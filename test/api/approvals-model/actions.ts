/** The actions of the model: what people do with documents, and what administrators change meanwhile. */
import { exportOrCallConnector } from '../../../src/domain/annotations/status/finish-export.ts'
import { readTree } from '../../../src/domain/annotations/content/contents.ts'
import { contentDatapoints } from '../../../src/rules/content/tree.ts'
import type { Answer } from '../../support/as.ts'
import { person, server, tenant } from '../../support/tenant-server.ts'
import { give, inReview, received } from '../approval-setup.ts'
import type { Approval } from './oracle.ts'
import { ABOVE, type Document, type World } from './world.ts'

/** What an action did, for the oracle. */
export interface Done {
  approval?: Approval
  /** The annotation that was confirmed without approval, as the queue permits. */
  bypass?: number
  /** The annotation that was copied, with its approved values. */
  copied?: number
  /** The answer of the service, if there was one. */
  answer?: Answer
}
type Action = (world: World, documents: readonly Document[]) => Promise<Done | void>

const about =
  (act: (world: World, document: Document) => Promise<Done | void>, ...statuses: string[]): Action =>
  async (world, documents) => {
    const found = documents.filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    return found.length === 0 ? undefined : act(world, world.one(found))
  }

const post =
  (path: string, body?: (world: World) => object) =>
  async (world: World, { id }: Document) => ({
    answer: await world.admin.post(`/annotations/${id}/${path}`, body?.(world) ?? {}),
  })

/** Everybody tries to approve: approvers, and administrators with and without a reason. */
const approve = about(async (world, { id }) => {
  const isAdmin = world.chance(0.25)
  const who = isAdmin ? { user_id: tenant.user_id, client: world.admin } : world.one(world.people)
  const reason = isAdmin && world.chance(0.5) ? 'In the model.' : undefined
  const { current_step_id: step } =
    (await server.deps.db('workflow_runs').where({ annotation_id: id, workflow_status: 'pending' }).first()) ?? {}
  const answer = await who.client.post(`/annotations/${id}/approve`, reason ? { reason } : {})
  if (answer.status !== 200) return { answer }
  return { answer, approval: { annotation: id, step, user: who.user_id, override: reason !== undefined } }
}, 'in_workflow')

const changeAmount = about(async (world, { id }) => {
  const found = [...contentDatapoints(await readTree(server.deps.db, id))].find(
    ({ node }) => node.schema_id === 'amount_total',
  )
  if (!found) return
  const value = world.chance(0.1) ? world.one(['', 'n/a']) : world.amount()
  return { answer: await world.admin.patch(`/annotations/${id}/content/${found.node.id}`, { content: { value } }) }
})

const finishExports: Action = async (_world, documents) => {
  const waiting = await server.deps
    .db('deliveries as d')
    .join('events as e', 'e.id', 'd.event_id')
    .where({ 'd.state': 'pending', 'd.consumer': 'lifecycle' })
    .whereIn(
      'e.annotation_id',
      documents.filter(({ status }) => status === 'exporting').map(({ id }) => id),
    )
    .whereRaw(`e.data->>'to' = 'exporting'`)
    .select('e.annotation_id', 'd.event_id', 'd.consumer')
  for (const step of waiting) await exportOrCallConnector(server.deps, step)
}

const DOCUMENTS: [number, Action][] = [
  [
    14,
    async (world, documents) => {
      if (documents.filter(({ status }) => status !== 'deleted').length > 12) return
      const queue = world.one(world.queues)
      if (world.chance(0.3)) await received(queue)
      else await inReview(queue, { amount_total: world.amount() })
    },
  ],
  [16, about(post('confirm'), 'reviewing')],
  [
    2,
    about(async (world, document) => {
      const answer = await world.admin.post(`/annotations/${document.id}/confirm`, { skip_workflows: true })
      return { answer, ...(answer.status === 204 ? { bypass: document.id } : {}) }
    }, 'reviewing'),
  ],
  [24, approve],
  [
    4,
    about(
      post('start', () => ({
        statuses: ['to_review', 'postponed', 'confirmed', 'rejected', 'failed_export', 'exported'],
      })),
    ),
  ],
  [2, about(post('cancel'), 'reviewing')],
  [1, about(post('reject'))],
  [1, about(post('postpone'))],
  [1, about(post('delete'))],
  [8, changeAmount],
  [
    6,
    about(async (world, { id }) => {
      const status = world.one(['exporting', 'confirmed', 'to_review', 'postponed', 'exporting'])
      return { answer: await world.admin.patch(`/annotations/${id}`, { status }) }
    }),
  ],
  [
    4,
    about(async (world, { queue_id }) => {
      const to = world.one(['exporting', 'exported', 'failed_export'])
      return { answer: await world.admin.send('POST', `/queues/${queue_id}/export?format=json&to_status=${to}`) }
    }),
  ],
  [
    2,
    about(async (world, { id }) => {
      const target_status = world.one(['confirmed', 'exporting', 'to_review', undefined])
      const target_queue = world.url('queues', world.one(world.queues).queue_id)
      const answer = await world.admin.post(`/annotations/${id}/copy`, {
        target_queue,
        ...(target_status ? { target_status } : {}),
      })
      return { answer, copied: id }
    }),
  ],
  [
    2,
    about(async (world, { id }) => {
      const queue = world.url('queues', world.one(world.queues).queue_id)
      return { answer: await world.admin.patch(`/annotations/${id}`, { queue }) }
    }),
  ],
  [
    2,
    about(async (world, { id }) => {
      const run = await server.deps.db('workflow_runs').where({ annotation_id: id }).orderBy('id', 'desc').first('id')
      if (run) return { answer: await world.admin.post(`/workflow_runs/${run.id}/reset`, {}) }
    }, 'in_workflow'),
  ],
  [
    1,
    about(async (world, { id }) => {
      const users = world.people.filter(() => world.chance(0.4)).map(({ user_id }) => world.url('users', user_id))
      const body = { annotations: [world.url('annotations', id)], assignees: users }
      return { answer: await world.admin.post('/annotations/assign', body) }
    }, 'in_workflow'),
  ],
  [4, finishExports],
]

const condition = (world: World): object =>
  world.chance(0.1) ? {} : ABOVE(world.one([100, 500, 1000, 2000, 5000, 8000]))
const aStep = async (world: World) => {
  const steps = await server.deps.db('workflow_steps').where('organization_id', tenant.organization_id).orderBy('id')
  return steps.length === 0 ? undefined : (world.one(steps) as { id: number; workflow_id: number })
}
const assigneesOf = (world: World) =>
  world.people.filter(() => world.chance(0.5)).map(({ user_id }) => world.url('users', user_id))

const changeStep =
  (body: (world: World) => object): Action =>
  async (world) => {
    const step = await aStep(world)
    return step && { answer: await world.admin.patch(`/workflow_steps/${step.id}`, body(world)) }
  }
const changeQueue =
  (body: (world: World) => object): Action =>
  async (world) => ({
    answer: await world.admin.patch(`/queues/${world.one(world.queues).queue_id}`, body(world)),
  })
const changeUser =
  (body: (world: World) => object): Action =>
  async (world) => ({
    answer: await world.admin.patch(`/users/${world.one(world.people).user_id}`, body(world)),
  })

const workflowsOf = async (): Promise<number[]> =>
  server.deps.db('workflows').where('organization_id', tenant.organization_id).orderBy('id').pluck('id')

/** Takes the field of the limits out of the schema, or adds it again. */
const changeSchema: Action = async (world) => {
  const { schema_id } = world.one(world.queues)
  const { content } = (await world.admin.get(`/schemas/${schema_id}`)).body
  const [section] = content
  const all = content.flatMap(({ children }: { children: { id: string }[] }) => children)
  const known = all.find(({ id }: { id: string }) => id === 'amount_total')
  const chance = world.below(3)
  if (!known)
    section.children.push({
      category: 'datapoint',
      id: 'amount_total',
      label: 'Total',
      type: 'number',
      rir_field_names: ['amount_total'],
    })
  else if (chance === 0)
    for (const one of content) one.children = one.children.filter(({ id }: { id: string }) => id !== 'amount_total')
  else if (chance === 1) known.type = known.type === 'number' ? 'string' : 'number'
  else section.children.push({ category: 'datapoint', id: `extra_${world.below(1e6)}`, label: 'Extra', type: 'string' })
  const force = world.chance(0.7) ? '?force=true' : ''
  return { answer: await world.admin.patch(`/schemas/${schema_id}${force}`, { content }) }
}

const CONFIGURATION: [number, Action][] = [
  [4, changeStep((world) => ({ condition: condition(world) }))],
  [3, changeStep((world) => ({ ordering: world.below(6) }))],
  [3, changeStep((world) => ({ mode: world.one(['any', 'all', 'auto']) }))],
  [3, changeStep((world) => ({ assignees: assigneesOf(world) }))],
  [
    2,
    async (world) => {
      const step = await aStep(world)
      return step && { answer: await world.admin.delete(`/workflow_steps/${step.id}`) }
    },
  ],
  [
    3,
    async (world) => ({
      answer: await world.admin.post('/workflow_steps', {
        name: 'Another',
        workflow: world.url('workflows', world.one(await workflowsOf())),
        ordering: world.below(9),
        mode: world.one(['any', 'all', 'auto']),
        condition: condition(world),
        assignees: assigneesOf(world),
      }),
    }),
  ],
  [
    3,
    async (world) => {
      const id = world.one(await workflowsOf())
      const body = world.chance(0.7)
        ? { condition: condition(world) }
        : { approver_may_repeat: world.chance(0.5), confirmer_may_approve: world.chance(0.5) }
      return { answer: await world.admin.patch(`/workflows/${id}`, body) }
    },
  ],
  [
    1,
    async (world) => ({
      answer: await world.admin.post('/workflows', { name: 'Another', condition: condition(world) }),
    }),
  ],
  [1, async (world) => ({ answer: await world.admin.delete(`/workflows/${world.one(await workflowsOf())}`) })],
  [
    2,
    async (world) => {
      const ids = (await workflowsOf()).filter(() => world.chance(0.6))
      const workflows = ids.map((id) => ({ url: world.url('workflows', id), priority: world.below(5) }))
      return { answer: await world.admin.patch(`/queues/${world.one(world.queues).queue_id}`, { workflows }) }
    },
  ],
  [
    3,
    changeQueue((world) => ({
      settings: {
        workflows: { enabled: world.chance(0.8), bypass_workflows_allowed: world.chance(0.3) },
      },
    })),
  ],
  [2, changeQueue((world) => ({ use_confirmed_state: world.chance(0.5) }))],
  [
    2,
    changeQueue((world) => ({
      automation_enabled: world.chance(0.5),
      automation_level: world.one(['always', 'confident', 'never']),
      default_score_threshold: world.random(),
    })),
  ],
  [
    1,
    async (world) => {
      const path = `/queues/${world.one(world.queues).queue_id}`
      const { name, schema } = (await world.admin.get(path)).body
      return { answer: await world.admin.put(path, { name, schema }) }
    },
  ],
  [2, changeUser((world) => ({ is_active: world.chance(0.7) }))],
  [
    2,
    changeUser((world) => ({
      queues: world.queues.filter(() => world.chance(0.8)).map(({ queue_id }) => world.url('queues', queue_id)),
    })),
  ],
  [
    1,
    async (world) => {
      const groups = (await world.admin.get('/groups')).body.results as { name: string; url: string }[]
      const wanted = world.one([['approver'], ['approver', 'annotator'], ['annotator']])
      const urls = groups.filter(({ name }) => wanted.includes(name)).map((group) => group.url)
      return { answer: await world.admin.patch(`/users/${world.one(world.people).user_id}`, { groups: urls }) }
    },
  ],
  [
    1,
    async (world) => {
      const index = world.below(world.people.length)
      const answer = await world.admin.delete(`/users/${world.people[index]!.user_id}`)
      const next = await person('approver', [])
      for (const { queue_id } of world.queues) await give(next.user_id, queue_id)
      world.people[index] = next
      return { answer }
    },
  ],
  [2, changeSchema],
  [
    2,
    async (world) => ({
      answer: await world.admin.post('/delegations', {
        user: world.url('users', world.one(world.people).user_id),
        delegate: world.url('users', world.one(world.people).user_id),
        ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    }),
  ],
]

const ALL = [...DOCUMENTS, ...CONFIGURATION]
const TOTAL = ALL.reduce((sum, [weight]) => sum + weight, 0)

/** Chooses the next action by its weight. Returns it with its position, which names it in messages. */
export function nextAction(world: World): { action: Action; index: number; isConfiguration: boolean } {
  let place = world.random() * TOTAL
  const index = ALL.findIndex(([weight]) => (place -= weight) < 0)
  const found = Math.max(0, index)
  return { action: ALL[found]![1], index: found, isConfiguration: found >= DOCUMENTS.length }
}
