import type { State } from '../../api/state.ts'
import type { Tx } from '../../domain/outbox/transaction.ts'

/** The same request inside a transaction: what it reads and writes, and what the domain does for it, takes part. */
export const within = (state: State, tx: Tx): State => ({ ...state, db: tx, deps: { ...state.deps, db: tx } })
