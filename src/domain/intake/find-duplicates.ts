/** The documents of which an annotation is a duplicate, with the reason, by its present file and values. */
import type { Knex } from 'knex'
import type { Document, Queue, RowOf } from '../../models/index.ts'
import type { Status } from '../../rules/annotations/status.ts'
import type { ContentTree } from '../../rules/content/index.ts'
import type { Duplicate } from '../../rules/duplicates/policies.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { withSources } from '../annotations/duplicates/identities.ts'
import type { Tx } from '../outbox/transaction.ts'
import { appliedRules, DISCARDED, withValues } from './duplicates-by-fields.ts'
import { schemaOf } from '../annotations/content/schema-of.ts'
import { identityKeys, readIdentity, withIdentity } from './duplicates-by-identity.ts'
import { ownPicture, withPicture } from './duplicates-by-picture.ts'

/** Documents that are named of each reason. */
const MAX_NAMED = 20
/** Annotations in these statuses were confirmed. */
const PASSED: readonly Status[] = ['in_workflow', 'confirmed', 'exporting', 'exported', 'failed_export']

/** An annotation with what decides whether it is a duplicate. */
export interface Suspect extends Pick<RowOf<Document>, 'sha256'>, Pick<RowOf<Queue>, 'settings'> {
  id: number
  organization_id: number
  queue_id: number
  schema_content: SchemaContent
}

/** Loads an annotation with what decides whether it is a duplicate; undefined if it does not exist. */
export async function loadSuspect(db: Knex, id: number): Promise<Suspect | undefined> {
  const found = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('schemas as s', 's.id', 'a.schema_id')
    .where('a.id', id)
    .first<(Suspect & { engine_id: number | null }) | undefined>(
      'a.id',
      'a.organization_id',
      'a.queue_id',
      'd.sha256',
      'q.settings',
      'q.engine_id',
      schemaOf(db, 'schema_content'),
    )
  if (!found) return undefined
  const { engine_id, ...suspect } = found
  return { ...suspect, schema_content: await withSources(db, engine_id, suspect.schema_content) }
}

/**
 * Returns the documents of which the annotation is a duplicate, each once: those before it that are not discarded, and later ones that were
 * confirmed before it. Of two equal documents, one can therefore always be confirmed, and never both. With `lock`, another transaction that
 * asks the same about an equal document waits for the end of this one.
 */
export async function findDuplicates(
  tx: Tx,
  { id, organization_id, queue_id, sha256, settings, schema_content }: Suspect,
  tree: ContentTree,
  { lock = false } = {},
): Promise<Duplicate[]> {
  const applied = appliedRules(queue_id, settings, tree, schema_content)
  const own = readIdentity(tree, schema_content)
  const pictured = await ownPicture(tx, id)
  if (lock) {
    const keys = [...applied.map(({ key }) => key), ...identityKeys(own.identity)]
    await lockEqual(tx, organization_id, [sha256, ...keys, ...(pictured?.bands ?? []).map((band) => `picture ${band}`)])
  }
  const found = new Map<number, Duplicate>()
  const counting = (others: Knex.QueryBuilder) =>
    others
      .whereNot('a.id', id)
      .whereNotIn('a.status', [...DISCARDED])
      .where((either) => void either.where('a.id', '<', id).orWhereIn('a.status', [...PASSED]))
  const add = async (others: Knex.QueryBuilder, why: Omit<Duplicate, 'annotation_id'>) => {
    const equal = counting(others).select('a.id')
    // Planned without the limit, which would suggest reading all annotations of the queue in their order instead of an index of values.
    const ids: number[] = await tx
      .withMaterialized('equal', equal)
      .from('equal')
      .orderBy('id')
      .limit(MAX_NAMED)
      .pluck('id')
    for (const annotation_id of ids) if (!found.has(annotation_id)) found.set(annotation_id, { annotation_id, ...why })
  }
  const withFile = tx('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where({ 'd.organization_id': organization_id, 'd.sha256': sha256 })
  await add(withFile, { reason: 'same_file' })
  for (const { values } of applied)
    await add(withValues(tx, queue_id, values), { reason: 'same_values', schema_ids: Object.keys(values) })
  const alike = [
    ...(await withIdentity(tx, organization_id, own, counting)),
    ...(pictured ? await withPicture(tx, pictured, own.identity, counting) : []),
  ]
  for (const one of alike) if (!found.has(one.annotation_id)) found.set(one.annotation_id, one)
  return [...found.values()]
}

/**
 * Locks values until the end of the transaction; in one order, so that two transactions cannot deadlock. Waits for a transaction that has
 * locked all documents of the organization.
 */
async function lockEqual(tx: Tx, organization_id: number, keys: readonly string[]): Promise<void> {
  await tx.raw('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [allOf(organization_id)])
  // In one statement; `offset 0` keeps the order of the inner one.
  await tx.raw(
    `select pg_advisory_xact_lock(place) from (
       select distinct hashtextextended(key, 0) as place from unnest(?::text[]) key order by 1 offset 0) places`,
    [keys.map((key) => `${organization_id} ${key}`)],
  )
}

/**
 * Locks all documents of an organization for the question whether they are duplicates, for transactions that confirm many: a lock for each value
 * could use up those of the server, and two such transactions could wait for each other. The caller has locked the annotations.
 */
export async function lockAllEqual(tx: Tx, organization_id: number): Promise<void> {
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [allOf(organization_id)])
}

const allOf = (organization_id: number) => `duplicates of ${organization_id}`
