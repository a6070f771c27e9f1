/** Every row of the table of moves, from each of its statuses to each of its targets, in the database. */
import { beforeAll, describe, expect, it } from 'vitest'
import { moveAnnotation } from '../../src/domain/annotations/status/move.ts'
import type { Deps } from '../../src/deps.ts'
import { MOVES, type Column, type MoveContext, type Status, type Trigger } from '../../src/rules/annotations/status.ts'
import { database, useDatabase } from '../support/database.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal, type Fixture } from './fixtures.ts'

useDatabase()

const COLUMNS: readonly Column[] = [
  'status_before_review',
  'modifier_id',
  'assigned_at',
  'confirmed_at',
  'confirmed_by',
  'deleted_at',
  'deleted_by',
  'exported_at',
  'exported_by',
  'export_failed_at',
  'purged_at',
  'purged_by',
  'rejected_at',
  'rejected_by',
  'automated',
  'automatically_rejected',
]
/** Moves that only the service makes. */
const OF_THE_SERVICE: readonly Trigger[] = [
  'hooks_finished',
  'engine_finished',
  'engine_failed',
  'separator_found',
  'automate',
  'rule',
  'session_timeout',
  'export_succeeded',
  'export_failed',
  'expire',
  'erase',
]

let deps: Deps
/** Queues that confirm to `exporting`, to `confirmed` and to `in_workflow`. */
let queues: Record<'exporting' | 'confirmed' | 'in_workflow', Fixture>

beforeAll(async () => {
  deps = depsWithoutTemporal(database.db).deps
  const settings = { confirm_with_errors_allowed: true }
  queues = {
    exporting: await anOrganization(database.db, { settings }),
    confirmed: await anOrganization(database.db, { settings, use_confirmed_state: true }),
    in_workflow: await anOrganization(database.db, { settings: { ...settings, workflows: { enabled: true } } }),
  }
  const { organization_id, queue } = queues.in_workflow
  const insert = async (table: string, row: object) =>
    (await database.db(table).insert(row).returning('id')) as { id: number }[]
  const [flow] = await insert('workflows', { organization_id, name: 'Approval' })
  await insert('workflow_steps', { organization_id, workflow_id: flow!.id, name: 'Step', ordering: 1 })
  await database.db('queue_workflows').insert({ queue_id: queue.id, workflow_id: flow!.id, priority: 1 })
})

const rows = MOVES.flatMap(({ trigger, from, to }, row) =>
  from.flatMap((before) => to.map((after) => ({ trigger, from: before, to: after, row }))),
)

const countsOf = async (queue_id: number): Promise<Record<string, number>> => {
  const found = await database.db('queue_counts').where({ queue_id }).first<{ counts: object } | undefined>('counts')
  return { ...found?.counts } as Record<string, number>
}

/** The queue in which the move has this target, and what the caller adds. */
function setting(trigger: Trigger, from: Status, to: Status): { fixture: Fixture; context: MoveContext } {
  const isConfirmation = ['confirm', 'automate', 'approve'].includes(trigger)
  const isApproval = to === 'in_workflow' && trigger !== 'approve'
  const fixture = isApproval
    ? queues.in_workflow
    : isConfirmation && to === 'confirmed'
      ? queues.confirmed
      : queues.exporting
  if (trigger === 'start') return { fixture, context: { statuses: [from] } }
  if (trigger === 'approve') return { fixture, context: { more_steps: to === 'in_workflow' } }
  if (trigger === 'rule') return { fixture, context: { to: isApproval ? 'confirmed' : to } }
  return { fixture, context: trigger === 'patch' || trigger === 'export' ? { to } : {} }
}

describe('a row of the table of moves', () => {
  it.each(rows)('$trigger takes $from to $to', async ({ trigger, from, to, row }) => {
    const { fixture, context } = setting(trigger, from, to)
    const { db } = database
    const actor = OF_THE_SERVICE.includes(trigger) ? null : fixture.user_id
    const own = { modifier_id: fixture.user_id, status_before_review: trigger === 'cancel' ? to : null }
    const id = await anAnnotation(db, fixture, from, from === 'reviewing' ? own : {})
    const read = () => db('annotations').where({ id }).first()
    const [before, counted] = [await read(), await countsOf(fixture.queue.id)]
    const who = { user_id: actor, organization_id: fixture.organization_id }
    const moved = await moveAnnotation(deps, who, id, trigger, { context })
    const after = await read()
    expect({ moved: moved.to, stored: after.status }).toEqual({ moved: to, stored: to })

    const { sets = {}, unmodified } = MOVES[row]!
    for (const column of COLUMNS) {
      // To stay in a status is no move.
      const value = from === to ? undefined : sets[column]
      if (value === 'now') expect(after[column], column).toEqual(expect.stringMatching(/^2\d{3}-.*Z$/))
      else if (value === 'caller') expect(after[column], column).toBe(actor)
      else if (value === 'from') expect(after[column], column).toBe(from)
      // A run of an approval assigns its approvers.
      else if (column === 'assigned_at' && to === 'in_workflow') continue
      else expect(after[column], column).toEqual(value === undefined ? before[column] : value)
    }
    if (unmodified || from === to) expect(after.modified_at).toBe(before.modified_at)
    else expect(after.modified_at > before.modified_at).toBe(true)

    const events = await db('events')
      .where({ annotation_id: id, kind: 'annotation_status.changed' })
      .orderBy('id')
      .select('data', 'actor_id')
    expect(events).toEqual(from === to ? [] : [{ data: { from, to }, actor_id: actor }])
    const changed = Object.entries(await countsOf(fixture.queue.id))
      .map(([status, count]) => [status, count - (counted[status] ?? 0)])
      .filter(([, change]) => change !== 0)
    expect(Object.fromEntries(changed)).toEqual(from === to ? {} : { [from]: -1, [to]: 1 })
  })

  it('is not hidden by an earlier row', () => {
    const names = rows.map(({ trigger, from, to }) => `${trigger} ${from} ${to}`)
    // What a rule confirms goes to `in_workflow` only if an approval applies.
    expect(names).toHaveLength(new Set(names).size)
  })
})
