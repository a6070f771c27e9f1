/** Rows of a kind: written through one object, which also notes whose they are and who changed them. */
import { relationsOf, type BaseModel, type ModelClass, type RowOf } from '../models/index.ts'
import type { Tx } from './outbox/transaction.ts'

/** The person on whose behalf rows are written; null for the service itself. */
export interface Writer {
  organization_id: number
  user_id: number | null
}

export interface Rows<M extends BaseModel> {
  /** Answers the id of the new row. */
  create(tx: Tx, writer: Writer, columns: Partial<RowOf<M>>): Promise<number>
  update(tx: Tx, writer: Writer, id: number, columns: Partial<RowOf<M>>): Promise<void>
  delete(tx: Tx, id: number): Promise<void>
}

/**
 * The functions that write rows of this model. `create` and `update` fill in the columns that a model relates to its organization and to
 * people: `organization_id`, `creator_id` and `created_by`; `modified_by` together with `modified_at`.
 */
export function rowsOf<M extends BaseModel>(model: ModelClass<M>): Rows<M> {
  const related = new Set(
    Object.values(relationsOf(model)).flatMap((relation) => (relation.kind === 'one' ? relation.column : [])),
  )
  const only = (columns: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => related.has(name)))
  return {
    create: async (tx, { organization_id, user_id }, columns) => {
      const stamps = only({ organization_id, creator_id: user_id, created_by: user_id, modified_by: user_id })
      const made = await model.query(tx).insert({ ...stamps, ...columns } as never)
      return made.$id() as number
    },
    update: async (tx, { user_id }, id, columns) => {
      const stamps = related.has('modified_by') ? { modified_by: user_id, modified_at: tx.fn.now() } : {}
      const changes = { ...stamps, ...columns }
      if (Object.keys(changes).length)
        await model
          .query(tx)
          .patch(changes as never)
          .where('id', id)
    },
    delete: async (tx, id) => {
      await model.query(tx).deleteById(id)
    },
  }
}
