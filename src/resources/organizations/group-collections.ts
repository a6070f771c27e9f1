/** Objects in all organizations of a group, from which group administrators choose memberships. Read-only. */
import type { Knex } from 'knex'
import { Type } from 'typebox'
import {
  Organization,
  Queue,
  User,
  Workspace,
  relationsOf,
  type BaseModel,
  type ModelClass,
} from '../../models/index.ts'
import { allowed, type Visible } from '../access.ts'
import { defineResource, type Resource } from '../framework/define.ts'
import { makers, orNull, Url, type FieldBuilders, type FieldBuilder } from '../framework/fields.ts'
import { filterMakers as by, type FilterMaker } from '../framework/filters.ts'
import { resourcePath } from '../framework/registry.ts'
import { group } from '../framework/relations.ts'
import type { Caller } from '../framework/request.ts'

/** Returns the URL of an object below the group of the request. */
const urlInGroup = ({ urls, above }: Caller, collection: string, id: number): string =>
  urls.of('organization_groups', above!, `/${collection}/${id}`)

/** A field that refers to the object whose id is in the column `<name>_id`. */
const inGroup =
  (description: string): FieldBuilder =>
  (name, model) => {
    const relation = relationsOf(model)[name]
    const collection = relation!.target.tableName
    const show = (row: Record<string, number | null>, caller: Caller) => {
      const id = row[`${name}_id`] ?? null
      return id === null ? null : urlInGroup(caller, collection, id)
    }
    return makers.computed(description, orNull(Url), show)(name, model)
  }

const organization = inGroup('URL of its organization within the group.')

/** Limits a query to the group. Users with a membership limited to queues see nothing: other organizations are hidden from them. */
const ofGroup =
  (column: string, more?: (query: Knex.QueryBuilder) => void): Visible =>
  (query, { who, db }, table) => {
    if (who.membership?.limited) void query.whereRaw('false')
    void query.whereIn(
      `${table}.${column}`,
      db('organizations').select('id').where('organization_group_id', who.organization_group_id),
    )
    more?.(query)
  }

function part<M extends BaseModel>(
  model: ModelClass<M>,
  declared: {
    singular: string
    /** Name of the field that contains the object's name. */
    name: string
    fields?: (f: FieldBuilders<M>) => Record<string, FieldBuilder>
    filters?: Record<string, FilterMaker>
    visible: Visible
  },
): Resource<M> {
  const { singular, name, fields, filters, visible } = declared
  return defineResource(model, {
    path: resourcePath(`organization_groups/${model.tableName}`),
    singular,
    description: `All ${model.tableName} in an organization group.`,
    verbs: ['list', 'retrieve'],
    fields: (f) => ({
      id: f.id(),
      url: f.url(),
      [name]: f.text(`Name of the ${singular}.`, { readOnly: true }),
      ...fields?.(f),
    }),
    filters: () => ({ id: by.ids(), [name]: by.text(), ...filters }),
    ordering: { id: 'bigint', [name]: 'text' },
    visible,
    may: allowed('organization_group_parts'),
  })
}

export const groupParts: Resource[] = [
  part(Organization, { singular: 'organization', name: 'name', visible: ofGroup('id') }),
  part(Workspace, {
    singular: 'workspace',
    name: 'name',
    fields: (f) => ({
      organization,
      queues: f.loaded('URLs of its queues within the group.', Type.Array(Url), async (rows, caller) => {
        const ids = rows.map(({ id }) => id)
        const found = await Queue.query(caller.db).whereIn('workspace_id', ids).orderBy('id')
        return group(
          found,
          ({ workspace_id }) => workspace_id,
          ({ id }) => urlInGroup(caller, 'queues', id),
        )
      }),
    }),
    filters: { organization: by.ref() },
    visible: ofGroup('organization_id'),
  }),
  part(Queue, {
    singular: 'queue',
    name: 'name',
    fields: () => ({ organization, workspace: inGroup('URL of its workspace within the group; null if none.') }),
    filters: { organization: by.ref() },
    visible: ofGroup('organization_id'),
  }),
  part(User, {
    singular: 'user',
    name: 'username',
    fields: (f) => ({ email: f.text('Email address.', { readOnly: true }), organization }),
    filters: { email: by.text(), organization: by.ref() },
    visible: ofGroup('organization_id', (query) => void query.whereNull('users.deleted_at')),
  }),
]
