/** Filters, ordering and sideloads of annotations (filled-gaps 3.3 to 3.5). */
import type { Knex } from 'knex'
import { badRequest, invalid } from '../../errors.ts'
import { contentNodes, type ContentTree } from '../../rules/content/index.ts'
import { nullsLast, type CustomSideload, type OrderKey, type Sideload } from '../legacy/define.ts'
import type { Row, Values } from '../legacy/fields.ts'
import { by, type Filter } from '../legacy/filters.ts'
import { objects } from '../engine/sideload.ts'
import type { Caller } from '../engine/request.ts'
import { isStatus, STATUSES } from '../../rules/annotation-status.ts'
import { showNode } from './content.ts'
import { wordFilter } from './word-search.ts'

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

const NEVER_NULL: readonly string[] = ['arrived_at', 'created_at', 'modified_at']

/** In the words of the indexes, where no moment lies in the far future. */
const momentKey = (name: string): OrderKey =>
  NEVER_NULL.includes(name)
    ? { sql: `annotations.${name}`, type: 'timestamptz' }
    : nullsLast(`annotations.${name}`, 'timestamptz')

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
  status: by.custom(`One or several of ${STATUSES.join(', ')}.`, (query, values) => {
    const wrong = values.find((value) => !isStatus(value))
    if (wrong !== undefined) throw invalid({ status: [`"${wrong}" is not a valid choice.`] })
    void query.whereIn('annotations.status', values)
  }),
  modifier: by.ids(personSql('modifier_id')),
  confirmed_by: by.ids(personSql('confirmed_by')),
  deleted_by: by.ids(personSql('deleted_by')),
  exported_by: by.ids(personSql('exported_by')),
  purged_by: by.ids(personSql('purged_by')),
  rejected_by: by.ids(personSql('rejected_by')),
  assignees: by.pairs('annotations.id', { table: 'annotation_assignees', own: 'annotation_id', other: 'user_id' }),
  labels: by.pairs('annotations.id', { table: 'annotation_labels', own: 'annotation_id', other: 'label_id' }),
  document: by.ids('annotations.document_id'),
  queue: by.ids('annotations.queue_id'),
  queue__workspace: workspaceFilter(),
  workspace: workspaceFilter(),
  relations__parent: by.custom('Ids of parent annotations, separated by commas.', (query, values, caller, name) => {
    const related = caller
      .db('relation_annotations')
      .join('relations', 'relations.id', 'relation_annotations.relation_id')
      .select('relation_annotations.annotation_id')
    by.ids('relations.parent_id').apply(related, values, caller, name)
    void query.whereIn('annotations.id', related)
  }),
  relations__type: relationFilter('relations.type'),
  relations__key: relationFilter('relations.key'),
  restricted_access: by.bool('annotations.restricted_access'),
  automated: by.bool('annotations.automated'),
  has_email_thread_with_replies: by.bool(inThread('has_replies')),
  has_email_thread_with_new_replies: by.bool(inThread('has_new_replies')),
  ...momentFilters(),
  document__arrived_at_before: by.before('annotations.arrived_at'),
  document__arrived_at_after: by.after('annotations.arrived_at'),
  search: wordFilter,
}

/** Its email thread exists and says so. The threads are looked up once, not for each annotation: few have one. */
function inThread(column: string): string {
  return `coalesce(annotations.email_thread_id in (select t.id from email_threads t where t.${column}), false)`
}

/** As the indexes have it: nobody is the greatest number. */
function personSql(column: string): string {
  return nullsLast(`annotations.${column}`, 'bigint').sql
}

function momentFilters(): Record<string, Filter> {
  const filters: Record<string, Filter> = {}
  for (const name of MOMENTS) {
    const { sql } = momentKey(name)
    const after = by.after(sql)
    filters[`${name}_before`] = by.before(sql)
    filters[`${name}_after`] = {
      ...after,
      apply: (query, values, caller, parameter) => {
        after.apply(query, values, caller, parameter)
        if (!NEVER_NULL.includes(name)) void query.whereRaw(`${sql} < 'infinity'`)
      },
    }
  }
  return filters
}

function workspaceFilter(): Filter {
  return by.custom('Ids of workspaces, separated by commas.', (query, values, caller, name) => {
    const inside = caller.db('queues').select('queues.id')
    by.ids('queues.workspace_id').apply(inside, values, caller, name)
    void query.whereIn('annotations.queue_id', inside)
  })
}

const documentJoin = (query: Knex.QueryBuilder) =>
  // The organization is in the index of file names.
  void query.join('documents as sorted', {
    'sorted.id': 'annotations.document_id',
    'sorted.organization_id': 'annotations.organization_id',
  })

