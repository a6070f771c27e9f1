import { Type } from 'typebox'

import { columns, defineResource, nullsLast } from '../legacy/define.ts'
import { f, fieldsOf, type Field, type Row } from '../legacy/fields.ts'
import { by, type Filter } from '../legacy/filters.ts'
import { list } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { admins, allowed, everyRow } from '../access.ts'
import { checkUser, createUser, deleteUser, updateUser } from './user-changes.ts'

const Json = Type.Record(Type.String(), Type.Unknown())
const ORDER = {
  id: 'bigint',
  username: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  date_joined: 'timestamptz',
} as const
const GROUPS = { table: 'user_groups', own: 'user_id', other: 'group_id' }
const QUEUES = { table: 'user_queues', own: 'user_id', other: 'queue_id' }

/**
 * Who sees what of others (filled-gaps 9.2; decision 31): viewers and approvers nobody, annotators the names, managers all
 * but `oidc_id`, administrators all. Everybody sees the own user.
 */
const seesOnlySelf = ({ who }: Pick<Caller, 'who'>) =>
  who.roles.every((role) => role === 'viewer' || role === 'approver')
const seesOthersWhole = ({ who }: Pick<Caller, 'who'>) => admins(who) || who.roles.includes('manager')

/** A field that is `blank` for whoever sees only the names of others. */
function hiddenFromOthers(make: (name: string) => Field, blank: unknown): (name: string) => Field {
  const isShown = (row: Row, caller: Caller) => row.id === caller.who.user_id || seesOthersWhole(caller)
  return (name) => {
    const { show, load, ...field } = make(name)
    if (show) return { ...field, show: (row, caller, path) => (isShown(row, caller) ? show(row, caller, path) : blank) }
    return {
      ...field,
      load: async (rows, caller) => {
        const valueOf = await load!(rows, caller)
        return (row) => (isShown(row, caller) ? valueOf(row) : blank)
      },
    }
  }
}

/** A filter over a hidden field; from whom others' values are hidden it finds the own user only, and so gives nothing away. */
const overHidden = (filter: Filter): Filter => ({
  ...filter,
  apply: (query, values, caller, name) => {
    if (!seesOthersWhole(caller)) void query.where('users.id', caller.who.user_id)
    filter.apply(query, values, caller, name)
  },
})

export const users = defineResource({
  path: 'users',
  singular: 'user',
  table: 'users',
  description: 'A person or program with a login.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    username: f.text({ required: true, max: 255 }),
    email: hiddenFromOthers(f.text({ createOnly: true, default: '', max: 255 }), ''),
    first_name: f.text({ default: '', max: 255 }),
    last_name: f.text({ default: '', max: 255 }),
    phone_number: hiddenFromOthers(f.text({ nullable: true, default: null, max: 64 }), null),
    date_joined: f.time(),
    last_login: hiddenFromOthers(f.time({ nullable: true }), null),
    groups: hiddenFromOthers(f.refs('groups', GROUPS, { default: [] }), []),
    organization: f.ref('organizations', { required: true, createOnly: true }),
    password: f.custom({
      output: Type.Undefined(),
      input: Type.String({ minLength: 12, maxLength: 64 }),
      createOnly: true,
      writeOnly: true,
    }),
    queues: hiddenFromOthers(f.refs('queues', QUEUES, { default: [] }), []),
    is_active: f.bool({ default: true }),
    ui_settings: hiddenFromOthers(f.json(Json, { default: {} }), {}),
    metadata: hiddenFromOthers(f.metadata(), {}),
    oidc_id: f.custom({
      output: Type.Union([Type.String(), Type.Null()]),
      input: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
      default: null,
      show: (row, { who }) => (admins(who) ? row.oidc_id : null),
      accept: (value) => ({ oidc_id: value }),
    }),
    auth_type: f.oneOf(['password', 'sso'], { default: 'password' }),
    deleted: f.computed(Type.Boolean(), (row) => row.deleted_at !== null),
    email_verified: f.bool({ readOnly: true }),
  }),
  filters: {
    id: by.ids('users.id'),
    organization: by.ids('users.organization_id'),
    username: by.text('users.username'),
    first_name: by.text('users.first_name'),
    last_name: by.text('users.last_name'),
    email: overHidden(by.text('users.email')),
    is_active: by.bool('users.is_active'),
    last_login: overHidden(by.after('users.last_login')),
    groups: overHidden(by.pairs('users.id', GROUPS)),
    group: overHidden(by.pairs('users.id', GROUPS)),
    queue: overHidden(by.pairs('users.id', QUEUES)),
    deleted: {
      ...by.bool('users.deleted_at is not null'),
      absent: (query) => void query.whereNull('users.deleted_at'),
    },
  },
  ordering: {
    ...columns('users', ORDER),
    last_login: nullsLast('users.last_login', 'timestamptz'),
    deleted: { sql: '(users.deleted_at is not null)', type: 'boolean' },
    not_deleted: { sql: '(users.deleted_at is null)', type: 'boolean' },
  },
  handlers: {
    list: (request) => list(seesOthersWhole(request) ? users : { ...users, ordering: shownOrdering }, request),
  },
  visible: (query, caller) => {
    const { user_id, organization_id } = caller.who
    if (seesOnlySelf(caller)) void query.where('users.id', user_id)
    // Who works here by a membership belongs to another organization, and is there for himself all the same.
    else
      void query.where(
        (either) => void either.where('users.organization_id', organization_id).orWhere('users.id', user_id),
      )
  },
  may: allowed('users'),
  check: checkUser,
  save: {
    create: (values, caller) => createUser(users, values, caller),
    update: (row, values, caller) => updateUser(users, row, values, caller),
    destroy: deleteUser,
  },
})

/** The order of values that are hidden, and cursors made of them, would tell them; such keys count as unknown. */
const shownOrdering = Object.fromEntries(
  Object.entries(users.ordering).filter(([name]) => !['email', 'last_login'].includes(name)),
)

export const groups = defineResource({
  path: 'groups',
  singular: 'group',
  table: 'groups',
  description: 'A role that users can have.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({ id: f.id(), url: f.self(), name: f.text({ readOnly: true }) }),
  filters: { id: by.ids('groups.id'), name: by.text('groups.name') },
  ordering: columns('groups', { id: 'bigint', name: 'text' }),
  visible: everyRow,
  may: allowed('groups'),
})
