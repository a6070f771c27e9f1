import { Type } from 'typebox'
import { forbidden, type FieldErrors } from '../../errors.ts'
import { hashPassword } from '../../domain/credentials.ts'
import { columns, defineResource, nullsLast } from '../resource/define.ts'
import { f, fieldsOf, type Row, type Values } from '../resource/fields.ts'
import { by } from '../resource/filters.ts'
import { idFromUrl } from '../resource/urls.ts'
import { insert, patch } from '../resource/verbs.ts'
import type { State } from '../state.ts'
import { admins, allowed, everyRow } from './access.ts'

const Json = Type.Record(Type.String(), Type.Unknown())
const ORDER = {
  id: 'bigint',
  username: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  date_joined: 'timestamptz',
} as const

export const users = defineResource({
  path: 'users',
  singular: 'user',
  table: 'users',
  description: 'A person or program with a login.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    username: f.text({ required: true, max: 255 }),
    email: f.text({ createOnly: true, default: '', max: 255 }),
    first_name: f.text({ default: '', max: 255 }),
    last_name: f.text({ default: '', max: 255 }),
    phone_number: f.text({ nullable: true, default: null, max: 64 }),
    date_joined: f.time(),
    last_login: f.time({ nullable: true }),
    groups: f.refs('groups', { table: 'user_groups', own: 'user_id', other: 'group_id' }, { default: [] }),
    organization: f.ref('organizations', { required: true, createOnly: true }),
    password: f.custom({
      output: Type.Undefined(),
      input: Type.String({ minLength: 12, maxLength: 64 }),
      createOnly: true,
      writeOnly: true,
    }),
    queues: f.refs('queues', { table: 'user_queues', own: 'user_id', other: 'queue_id' }, { default: [] }),
    is_active: f.bool({ default: true }),
    ui_settings: f.json(Json, { default: {} }),
    metadata: f.metadata(),
    oidc_id: f.custom({
      output: Type.Union([Type.String(), Type.Null()]),
      input: Type.Union([Type.String(), Type.Null()]),
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
    email: by.text('users.email'),
    is_active: by.bool('users.is_active'),
    last_login: by.after('users.last_login'),
    groups: by.pairs('users.id', { table: 'user_groups', own: 'user_id', other: 'group_id' }),
    group: by.pairs('users.id', { table: 'user_groups', own: 'user_id', other: 'group_id' }),
    queue: by.pairs('users.id', { table: 'user_queues', own: 'user_id', other: 'queue_id' }),
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
  visible: (query, { who }) => {
    void query.where('users.organization_id', who.organization_id)
  },
  may: allowed('users'),
  check: oneRole,
  save: { create: createUser, update: updateUser, destroy: deleteUser },
})

/** One role per person; `approver` alone may stand beside another (filled-gaps 9.2). */
async function oneRole(values: Values, { state }: { state: State }): Promise<FieldErrors | null> {
  if (!Array.isArray(values.groups)) return null
  const ids = new Set(values.groups.map((url) => idFromUrl('groups', url)).filter((id) => id !== null))
  const found = await state
    .db('groups')
    .whereIn('id', [...ids])
    .whereNot('name', 'approver')
    .select('id')
  return found.length > 1 ? { groups: ['A user has one role, and approver beside it at most.'] } : null
}

/** What only an administrator may change of a user, oneself included. */
const ADMINISTERED = ['groups', 'queues', 'is_active', 'auth_type', 'oidc_id', 'username']

async function createUser(values: Values, state: State): Promise<{ id: number }> {
  const { password, ...rest } = values
  const hashed = typeof password === 'string' ? { password_hash: await hashPassword(password) } : {}
  return insert(users, rest, state, hashed)
}

async function updateUser(row: Row, values: Values, state: State): Promise<void> {
  if (!admins(state.who)) {
    if (row.id !== state.who.user_id) throw forbidden()
    // A person who PUTs back what was read changes nothing here; administered fields are left as they are.
    for (const name of ADMINISTERED) delete values[name]
  }
  await patch(users, row, values, state, { modified_at: state.db.fn.now() })
}

/** Deletion keeps the row: annotations go on naming who worked on them (filled-gaps 9.1). */
async function deleteUser(row: Row, { db, who }: State): Promise<void> {
  if (row.id !== who.user_id && !admins(who)) throw forbidden()
  await db.transaction(async (trx) => {
    const others = await trx('users')
      .join('user_groups', 'user_groups.user_id', 'users.id')
      .join('groups', 'groups.id', 'user_groups.group_id')
      .where({ 'users.organization_id': row.organization_id, 'users.is_active': true })
      .whereNull('users.deleted_at')
      .whereIn('groups.name', ['admin', 'organization_group_admin'])
      .forUpdate('users')
      .select('users.id', 'groups.name')
    if (others.some((other) => other.id === row.id && other.name === 'organization_group_admin')) {
      throw forbidden('An administrator of an organization group cannot be deleted.')
    }
    if (others.length > 0 && others.every((other) => other.id === row.id)) {
      throw forbidden('The last administrator of an organization cannot be deleted.')
    }
    await trx('users').where('id', row.id).update({ deleted_at: trx.fn.now(), is_active: false })
    await trx('tokens').where('user_id', row.id).delete()
  })
}

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
