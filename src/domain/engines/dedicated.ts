/** Dedicated engines: rules of their status, and requests for new ones. */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { conflictStatus, referenced } from '../../errors.ts'
import type { TrainingQueue } from '../../rules/engine-schema/index.ts'
import type { Actor } from '../outbox/events.ts'
import { storeThen, type StoredFile } from '../documents/stored-file.ts'
import { inTransaction, type Tx } from '../outbox/transaction.ts'
import type { Writer } from '../rows.ts'
import { auditRow } from '../requests/audit.ts'
import type { DedicatedEngine, Document, GenericEngine, Queue, RowOf, Schema } from '../../models/index.ts'

/** All statuses. This service offers one transition, from the first to the second. */
export const DEDICATED_STATUSES = [
  'draft',
  'schema_review',
  'annotating_initial',
  'annotating_review',
  'annotating_training',
  'training_started',
  'training_finished',
  'retraining',
  'sample_review',
] as const

/** Throws 409 unless the engine is a draft. */
export function requireDraft(engine: { id: number; status: string }): void {
  if (engine.status === 'draft') return
  throw conflictStatus(`Dedicated engine ${engine.id} is read-only: its status is ${engine.status}.`)
}

/** Throws 409 if an engine that is not a draft has this schema. Locks these engines until the transaction ends. */
export async function requireDraftSchema(db: Knex, schema_id: number): Promise<void> {
  const engines = await db<RowOf<DedicatedEngine>>('dedicated_engines')
    .where({ schema_id })
    .orderBy('id')
    .forShare()
    .select('id', 'status')
  for (const engine of engines) requireDraft(engine)
}

/** Deletes a draft. Throws 409 if it is not a draft or a queue uses it. */
export const deleteDedicatedEngine = (db: Knex, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [engine] = await tx<RowOf<DedicatedEngine>>('dedicated_engines')
      .where({ id })
      .forUpdate()
      .select('id', 'status')
    if (engine) requireDraft(engine)
    const queues = await tx<RowOf<Queue>>('queues').where('dedicated_engine_id', id).orderBy('id').select('id')
    if (queues.length) throw referenced(`The engine is used by queues: ${queues.map((queue) => queue.id).join(', ')}.`)
    await tx('dedicated_engines').where({ id }).delete()
    await auditRow(tx, 'dedicated_engines', { action: 'delete', id })
  })

/** Deletes a schema. Throws 409 if an engine has it. */
export const deleteDedicatedSchema = (db: Knex, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx('dedicated_engine_schemas').where({ id }).forUpdate().select('id')
    await requireDraftSchema(tx, id)
    const engines = await tx<RowOf<DedicatedEngine>>('dedicated_engines')
      .where('schema_id', id)
      .orderBy('id')
      .select('id')
    if (engines.length)
      throw referenced(`The schema is used by dedicated engines: ${engines.map((one) => one.id).join(', ')}.`)
    await tx('dedicated_engine_schemas').where({ id }).delete()
    await auditRow(tx, 'dedicated_engine_schemas', { action: 'delete', id })
  })

/**
 * Makes exactly these queues use the engine. Queues that no longer use it get the generic engine, as far as they are `among` those that the
 * caller sees (null for all).
 */
export async function useInQueues(
  tx: Tx,
  { user_id }: Writer,
  dedicated_engine_id: number,
  { ids, among }: { ids: readonly number[]; among: Knex.QueryBuilder | null },
): Promise<void> {
  const stamp = { modified_by: user_id, modified_at: tx.fn.now() }
  const left = tx('queues')
    .where({ dedicated_engine_id })
    .whereNotIn('id', [...ids])
  if (among) void left.whereIn('id', among)
  await left.update({
    ...stamp,
    dedicated_engine_id: null,
    generic_engine_id: tx<RowOf<GenericEngine>>('generic_engines').min('id'),
  })
  await tx('queues')
    .whereIn('id', [...ids])
    .whereRaw('dedicated_engine_id is distinct from ?', [dedicated_engine_id])
    .update({ ...stamp, dedicated_engine_id, generic_engine_id: null, engine_id: null })
}

export interface EngineRequest {
  document_type: string
  document_language: string
  /** Documents per year, as estimated by the customer. */
  volume: number
  samples: StoredFile[]
}

/** Creates a draft, with the sample files as documents of the caller. Files and rows are created together or not at all. */
export async function requestDedicatedEngine(
  deps: Deps,
  who: Actor,
  { samples, ...wanted }: EngineRequest,
): Promise<number> {
  return storeThen(deps, samples, async (tx) => {
    const [engine] = await tx<RowOf<DedicatedEngine>>('dedicated_engines')
      .insert({
        ...wanted,
        organization_id: who.organization_id,
        name: `Requested engine - ${wanted.document_type}`,
        created_by: who.user_id,
      })
      .returning('id')
    const documents = await tx<RowOf<Document>>('documents')
      .insert(
        samples.map((file) => ({
          organization_id: who.organization_id,
          creator_id: who.user_id,
          s3_name: file.s3_name,
          mime_type: file.mime_type,
          original_file_name: file.name,
          size: file.size,
          sha256: file.sha256,
          md5: file.md5,
        })),
      )
      .returning('id')
    await tx('dedicated_engine_samples').insert(
      documents.map(({ id }) => ({ dedicated_engine_id: engine!.id, document_id: id })),
    )
    return engine!.id
  })
}

type Bound = Pick<RowOf<Queue>, 'id' | 'delete_after'> & Pick<RowOf<Schema>, 'content'>

/** Returns queues in the form that the schema checks of dedicated engines need, ordered by id. */
export async function trainingQueues(db: Knex, ids: number[], urlOf: (id: number) => string): Promise<TrainingQueue[]> {
  const rows = await db('queues')
    .join('schemas', 'schemas.id', 'queues.schema_id')
    .whereIn('queues.id', ids)
    .orderBy('queues.id')
    .select<Bound[]>('queues.id', 'queues.delete_after', 'schemas.content')
  return rows.map(({ id, delete_after, content }) => ({ id, url: urlOf(id), deleting: delete_after !== null, content }))
}
