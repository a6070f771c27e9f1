/** By which values invoices are recognised. The only writer of their rows, which follow the content. */
import type { Knex } from 'knex'
import type { FieldValue } from '../../../rules/content/index.ts'
import { identityOf } from '../../../rules/duplicates/identity.ts'
import { bandsOf, isPicture } from '../../../rules/duplicates/pictures.ts'
import { drawFromEngine, type SchemaContent } from '../../../rules/schema/index.ts'
import { engineFields } from '../../engines/fields.ts'
import { schemaOf } from '../content/schema-of.ts'

const COLUMNS = ['number', 'printed_number', 'suppliers', 'amount', 'date', 'currency', 'kind'] as const

/** Stores by which values an annotation is recognised; writes nothing if they are the same as before. */
export async function storeIdentity(
  db: Knex,
  annotation_id: number,
  fields: Readonly<Record<string, readonly FieldValue[]>>,
  schema: SchemaContent,
): Promise<void> {
  const queue = await db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('a.id', annotation_id)
    .first<{ engine_id: number | null } | undefined>('q.engine_id')
  const { identity } = identityOf(fields, await withSources(db, queue?.engine_id ?? null, schema))
  await db.raw(
    `insert into annotation_identities (annotation_id, organization_id, ${COLUMNS.join(', ')})
     select id, organization_id, ?, ?, ?::text[], ?::double precision, ?::date, ?, ? from annotations where id = ?
     on conflict (annotation_id) do update set ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}
      where (${COLUMNS.map((name) => `annotation_identities.${name}`).join(', ')})
         is distinct from (${COLUMNS.map((name) => `excluded.${name}`).join(', ')})`,
    [...COLUMNS.map((name) => identity[name]), annotation_id],
  )
}

/** Stores the picture of the first page, as it was read; without one, the annotation has none. */
export async function storePicture(db: Knex, annotation_id: number, picture: string | undefined): Promise<void> {
  const found = await db('annotations')
    .where('id', annotation_id)
    .whereNot('status', 'purged')
    .first<{ organization_id: number } | undefined>('organization_id')
  if (!found) return
  const { organization_id } = found
  // It comes from the process that has opened the file.
  const columns = isPicture(picture)
    ? { picture, picture_bands: bandsOf(organization_id, picture) }
    : { picture: null, picture_bands: null }
  await db('annotation_identities')
    .insert({ annotation_id, organization_id, ...columns })
    .onConflict('annotation_id')
    .merge(['picture', 'picture_bands'])
}

/** Removes what was stored about an annotation that was removed or purged in the meantime. */
export const forgetIdentity = async (db: Knex, annotation_id: number): Promise<void> => {
  await db('annotation_identities').where({ annotation_id }).delete()
}

/** Returns the schema with the sources that its fields have by the engine of the queue. */
export const withSources = async (db: Knex, engine_id: number | null, schema: SchemaContent): Promise<SchemaContent> =>
  engine_id === null ? schema : drawFromEngine(schema, await engineFields(db, engine_id))

/** Annotations per transaction, which holds their contents. */
const BATCH = 100
/** Annotations of one sweep, about ten seconds. */
const MAX_SWEPT = 20_000

interface Stored {
  annotation_id: number
  fields: Record<string, FieldValue[]>
  schema: SchemaContent
}

/**
 * Stores the identities of contents that an earlier release wrote, in the order of their ids, at most 20,000 in one run. Once all have one, a
 * run looks only at annotations after the last of them. Returns their number.
 */
export async function fillIdentities(db: Knex): Promise<number> {
  for (let count = 0; ;) {
    const found = await db.transaction((tx) => fillBatch(tx))
    count += found
    if (found < BATCH || count >= MAX_SWEPT) return count
  }
}

async function fillBatch(tx: Knex.Transaction): Promise<number> {
  // Concurrent sweeps share the work.
  const progress = await tx('identity_progress').forUpdate().skipLocked().first('last_id')
  if (!progress) return 0
  const rows: Stored[] = await tx('annotation_contents as c')
    .join('annotations as a', 'a.id', 'c.annotation_id')
    .join('schemas as s', 's.id', 'a.schema_id')
    .where('c.annotation_id', '>', progress.last_id)
    .whereNotExists(tx('annotation_identities as i').whereRaw('i.annotation_id = c.annotation_id').select(tx.raw('1')))
    .orderBy('c.annotation_id')
    .limit(BATCH)
    .forShare('c')
    .select('c.annotation_id', 'c.fields', schemaOf(tx))
  for (const { annotation_id, fields, schema } of rows) await storeIdentity(tx, annotation_id, fields, schema)
  // Not the highest id of all contents: one that an earlier release has written since this batch was read would be passed over.
  const last = rows.at(-1)
  if (last) await tx('identity_progress').update({ last_id: last.annotation_id })
  return rows.length
}
