/** Applies changes of schemas to the content of annotations. */
import { BlobNotFound, type Blobs } from '../../blobs/index.ts'
import type { Extraction } from '@sheaf/extraction/types'
import { SchemaRemains, type Annotation, type FormerContent, type RowOf } from '../../models/index.ts'
import { FOLLOWS_SCHEMA, type Status } from '../../rules/annotations/status.ts'
import { reshapeTree, withIds, type ContentTree } from '../../rules/content/index.ts'
import type { Names } from '../../rules/schema/field-renames.ts'
import { remainsOf, withRemains } from '../../rules/content/remains.ts'
import { renameTree } from '../../rules/content/rename.ts'
import { namesBefore, renameSchema } from '../../rules/schema/renames.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { withoutCorrections } from '../annotations/content/captured.ts'
import { groupBySize, readTrees, storeComputedTree, storeTree, takeNodeIds } from '../annotations/content/contents.ts'
import { nameByPresentIds, renameCaptured } from '../annotations/content/renamed.ts'
import { pendingSql } from '../annotations/content/schema-of.ts'
import { contentWithSources } from '../engines/engines.ts'
import { loadExtraction } from '../intake/stored-extraction.ts'
import type { Tx } from '../outbox/transaction.ts'
import { versionOf, type AppliedChange } from './schema-versions.ts'

/** Annotations per round, which limits the memory used. */
const BATCH = 200
/** In these statuses, new fields get the engine's value; in all others only the default. */
const REFILLED: readonly Status[] = ['to_review', 'postponed', 'reviewing', 'confirmed', 'importing']

interface Reshaped {
  id: number
  status: Status
  tree: ContentTree
  values: Record<string, string>
  threshold: number
  /** The engine of the annotation's queue. */
  engine_id: number | null
}

/**
 * Applies the new structure to the open annotations of the schema, in the caller's transaction and in order of their ids; the others stay in
 * the version before. Values are matched by category and schema id; preserved nodes keep their ids.
 */
export async function reshapeAnnotations(tx: Tx, blobs: Blobs, change: AppliedChange): Promise<void> {
  for (let last: number | null = 0; last !== null;) last = await reshapeSome(tx, blobs, change, { last })
}

/** Converts the next annotations after the id `last`, up to `most`. Returns the id of the last one; null if there are no others. */
export async function reshapeSome(
  tx: Tx,
  blobs: Blobs,
  change: AppliedChange,
  { last, most = Number.MAX_SAFE_INTEGER }: { last: number; most?: number },
): Promise<number | null> {
  const { schema_id, before, after } = change
  const names = new Map(Object.entries(change.names))
  // Restored nodes are as before the change that is undone: its schema is that after this one.
  const schema = [...after, ...renameSchema(before, names)]
  const next = await tx<RowOf<Annotation>>('annotations')
    .where({ schema_id })
    .where('id', '>', last)
    .where('id', '<=', most)
    .orderBy('id')
    .limit(BATCH)
    .pluck('id')
  const [ids = []] = await groupBySize(tx, next)
  await tx('annotations').whereIn('id', ids).orderBy('id').forUpdate().select('id')
  // Read only after all are locked, otherwise a change of content or status for which the lock waited would be lost.
  await keepVersion(tx, ids, change)
  if (names.size > 0) await nameByPresentIds(tx, ids)
  const following = await tx<RowOf<Annotation>>('annotations')
    .whereIn('id', ids)
    .whereIn('status', [...FOLLOWS_SCHEMA])
    .pluck('id')
  for (const annotation of await annotationsWithContent(tx, following)) {
    const former = await withRestored(tx, annotation, change)
    const tree = await reshape(tx, blobs, former, schema, after)
    await storeRemains(tx, change.change_id, annotation, tree)
  }
  await renameCaptured(tx, ids, names)
  await renameFormer(tx, ids, names)
  return ids.length === next.length && next.length < BATCH ? null : ids.at(-1)!
}

/** Leaves the content of those annotations that do not follow their schema in the version before the change. */
async function keepVersion(tx: Tx, ids: readonly number[], change: AppliedChange): Promise<void> {
  const kept = tx('annotations')
    .whereIn('id', [...ids])
    .whereNotIn('status', [...FOLLOWS_SCHEMA, 'purged'])
    .whereNull('schema_version_id')
  if (!(await kept.clone().first('id'))) return
  const schema_version_id = change.version_id ?? (await versionOf(tx, change.schema_id, change.before))
  await kept.update({ schema_version_id })
}

/** The content before the last change of pages, whose values may still be kept. */
async function renameFormer(tx: Tx, ids: readonly number[], names: Names): Promise<void> {
  if (names.size === 0) return
  const rows = await tx<RowOf<FormerContent>>('former_contents as f')
    .whereIn('annotation_id', [...ids])
    .whereExists(
      tx('annotations as a').whereRaw('a.id = f.annotation_id and a.schema_version_id is null').select(tx.raw('1')),
    )
    .select<Pick<RowOf<FormerContent>, 'annotation_id' | 'tree'>[]>('annotation_id', 'tree')
  for (const { annotation_id, tree } of rows)
    await tx('former_contents')
      .where({ annotation_id })
      .update({ tree: JSON.stringify(renameTree(tree, names)) })
}

/** Returns the annotation with the new ids of renamed nodes, and with what an undone change has removed. */
async function withRestored(tx: Tx, annotation: Reshaped, { names, restores }: AppliedChange): Promise<Reshaped> {
  const tree = renameTree(annotation.tree, new Map(Object.entries(names)))
  if (restores === null) return { ...annotation, tree }
  const remains = await SchemaRemains.query(tx).findById([restores, annotation.id])
  return { ...annotation, tree: remains ? withRemains(tree, remains.nodes) : tree }
}

