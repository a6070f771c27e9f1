/** Every action in every status by every role: what the table of moves or the permissions do not allow is 409 or 403, and moves nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { mayDo, mayUse, ROLES, type Role } from '../../src/rules/access/permissions.ts'
import { MOVES, START_STATUSES, STATUSES, type Status, type Trigger } from '../../src/rules/annotations/status.ts'
import type { Answer, Client } from '../support/as.ts'
import { aDocument } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { step, workflow } from './workflows-setup.ts'

useTenantServer()

/** `other`: in review by another user. */
type Situation = Status | 'other'
const SITUATIONS: readonly Situation[] = [...STATUSES, 'other']
const statusIn = (situation: Situation): Status => (situation === 'other' ? 'reviewing' : situation)

interface Case {
  id: number
  situation: Situation
  role: Role
  client: Client
}

interface Action {
  trigger: Trigger
  may: (role: Role) => boolean
  send: (client: Client, id: number) => Promise<Answer>
  /** The requested status. */
  to?: Status
  /** The permission that the action needs in addition in a status. */
  mayIn?: Partial<Record<Situation, string>>
  /** Statuses from which the action is allowed, among those of the table. */
  from?: readonly Status[]
  /** Only what is refused is sent: the action needs stored files. */
  refused?: true
}

const verb = (
  name: Trigger,
  permission: string,
  given: { path?: string; body?: object } & Partial<Action> = {},
): Action => ({
  trigger: name,
  may: (role) => mayDo(permission, [role]),
  send: (client, id) => client.post(`/annotations/${id}/${given.path ?? name}`, given.body ?? {}),
  ...given,
})
const pages: Record<number, string> = {}
const onPages = (path: string, trigger: Trigger, permission: string, body: (page: string) => object): Action => ({
  ...verb(trigger, permission),
  send: (client, id) => client.post(`/annotations/${id}/${path}`, body(pages[id]!)),
  refused: true,
})

const ACTIONS: Record<string, Action> = {
  start: verb('start', 'review', { from: START_STATUSES }),
  'start with all statuses': verb('start', 'review', { path: 'start', body: { statuses: STATUSES } }),
  confirm: verb('confirm', 'review'),
  cancel: verb('cancel', 'review'),
  postpone: verb('postpone', 'review'),
  delete: verb('delete', 'review'),
  // During an approval only approvers reject.
  reject: { ...verb('reject', 'reject'), mayIn: { in_workflow: 'approve' } },
  approve: verb('approve', 'approve'),
  rotate: onPages('rotate', 'rotate', 'edit_in_place', () => ({ rotation_deg: 90 })),
  'edit_pages/in_place': onPages('edit_pages/in_place', 'edit_single', 'edit_in_place', (page) => ({
    parent_pages: [{ page }],
  })),
  edit_pages: onPages('edit_pages', 'edit_pages', 'edit_pages', (page) => ({ edit: [{ parent_pages: [{ page }] }] })),
  ...Object.fromEntries(
    STATUSES.map((to): [string, Action] => [
      `PATCH to ${to}`,
      {
        trigger: 'patch',
        to,
        may: (role) => mayUse('annotations', 'update', [role]),
        send: (client, id) =>
          client.patch(`/annotations/${id}`, { status: to, ...(to === 'importing' ? { rir_poll_id: null } : {}) }),
      },
    ]),
  ),
}

const isAdmin = (role: Role) => role === 'admin' || role === 'organization_group_admin'

/** Returns the statuses to which the table lets the action move; none if it does not allow it. */
function targets({ trigger, to, from, mayIn }: Action, situation: Situation, role: Role): readonly Status[] {
  const status = statusIn(situation)
  const needed = mayIn?.[situation]
  if (needed && !mayDo(needed, [role])) return []
  if (trigger === 'patch' && to === status) return status === 'purged' ? [] : [status]
  if (from && !from.includes(status)) return []
  return MOVES.filter(
    (move) =>
      move.trigger === trigger &&
      move.from.includes(status) &&
      (!to || move.to.includes(to)) &&
      (situation !== 'other' || !move.by || (move.by === 'holder' && isAdmin(role))),
  ).flatMap((move) => (to ? [to] : move.to))
}

const people: { role: Role; client: Client; user_id: number }[] = []
let stranger: number
let step_id: number
let workflow_id: number
let document_id: number
beforeAll(async () => {
  for (const role of ROLES) people.push({ role, ...(await person(role)) })
  stranger = (await person('annotator')).user_id
  const flow = await workflow()
  workflow_id = flow.id
  step_id = (await step(flow, 1)).id
  document_id = await aDocument(server.deps.db, tenant)
})

