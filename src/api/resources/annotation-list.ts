/** Filters, ordering and sideloads of annotations (filled-gaps 3.3 to 3.5). */
import type { Knex } from 'knex'
import { badRequest, invalid } from '../../errors.ts'
import { contentNodes, type ContentTree } from '../../rules/content/index.ts'
import { nullsLast, type CustomSideload, type OrderKey, type Sideload } from '../resource/define.ts'
import type { Row, Values } from '../resource/fields.ts'
import { by, moments, type Filter } from '../resource/filters.ts'
import { objects } from '../resource/sideload.ts'
import type { State } from '../state.ts'
import { isStatus } from '../../rules/annotation-status.ts'
import { showNode } from './annotation-content.ts'

/** People in an annotation: wire name → column. */
const PEOPLE = {
  modifier: 'modifier_id',
  modified_by: 'modified_by',
  creator: 'creator_id',
  confirmed_by: 'confirmed_by',
  deleted_by: 'deleted_by',
  exported_by: 'exported_by',
  purged_by: 'purged_by',
  rejected_by: 'rejected_by',
} as const

const MOMENTS = [
  'arrived_at',
  'assigned_at',
  'confirmed_at',
  'modified_at',
  'deleted_at',
  'exported_at',
  'export_failed_at',
  'purged_at',
  'rejected_at',
  'created_at',
] as const

const relationFilter = (column: string): Filter =>
  by.custom('Exact value, or several separated by commas.', (query, values, { db }) => {
    const related = db('relation_annotations')
      .join('relations', 'relations.id', 'relation_annotations.relation_id')
      .whereIn(column, values)
      .select('relation_annotations.annotation_id')
    void query.whereIn('annotations.id', related)
  })

export const filters: Record<string, Filter> = {
  id: by.ids('annotations.id'),
  status: by.custom('One or several statuses, separated by commas.', (query, values) => {
    const wrong = values.find((value) => !isStatus(value))
    if (wrong !== undefined) throw invalid({ status: [`"${wrong}" is not a valid choice.`] })
    void query.whereIn('annotations.status', values)
  }),
  modifier: by.ids('annotations.modifier_id'),
  confirmed_by: by.ids('annotations.confirmed_by'),
  deleted_by: by.ids('annotations.deleted_by'),
  exported_by: by.ids('annotations.exported_by'),
  purged_by: by.ids('annotations.purged_by'),
  rejected_by: by.ids('annotations.rejected_by'),
  assignees: by.pairs('annotations.id', { table: 'annotation_assignees', own: 'annotation_id', other: 'user_id' }),
  labels: by.pairs('annotations.id', { table: 'annotation_labels', own: 'annotation_id', other: 'label_id' }),
  document: by.ids('annotations.document_id'),
  queue: by.ids('annotations.queue_id'),
  queue__workspace: workspaceFilter(),
  workspace: workspaceFilter(),
  relations__parent: by.custom('Ids of parent annotations, separated by commas.', (query, values, state, name) => {
    const related = state
      .db('relation_annotations')
      .join('relations', 'relations.id', 'relation_annotations.relation_id')
      .select('relation_annotations.annotation_id')
    by.ids('relations.parent_id').apply(related, values, state, name)
    void query.whereIn('annotations.id', related)
  }),
  relations__type: relationFilter('relations.type'),
  relations__key: relationFilter('relations.key'),
  restricted_access: by.bool('annotations.restricted_access'),
  automated: by.bool('annotations.automated'),
  // No emails are received yet, so no thread has replies.
  has_email_thread_with_replies: by.bool('false'),
  has_email_thread_with_new_replies: by.bool('false'),
  ...moments('annotations', MOMENTS),
  document__arrived_at_before: by.before('annotations.arrived_at'),
  document__arrived_at_after: by.after('annotations.arrived_at'),
  search: by.custom('Words in values, file name, modifier or messages.', search),
}

function workspaceFilter(): Filter {
  return by.custom('Ids of workspaces, separated by commas.', (query, values, state, name) => {
    const inside = state.db('queues').select('queues.id')
    by.ids('queues.workspace_id').apply(inside, values, state, name)
    void query.whereIn('annotations.queue_id', inside)
  })
}

/** Every word of the phrase begins a word in one of the searched texts; each text has an index. */
function search(query: Knex.QueryBuilder, [phrase = '']: string[], { db, who }: State): void {
  if (phrase.length > 256) throw invalid({ search: ['Ensure this field has no more than 256 characters.'] })
  const words = phrase.match(/[\p{L}\p{N}]+/gu)
  // A phrase of punctuation alone is found nowhere.
  if (!words) return void query.whereRaw('false')
  for (const word of words) {
    const prefix = db.raw(`to_tsquery('simple', ?)`, [`${word}:*`])
    const inValues = db('annotation_contents').select('annotation_id').whereRaw('words @@ ?', [prefix])
    const inFileName = db('documents')
      .join('annotations as found', 'found.document_id', 'documents.id')
      .select('found.id')
      .where('documents.organization_id', who.organization_id)
      .whereRaw('documents.words @@ ?', [prefix])
    const inModifier = db('users')
      .join('annotations as found', 'found.modifier_id', 'users.id')
      .select('found.id')
      .where({ 'users.organization_id': who.organization_id, 'found.organization_id': who.organization_id })
      .whereILike('users.email', `%${word}%`)
    const inMessages = db('annotations as found')
      .select('found.id')
      .whereRaw(`found.messages <> '[]' and search_words(found.messages::text) @@ ?`, [prefix])
    void query.whereIn('annotations.id', inValues.unionAll([inFileName, inModifier, inMessages]))
  }
}

