/** Transactions that remember the events written in them and signal their workflows once they are committed. */
import type { Knex } from 'knex'
import type { Route } from '../../rules/events.ts'

/** A delivery just written, for the workflow that has to be signalled about it. */
export interface NewDelivery extends Route {
  event_id: number
  annotation_id: number | null
  /** The event asks for work, beyond being shown. */
  asks: boolean
}

/** Signals the workflows of committed deliveries. What it misses the dispatcher signals later. */
export interface Signals {
  /** Returns at once and never fails. */
  send(deliveries: readonly NewDelivery[]): void
}

const OUTBOX = Symbol('outbox')

/** A transaction of `transact`. Functions that write rows take one; it can stand for the dependencies of a nested `transact`. */
export interface Tx extends Knex.Transaction {
  readonly db: Tx
  readonly [OUTBOX]: NewDelivery[]
}

/** What opens transactions: the dependencies of the process, or a transaction that is already open. */
export type Transactor = { db: Knex; signals: Signals } | Tx

const isTx = (db: Knex): db is Tx => OUTBOX in db

/**
 * Runs `work` in a transaction and afterwards signals the workflows of the events it wrote. Inside another transaction it takes part in that
 * one, which alone commits and signals.
 */
export async function transact<T>(deps: Transactor, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!hasSignals(deps)) return work(deps.db)
  if (isTx(deps.db)) return work(deps.db)
  const outbox: NewDelivery[] = []
  const result = await deps.db.transaction((trx) => work(withOutbox(trx, outbox)))
  if (outbox.length > 0) deps.signals.send(outbox)
  return result
}

/**
 * Runs `work` in a transaction, or in `db` where that is one already: for changes that write no events. The workflows of events that `work` wrote
 * nevertheless are signalled by the dispatcher.
 */
export const inTransaction = <T>(db: Knex, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isTx(db) ? work(db) : db.transaction((trx) => work(withOutbox(trx, [])))

const hasSignals = (deps: Transactor): deps is { db: Knex; signals: Signals } => 'signals' in deps

function withOutbox(trx: Knex.Transaction, outbox: NewDelivery[]): Tx {
  const tx: Knex.Transaction & { db?: Tx; [OUTBOX]: NewDelivery[] } = Object.assign(trx, { [OUTBOX]: outbox })
  return Object.assign(tx, { db: tx })
}

/** Notes deliveries to be signalled after the commit. */
export function noteDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): void {
  tx[OUTBOX].push(...deliveries)
}
