/** Writes rows of a model and fills in their organization, creator and modifier. */
import { relationsOf, type BaseModel, type IdOf, type ModelClass, type RowOf } from '../models/index.ts'
import type { Tx } from './outbox/transaction.ts'
import { auditRow } from './requests/audit.ts'

/** The user on whose behalf rows are written; null for the service itself. */
export interface Writer {
  organization_id: number
  user_id: number | null
}

export interface Rows<M extends BaseModel> {
  /** Returns the id of the new row. */
  create(tx: Tx, writer: Writer, columns: Partial<RowOf<M>>): Promise<IdOf<M>>
  update(tx: Tx, writer: Writer, id: IdOf<M>, columns: Partial<RowOf<M>>): Promise<void>
  delete(tx: Tx, id: IdOf<M>): Promise<void>
}

/**
 * Returns the functions that write rows of this model. `create` and `update` fill in the columns that the model relates to its organization
 * and users: `organization_id`, `creator_id` and `created_by`; `modified_by` together with `modified_at`.
 */
export function rowsOf<M extends BaseModel>(model: ModelClass<M>): Rows<M> {
  const related = new Set(
    Object.values(relationsOf(model)).flatMap((relation) => (relation.kind === 'one' ? relation.column : [])),
  )
  /** Keeps the columns that the table has. */
  const stamps = (columns: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => related.has(name)))
  return {
    create: async (tx, { organization_id, user_id }, columns) => {
      const owner = stamps({ organization_id, creator_id: user_id, created_by: user_id, modified_by: user_id })
      const [made] = await tx(model.tableName)
        .insert(stored(model, { ...owner, ...columns }))
        .returning<{ id: IdOf<M> }[]>('id')
      await auditRow(tx, model.tableName, { action: 'create', id: made!.id })
      return made!.id
    },
    update: async (tx, { user_id }, id, columns) => {
      const changed = related.has('modified_by') ? { modified_by: user_id, modified_at: tx.fn.now() } : {}
      const changes = stored(model, { ...changed, ...columns })
      if (!Object.keys(changes).length) return
      await tx(model.tableName).where({ id }).update(changes)
      await auditRow(tx, model.tableName, { action: 'update', id, columns: Object.keys(columns) })
    },
    delete: async (tx, id) => {
      if (await tx(model.tableName).where({ id }).delete())
        await auditRow(tx, model.tableName, { action: 'delete', id })
    },
  }
}

/** Converts columns for the driver: JSON as text, because it would send arrays as PostgreSQL arrays. */
function stored(model: ModelClass, columns: Record<string, unknown>): Record<string, unknown> {
  const json = new Set(model.jsonAttributes)
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      json.has(name) && value !== null ? JSON.stringify(value) : value,
    ]),
  )
}