async function storeRemains(
  tx: Tx,
  change_id: number | null,
  { id, tree }: Pick<Reshaped, 'id' | 'tree'>,
  after: ContentTree,
): Promise<void> {
  const nodes = change_id === null ? null : remainsOf(tree, after)
  if (change_id === null || !nodes) return
  await SchemaRemains.query(tx)
    .insert({ change_id, annotation_id: id, nodes })
    .onConflict(['change_id', 'annotation_id'])
    .ignore()
}

/** Returns those of the annotations that have content and are not purged, in the order of their ids. */
export async function annotationsWithContent(tx: Tx, ids: readonly number[]): Promise<Reshaped[]> {
  const trees = await readTrees(tx, ids)
  const rows = await tx('annotations')
    .whereIn('annotations.id', [...trees.keys()])
    .join('queues', 'queues.id', 'annotations.queue_id')
    .leftJoin('uploads', 'uploads.id', 'annotations.upload_id')
    .whereNot('annotations.status', 'purged')
    .orderBy('annotations.id')
    .select<Omit<Reshaped, 'tree'>[]>(
      'annotations.id',
      'annotations.status',
      tx.raw(`coalesce(uploads."values", '{}') || annotations."values" as "values"`),
      'queues.default_score_threshold as threshold',
      'queues.engine_id',
    )
  return rows.map((row) => ({ ...row, tree: trees.get(row.id)! }))
}

/**
 * Converts one annotation's tree to another schema, and returns it. New fields get the values extracted at import if requested; without
 * `blobs` only their defaults.
 */
export async function reshape(
  tx: Tx,
  blobs: Blobs | null,
  annotation: Reshaped,
  before: SchemaContent,
  after: SchemaContent,
): Promise<ContentTree> {
  const isRefilled = REFILLED.includes(annotation.status)
  const extraction = isRefilled && blobs ? await storedExtraction(blobs, annotation.id) : null
  const drawn = await contentWithSources(tx, annotation.engine_id, after)
  const sources = { extraction, values: annotation.values, defaultThreshold: annotation.threshold }
  const tree = await withIds(
    (takeIds) => reshapeTree(annotation.tree, before, drawn, { ...sources, takeIds }),
    (count) => takeNodeIds(tx, count),
  )
  // Data that was exported or removed stays as it was.
  const store = isRefilled ? storeComputedTree : storeTree
  await withoutCorrections(tx, annotation.id, () => store(tx, annotation.id, tree, after))
  return tree
}

/**
 * Brings the content of annotations, which the caller's transaction has locked, from the version in which it stayed to the present schema,
 * because they are worked on again. What this removes returns if the change is undone. If changes have not reached an annotation yet, its
 * content gets the version before them, and follows them with all others. Without `blobs`, new fields get only their defaults.
 */
export async function followSchema(tx: Tx, ids: readonly number[], blobs: Blobs | null = null): Promise<void> {
  for (const group of await groupBySize(tx, ids)) await followSome(tx, group, blobs)
}

async function followSome(tx: Tx, ids: readonly number[], blobs: Blobs | null): Promise<void> {
  const kept = await keptContent(tx, ids)
  if (kept.size === 0) return
  await tx('annotations')
    .whereIn('id', [...kept.keys()])
    .update({ schema_version_id: null })
  for (const annotation of await annotationsWithContent(tx, [...kept.keys()])) {
    const from = kept.get(annotation.id)!
    const names = new Map(Object.entries(namesBefore(from, from.pending)))
    const renamed = { ...annotation, tree: renameTree(annotation.tree, names) }
    const before = renameSchema(from.content, names)
    const tree = await reshape(tx, blobs, renamed, before, from.target)
    const [change] = await tx('schema_changes')
      .where({ version_id: from.version })
      .orderBy('id', 'desc')
      .limit(1)
      .pluck<number[]>('id')
    await storeRemains(tx, change ?? null, annotation, tree)
  }
}

interface KeptContent {
  /** The version in which the content stayed. */
  version: number
  content: SchemaContent
  names: Record<string, string>
  /** The schema that it gets. */
  target: SchemaContent
  /** Names of the changes that have not reached the annotation, the last one first. */
  pending: Record<string, string>[]
}

/** Returns those of the annotations whose content stays in a version. One statement: a change that is made meanwhile is seen as a whole or not at all. */
async function keptContent(tx: Tx, ids: readonly number[]): Promise<Map<number, KeptContent>> {
  const rows = await tx('annotations as a')
    .join('schemas as s', 's.id', 'a.schema_id')
    .join('schema_versions as v', 'v.id', 'a.schema_version_id')
    .whereRaw('a.id = any(?::bigint[])', [[...ids]])
    .select<(KeptContent & { id: number })[]>(
      'a.id',
      'v.id as version',
      'v.content',
      'v.names',
      tx.raw(`coalesce((select w.content from schema_versions w
        where w.id = (select r.version_id ${pendingSql('a')} order by r.id limit 1)), s.content) as target`),
      tx.raw(`coalesce((select jsonb_agg(r.names order by r.id desc) ${pendingSql('a')}), '[]') as pending`),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

async function storedExtraction(blobs: Blobs, annotation_id: number): Promise<Extraction | null> {
  try {
    return await loadExtraction({ blobs }, annotation_id)
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}
