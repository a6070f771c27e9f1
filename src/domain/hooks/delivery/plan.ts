/** Decides which hooks are called for an event: one row of `hook_runs` for each, written in the transaction of the event. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { HookRun, type Hook, type RowOf } from '../../../models/index.ts'
import type { Facts } from '../../../rules/hooks/call.ts'
import { inChains, type RunsAfter } from '../../../rules/hooks/chains.ts'
import type { HookCall } from '../../../workflows/contract.ts'
import type { Tx } from '../../outbox/transaction.ts'

/** An event about an object, with the queue whose hooks are called. */
export interface Occasion {
  /** Identifies the event: planning it again adds nothing. */
  cause: string
  event: string
  action: string
  organization_id: number
  queue_id: number
  annotation_id?: number
  upload_id?: number
  email_id?: number
  /** The event in the outbox. */
  event_id?: number
  /** What the payload says about the event itself, such as the statuses. */
  facts?: Facts
}

/** The hook is active and listens to the event, with or without the name of the action. */
const LISTENS = `h.active and h.type <> 'job' and jsonb_exists_any(h.events, array[:event::text, :event::text || '.' || :action::text])`
/** The id of a call is also the id of the request in its payload, for receivers that recognize repetitions. */
const NEW_ID = `cross join lateral (select gen_random_uuid() as uuid where h.id is not null) as new`

/** Returns true if a hook of the queue listens to the event. */
export async function listens(
  db: Knex,
  queue_id: number,
  { event, action }: { event: string; action: string },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from hooks h join hook_queues hq on hq.hook_id = h.id where hq.queue_id = :queue_id and ${LISTENS} limit 1`,
    { queue_id, event, action },
  )
  return rows.length > 0
}

export interface Planned {
  /** The calls were planned before. */
  earlier: boolean
  /** The calls that are not finished. */
  calls: HookCall[]
}

/** Plans the calls of the hooks that listen to an event. Idempotent by `cause`: later changes of the hooks do not change the plan. */
export async function planCalls(tx: Tx, occasion: Occasion): Promise<Planned> {
  const { annotation_id = null, upload_id = null, email_id = null, event_id = null, facts = {}, ...rest } = occasion
  const { cause } = occasion
  // One statement: most documents have no hooks, and every import asks.
  const { rows } = await tx.raw<{ rows: [{ earlier: boolean; planned: boolean }] }>(
    `with earlier as (select 1 from hook_runs where cause = :cause limit 1), planned as (
     insert into hook_runs (uuid, request_id, organization_id, hook_id, queue_id, annotation_id, upload_id, email_id, event_id, event, action,
                            cause, facts, status)
     select new.uuid, new.uuid, h.organization_id, h.id, hq.queue_id, :annotation_id::bigint, :upload_id::bigint, :email_id::bigint,
            :event_id::bigint, :event::text, :action::text, :cause::text, :facts::jsonb, 'waiting'
       from hooks h join hook_queues hq on hq.hook_id = h.id ${NEW_ID}
      where hq.queue_id = :queue_id and ${LISTENS} and not exists (select 1 from earlier)
     on conflict (cause, hook_id) where cause is not null do nothing returning 1)
     select exists (select 1 from earlier) as earlier, exists (select 1 from planned) as planned`,
    { ...rest, annotation_id, upload_id, email_id, event_id, facts: JSON.stringify(facts) },
  )
  const [{ earlier, planned }] = rows
  return { earlier, calls: earlier || planned ? await callsOf(tx, cause) : [] }
}

/** Plans a call of one hook, whose event concerns no queue. Idempotent by `cause`. */
export async function planCallOf(
  tx: Tx,
  { id: hook_id, organization_id }: Pick<RowOf<Hook>, 'id' | 'organization_id'>,
  { cause, event, action, facts = {} }: Pick<Occasion, 'cause' | 'event' | 'action' | 'facts'>,
): Promise<HookCall[]> {
  const uuid = randomUUID()
  const row = {
    uuid,
    request_id: uuid,
    organization_id,
    hook_id,
    event,
    action,
    cause,
    facts,
    status: 'waiting' as const,
  }
  if (!(await HookRun.query(tx).findOne({ cause, hook_id }))) await HookRun.query(tx).insert(row)
  return callsOf(tx, cause)
}

const callsOf = (db: Knex, cause: string) => pendingCalls(db, (runs) => void runs.where('r.cause', cause))

/**
 * Plans the calls of `annotation_status.changed` for those of these events that change the status of an existing annotation. Returns the ids
 * of the events for which hooks are called.
 */
export async function planStatusCalls(tx: Tx, event_ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.raw<{ rows: { event_id: number }[] }>(
    `insert into hook_runs (uuid, request_id, organization_id, hook_id, queue_id, annotation_id, event_id, event, action,
                            cause, facts, status)
     select new.uuid, new.uuid, h.organization_id, h.id, hq.queue_id, e.annotation_id, e.id, :event::text, :action::text,
            :event::text || '.' || :action::text || ':' || e.id,
            jsonb_build_object('status', e.data->>'to', 'previous_status', e.data->>'from'), 'waiting'
       from events e join hook_queues hq on hq.queue_id = e.queue_id join hooks h on h.id = hq.hook_id ${NEW_ID}
      where e.id = any(:event_ids::bigint[]) and ${LISTENS}
     returning event_id`,
    { event: 'annotation_status', action: 'changed', event_ids: [...event_ids] },
  )
  return new Set(rows.map(({ event_id }) => event_id))
}

interface Pending {
  run_id: number
  hook_id: number
  name: string
  event: string
  action: string
  cause: string
}

/** Returns unfinished calls, oldest event first, each after the calls of the same event that it waits for. */
export async function pendingCalls(db: Knex, where: (query: Knex.QueryBuilder) => void): Promise<HookCall[]> {
  const rows = await db('hook_runs as r')
    .join('hooks as h', 'h.id', 'r.hook_id')
    .whereIn('r.status', ['waiting', 'running'])
    .modify(where)
    .orderBy('r.id')
    .select<Pending[]>('r.id as run_id', 'r.hook_id', 'h.name', 'r.event', 'r.action', 'r.cause')
  if (rows.length === 0) return []
  const order =
    rows.length > 1
      ? await orderOf(
          db,
          rows.map(({ hook_id }) => hook_id),
        )
      : []
  return [...Map.groupBy(rows, ({ cause }) => cause).values()].flatMap((calls) =>
    inChains(calls, order).map(({ run_id, hook_id, name, event, action, after }) => ({
      run_id,
      hook_id,
      what: `${name}: ${event}.${action}`,
      after,
    })),
  )
}

/** Returns the hooks that run before a hook, directly or through others. */
export async function hooksBefore(db: Knex, hook_id: number): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `with recursive before (id) as (
       select run_after_id from hook_order where hook_id = ?
       union select o.run_after_id from before join hook_order o on o.hook_id = before.id
     ) select id from before`,
    [hook_id],
  )
  return rows.map(({ id }) => id)
}

/** Returns which of these hooks run after which others of them, directly or through hooks that are not among them. */
async function orderOf(db: Knex, hook_ids: number[]): Promise<RunsAfter[]> {
  const { rows } = await db.raw<{ rows: RunsAfter[] }>(
    `with recursive before (hook_id, run_after_id) as (
       select hook_id, run_after_id from hook_order where hook_id = any(:ids::bigint[])
       union select before.hook_id, o.run_after_id from before join hook_order o on o.hook_id = before.run_after_id
     ) select hook_id, run_after_id from before where run_after_id = any(:ids::bigint[])`,
    { ids: [...new Set(hook_ids)] },
  )
  return rows
}
