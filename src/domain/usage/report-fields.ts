/** Time and corrections per field of confirmed annotations, from their content. */
import type { Knex } from 'knex'
import { Schema } from '../../models/index.ts'
import { datapoints, type SchemaContent } from '../../rules/schema/index.ts'

/** The grouping columns and the values, by their names. */
export interface GroupRow {
  user_id?: number | null
  workspace_id?: number | null
  queue_id?: number
  begin_date?: string
  end_date?: string
}

export interface FieldUsage {
  schema_id: string
  label: string
  /** Number of values of the field. */
  total_count: number
  /** Share of them that a user changed, from 0 to 1. */
  corrected_ratio: number
  /** Average time of review of a value, in seconds. */
  time_spent_avg_s: number
}

/** The values of one field in the annotations of one schema and group. */
export interface FieldRow extends GroupRow {
  schema: number
  field: string
  /** Annotations that have the field. */
  documents: number
  total: number
  corrected: number
  time_spent: number
}

// A user looked at the field (`human`), and its value differs from everything that the engine read. Question marks are escaped for knex.
const CORRECTED = `d.node->'validation_sources' @> '["human"]' and not exists (
  select from (values (d.node->'content'->>'value'), (d.node->'content'->>'normalized_value')) now(text),
    (values (coalesce(d.node->'content'->>'rir_text', '')), (d.node->'content'->>'rir_raw_text')) read(text)
  where lower(now.text) = lower(read.text))`
const NODES = `jsonb_path_query(c.nodes, 'strict $.** \\? (@.category == "datapoint" && @.content != null)')`

/**
 * Reads the fields of the confirmed annotations among `acts`, a query that is grouped already, with the schemas they belong to. Purged
 * annotations have no content and do not count.
 */
export async function readFields(
  db: Knex,
  acts: Knex.QueryBuilder,
): Promise<{ rows: FieldRow[]; schemas: Map<number, SchemaContent> }> {
  const rows: FieldRow[] = await acts
    .where('acts.act', 'confirmed')
    .join('content_pieces as c', 'c.annotation_id', 'acts.id')
    .joinRaw(`cross join lateral ${NODES} as d(node)`)
    .groupBy('acts.schema_id')
    .groupByRaw(`d.node->>'schema_id'`)
    .select(
      'acts.schema_id as schema',
      db.raw(`d.node->>'schema_id' as field`),
      db.raw('count(distinct acts.id)::int as documents'),
      db.raw('count(*)::int as total'),
      db.raw(`(count(*) filter (where ${CORRECTED}))::int as corrected`),
      db.raw(`coalesce(sum((d.node->>'time_spent')::float), 0) as time_spent`),
    )
  const found = await Schema.query(db).findByIds([...new Set(rows.map(({ schema }) => schema))])
  return { rows, schemas: new Map(found.map(({ id, content }) => [id, content])) }
}

const sum = (rows: FieldRow[], number: 'total' | 'corrected' | 'time_spent') =>
  rows.reduce((total, row) => total + row[number], 0)
const round = (number: number) => Math.round(number * 1000) / 1000

/** Average number of corrected values per annotation; null without annotations. Every annotation has the header fields of its schema. */
export function correctionsOf(rows: FieldRow[]): number | null {
  const documents = Map.groupBy(rows, ({ schema, user_id, workspace_id, queue_id, begin_date }) =>
    JSON.stringify([schema, user_id, workspace_id, queue_id, begin_date]),
  )
  let count = 0
  for (const same of documents.values()) count += Math.max(...same.map((row) => row.documents))
  return count ? round(sum(rows, 'corrected') / count) : null
}

/** The rows of one group by field, in the order of the schemas. */
export function usageOfFields(rows: FieldRow[], schemas: Map<number, SchemaContent>): FieldUsage[] {
  const byField = Map.groupBy(rows, ({ field }) => field)
  const labels = new Map<string, string>()
  for (const schema of new Set(rows.map((row) => row.schema)))
    for (const { field } of datapoints(schemas.get(schema) ?? [])) labels.set(field.id, field.label)
  return [...labels].flatMap(([schema_id, label]) => {
    const own = byField.get(schema_id)
    if (!own) return []
    const total_count = sum(own, 'total')
    return {
      schema_id,
      label,
      total_count,
      corrected_ratio: round(sum(own, 'corrected') / total_count),
      time_spent_avg_s: round(sum(own, 'time_spent') / total_count),
    }
  })
}