const documentJoin = (query: Knex.QueryBuilder) =>
  void query.join('documents as sorted', 'sorted.id', 'annotations.document_id')

function peopleOrder(): Record<string, OrderKey> {
  const keys: Record<string, OrderKey> = {}
  for (const [name, column] of Object.entries(PEOPLE)) {
    const alias = `${name}_user`
    keys[name] = nullsLast(`annotations.${column}`, 'bigint')
    keys[`${name}__username`] = nullsLast(
      `${alias}.username`,
      'text',
      (query) => void query.leftJoin(`users as ${alias}`, `${alias}.id`, `annotations.${column}`),
    )
  }
  return keys
}

const NEVER_NULL = ['arrived_at', 'created_at', 'modified_at']

export const orderingKeys: Record<string, OrderKey> = {
  id: { sql: 'annotations.id', type: 'bigint' },
  document: { sql: 'annotations.document_id', type: 'bigint' },
  document__arrived_at: { sql: 'annotations.arrived_at', type: 'timestamptz' },
  document__original_file_name: { sql: 'sorted.original_file_name', type: 'text', join: documentJoin },
  queue: { sql: 'annotations.queue_id', type: 'bigint' },
  status: { sql: 'annotations.status', type: 'text' },
  ...peopleOrder(),
  ...Object.fromEntries(
    MOMENTS.map((name) => [
      name,
      NEVER_NULL.includes(name)
        ? { sql: `annotations.${name}`, type: 'timestamptz' as const }
        : nullsLast(`annotations.${name}`, 'timestamptz'),
    ]),
  ),
}

const column =
  (name: string) =>
  (rows: Row[]): number[] =>
    rows.map((row) => row[name] as number | null).filter((id) => id !== null)
const users = (name: string): Sideload => ({ resource: 'users', ids: column(name) })

const paired =
  (table: string, own: string, other: string) =>
  async (rows: Row[], _shown: Values[], { db }: State): Promise<number[]> =>
    (await db(table).whereIn(own, column('id')(rows)).distinct(other)).map((row: Row) => row[other] as number)

export const sideloads: Record<string, Sideload | CustomSideload> = {
  assignees: { resource: 'users', ids: paired('annotation_assignees', 'annotation_id', 'user_id') },
  automation_blockers: { resource: 'automation_blockers', ids: paired('automation_blockers', 'annotation_id', 'id') },
  confirmed_bys: users('confirmed_by'),
  creators: users('creator_id'),
  deleted_bys: users('deleted_by'),
  exported_bys: users('exported_by'),
  modifiers: users('modifier_id'),
  purged_bys: users('purged_by'),
  rejected_bys: users('rejected_by'),
  documents: { resource: 'documents', ids: column('document_id') },
  emails: { resource: 'emails', ids: column('email_id') },
  labels: { resource: 'labels', ids: paired('annotation_labels', 'annotation_id', 'label_id') },
  organizations: { resource: 'organizations', ids: column('organization_id') },
  pages: { resource: 'pages', ids: paired('pages', 'annotation_id', 'id') },
  queues: { resource: 'queues', ids: column('queue_id') },
  relations: { resource: 'relations', ids: paired('relation_annotations', 'annotation_id', 'relation_id') },
  child_relations: { resource: 'relations', ids: paired('relations', 'parent_id', 'id') },
  schemas: { resource: 'schemas', ids: column('schema_id') },
  workspaces: async (rows, state) => {
    const found = await state
      .db('queues')
      .whereIn('id', column('queue_id')(rows))
      .whereNotNull('workspace_id')
      .distinct('workspace_id')
    return objects(
      'workspaces',
      found.map((row) => row.workspace_id as number),
      state,
    )
  },
  // Nothing makes these yet: no annotation can have any.
  notes: { resource: 'notes', ids: () => [] },
  related_emails: { resource: 'emails', ids: () => [] },
  suggested_edits: { resource: 'suggested_edits', ids: () => [] },
  workflow_runs: { resource: 'workflow_runs', ids: () => [] },
  content: sideloadContent,
}

/** Datapoints of the named schema ids over all annotations of the page, as one flat list. */
async function sideloadContent(rows: Row[], state: State, query: Record<string, string>): Promise<Values[]> {
  const wanted = new Set([query['content.schema_id']].flat().join(',').split(',').filter(Boolean))
  if (!wanted.size)
    throw badRequest('Sideloading content needs content.schema_id.', {
      'content.schema_id': ['This field is required.'],
    })
  const found = await state
    .db('annotation_contents')
    .whereIn('annotation_id', column('id')(rows))
    .orderBy('annotation_id')
    .select('annotation_id', 'tree')
  return found.flatMap((row) =>
    [...contentNodes(row.tree as ContentTree)]
      .filter(([node]) => wanted.has(node.schema_id))
      .map(([node]) => showNode(node, row.annotation_id as number, state.urls)),
  )
}

/** Counters serve the total of what is filtered by queue and status alone. */
export const COUNTED_FILTERS = ['queue', 'status']
