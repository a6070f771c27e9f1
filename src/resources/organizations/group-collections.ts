/** What is in all organizations of a group, for its administrators to choose memberships from (filled-gaps 9.5). Read-only. */
import { Type } from 'typebox'
import type { Knex } from 'knex'
import { defineResource, type Resource } from '../legacy/define.ts'
import { f, fieldsOf, Url, type Field } from '../legacy/fields.ts'
import { by, type Filter } from '../legacy/filters.ts'
import { group } from '../legacy/references.ts'
import { allowed, type Visible } from '../access.ts'

/** The URL of another object below the same group. */
const inGroup =
  (collection: string, column: string): ((name: string) => Field) =>
  () => ({
    output: Type.Union([Url, Type.Null()]),
    show: (row, { urls, above }) =>
      row[column] === null ? null : urls.of('organization_groups', above!, `/${collection}/${String(row[column])}`),
  })

/** Nothing for whoever is here for some queues only: what is in other organizations is not theirs to see. */
const ofGroup =
  (organization: string, more?: (query: Knex.QueryBuilder) => void): Visible =>
  (query, { who, db }) => {
    if (who.membership?.limited) void query.whereRaw('false')
    void query.whereIn(
      organization,
      db('organizations').select('id').where('organization_group_id', who.organization_group_id),
    )
    more?.(query)
  }

function part(
  table: 'organizations' | 'workspaces' | 'queues' | 'users',
  declared: {
    singular: string
    name: string
    fields: Record<string, (name: string) => Field>
    filters?: Record<string, Filter>
    visible: Visible
  },
): Resource {
  const { singular, name } = declared
  return defineResource({
    path: `organization_groups/${table}`,
    singular,
    table,
    description: `Every ${singular} in the organizations of a group.`,
    verbs: ['list', 'retrieve'],
    fields: fieldsOf({ id: f.id(), url: f.self(), [name]: f.text({ readOnly: true }), ...declared.fields }),
    filters: { id: by.ids(`${table}.id`), [name]: by.text(`${table}.${name}`), ...declared.filters },
    ordering: { id: { sql: `${table}.id`, type: 'bigint' }, [name]: { sql: `${table}.${name}`, type: 'text' } },
    visible: declared.visible,
    may: allowed('organization_group_parts'),
  })
}

export const groupParts: Resource[] = [
  part('organizations', {
    singular: 'organization',
    name: 'name',
    fields: {},
    visible: ofGroup('organizations.id'),
  }),
  part('workspaces', {
    singular: 'workspace',
    name: 'name',
    fields: {
      organization: inGroup('organizations', 'organization_id'),
      queues: f.loaded(Type.Array(Url), async (rows, { db, urls, above }) => {
        const found = await db('queues')
          .whereIn(
            'workspace_id',
            rows.map((row) => row.id),
          )
          .orderBy('id')
          .select('id', 'workspace_id')
        return group(found, 'workspace_id', (queue) =>
          urls.of('organization_groups', above!, `/queues/${queue.id as number}`),
        )
      }),
    },
    filters: { organization: by.ids('workspaces.organization_id') },
    visible: ofGroup('workspaces.organization_id'),
  }),
  part('queues', {
    singular: 'queue',
    name: 'name',
    fields: {
      organization: inGroup('organizations', 'organization_id'),
      workspace: inGroup('workspaces', 'workspace_id'),
    },
    filters: { organization: by.ids('queues.organization_id') },
    visible: ofGroup('queues.organization_id'),
  }),
  part('users', {
    singular: 'user',
    name: 'username',
    fields: { email: f.text({ readOnly: true }), organization: inGroup('organizations', 'organization_id') },
    filters: { email: by.text('users.email'), organization: by.ids('users.organization_id') },
    visible: ofGroup('users.organization_id', (query) => void query.whereNull('users.deleted_at')),
  }),
]
