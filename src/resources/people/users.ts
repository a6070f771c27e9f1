import { Type } from 'typebox'
import { setQueuesOfUser } from '../../domain/people/queue-access.ts'
import { setGroups } from '../../domain/people/save-users.ts'
import { Group, User, type RowOf } from '../../models/index.ts'
import { PASSWORD_LENGTH } from '../../rules/access/passwords.ts'
import { allowed, everyRow, seesAll, seesOnlySelf, seesOthersWhole } from '../access.ts'
import { defineResource, nullsLast, type Resource } from '../framework/define.ts'
import type { FieldBuilder } from '../framework/fields.ts'
import type { FilterMaker } from '../framework/filters.ts'
import type { Caller } from '../framework/request.ts'
import { checkUser, create, destroy, examinePassword, permittedValues, update } from './user-changes.ts'

const Json = Type.Record(Type.String(), Type.Unknown())

/** A field that is `blank` for callers who see only the names of other users. */
function hiddenFromOthers(make: FieldBuilder, blank: unknown): FieldBuilder<RowOf<User>> {
  const isShown = (row: RowOf<User>, caller: Caller) => row.id === caller.who.user_id || seesOthersWhole(caller)
  return (name, model) => {
    const { show, load, ...field } = make(name, model)
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

/** A filter on a hidden field: callers who cannot see the values of other users find only their own user. */
function overHidden(make: FilterMaker): FilterMaker {
  return (name, model) => {
    const filter = make(name, model)
    return {
      ...filter,
      apply: (query, values, caller, parameter) => {
        if (!seesOthersWhole(caller)) void query.where('users.id', caller.who.user_id)
        filter.apply(query, values, caller, parameter)
      },
    }
  }
}

export const users: Resource<User> = defineResource(User, {
  path: 'users',
  singular: 'user',
  description: 'A person or program that can log in.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    username: f.text('Login name, unique; usually an email address.', {
      required: true,
      max: 255,
      example: 'grace@example.com',
    }),
    email: hiddenFromOthers(f.text('Email address.', { createOnly: true, default: '', max: 255 }), ''),
    first_name: f.text('First name of the user.', { default: '', max: 255, example: 'Grace' }),
    last_name: f.text('Last name of the user.', { default: '', max: 255, example: 'Hopper' }),
    phone_number: hiddenFromOthers(f.text('Telephone number.', { nullable: true, default: null, max: 64 }), null),
    date_joined: f.time('Time of creation, UTC.'),
    last_login: hiddenFromOthers(f.time('Time of the last login, UTC; null if never.', { nullable: true }), null),
    groups: hiddenFromOthers(
      f.refs(
        'URLs of the roles, as in `GET /v1/groups`: one role, and optionally `approver`, which auditors cannot be.',
        {
          default: [],
          example: [2],
          write: (id, ids, { db }) => setGroups(db, id, ids),
        },
      ),
      [],
    ),
    organization: f.ref('URL of the organization.', { required: true, createOnly: true, example: 1 }),
    password: f.custom(
      `Password, ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters. If omitted, the user sets it with \`POST /v1/auth/password/reset\`. PUT and PATCH refuse it.`,
      {
        output: Type.Undefined(),
        input: Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max }),
        createOnly: 'refused',
        example: 'a long enough passphrase',
      },
      { writeOnly: true },
    ),
    queues: hiddenFromOthers(
      f.refs('URLs of the queues assigned to the user; administrators have access to all queues.', {
        default: [],
        example: [],
        write: (id, ids, { db }) => setQueuesOfUser(db, id, ids),
      }),
      [],
    ),
    is_active: f.bool('Whether the user may log in.', { default: true }),
    ui_settings: hiddenFromOthers(f.json(Json, 'User interface settings; any JSON object.', { default: {} }), {}),
    metadata: hiddenFromOthers(f.metadata(), {}),
    oidc_id: f.custom(
      'Value of the claim that identifies the user at an OpenID provider; visible to administrators and auditors only.',
      {
        output: Type.Union([Type.String(), Type.Null()]),
        input: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
        default: null,
      },
      {
        show: (row, { who }) => (seesAll(who) && row.organization_id === who.organization_id ? row.oidc_id : null),
        accept: (oidc_id) => ({ oidc_id }),
      },
    ),
    auth_type: f.oneOf(['password', 'sso'], 'Login method: `password`, or `sso` for single sign-on only.', {
      default: 'password',
    }),
    deleted: f.computed('Whether the user has been deleted.', Type.Boolean(), ({ deleted_at }) => deleted_at !== null),
    email_verified: f.bool('Whether the email address has been verified.', { readOnly: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    organization: by.ref(),
    username: by.text(),
    first_name: by.text(),
    last_name: by.text(),
    email: overHidden(by.text()),
    is_active: by.bool(),
    last_login: overHidden(by.after('last_login')),
    groups: overHidden(by.refs()),
    group: overHidden(by.refs('groups')),
    queue: overHidden(by.refs('queues')),
    deleted: (name, model) => ({
      ...by.bool('users.deleted_at is not null')(name, model),
      absent: (query) => void query.whereNull('users.deleted_at'),
    }),
  }),
  ordering: {
    id: 'bigint',
    username: 'text',
    first_name: 'text',
    last_name: 'text',
    email: { sql: 'users.email', type: 'text', known: seesOthersWhole },
    date_joined: 'timestamptz',
    last_login: { ...nullsLast('users.last_login', 'timestamptz'), known: seesOthersWhole },
    deleted: { sql: '(users.deleted_at is not null)', type: 'boolean' },
    not_deleted: { sql: '(users.deleted_at is null)', type: 'boolean' },
  },
  visible: (query, caller) => {
    const { user_id, organization_id } = caller.who
    if (seesOnlySelf(caller)) void query.where('users.id', user_id)
    // Users with a membership belong to another organization, but still see their own user.
    else
      void query.where(
        (either) => void either.where('users.organization_id', organization_id).orWhere('users.id', user_id),
      )
  },
  may: allowed('users'),
  normalize: permittedValues,
  examine: examinePassword,
  check: checkUser,
  save: { create, update, destroy },
})

export const groups = defineResource(Group, {
  path: 'groups',
  singular: 'group',
  description: 'A role that users can have.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({ id: f.id(), url: f.url(), name: f.text('Name of the role.', { readOnly: true }) }),
  filters: (by) => ({ id: by.ids(), name: by.text() }),
  ordering: { id: 'bigint', name: 'text' },
  visible: everyRow,
  may: allowed('groups'),
})
