/** Documents with many thousands of nodes, as users make them by adding rows. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { readTree, storeTree, takeNodeIds } from '../../src/domain/annotations/content/contents.ts'
import { applyOperations, contentNodes, withIds, type ContentTree } from '../../src/rules/content/index.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'

const nodesOf = (tree: ContentTree): number => [...contentNodes(tree)].length

/** Adds rows to the line items of an imported annotation as long as it has at most this many nodes; returns ids of some of their nodes. */
export async function enlarge(db: Knex, annotation_id: number, nodes: number): Promise<number[]> {
  const row = await db('annotations as a').join('schemas as s', 's.id', 'a.schema_id').where('a.id', annotation_id)
  const schema = (row[0] as { content: SchemaContent }).content
  const before = await readTree(db, annotation_id)
  const table = [...contentNodes(before)].map(([node]) => node).find(({ schema_id }) => schema_id === 'line_items')
  if (!table) throw new Error('The schema of the benchmark has no line items.')
  const rowsOf = (count: number) => Array.from({ length: count }, () => ({ op: 'add', id: table.id, value: [] }))
  const grown = (count: number) =>
    withIds(
      (takeIds) => applyOperations(before, schema, rowsOf(count), { origin: 'user', takeIds }),
      (needed) => takeNodeIds(db, needed),
    )
  const perRow = nodesOf((await grown(1)).tree) - nodesOf(before)
  const { tree, errors } = await grown(Math.floor((nodes - nodesOf(before)) / perRow))
  if (errors) throw new Error(`Rows could not be added: ${JSON.stringify(errors)}`)
  await storeTree(db, annotation_id, tree, schema)
  const ids = [...contentNodes(tree)].flatMap(([node]) => (node.category === 'datapoint' ? [node.id] : []))
  return Array.from({ length: 100 }, (_, n) => ids[Math.floor((n * ids.length) / 100)]!)
}

/** Inserts a copy of the row `of` with these values in place of its own, and returns the id of the copy, if it has one. */
async function copyRow(
  db: Knex,
  table: string,
  of: Record<string, number>,
  changed: Record<string, unknown>,
): Promise<number> {
  const found = await db('information_schema.columns')
    .where({ table_schema: 'public', table_name: table, is_generated: 'NEVER' })
    .whereNot('column_name', 'id')
    .pluck('column_name')
  const columns = found as string[]
  const [key, value] = Object.entries(of)[0]!
  const selected = columns.map((name) => (name in changed ? '?' : '??'))
  const bindings = columns.map((name) => (name in changed ? changed[name] : name))
  const { rows } = (await db.raw(
    `insert into ?? (${columns.map(() => '??').join()}) select ${selected.join()} from ?? where ?? = ? returning *`,
    [table, ...columns, ...bindings, table, key, value] as string[],
  )) as { rows: { id: number }[] }
  return rows[0]!.id
}

/** Makes this many copies of an annotation with its document and content. */
export async function copies(db: Knex, annotation_id: number, count: number): Promise<void> {
  const row = await db('annotations').where('id', annotation_id).first('document_id')
  for (let n = 0; n < count; n++) {
    const s3_name = randomUUID().replaceAll('-', '')
    const document_id = await copyRow(db, 'documents', { id: row.document_id as number }, { s3_name, upload_id: null })
    const id = await copyRow(db, 'annotations', { id: annotation_id }, { document_id, upload_id: null })
    await copyRow(db, 'annotation_contents', { annotation_id }, { annotation_id: id })
    await db.raw(
      `insert into content_parts (annotation_id, multivalue_id, place, nodes, ids, schema_ids, digest, fields)
       select ?, multivalue_id, place, nodes, ids, schema_ids, digest, fields from content_parts where annotation_id = ?`,
      [id, annotation_id],
    )
  }
}
