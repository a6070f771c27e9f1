/** Writes the content of annotations, of large content only what has changed. Only src/domain/annotations/content/contents.ts uses it. */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { ContentPart as PartRow, RowOf } from '../../../models/index.ts'
import { contentNodes, flattenFields, type ContentTree } from '../../../rules/content/index.ts'
import {
  idRanges,
  isLargeTree,
  splitTree,
  type ContentPart,
  type RowNode,
  type StoredTree,
} from '../../../rules/content/parts.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import type { PartialContent } from './store.ts'
import { storeIdentity } from '../duplicates/identities.ts'

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
  const fields = fieldsIn(stored, schema)
  await db('annotation_contents')
    .insert({ annotation_id, ...columnsOf(stored, fields), ...more })
    .onConflict('annotation_id')
    .merge({
      tree: db.raw('excluded.tree'),
      fields: db.raw('excluded.fields'),
      ...Object.fromEntries(Object.keys(more).map((name) => [name, db.raw('excluded.??', [name])])),
      version: db.raw('annotation_contents.version + 1'),
      modified_at: db.fn.now(),
    })
  await storeIdentity(db, annotation_id, fields, schema)
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
  if (!part) {
    const stored = { sections: tree }
    const fields = fieldsIn(stored, schema)
    await row.update({ ...columnsOf(stored, fields), ...common })
    return storeIdentity(db, annotation_id, fields, schema)
  }
  await row.update(common)
  for (const [node] of contentNodes(tree))
    if (node.id === part.multivalue_id && node.category === 'multivalue')
      await db('content_parts')
        .where({ annotation_id, ...part })
        .update(partColumns(node.children, schema))
}

const columnsOf = (stored: StoredTree, fields: ReturnType<typeof fieldsIn>) => ({
  tree: JSON.stringify(stored),
  fields: JSON.stringify(fields),
})

const fieldsIn = (stored: StoredTree, schema: SchemaContent) =>
  flattenFields(Array.isArray(stored) ? stored : stored.sections, schema)

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
