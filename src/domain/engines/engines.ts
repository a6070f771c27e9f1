/** Engines beyond plain columns: copies, deletion, what a queue's schema makes of them. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { ApiError, invalid } from '../../errors.ts'
import {
  checkAgainstEngine,
  datapoints,
  drawFromEngine,
  isExtracted,
  withoutSources,
  type EngineField,
  type SchemaContent,
} from '../../rules/schema-content.ts'
import { templateSchema } from '../queues/templates/index.ts'
import { engineFields, heldEngineFields, lockEngine } from './fields.ts'
import { inTransaction } from '../outbox/transaction.ts'
import type { Engine, Queue, RowOf } from '../../models/index.ts'

export const newAgendaId = (): string => randomBytes(12).toString('hex')

/** Deletes an engine with its fields; 400 with a code of its own while queues are bound to it. */
export const deleteEngine = (db: Knex, engine_id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockEngine(tx, engine_id)
    const bound = await tx<RowOf<Queue>>('queues').where({ engine_id }).orderBy('id').select('id', 'status')
    const active = bound.filter(({ status }) => status === 'active' || status === 'deletion_failed')
    const ids = (queues: { id: number }[]) => queues.map(({ id }) => id).join(', ')
    if (active.length)
      throw new ApiError(400, 'engine_attached_to_active_queues', `The engine is used by queues: ${ids(active)}.`)
    if (bound.length) {
      const sentence = `The engine is used by queues that wait for their deletion: ${ids(bound)}.`
      throw new ApiError(400, 'engine_attached_to_queues_waiting_for_deletion', sentence)
    }
    await tx('engines').where('id', engine_id).delete()
  })

/** A copy under another name with copies of the fields; no queue is bound to it, none trains it, no schema is assigned. */
export const duplicateEngine = (db: Knex, engine_id: number, name: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    await tx('engines').where('id', engine_id).forShare().select('id')
    const shared = ['organization_id', 'type', 'learning_enabled', 'description', 'settings']
    const source = await tx('engines').where('id', engine_id).first(shared)
    const [copy] = await tx<RowOf<Engine>>('engines')
      .insert({ ...source, settings: JSON.stringify(source.settings), name, agenda_id: newAgendaId() })
      .returning('id')
    await tx.raw(
      `insert into engine_fields
         (organization_id, engine_id, name, label, type, subtype, pre_trained_field_id, tabular, multiline)
       select organization_id, ?, name, label, type, subtype, pre_trained_field_id, tabular, multiline
       from engine_fields where engine_id = ? order by id`,
      [copy!.id, engine_id],
    )
    return copy!.id
  })

/** Ids of the fields of a template that the engine cannot fill: it has none of that name, or one of another kind. */
export async function missingForTemplate(db: Knex, engine_id: number, template_name: string): Promise<string[]> {
  const content = withoutSources(templateSchema(template_name).content)
  return missing(content, await engineFields(db, engine_id))
}

function missing(content: SchemaContent, fields: EngineField[]): string[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return [...datapoints(content)].flatMap(({ field, tuple }) => {
    const known = byName.get(field.id)
    const fits = known?.type === field.type && known.tabular === (tuple !== undefined)
    return fits || !isExtracted(field) ? [] : [field.id]
  })
}

/** A template's schema for a queue with this engine; 400 when the engine lacks fields of it. */
export async function templateForEngine(db: Knex, engine_id: number, template_name: string): Promise<SchemaContent> {
  const content = withoutSources(templateSchema(template_name).content)
  const lacking = missing(content, await heldEngineFields(db, engine_id))
  if (lacking.length) throw invalid({ engine: [`The engine lacks fields of the template: ${lacking.join(', ')}.`] })
  return content
}

/** How many of the engine's fields a schema draws from: for a bound queue those it gets, for any other those it would. */
export const countUsedFields = (content: SchemaContent, names: ReadonlySet<string>): number =>
  [...datapoints(content)].filter(({ field }) => isExtracted(field) && names.has(field.id)).length

/** Errors of a (valid) schema with the engines of the queues that use it; null when it fits them all. */
export async function checkSchemaEngines(db: Knex, schema_id: number, content: SchemaContent) {
  const bound = await db('queues')
    .where({ schema_id })
    .whereIn('status', ['active', 'deletion_failed'])
    .whereNotNull('engine_id')
    .orderBy('engine_id')
    .distinct<{ engine_id: number }[]>('engine_id')
  for (const { engine_id } of bound) {
    const errors = checkAgainstEngine(content, await heldEngineFields(db, engine_id))
    if (errors) return errors
  }
  return null
}

/** The schema as an import reads it: with the sources that follow from the queue's engine, if it has one. */
export async function contentWithSources(
  db: Knex,
  engine_id: number | null,
  content: SchemaContent,
): Promise<SchemaContent> {
  return engine_id === null ? content : drawFromEngine(content, await engineFields(db, engine_id))
}
