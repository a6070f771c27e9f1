/** Transactions that collect the events written in them and signal their workflows after the commit. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Change } from '../live/announcer.ts'
import { hasLostRace } from '../../errors.ts'
import type { Route } from '../../rules/outbox/events.ts'

/** A delivery just written; its workflow has to be signalled. */
export interface NewDelivery extends Route {
  event_id: number
  annotation_id: number | null
  /** True if the event requests work, and not only display. */
  requestsWork: boolean
}

/** Signals the workflows of committed deliveries, and live channels. The dispatcher signals what it misses. */
export interface Signals {
  /** Returns immediately and never fails. */
  send(deliveries: readonly NewDelivery[], changes: readonly Change[]): void
}

/** What has to be done at the end of a transaction, and signalled after its commit. */
interface Outbox {
  last: (() => Promise<void>)[]
  deliveries: NewDelivery[]
  changes: Change[]
}

const OUTBOX = Symbol('outbox')

/** A transaction of `transact`. Functions that write rows take one; it can be passed as the dependencies of a nested `transact`. */
export interface Tx extends Knex.Transaction {
  readonly db: Tx
  readonly [OUTBOX]: Outbox
}

/** Opens transactions: the dependencies of the process, or an open transaction. */
export type Transactor = { db: Knex; signals: Signals } | Tx

const isTx = (db: Knex): db is Tx => OUTBOX in db

/**
 * Runs `work` in a transaction and then signals the workflows of the events it wrote. Inside another transaction it joins that one, which
 * alone commits and signals. `work` must be repeatable: it runs again if PostgreSQL ends the transaction because of a deadlock.
 */
export async function transact<T>(deps: Transactor, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!hasSignals(deps)) return work(deps.db)
  if (isTx(deps.db)) return work(deps.db)
  const { result, outbox } = await begin(deps.db, work)
  if (outbox.changes.length > 0) deps.signals.send(outbox.deliveries, outbox.changes)
  return result
}

/**
 * Runs `work` in a transaction, or in `db` if that is one already. For changes that write no events: if `work` does write events, the
 * dispatcher signals their workflows.
 */
export const inTransaction = async <T>(db: Knex, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isTx(db) ? work(db) : (await begin(db, work)).result

const ATTEMPTS = 3
/** Before a repetition, so that the other transaction takes the lock first that it waited for. A random part separates several of them. */
const pauseMs = () => 20 + Math.random() * 80

async function begin<T>(db: Knex, work: (tx: Tx) => Promise<T>): Promise<{ result: T; outbox: Outbox }> {
  for (let attempt = 1; ; attempt++) {
    const outbox: Outbox = { last: [], deliveries: [], changes: [] }
    try {
      const result = await db.transaction(async (trx) => {
        const made = await work(withOutbox(trx, outbox))
        for (const run of outbox.last) await run()
        return made
      })
      return { result, outbox }
    } catch (error) {
      if (attempt === ATTEMPTS || !hasLostRace(error)) throw error
      await wait(pauseMs())
    }
  }
}

const hasSignals = (deps: Transactor): deps is { db: Knex; signals: Signals } => 'signals' in deps

function withOutbox(trx: Knex.Transaction, outbox: Outbox): Tx {
  const tx: Knex.Transaction & { db?: Tx; [OUTBOX]: Outbox } = Object.assign(trx, { [OUTBOX]: outbox })
  return Object.assign(tx, { db: tx })
}

/** Runs `work` at the end of the transaction, when everything else has been written. */
export const beforeCommit = (tx: Tx, work: () => Promise<void>): void => void tx[OUTBOX].last.push(work)

/** Records what has to be signalled after the commit. */
export function noteEvents(tx: Tx, changes: readonly Change[], deliveries: readonly NewDelivery[]): void {
  for (const change of changes) tx[OUTBOX].changes.push(change)
  for (const delivery of deliveries) tx[OUTBOX].deliveries.push(delivery)
}
