/** Transactions that collect the events written in them and signal their workflows after the commit. */
import type { Knex } from 'knex'
import type { Route } from '../../rules/events.ts'

/** A delivery just written; its workflow has to be signalled. */
export interface NewDelivery extends Route {
  event_id: number
  annotation_id: number | null
  /** True if the event requests work, and not only display. */
  requestsWork: boolean
}

/** Signals the workflows of committed deliveries. The dispatcher signals what it misses. */
export interface Signals {
  /** Returns immediately and never fails. */
  send(deliveries: readonly NewDelivery[]): void
}

const OUTBOX = Symbol('outbox')

/** A transaction of `transact`. Functions that write rows take one; it can be passed as the dependencies of a nested `transact`. */
export interface Tx extends Knex.Transaction {
  readonly db: Tx
  readonly [OUTBOX]: NewDelivery[]
}

/** Opens transactions: the dependencies of the process, or an open transaction. */
export type Transactor = { db: Knex; signals: Signals } | Tx

const isTx = (db: Knex): db is Tx => OUTBOX in db

/**
 * Runs `work` in a transaction and then signals the workflows of the events it wrote. Inside another transaction it joins that one, which
 * alone commits and signals.
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
 * Runs `work` in a transaction, or in `db` if that is one already. For changes that write no events: if `work` does write events, the
 * dispatcher signals their workflows.
 */
export const inTransaction = <T>(db: Knex, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isTx(db) ? work(db) : db.transaction((trx) => work(withOutbox(trx, [])))

const hasSignals = (deps: Transactor): deps is { db: Knex; signals: Signals } => 'signals' in deps

function withOutbox(trx: Knex.Transaction, outbox: NewDelivery[]): Tx {
  const tx: Knex.Transaction & { db?: Tx; [OUTBOX]: NewDelivery[] } = Object.assign(trx, { [OUTBOX]: outbox })
  return Object.assign(tx, { db: tx })
}

/** Records deliveries to be signalled after the commit. */
export function noteDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): void {
  tx[OUTBOX].push(...deliveries)
}
