import { Type } from 'typebox'
import {
  deleteMembership,
  saveMembership,
  setMembershipGroups,
  type MembershipInput,
} from '../../domain/people/memberships.ts'
import { Group, Membership, MembershipQueue, type RowOf } from '../../models/index.ts'
import type { FieldErrors } from '../../errors.ts'
import { errorOfRoles } from '../../rules/access/permissions.ts'
import { allowed } from '../access.ts'
import { defineResource, type UrlOf } from '../framework/define.ts'
import { FieldError } from '../framework/field-error.ts'
import { Time, Url, urlOf, type FieldBuilders, type FieldBuilder } from '../framework/fields.ts'
import { parseMoment } from '../framework/filters.ts'
import type { Input } from '../framework/input.ts'
import { group } from '../framework/relations.ts'
import type { Caller } from '../framework/request.ts'
import { idFromUrl } from '../framework/urls.ts'

type Row = RowOf<Membership>

/** URLs in a membership contain the group: `/v1/organization_groups/{id}/users/{id}`. */
const inGroup = ({ urls }: Caller, group_id: number, collection: string, id: number): string =>
  urls.of('organization_groups', group_id, `/${collection}/${id}`)

/** Returns the id in a URL with or without the group; src/domain checks whether the objects belong together. */
function idOf(collection: string, url: unknown): number {
  const id = idFromUrl(collection, url)
  if (id === null) throw new FieldError('Invalid hyperlink - No URL match.')
  return id
}

const reference = (
  f: FieldBuilders<Membership>,
  description: string,
  { collection, column, example }: { collection: string; column: 'user_id' | 'organization_id'; example: number },
): FieldBuilder =>
  f.custom(
    description,
    {
      output: Url,
      input: urlOf(collection),
      required: true,
      example: (url: UrlOf) => url(`organization_groups/1/${collection}`, example),
    },
    {
      show: (row, caller) => inGroup(caller, row.organization_group_id, collection, row[column]),
      accept: (url) => ({ [column]: idOf(collection, url) }),
    },
  )

export const memberships = defineResource(Membership, {
  path: 'organization_groups/memberships',
  singular: 'membership',
  description: 'Gives a user access to another organization of the group, to all or some of its queues.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    user: reference(
      f,
      'URL of a user of another organization of the group, as in `GET /v1/organization_groups/{id}/users`.',
      { collection: 'users', column: 'user_id', example: 1 },
    ),
    organization: reference(f, 'URL of the organization to which the membership gives access.', {
      collection: 'organizations',
      column: 'organization_id',
      example: 2,
    }),
    queues: f.custom(
      'URLs of the queues to which the membership is limited; empty for all queues of the organization.',
      { output: Type.Array(Url), input: Type.Array(urlOf('queues', Type.String())), default: [], example: [] },
      {
        load: async (rows, caller) => {
          const ids = rows.map(({ id }) => id)
          const found = await MembershipQueue.query(caller.db).whereIn('membership_id', ids).orderBy('queue_id')
          const of = group(
            found,
            ({ membership_id }) => membership_id,
            ({ queue_id }) => queue_id,
          )
          return (row) => of(row).map((id) => inGroup(caller, row.organization_group_id, 'queues', id))
        },
        resolve: async (urls) => (urls as unknown[]).map((url) => idOf('queues', url)),
      },
    ),
    groups: f.refs(
      'URLs of the roles of the user in that organization: one role, and optionally `approver`, which auditors cannot be. If omitted, a new membership has the roles that the user has in the own organization then; later changes there do not affect it. Administrators of the group keep that role in every organization.',
      { example: [2], write: (id, ids, { db }) => setMembershipGroups(db, id, ids) },
    ),
    expires_at: f.custom(
      'Time at which the membership expires, UTC; null if it does not expire.',
      {
        output: Type.Union([Time, Type.Null()]),
        input: Type.Union([Type.String(), Type.Null()]),
        default: null,
        example: null,
      },
      {
        show: ({ expires_at }) => expires_at,
        accept: (text) => {
          const moment = text === null ? null : parseMoment(text as string)
          if (text !== null && moment === null) throw new FieldError('Not a valid date or datetime.')
          return { expires_at: moment }
        },
      },
    ),
  }),
  filters: (by) => ({ id: by.ids(), user: by.ref(), organization: by.ref() }),
  ordering: { id: 'bigint' },
  visible: (query, { who }) => void query.where('memberships.organization_group_id', who.organization_group_id),
  may: allowed('memberships'),
  check: async ({ ids }, { caller }) => (ids.groups ? checkRoles(caller.db, ids.groups) : null),
  save: {
    create: (input, caller) => save(input, caller, null),
    update: (row, input, caller) => save(input, caller, row),
    destroy: ({ id }, { deps }) => deleteMembership(deps, id),
  },
})

/** Like the roles of users; that of an administrator of the group does not depend on an organization. */
async function checkRoles(db: Caller['db'], group_ids: readonly number[]): Promise<FieldErrors | null> {
  const found = await Group.query(db).findByIds([...new Set(group_ids)])
  const roles = found.map(({ name }) => name)
  const error = errorOfRoles(roles, 'membership')
  if (error) return { groups: [error] }
  if (roles.includes('organization_group_admin'))
    return { groups: ['Administrators of the group are appointed in their own organization.'] }
  return null
}

async function save({ columns, ids }: Input<Membership>, { db, who }: Caller, row: Row | null): Promise<number> {
  const stored = row && !ids.queues ? await MembershipQueue.query(db).where('membership_id', row.id) : []
  const membership: MembershipInput = {
    user_id: (columns.user_id ?? row?.user_id)!,
    organization_id: (columns.organization_id ?? row?.organization_id)!,
    expires_at: columns.expires_at === undefined ? (row?.expires_at ?? null) : columns.expires_at,
    queue_ids: ids.queues ?? stored.map(({ queue_id }) => queue_id),
  }
  return saveMembership(db, who.organization_group_id, membership, row?.id)
}
