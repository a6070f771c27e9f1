/** Reads the content of many annotations in groups, which bounds the memory whatever their size. */
import type { Knex } from 'knex'
import { contentNodes, type ContentNode, type ContentTree } from '../../../rules/content/index.ts'
import { isHollow, readContent, readPieces } from './store.ts'

/** Bytes of trees, as stored, that are read at once: those of about 100 small documents. */
const BYTES_AT_ONCE = 1024 * 1024

/** Cuts annotations into groups whose content, by its size as stored, is read at once; each has at least one. */
export async function groupBySize(db: Knex, annotation_ids: readonly number[]): Promise<number[][]> {
  return inGroups(annotation_ids, await storedSizes(db, annotation_ids))
}

function inGroups(annotation_ids: readonly number[], sizes: ReadonlyMap<number, number>): number[][] {
  const groups: number[][] = []
  let bytes = Infinity
  for (const id of annotation_ids) {
    const own = sizes.get(id) ?? 0
    if (bytes + own > BYTES_AT_ONCE) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)!.push(id)
    bytes += own
  }
  return groups
}

/** Returns the bytes of the content of annotations as stored. */
export const storedBytes = async (db: Knex, annotation_ids: readonly number[]): Promise<number> =>
  [...(await storedSizes(db, annotation_ids)).values()].reduce((sum, bytes) => sum + bytes, 0)

/** Returns the bytes of the content of annotations as stored, of parts only those with one of the schema ids. */
async function storedSizes(
  db: Knex,
  annotation_ids: readonly number[],
  schema_ids: readonly string[] | null = null,
): Promise<Map<number, number>> {
  const { rows } = await db.raw<{ rows: { annotation_id: number; bytes: number }[] }>(
    `select c.annotation_id, (pg_column_size(c.tree) + coalesce((select sum(pg_column_size(p.nodes)) from content_parts p
       where p.annotation_id = c.annotation_id and (?::text[] is null or p.schema_ids && ?::text[])), 0))::bigint as bytes
     from annotation_contents c where c.annotation_id = any(?::bigint[])`,
    [schema_ids && [...schema_ids], schema_ids && [...schema_ids], [...annotation_ids]],
  )
  return new Map(rows.map(({ annotation_id, bytes }) => [annotation_id, bytes]))
}

/**
 * Yields the nodes with these schema ids of several annotations, with all nodes below them, in the order of the ids. Reads large trees one by
 * one: a caller that stops early causes no more work.
 */
export async function* readNodes(
  db: Knex,
  annotation_ids: readonly number[],
  schema_ids: ReadonlySet<string>,
): AsyncGenerator<{ annotation_id: number; version: number; nodes: ContentNode[] }> {
  const wanted = [...schema_ids]
  const sizes = await storedSizes(db, annotation_ids, wanted)
  const present = [...sizes.keys()].sort((one, other) => one - other)
  for (const ids of inGroups(present, sizes)) {
    const found = await readPieces(db, ids, { sql: 'and schema_ids && ?::text[]', bindings: [wanted] })
    for (const [annotation_id, { tree, version, isSplit }] of found) {
      const nodes = named(tree, schema_ids)
      const whole =
        isSplit && nodes.some(isHollow) ? named((await readContent(db, annotation_id)).tree, schema_ids) : nodes
      yield { annotation_id, version, nodes: whole }
    }
  }
}

const named = (tree: ContentTree, schema_ids: ReadonlySet<string>): ContentNode[] =>
  [...contentNodes(tree)].flatMap(([node]) => (schema_ids.has(node.schema_id) ? node : []))
