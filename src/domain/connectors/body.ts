import type { Knex } from 'knex'
import { baseUrl, type Config } from '../../config.ts'
import { presentTree, type ContentNode } from '../../rules/content/index.ts'
import { datapoints, type SchemaContent } from '../../rules/schema/index.ts'
import { readTree } from '../annotations/content/contents.ts'
import { schemaOf } from '../annotations/content/schema-of.ts'

interface Found {
  document_id: number
  queue_id: number
  organization_id: number
  workspace_id: number | null
  modifier_id: number | null
  arrived_at: string
  rir_poll_id: string | null
  automated: boolean
  annotation_metadata: unknown
  queue_metadata: unknown
  modifier_metadata: unknown
  s3_name: string
  original_filename: string
  queue_name: string
  workspace_name: string | null
  organization_name: string
  schema: SchemaContent
}

/** Returns the request body of a connector for an annotation: `{meta, content}`. `updated` are the nodes that changed since the last call. */
export async function connectorBody(
  { db, config }: { db: Knex; config: Config },
  annotation_id: number,
  updated: readonly number[],
): Promise<{ meta: Record<string, unknown>; content: unknown[] }> {
  const found = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('schemas as s', 's.id', 'a.schema_id')
    .join('organizations as o', 'o.id', 'a.organization_id')
    .leftJoin('workspaces as w', 'w.id', 'q.workspace_id')
    .leftJoin('users as m', 'm.id', 'a.modifier_id')
    .where('a.id', annotation_id)
    .first<Found | undefined>(
      'a.document_id',
      'a.queue_id',
      'a.organization_id',
      'q.workspace_id',
      'a.modifier_id',
      'a.arrived_at',
      'a.rir_poll_id',
      'a.automated',
      'a.metadata as annotation_metadata',
      'q.metadata as queue_metadata',
      'm.metadata as modifier_metadata',
      'd.s3_name',
      'd.original_file_name as original_filename',
      'q.name as queue_name',
      'w.name as workspace_name',
      'o.name as organization_name',
      schemaOf(db),
    )
  if (!found) throw new Error(`Annotation ${annotation_id} no longer exists.`)
  const url = urlsOf(config)
  return {
    meta: {
      document_url: url('documents', found.document_id),
      arrived_at: found.arrived_at,
      original_file: url('original', found.s3_name),
      original_filename: found.original_filename,
      queue_name: found.queue_name,
      workspace_name: found.workspace_name,
      organization_name: found.organization_name,
      annotation: url('annotations', annotation_id),
      queue: url('queues', found.queue_id),
      workspace: url('workspaces', found.workspace_id),
      organization: url('organizations', found.organization_id),
      modifier: url('users', found.modifier_id),
      updated_datapoint_ids: updated.map(String),
      modifier_metadata: found.modifier_metadata ?? {},
      queue_metadata: found.queue_metadata,
      annotation_metadata: found.annotation_metadata,
      rir_poll_id: found.rir_poll_id,
      automated: found.automated,
    },
    content: contentOf(await readTree(db, annotation_id), found.schema),
  }
}

/** There is no request from which to take the public address of the service, so the configured one is used. */
function urlsOf(config: Config) {
  const base = baseUrl(config)
  return (collection: string, id: number | string | null) => (id === null ? null : `${base}/v1/${collection}/${id}`)
}

function contentOf(tree: readonly ContentNode[], schema: SchemaContent): unknown[] {
  const types = new Map([...datapoints(schema)].map(({ field }) => [field.id, field.type]))
  return presentTree(tree, (node: ContentNode, children: () => object[]): object => {
    const { category, schema_id } = node
    const id = String(node.id)
    if (node.category !== 'datapoint') return { id, category, schema_id, children: children() }
    const { content, validation_sources } = node
    return {
      id,
      category,
      schema_id,
      type: types.get(schema_id) ?? 'string',
      value: content?.normalized_value ?? content?.value ?? '',
      page: content?.page ?? null,
      position: content?.position ?? null,
      rir_position: content?.rir_position ?? null,
      rir_confidence: content?.rir_confidence ?? null,
      validation_sources,
    }
  })
}
