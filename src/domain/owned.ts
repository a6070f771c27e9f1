/** Turns numbers that came from outside into ids, for code that has no caller to ask what it sees: messages, workflows, commands. */
import type { Knex } from 'knex'
import type { BaseModel, IdOf, ModelClass } from '../models/index.ts'

/** A model whose rows belong to an organization. */
type Owned = BaseModel & { id: number; organization_id: number }

/**
 * Those of the numbers that are ids of rows of this organization, deleted ones included, in order. Users of an organization may see fewer:
 * where a user asks, `visibleIds` of the resources decides.
 */
export async function ownedAmong<M extends Owned>(
  db: Knex,
  { organization_id }: { organization_id: number },
  model: ModelClass<M>,
  ids: readonly number[],
): Promise<IdOf<M>[]> {
  if (ids.length === 0) return []
  const rows = db(model.tableName)
    .where({ organization_id })
    .whereRaw('id = any(?::bigint[])', [[...ids]])
  const found: IdOf<M>[] = await rows.orderBy('id').pluck('id')
  return found
}

/** The number as an id of a row of this organization, or null if there is none. */
export async function ownedBy<M extends Owned>(
  db: Knex,
  owner: { organization_id: number },
  model: ModelClass<M>,
  id: number,
): Promise<IdOf<M> | null> {
  return (await ownedAmong(db, owner, model, [id]))[0] ?? null
}
