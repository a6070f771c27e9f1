/**
 * How the content of annotations is stored: a row per annotation, and of large tables a row for each part (src/rules/content/parts.ts). Only
 * src/domain/annotations/contents.ts uses it to write; all others read whole trees, selected nodes, or the fields.
 */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import {
  contentNodes,
  findNode,
  flattenFields,
  type ContentNode,
  type ContentTree,
  type FieldValue,
} from '../../rules/content/index.ts'
import {
  idRanges,
  isLargeTree,
  joinTree,
  splitTree,
  type ContentPart,
  type RowNode,
  type StoredTree,
} from '../../rules/content/parts.ts'
import type { SchemaContent } from '../../rules/schema-content.ts'
import { unavailable } from '../../errors.ts'
import { beneficiary } from '../../work/on-behalf.ts'
import { openTurns } from '../../work/turns.ts'
import type { ContentPart as PartRow, RowOf } from '../../models/index.ts'

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
async function readPieces(
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

/** Yields the rows of a large table, some at a time. */
export type Rows = (multivalue_id: number) => AsyncGenerator<RowNode[]>

/** Parts that are read at once, about 600 nodes: parsing them takes some milliseconds. */
const PARTS_READ = 3

/** Readers of large content in this process at one time: each holds a connection of the pool, which others need. */
const readers = openTurns(2)
const READER_PATIENCE_MS = 60_000

/** Runs some work in the turn of its organization. Throws ApiError if others of the organization read for longer than a minute. */
async function asReader<T>(work: () => Promise<T>): Promise<T> {
  const organization_id = beneficiary()?.organization_id ?? 0
  const done = await readers.take(organization_id, READER_PATIENCE_MS, async () => ({ value: await work() }))
  if (!done) throw unavailable(BUSY, BUSY_S)
  return done.value
}

const BUSY_S = 10
const BUSY = 'Other requests of your organization read large content at this time. Try again later.'

/** Reads large content as of one moment, in a transaction that lasts as long as `use`: it must not wait for a client. */
export const withRows = <T>(
  db: Knex,
  annotation_id: number,
  use: (content: Content, rows: Rows) => Promise<T>,
): Promise<T> =>
  asReader(() =>
    db.transaction(
      async (tx) => {
        const { tree, version } = await readHollow(tx, annotation_id)
        return use({ tree, version }, async function* (multivalue_id) {
          for (let place = -1; ;) {
            const parts = await tx<RowOf<PartRow>>('content_parts')
              .where({ annotation_id, multivalue_id })
              .where('place', '>', place)
              .orderBy('place')
              .limit(PARTS_READ)
              .select('place', 'nodes')
            for (const { nodes } of parts) yield nodes
            if (parts.length < PARTS_READ) return
            place = parts.at(-1)!.place
          }
        })
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    ),
  )

/** Returns the values of all fields by schema id; none if nothing has been extracted yet. */
export async function readFields(db: Knex, annotation_id: number): Promise<Record<string, FieldValue[]>> {
  const { rows } = await db.raw<{ rows: { fields: Record<string, FieldValue[]> | null }[] }>(
    'select content_fields(?) as fields',
    [annotation_id],
  )
  return rows[0]?.fields ?? {}
}

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

/** Parts per statement: about 2 MB. */
const PARTS_AT_ONCE = 20

/** Writes a whole tree; of its parts only those that differ from the stored ones. `more` is SQL of other columns. */
export async function writeTree(
  db: Knex,
  annotation_id: number,
  tree: ContentTree,
  schema: SchemaContent,
  more: Record<string, Knex.Raw> = {},
): Promise<void> {
  // The trigger of the table removes the parts when a tree becomes small.
  const known = isLargeTree(tree) ? await knownParts(db, annotation_id) : []
  const { stored, parts } = splitTree(tree, known)
  await db('annotation_contents')
    .insert({ annotation_id, ...columnsOf(stored, schema), ...more })
    .onConflict('annotation_id')
    .merge({
      tree: db.raw('excluded.tree'),
      fields: db.raw('excluded.fields'),
      ...Object.fromEntries(Object.keys(more).map((name) => [name, db.raw('excluded.??', [name])])),
      version: db.raw('annotation_contents.version + 1'),
      modified_at: db.fn.now(),
    })
  const keyOf = ({ multivalue_id, place }: Omit<ContentPart, 'nodes'>) => `${multivalue_id} ${place}`
  const digests = new Map(known.map((part) => [keyOf(part), part.digest]))
  const kept = new Set(parts.map(keyOf))
  const gone = known.filter((part) => !kept.has(keyOf(part)))
  if (gone.length)
    await db('content_parts')
      .where({ annotation_id })
      .whereIn(
        ['multivalue_id', 'place'],
        gone.map(({ multivalue_id, place }) => [multivalue_id, place]),
      )
      .delete()
  const changed = parts.flatMap((part) => {
    const row = partColumns(part.nodes, schema)
    return digests.get(keyOf(part)) === row.digest
      ? []
      : { ...row, annotation_id, multivalue_id: part.multivalue_id, place: part.place }
  })
  for (let at = 0; at < changed.length; at += PARTS_AT_ONCE)
    await db('content_parts')
      .insert(changed.slice(at, at + PARTS_AT_ONCE))
      .onConflict(['annotation_id', 'multivalue_id', 'place'])
      .merge(['nodes', 'ids', 'schema_ids', 'digest', 'fields'])
}

const knownParts = (db: Knex, annotation_id: number) =>
  db<RowOf<PartRow>>('content_parts').where({ annotation_id }).select('multivalue_id', 'place', 'ids', 'digest')

/** Writes a changed node of content that was read around it: its part, or the tree without parts. */
export async function writeAround(
  db: Knex,
  annotation_id: number,
  { part }: Pick<PartialContent, 'part'>,
  tree: ContentTree,
  schema: SchemaContent,
): Promise<void> {
  const row = db('annotation_contents').where({ annotation_id })
  const common = { version: db.raw('version + 1'), modified_at: db.fn.now() }
  if (!part) return void (await row.update({ ...columnsOf({ sections: tree }, schema), ...common }))
  await row.update(common)
  for (const [node] of contentNodes(tree))
    if (node.id === part.multivalue_id && node.category === 'multivalue')
      await db('content_parts')
        .where({ annotation_id, ...part })
        .update(partColumns(node.children, schema))
}

const columnsOf = (stored: StoredTree, schema: SchemaContent) => ({
  tree: JSON.stringify(stored),
  fields: JSON.stringify(flattenFields(Array.isArray(stored) ? stored : stored.sections, schema)),
})

function partColumns(nodes: readonly RowNode[], schema: SchemaContent) {
  const text = JSON.stringify(nodes)
  return {
    nodes: text,
    ids: idRanges(nodes),
    schema_ids: [...new Set([...contentNodes(nodes)].map(([node]) => node.schema_id))],
    digest: createHash('md5').update(text).digest('hex'),
    fields: JSON.stringify(flattenFields(nodes, schema)),
  }
}
