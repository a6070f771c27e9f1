/** Operations on engines: copying, deletion, and the effect on the schemas of queues. */
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
} from '../../rules/schema/index.ts'
import { templateSchema } from '../queues/templates/index.ts'
import { engineFields, heldEngineFields, lockEngine } from './fields.ts'
import { inTransaction } from '../outbox/transaction.ts'
import { auditRow } from '../requests/audit.ts'
import type { Engine, Queue, RowOf } from '../../models/index.ts'

export const newAgendaId = (): string => randomBytes(12).toString('hex')

/** Deletes an engine with its fields. Throws 400 with a specific code while queues are bound to it. */
export const deleteEngine = (db: Knex, engine_id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockEngine(tx, engine_id)
    const bound = await tx<RowOf<Queue>>('queues').where({ engine_id }).orderBy('id').select('id', 'status')
    const active = bound.filter(({ status }) => status === 'active' || status === 'deletion_failed')
    const ids = (queues: { id: number }[]) => queues.map(({ id }) => id).join(', ')
    if (active.length)
      throw new ApiError(400, 'engine_attached_to_active_queues', `The engine is used by queues: ${ids(active)}.`)
    if (bound.length) {
      const sentence = `The engine is used by queues that are pending deletion: ${ids(bound)}.`
      throw new ApiError(400, 'engine_attached_to_queues_waiting_for_deletion', sentence)
    }
    await tx('engines').where('id', engine_id).delete()
    await auditRow(tx, 'engines', { action: 'delete', id: engine_id })
  })

/** Copies the engine with its fields under another name. The copy has no queues, no training queues and no schemas. */
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

/** Returns the ids of the fields of a template that the engine cannot fill, because it has no field of that name or one of another type. */
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

/** Returns a template's schema for a queue with this engine. Throws 400 if the engine lacks fields of it. */
export async function templateForEngine(
  db: Knex,
  engine_id: number,
  template_name: string,
  locale?: string,
): Promise<SchemaContent> {
  const content = withoutSources(templateSchema(template_name, locale).content)
  const lacking = missing(content, await heldEngineFields(db, engine_id))
  if (lacking.length) throw invalid({ engine: [`The engine lacks fields of the template: ${lacking.join(', ')}.`] })
  return content
}

/** Counts the engine's fields that a schema uses: for a bound queue the fields it receives, for any other queue those it would receive. */
export const countUsedFields = (content: SchemaContent, names: ReadonlySet<string>): number =>
  [...datapoints(content)].filter(({ field }) => isExtracted(field) && names.has(field.id)).length

/** Returns the errors of a (valid) schema with the engines of the queues that use it; null if it fits all of them. */
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

/** Returns the schema as an import reads it: with the sources derived from the queue's engine, if it has one. */
export async function contentWithSources(
  db: Knex,
  engine_id: number | null,
  content: SchemaContent,
): Promise<SchemaContent> {
  return engine_id === null ? content : drawFromEngine(content, await engineFields(db, engine_id))
}
