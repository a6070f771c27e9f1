/** Delegations of approvals from one user to another, for a time. */
import { Type } from 'typebox'
import {
  checkDelegation,
  createDelegation,
  deleteDelegation,
  updateDelegation,
} from '../../domain/approvals/delegations.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { Delegation, type RowOf } from '../../models/index.ts'
import { admins, allowed, sameOrganization, seesAll, type Visible } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { FieldError } from '../framework/field-error.ts'
import { Time, type FieldBuilders, type FieldBuilder } from '../framework/fields.ts'
import { parseMoment } from '../framework/filters.ts'
import type { Caller } from '../framework/request.ts'

/** Administrators and auditors see all; others those from and to themselves. */
const own: Visible = (query, caller, table) => {
  sameOrganization(query, caller, table)
  if (seesAll(caller.who)) return
  const { user_id } = caller.who
  void query.where((either) => void either.where(`${table}.user_id`, user_id).orWhere(`${table}.delegate_id`, user_id))
}

const moment = (
  f: FieldBuilders<Delegation>,
  column: 'starts_at' | 'ends_at',
  description: string,
  options: { required?: true; example: string },
): FieldBuilder<RowOf<Delegation>> =>
  f.custom(
    description,
    { output: Time, input: Type.String(), ...options },
    {
      show: (row) => row[column],
      accept: (text) => {
        const time = parseMoment(text as string)
        if (time === null) throw new FieldError('Not a valid date or datetime.')
        return { [column]: time }
      },
    },
  )

const author = ({ who }: Pick<Caller, 'who'>) => ({ ...who, admin: admins(who) })

export const delegations = defineResource(Delegation, {
  path: 'delegations',
  singular: 'delegation',
  description:
    'The approvals of a user that another user may give or refuse for a period. The activities of the approval name both.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    user: f.ref('URL of the approver; by default the caller. Administrators may name others.', { createOnly: true }),
    delegate: f.ref('URL of the user who may approve instead; must have a role that may approve.', {
      required: true,
      example: 1,
    }),
    // No default: a PUT without it must not begin the delegation now.
    starts_at: moment(f, 'starts_at', 'Start, UTC; by default now.', { example: '2026-08-01T00:00:00Z' }),
    ends_at: moment(f, 'ends_at', 'End, UTC; at most 366 days after the start.', {
      required: true,
      example: '2026-08-15T00:00:00Z',
    }),
    active: f.computed('Whether it is in force now.', Type.Boolean(), ({ starts_at, ends_at }) => {
      const now = Date.now()
      return Date.parse(starts_at) <= now && now < Date.parse(ends_at)
    }),
    created_by: f.createdBy(),
    created_at: f.createdAt(),
  }),
  filters: (by) => ({
    id: by.ids(),
    user: by.ref(),
    delegate: by.ref(),
    active: by.bool('delegations.starts_at <= now() and delegations.ends_at > now()'),
  }),
  ordering: { id: 'bigint', starts_at: 'timestamptz', ends_at: 'timestamptz' },
  visible: own,
  may: allowed('delegations'),
  check: ({ columns }, { row, caller }) => {
    const { user_id, organization_id } = caller.who
    const wanted = { user_id, starts_at: new Date().toISOString(), ...row, ...columns }
    const { delegate_id, ends_at } = wanted
    if (delegate_id === undefined || ends_at === undefined) return null
    return checkDelegation(caller.db, organization_id, { ...wanted, delegate_id, ends_at }, admins(caller.who))
  },
  save: {
    create: ({ columns }, request) => createDelegation(request.deps, request.db, author(request), columns),
    update: (row, { columns }, request) => updateDelegation(request.deps, request.db, author(request), row, columns),
    destroy: (row, request) => transact(request.deps, (tx) => deleteDelegation(request.deps, tx, author(request), row)),
  },
})
