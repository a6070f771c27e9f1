/**
 * The content of an annotation before it was read again. Values that a person has validated are written into the new content, and a rotation
 * of all pages can be undone with the values as they were.
 */
import { invalid } from '../../../errors.ts'
import type { FormerContent, RowOf } from '../../../models/index.ts'
import { keepValues, withIds, type ContentTree, type Keeps } from '../../../rules/content/index.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { lockWithSchema, readTree, takeNodeIds } from './contents.ts'

/** What a new reading does with the values: only what is read counts; those of a person stay; all are as before the last rotation. */
export const CONTENT_CHOICES = ['extract', 'keep', 'restore'] as const
export type ContentChoice = (typeof CONTENT_CHOICES)[number]

const NOTHING_TO_RESTORE =
  'Only the last rotation can be undone, and only if it kept the values: send the rotation that turns the pages back.'

/**
 * Remembers the content, before it is removed, for the import that follows. `turned` is the rotation of all pages in degrees; null for
 * another change. Runs in the caller's transaction, which has locked the annotation. Throws 400 under `content` if there is nothing to
 * restore.
 */
export async function rememberContent(
  tx: Tx,
  annotation_id: number,
  { choice, turned }: { choice: ContentChoice; turned: number | null },
): Promise<void> {
  const former = tx<RowOf<FormerContent>>('former_contents').where({ annotation_id })
  if (choice === 'extract') return void (await former.delete())
  const present = await readTree(tx, annotation_id)
  if (choice === 'keep') {
    const row = { annotation_id, tree: JSON.stringify(present), keeps: 'entered', turned, stored_at: tx.fn.now() }
    return void (await tx('former_contents').insert(row).onConflict('annotation_id').merge())
  }
  const stored = await former.clone().first('tree', 'turned')
  if (!stored || stored.turned === null || (stored.turned + (turned ?? 0)) % 360 !== 0)
    throw invalid({ content: [NOTHING_TO_RESTORE] })
  // What a person has entered since the rotation stays too.
  const { schema } = (await lockWithSchema(tx, annotation_id))!
  const tree = await keep(tx, stored.tree, present, schema, 'entered')
  await former.update({ tree: tx.raw('?::jsonb', [JSON.stringify(tree)]), keeps: 'all', turned: null })
}

const keep = (
  tx: Tx,
  tree: ContentTree,
  former: ContentTree,
  schema: SchemaContent,
  keeps: Keeps,
): Promise<ContentTree> =>
  withIds(
    (takeIds) => keepValues(tree, former, schema, { keeps, takeIds }),
    (count) => takeNodeIds(tx, count),
  )

/** The values that an import keeps. */
export type Kept = Pick<RowOf<FormerContent>, 'tree'> & { keeps: Keeps }

/** Returns what the present import keeps; null if that is nothing. */
export async function keptContent(tx: Tx, annotation_id: number): Promise<Kept | null> {
  const row = await tx<RowOf<FormerContent>>('former_contents').where({ annotation_id }).first('tree', 'keeps')
  return row?.keeps ? { tree: row.tree, keeps: row.keeps } : null
}

/** Returns the tree with the kept values. */
export const withKept = async (
  tx: Tx,
  kept: Kept | null,
  tree: ContentTree,
  schema: SchemaContent,
): Promise<ContentTree> => (kept ? keep(tx, tree, kept.tree, schema, kept.keeps) : tree)

/** Ends the keeping with the import. The content of before stays for an undo. */
export const endKeeping = async (tx: Tx, annotation_id: number): Promise<void> =>
  void (await tx('former_contents').where({ annotation_id }).update({ keeps: null }))
