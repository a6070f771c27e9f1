/** Export profiles as administrators write them. */
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import { ExportDelivery, ExportProfile, Queue, Schema } from '../../models/index.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { rowsOf, type Writer } from '../rows.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { RowOf } from '../../models/index.ts'

export const profileRows = rowsOf(ExportProfile)

/** Profiles of one queue. */
const MAX_PROFILES = 200

/** Returns the schema of a queue. */
export async function schemaOf(db: Knex, queue_id: number): Promise<SchemaContent> {
  const { schema_id } = await Queue.query(db).findById(queue_id).select('schema_id').throwIfNotFound()
  const { content } = await Schema.query(db).findById(schema_id).select('content').throwIfNotFound()
  return content
}

/** Creates a profile. Throws 400 if the queue has too many. Returns the id. */
export async function createProfile(tx: Tx, writer: Writer, columns: Partial<RowOf<ExportProfile>>): Promise<number> {
  const count = await ExportProfile.query(tx)
    .where({ queue_id: columns.queue_id ?? 0 })
    .resultSize()
  if (count >= MAX_PROFILES) throw invalid({ queue: [`A queue may have at most ${MAX_PROFILES} export profiles.`] })
  return profileRows.create(tx, writer, columns)
}

/** Deletes a profile. Its deliveries stay, with its name; those that are not sent yet fail with their next attempt. */
export async function deleteProfile(tx: Tx, { id, name }: Pick<RowOf<ExportProfile>, 'id' | 'name'>): Promise<void> {
  await ExportDelivery.query(tx)
    .where({ export_profile_id: id })
    .whereNull('profile_name')
    .patch({ profile_name: name })
  await profileRows.delete(tx, id)
}
