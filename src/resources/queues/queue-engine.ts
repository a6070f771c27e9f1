/** The engine of a queue: one of `engine`, `dedicated_engine` and `generic_engine`. */
import { heldEngineFields } from '../../domain/engines/fields.ts'
import type { FieldErrors } from '../../errors.ts'
import { Schema, type Queue } from '../../models/index.ts'
import { checkAgainstEngine, sentencesOf } from '../../rules/schema/index.ts'
import type { CheckContext } from '../framework/define.ts'
import type { Input } from '../framework/input.ts'

/** Returns errors in the engines of a request, and conflicts between the schema of the queue and its `engine`. */
export async function checkQueueEngine(
  { columns }: Input<Queue>,
  { row, caller }: CheckContext<Queue>,
): Promise<FieldErrors | null> {
  const { engine_id, dedicated_engine_id, generic_engine_id, schema_id } = columns
  if (dedicated_engine_id && generic_engine_id && !engine_id)
    return { non_field_errors: ['Only one of dedicated_engine and generic_engine may be set.'] }
  const unchanged = [engine_id, dedicated_engine_id, generic_engine_id, schema_id].every((id) => id === undefined)
  if (row && unchanged) return null
  const replaced = !engine_id && (dedicated_engine_id || generic_engine_id)
  const engine = replaced ? null : engine_id === undefined ? row?.engine_id : engine_id
  const schema = schema_id ?? row?.schema_id
  if (!engine || !schema) return null
  // The lock prevents changes of the schema until the queue is written.
  const found = await Schema.query(caller.db).findById(schema).forShare().throwIfNotFound()
  const errors = checkAgainstEngine(found.content, await heldEngineFields(caller.db, engine))
  return errors && { non_field_errors: sentencesOf(errors, found.content) }
}