function peopleOrder(): Record<string, OrderKey> {
  const keys: Record<string, OrderKey> = {}
  for (const [name, column] of Object.entries(PEOPLE)) {
    const alias = `${name}_user`
    const id = nullsLast(`annotations.${column}`, 'bigint')
    const byName = nullsLast(
      `${alias}.username`,
      'text',
      (query) => void query.leftJoin(`users as ${alias}`, `${alias}.id`, `annotations.${column}`),
    )
    keys[name] = id
    keys[`${name}__username`] = {
      ...byName,
      groups: { column: id.sql, of: (caller) => peopleIn(id.sql, nullsLast('users.username', 'text').sql, caller) },
    }
  }
  return keys
}

/** Who occurs in a column: each next one is a look into its index. */
const peopleIn = (column: string, key: string, { db, who }: Caller): Knex.Raw =>
  db.raw(
    `with recursive people(id) as (
       (select ${column} from annotations where organization_id = ? order by 1 limit 1)
       union all
       select (select ${column} from annotations where organization_id = ? and ${column} > people.id order by 1 limit 1)
       from people where people.id is not null)
     select people.id as value, ${key} as key from people left join users on users.id = people.id where people.id is not null`,
    [who.organization_id, who.organization_id],
  )

export const orderingKeys: Record<string, OrderKey> = {
  id: { sql: 'annotations.id', type: 'bigint' },
  document: { sql: 'annotations.document_id', type: 'bigint' },
  document__arrived_at: { sql: 'annotations.arrived_at', type: 'timestamptz' },
  document__original_file_name: { sql: 'sorted.original_file_name', type: 'text', join: documentJoin },
  queue: { sql: 'annotations.queue_id', type: 'bigint' },
  status: { sql: 'annotations.status', type: 'text' },
  ...peopleOrder(),
  ...Object.fromEntries(MOMENTS.map((name) => [name, momentKey(name)])),
}

const column =
  (name: string) =>
  (rows: Row[]): number[] =>
    rows.map((row) => row[name] as number | null).filter((id) => id !== null)
const users = (name: string): Sideload => ({ resource: 'users', ids: column(name) })

const paired =
  (table: string, own: string, other: string) =>
  async (rows: Row[], _shown: Values[], { db }: Caller): Promise<number[]> =>
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
  notes: { resource: 'notes', ids: paired('notes', 'annotation_id', 'id') },
  organizations: { resource: 'organizations', ids: column('organization_id') },
  pages: { resource: 'pages', ids: paired('pages', 'annotation_id', 'id') },
  queues: { resource: 'queues', ids: column('queue_id') },
  relations: { resource: 'relations', ids: paired('relation_annotations', 'annotation_id', 'relation_id') },
  child_relations: { resource: 'relations', ids: paired('relations', 'parent_id', 'id') },
  schemas: { resource: 'schemas', ids: column('schema_id') },
  suggested_edits: { resource: 'suggested_edits', ids: paired('suggested_edits', 'annotation_id', 'id') },
  workspaces: async (rows, caller) => {
    const found = await caller
      .db('queues')
      .whereIn('id', column('queue_id')(rows))
      .whereNotNull('workspace_id')
      .distinct('workspace_id')
    return objects(
      'workspaces',
      found.map((row) => row.workspace_id as number),
      caller,
    )
  },
  related_emails: { resource: 'emails', ids: paired('email_related_annotations', 'annotation_id', 'email_id') },
  workflow_runs: { resource: 'workflow_runs', ids: paired('workflow_runs', 'annotation_id', 'id') },
  content: sideloadContent,
}

/** Datapoints of the named schema ids over all annotations of the page, as one flat list. */
async function sideloadContent(rows: Row[], caller: Caller, query: Record<string, string>): Promise<Values[]> {
  const wanted = new Set([query['content.schema_id']].flat().join(',').split(',').filter(Boolean))
  if (!wanted.size)
    throw badRequest('Sideloading content needs content.schema_id.', {
      'content.schema_id': ['This field is required.'],
    })
  const found = await caller
    .db('annotation_contents')
    .whereIn('annotation_id', column('id')(rows))
    .orderBy('annotation_id')
    .select('annotation_id', 'tree')
  return found.flatMap((row) =>
    [...contentNodes(row.tree as ContentTree)]
      .filter(([node]) => wanted.has(node.schema_id))
      .map(([node]) => showNode(node, row.annotation_id as number, caller.urls)),
  )
}

/** Counters serve the total of what is filtered by these alone. */
export const COUNTED_FILTERS = ['queue', 'workspace', 'queue__workspace', 'status']