/** Creates an annotation in each situation for each role: in approval with a run that waits for the user. */
async function cases(): Promise<Case[]> {
  const { db } = server.deps
  const { organization_id, queue_id, schema_id, user_id: creator_id } = tenant
  const wanted = people.flatMap((one) => SITUATIONS.map((situation) => ({ ...one, situation })))
  const common = { organization_id, queue_id, schema_id, creator_id, document_id }
  const made = (await db('annotations')
    .insert(
      wanted.map(({ situation, user_id }) => ({
        ...common,
        status: statusIn(situation),
        modifier_id: situation === 'other' ? stranger : user_id,
      })),
    )
    .returning('id')) as { id: number }[]
  const all = wanted.map((one, index) => ({ ...one, id: made[index]!.id }))
  const inApproval = all.filter(({ situation }) => situation === 'in_workflow')
  await db('workflow_runs').insert(
    inApproval.map(({ id: annotation_id }) => ({
      organization_id,
      workflow_id,
      annotation_id,
      current_step_id: step_id,
    })),
  )
  await db('annotation_assignees').insert(inApproval.map(({ id, user_id }) => ({ annotation_id: id, user_id })))
  const page = { organization_id, document_id, number: 1, width: 10, height: 10, s3_name: 'pages/x/1' }
  const paged = (await db('pages')
    .insert(all.map(({ id: annotation_id }) => ({ ...page, annotation_id })))
    .returning(['id', 'annotation_id'])) as { id: number; annotation_id: number }[]
  for (const { id, annotation_id } of paged) pages[annotation_id] = url('pages', id)
  return all
}

/** Runs `work` for each item, four at a time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all([run(), run(), run(), run()])
}
const statusesOf = async (list: readonly Case[]) =>
  new Map(
    (
      await server.deps
        .db('annotations')
        .whereIn(
          'id',
          list.map(({ id }) => id),
        )
        .select<{ id: number; status: Status }[]>('id', 'status')
    ).map(({ id, status }) => [id, status]),
  )

describe('an action in each status by each role', () => {
  it.each(Object.entries(ACTIONS))('%s', async (_name, action) => {
    const all = (await cases()).map((one) => ({
      ...one,
      allowed: action.may(one.role) ? targets(action, one.situation, one.role) : [],
    }))
    const sent = all.filter(({ allowed }) => !action.refused || allowed.length === 0)
    const wrong: string[] = []
    await inParallel(sent, async ({ id, role, situation, client, allowed }) => {
      const { status, body } = await action.send(client, id)
      const isRefused =
        (status === 409 && body.code === 'conflict_status') || (status === 403 && body.code === 'access_forbidden')
      const isRight = allowed.length > 0 ? status < 300 : isRefused && (action.may(role) || status === 403)
      if (!isRight) wrong.push(`${role} in ${situation}: ${status} ${JSON.stringify(body)}`)
    })
    const after = await statusesOf(sent)
    for (const { id, role, situation, allowed } of sent) {
      const status = after.get(id)!
      const isRight = allowed.length > 0 ? allowed.includes(status) : status === statusIn(situation)
      if (!isRight) wrong.push(`${role} in ${situation}: now ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it('an export with to_status moves only the statuses of the table', async () => {
    const all = (await cases()).filter(({ role }) => role === 'annotator')
    const ids = all.map(({ id }) => id).join(',')
    const answer = await admin.send(
      'POST',
      `/queues/${tenant.queue_id}/export?format=json&to_status=exported&id=${ids}`,
    )
    expect(answer.status).toBe(200)
    const after = await statusesOf(all)
    const exportable = MOVES.filter(({ trigger, to }) => trigger === 'export' && to.includes('exported')).flatMap(
      ({ from }) => from,
    )
    for (const { id, situation } of all)
      expect(after.get(id), situation).toBe(exportable.includes(statusIn(situation)) ? 'exported' : statusIn(situation))
  })

  it('a purge moves only what the table allows', async () => {
    const all = await cases()
    for (const { role, client } of people) {
      const own = all.filter((one) => one.role === role)
      const answer = await client.post('/annotations/purge_deleted', {
        annotations: own.map(({ id }) => url('annotations', id)),
      })
      expect(answer.status, role).toBe(mayDo('purge', [role]) ? 202 : 403)
      const after = await statusesOf(own)
      for (const { id, situation } of own)
        expect(after.get(id), situation).toBe(
          situation === 'deleted' && mayDo('purge', [role]) ? 'purged' : statusIn(situation),
        )
    }
  })
})
