/** Filters, ordering and sideloads of annotations. */
import type { Knex } from 'knex'
import { readNodes } from '../../domain/annotations/content/contents.ts'
import { nextTurn } from '../../domain/turns.ts'
import { badRequest, invalid } from '../../errors.ts'
import { type Annotation, type RowOf } from '../../models/index.ts'
import { STATUSES } from '../../rules/annotations/status.ts'
import { contentNodes } from '../../rules/content/index.ts'
import { seesOnlySelf } from '../access.ts'
import { nullsLast, type OrderKey } from '../framework/define.ts'
import type { Values } from '../framework/fields.ts'
import { filterMakers, idsOf, parseBoolean, type FilterMaker } from '../framework/filters.ts'
import { valuesOf } from '../framework/query.ts'
import type { Caller, Request } from '../framework/request.ts'
import type { Sideload } from '../framework/sideload.ts'
import { readByPerson } from './person-order.ts'
import { presentContent } from './presenter.ts'
import { wordFilter } from './word-search.ts'

const by = filterMakers

/** Users referenced by an annotation: wire name → column. */
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

/** The expression that the indexes use: null sorts as the latest time. */
const momentKey = (name: string): OrderKey =>
  NEVER_NULL.includes(name)
    ? { sql: `annotations.${name}`, type: 'timestamptz' }
    : nullsLast(`annotations.${name}`, 'timestamptz')

/** Filters by relations that have one of the values in `column`. */
function relationFilter(description: string, column: string, read: (values: string[], name: string) => Knex.Value[]) {
  return by.custom(description, (query, values, { db }, name) => {
    const related = db('relation_annotations')
      .join('relations', 'relations.id', 'relation_annotations.relation_id')
      .whereIn(column, read(values, name))
      .select('relation_annotations.annotation_id')
    void query.whereIn('annotations.id', related)
  })
}
const asGiven = (values: string[]) => values
const EXACT = 'Exact value, or several separated by commas.'

export const filters = (): Record<string, FilterMaker> => ({
  id: by.ids(),
  status: by.oneOf(STATUSES),
  modifier: by.ids(personSql('modifier_id')),
  confirmed_by: by.ids(personSql('confirmed_by')),
  deleted_by: by.ids(personSql('deleted_by')),
  exported_by: by.ids(personSql('exported_by')),
  purged_by: by.ids(personSql('purged_by')),
  rejected_by: by.ids(personSql('rejected_by')),
  assignees: by.refs(),
  labels: by.refs(),
  document: by.ref(),
  queue: by.ref(),
  queue__workspace: workspaceFilter(),
  workspace: workspaceFilter(),
  relations__parent: relationFilter('Ids of parent annotations, separated by commas.', 'relations.parent_id', idsOf),
  relations__type: relationFilter(EXACT, 'relations.type', asGiven),
  relations__key: relationFilter(EXACT, 'relations.key', asGiven),
  restricted_access: by.bool(),
  automated: by.bool(),
  has_email_thread_with_replies: threadFilter('has_replies'),
  has_email_thread_with_new_replies: threadFilter('has_new_replies'),
  ...momentFilters(),
  document__arrived_at_before: by.before('arrived_at'),
  document__arrived_at_after: by.after('arrived_at'),
  search: wordFilter,
})

/** Filters by a property of the email thread. Few annotations have a thread, so these are found through the index on threads. */
function threadFilter(column: 'has_replies' | 'has_new_replies'): FilterMaker {
  const inside = `annotations.email_thread_id in (select t.id from email_threads t where t.${column})`
  return (wire, model) => {
    const either = by.bool(`coalesce(${inside}, false)`)(wire, model)
    return {
      ...either,
      apply: (query, values, caller, parameter) => {
        const [wanted, ...others] = new Set(values.map(parseBoolean))
        if (typeof wanted !== 'boolean' || others.length) return either.apply(query, values, caller, parameter)
        // Annotations without a thread need no look-up.
        void query.whereRaw(wanted ? inside : `(annotations.email_thread_id is null or not ${inside})`)
      },
    }
  }
}

