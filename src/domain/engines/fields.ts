/** Fields of engines, and the schemas that use them. */
import type { Knex } from 'knex'
import { referenced } from '../../errors.ts'
import { NOT_EXTRACTED, type EngineField } from '../../rules/schema/index.ts'
import { inTransaction } from '../outbox/transaction.ts'
import { auditRow } from '../requests/audit.ts'
import type { EngineField as EngineFieldModel, RowOf, Schema } from '../../models/index.ts'

/** Returns an engine's fields in the order of their creation. */
export const engineFields = async (db: Knex, engine_id: number): Promise<EngineField[]> =>
  db<RowOf<EngineFieldModel>>('engine_fields')
    .where({ engine_id })
    .orderBy('id')
    .select('name', 'type', 'tabular', 'pre_trained_field_id')

/** Returns the fields of an engine for a check. Locks the engine until the transaction ends, so that the result stays valid. */
export async function heldEngineFields(db: Knex, engine_id: number): Promise<EngineField[]> {
  await db('engines').where('id', engine_id).forShare().select('id')
  return engineFields(db, engine_id)
}

/** Locks the engine before its fields change: waits for running checks and blocks new ones until the transaction ends. */
export const lockEngine = async (db: Knex, engine_id: number): Promise<void> => {
  await db('engines').where('id', engine_id).forUpdate().select('id')
}

const exempt = NOT_EXTRACTED.map((type) => `@.ui_configuration.type == "${type}"`).join(' || ')
/**
 * SQL over `engine_fields` and a schema `s`: true if the schema uses a field of that name. The question marks of JSON paths are escaped for
 * knex.
 */
const DRAWS = `jsonb_path_exists(
  s.content,
  '$.** \\? (@.category == "datapoint" && @.id == $name && @.type != "button" && !(${exempt}))',
  jsonb_build_object('name', engine_fields.name))`
const LIVING = `s.deleted_at is null`

/** SQL over `engine_fields`: true if the field is assigned to a schema, or the schema of a queue of its engine uses it. */
export const USED = `
  exists (
    select from engine_field_schemas l join schemas s on s.id = l.schema_id
    where l.engine_field_id = engine_fields.id and ${LIVING})
  or exists (
    select from queues q join schemas s on s.id = q.schema_id
    where q.engine_id = engine_fields.engine_id and q.status in ('active', 'deletion_failed') and ${LIVING} and ${DRAWS})`

type Holder = Pick<RowOf<Schema>, 'id' | 'content'>

/** Returns the schemas of the queues of its engine that use a field. */
export async function drawingSchemas(db: Knex, field_id: number): Promise<Holder[]> {
  return db<RowOf<Schema>>('schemas')
    .whereIn(
      'id',
      db('engine_fields')
        .join('queues as q', 'q.engine_id', 'engine_fields.engine_id')
        .join('schemas as s', 's.id', 'q.schema_id')
        .where('engine_fields.id', field_id)
        .whereIn('q.status', ['active', 'deletion_failed'])
        .whereRaw(`${LIVING} and ${DRAWS}`)
        .select('s.id'),
    )
    .orderBy('id')
    .select('id', 'content')
}

/** Returns the schemas of the queues of its engine that use a field, and the schemas to which it is assigned. */
export async function schemasOfField(db: Knex, field_id: number): Promise<Holder[]> {
  const drawing = await drawingSchemas(db, field_id)
  const assigned = await db<RowOf<Schema>>('schemas')
    .whereIn('id', db('engine_field_schemas').where({ engine_field_id: field_id }).select('schema_id'))
    .whereNotIn(
      'id',
      drawing.map(({ id }) => id),
    )
    .whereNull('deleted_at')
    .orderBy('id')
    .select('id', 'content')
  return [...drawing, ...assigned].sort((a, b) => a.id - b.id)
}

/** Deletes a field. Throws 409 while a schema uses it. */
export const deleteEngineField = (db: Knex, field: { id: number; engine_id: number }): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Same order of locks as a change of the field.
    await tx('engine_fields').where('id', field.id).forUpdate().select('id')
    await lockEngine(tx, field.engine_id)
    const used = await schemasOfField(tx, field.id)
    if (used.length) throw referenced(`The field is used by schemas: ${used.map(({ id }) => id).join(', ')}.`)
    await tx('engine_fields').where('id', field.id).delete()
    await auditRow(tx, 'engine_fields', { action: 'delete', id: field.id })
  })
