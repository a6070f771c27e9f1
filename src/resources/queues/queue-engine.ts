/** Which engine a queue uses: one of `engine`, `dedicated_engine` and `generic_engine` (api.md, Queue; filled-gaps 6.1). */
import type { FieldErrors } from '../../errors.ts'
import { heldEngineFields } from '../../domain/engines/fields.ts'
import { checkAgainstEngine, sentencesOf, type SchemaContent } from '../../rules/schema-content.ts'
import type { Row, Values } from '../engine/fields.ts'
import { visibleIds } from '../engine/references.ts'
import { idFromUrl } from '../engine/urls.ts'
import type { Caller } from '../engine/request.ts'

const KINDS = ['engine', 'dedicated_engine', 'generic_engine'] as const

/**
 * Columns that follow from what a request sets: the engine it names takes the place of the others (`engine` before
 * `dedicated_engine` before `generic_engine`), and a queue left without any uses the generic one.
 */
export function engineColumns(values: Values, row: Row | null, { db }: Pick<Caller, 'db'>): Row {
  const named = KINDS.find((kind) => values[kind])
  if (named) return Object.fromEntries(KINDS.flatMap((kind) => (kind === named ? [] : [[`${kind}_id`, null]])))
  const remains = KINDS.some((kind) => !(kind in values) && row?.[`${kind}_id`])
  if (remains || (row && KINDS.every((kind) => !(kind in values)))) return {}
  return { generic_engine_id: db('generic_engines').min('id') }
}

/** Errors of the engines a request names, and of the queue's schema with its `engine`. */
export async function checkQueueEngine(values: Values, row: Row | null, caller: Caller): Promise<FieldErrors | null> {
  if (values.dedicated_engine && values.generic_engine && !values.engine)
    return { non_field_errors: ['Only one of dedicated_engine and generic_engine may be set.'] }
  if (row && !KINDS.some((kind) => kind in values) && values.schema === undefined) return null
  const engine_id = await engineOf(values, row, caller)
  const schema_id = await referred('schemas', values.schema, row?.schema_id, caller)
  if (engine_id === null || schema_id === null) return null
  // The schema stays as it is until the queue is written.
  const { content } = (await caller.db('schemas').where('id', schema_id).forShare().first('content')) as {
    content: SchemaContent
  }
  const errors = checkAgainstEngine(content, await heldEngineFields(caller.db, engine_id))
  return errors && { non_field_errors: sentencesOf(errors, content) }
}

/** The `engine` the queue will have; null when it will have none, or the reference is bad and refused by itself. */
function engineOf(values: Values, row: Row | null, caller: Caller): Promise<number | null> {
  const replaced = !values.engine && (values.dedicated_engine || values.generic_engine)
  return referred('engines', replaced ? null : values.engine, row?.engine_id, caller)
}

async function referred(collection: string, url: unknown, stored: unknown, caller: Caller): Promise<number | null> {
  if (url === undefined) return (stored as number | null | undefined) ?? null
  const id = idFromUrl(collection, url)
  return id === null ? null : ((await visibleIds(collection, [id], caller))[0] ?? null)
}
