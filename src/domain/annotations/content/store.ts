/**
 * Reads the content of annotations: a row per annotation, and of large tables a row for each part (src/rules/content/parts.ts). Beside it are
 * the readers of long tables (rows.ts) and of many annotations (groups.ts), and what writes (writes.ts).
 */
import type { Knex } from 'knex'
import {
  contentNodes,
  findNode,
  type ContentNode,
  type ContentTree,
  type FieldValue,
} from '../../../rules/content/index.ts'
import { joinTree, type ContentPart, type RowNode, type StoredTree } from '../../../rules/content/parts.ts'

/** The content of an annotation at one time. */
export interface Content {
  tree: ContentTree
  /** Grows with every change; 0 if nothing has been extracted yet. */
  version: number
}

/** Content of which rows are left out. */
export interface PartialContent extends Content {
  /** The part that was read; null if the tree is whole, or if no part was needed. */
  part: Omit<ContentPart, 'nodes'> | null
  /** Whether rows were left out. */
  isPartial: boolean
}

/** The row of an annotation, and then those of its parts in their order. */
type Piece =
  | { annotation_id: number; version: number; nodes: StoredTree; multivalue_id: null; place: null }
  | { annotation_id: number; version: null; nodes: RowNode[]; multivalue_id: number; place: number }

/** Reads annotations with the parts that fit, in one statement, so that all is of one time. */
export async function readPieces(
  db: Knex,
  annotation_ids: readonly number[],
  { sql = '', bindings = [] }: { sql?: string; bindings?: Knex.RawBinding[] } = {},
): Promise<Map<number, Content & { pieces: ContentPart[]; isSplit: boolean }>> {
  const { rows } = await db.raw<{ rows: Piece[] }>(
    `select annotation_id, version, tree as nodes, null::bigint as multivalue_id, null::double precision as place
       from annotation_contents where annotation_id = any(?::bigint[])
     union all
     select annotation_id, null, nodes, multivalue_id, place
       from content_parts where annotation_id = any(?::bigint[]) ${sql}
     order by annotation_id, multivalue_id nulls first, place`,
    [[...annotation_ids], [...annotation_ids], ...bindings],
  )
  const found = new Map<number, Content & { pieces: ContentPart[]; isSplit: boolean }>()
  for (const [annotation_id, pieces] of Map.groupBy(rows, (row) => row.annotation_id)) {
    const [head] = pieces
    if (head?.multivalue_id !== null) continue
    const parts = pieces.flatMap((piece) => (piece.multivalue_id === null ? [] : piece))
    const { nodes, version } = head
    found.set(annotation_id, {
      tree: joinTree(nodes, parts),
      version,
      pieces: parts,
      isSplit: !Array.isArray(nodes),
    })
  }
  return found
}

const EMPTY: Content = { tree: [], version: 0 }

/** Returns the content of an annotation; empty if nothing has been extracted yet. */
export async function readContent(db: Knex, annotation_id: number): Promise<Content> {
  const { tree, version } = (await readPieces(db, [annotation_id])).get(annotation_id) ?? EMPTY
  return { tree, version }
}

/** Returns the trees of several annotations by id, without those that have none. */
export async function readTrees(db: Knex, annotation_ids: readonly number[]): Promise<Map<number, ContentTree>> {
  if (annotation_ids.length === 0) return new Map()
  return new Map([...(await readPieces(db, annotation_ids))].map(([id, { tree }]) => [id, tree]))
}

/**
 * Returns the content with at least one node and all nodes below it, if there is such a node. Other rows of large tables may be
 * left out; without `filled`, also those below the node.
 */
export async function readAround(
  db: Knex,
  annotation_id: number,
  node_id: number,
  { filled = true } = {},
): Promise<PartialContent> {
  const filter = { sql: 'and ids @> ?::bigint', bindings: [node_id] }
  const found = (await readPieces(db, [annotation_id], filter)).get(annotation_id)
  if (!found?.isSplit) return { tree: found?.tree ?? [], version: found?.version ?? 0, part: null, isPartial: false }
  const [part] = found.pieces
  const node = part || !filled ? undefined : findNode(found.tree, node_id)
  if (node && isHollow(node)) return { ...(await readContent(db, annotation_id)), part: null, isPartial: false }
  const { tree, version } = found
  return {
    tree,
    version,
    part: part ? { multivalue_id: part.multivalue_id, place: part.place } : null,
    isPartial: true,
  }
}

/** Whether rows of the node may be stored in parts. */
export const isHollow = (node: ContentNode): boolean =>
  [...contentNodes([node])].some(([one]) => one.category === 'multivalue' && one.children.length === 0)

/** Parts that are small enough to be read with the tree: about 5,000 nodes. */
const FEW_PARTS = 25

/** Returns the content, but large tables of large content without their rows. */
export async function readHollow(db: Knex, annotation_id: number): Promise<Content & { isHollow: boolean }> {
  const { rows } = await db.raw<{ rows: { parts: number }[] }>(
    'select count(*)::int as parts from content_parts where annotation_id = ?',
    [annotation_id],
  )
  if (rows[0]!.parts <= FEW_PARTS) return { ...(await readContent(db, annotation_id)), isHollow: false }
  const found = (await readPieces(db, [annotation_id], { sql: 'and false' })).get(annotation_id)
  return { tree: found?.tree ?? [], version: found?.version ?? 0, isHollow: found?.isSplit ?? false }
}

/** Returns the values of all fields by schema id; none if nothing has been extracted yet. */
export async function readFields(db: Knex, annotation_id: number): Promise<Record<string, FieldValue[]>> {
  const { rows } = await db.raw<{ rows: { fields: Record<string, FieldValue[]> | null }[] }>(
    'select content_fields(?) as fields',
    [annotation_id],
  )
  return rows[0]?.fields ?? {}
}