/** The expression that the indexes use: null sorts as the greatest number. */
function personSql(column: string): string {
  return nullsLast(`annotations.${column}`, 'bigint').sql
}

function momentFilters(): Record<string, FilterMaker> {
  const filters: Record<string, FilterMaker> = {}
  for (const name of MOMENTS) {
    const { sql } = momentKey(name)
    filters[`${name}_before`] = by.before(sql)
    filters[`${name}_after`] = (wire, model) => {
      const after = by.after(sql)(wire, model)
      return {
        ...after,
        apply: (query, values, caller, parameter) => {
          after.apply(query, values, caller, parameter)
          if (!NEVER_NULL.includes(name)) void query.whereRaw(`${sql} < 'infinity'`)
        },
      }
    }
  }
  return filters
}

function workspaceFilter(): FilterMaker {
  return by.custom('Ids of workspaces, separated by commas.', (query, values, { db }, name) => {
    const inside = db('queues').whereIn('queues.workspace_id', idsOf(values, name)).select('queues.id')
    void query.whereIn('annotations.queue_id', inside)
  })
}

const documentJoin = (query: Knex.QueryBuilder) =>
  // The index on file names begins with the organization.
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
      known: (caller) => !seesOnlySelf(caller),
      read: readByPerson(id.sql, nullsLast('users.username', 'text').sql),
    }
  }
  return keys
}

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

export const sideloads: Record<string, string | Sideload> = {
  assignees: 'assignees',
  automation_blockers: 'automation_blocker',
  confirmed_bys: 'confirmed_by_user',
  creators: 'creator',
  deleted_bys: 'deleted_by_user',
  exported_bys: 'exported_by_user',
  modifiers: 'modifier',
  purged_bys: 'purged_by_user',
  rejected_bys: 'rejected_by_user',
  documents: 'document',
  emails: 'email',
  labels: 'labels',
  notes: 'notes',
  organizations: 'organization',
  pages: 'pages',
  queues: 'queue',
  relations: 'relations',
  child_relations: 'child_relations',
  schemas: 'schema',
  suggested_edits: 'suggested_edit',
  workspaces: 'queue.workspace',
  related_emails: 'related_emails',
  workflow_runs: 'workflow_runs',
  content: sideloadContent,
}

/** Returns the nodes with the schema ids in `content.schema_id`, from all annotations of the page, as one flat list. */
async function sideloadContent(rows: RowOf<Annotation>[], caller: Caller, query: Request['query']): Promise<Values[]> {
  const wanted = new Set(valuesOf(query, 'content.schema_id'))
  if (!wanted.size)
    throw badRequest('Sideloading content requires content.schema_id.', {
      'content.schema_id': ['This field is required.'],
    })
  const ids = rows.map(({ id }) => id)
  const shown: Values[] = []
  let left = MAX_SIDELOADED
  for await (const { annotation_id, nodes } of readNodes(caller.db, ids, wanted)) {
    for (const _ of contentNodes(nodes)) if (--left < 0) throw tooManyNodes()
    shown.push(...presentContent(annotation_id, nodes, caller))
    await nextTurn()
  }
  return shown
}

/** Nodes that `sideload=content` adds, with those below them: about 10 MB. */
const MAX_SIDELOADED = 25_000

const tooManyNodes = () =>
  invalid({
    sideload: [
      `sideload=content is limited to ${MAX_SIDELOADED} nodes per page: use a smaller page_size or fewer ids in content.schema_id, or GET annotations/{id}/content.`,
    ],
  })

/** Filters that few annotations meet: those that do not are counted as all others. */
export const RARE_FILTERS = ['has_email_thread_with_replies', 'has_email_thread_with_new_replies']

/** Filters for which the totals of lists come from counters. */
export const COUNTED_FILTERS = ['queue', 'workspace', 'queue__workspace', 'status']
