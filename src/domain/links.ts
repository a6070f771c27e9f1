import type { Tx } from './outbox/transaction.ts'

/** Rows of `table` link the object whose id is in `own` to the objects whose ids are in `other`. */
export interface PairTable {
  table: string
  own: string
  other: string
}

/** Links an object to exactly these others. */
export async function replaceLinks(tx: Tx, { table, own, other }: PairTable, id: number, ids: readonly number[]) {
  await tx(table).where(own, id).delete()
  if (ids.length) await tx(table).insert([...new Set(ids)].map((linked) => ({ [own]: id, [other]: linked })))
}
