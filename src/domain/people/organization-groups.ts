/** Operations on organization groups that are reserved for operators of the service; all others are in the API. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { ExpectedError } from '../../errors.ts'
import { duringRequest, writeAudit } from '../requests/audit.ts'
import { inTransaction, type Tx } from '../outbox/transaction.ts'
import type { Organization, RowOf, User } from '../../models/index.ts'

/** A request that cannot be fulfilled; the message is shown to the operator. */
export class GroupError extends ExpectedError {}

export interface GroupSummary {
  id: number
  name: string
  organizations: { id: number; name: string }[]
  /** Usernames of the users with the role `organization_group_admin`. */
  administrators: string[]
}

/** Returns all groups with their organizations and administrators, by id. */
export async function listGroups(db: Knex): Promise<GroupSummary[]> {
  const { rows } = await db.raw<{ rows: GroupSummary[] }>(
    `select g.id, g.name,
       (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by o.id), '[]')
        from organizations o where o.organization_group_id = g.id) as organizations,
       (select coalesce(array_agg(u.username order by u.username), '{}')
        from users u
        join organizations o on o.id = u.organization_id
        join user_groups ug on ug.user_id = u.id
        join groups r on r.id = ug.group_id and r.name = 'organization_group_admin'
        where o.organization_group_id = g.id and u.deleted_at is null) as administrators
     from organization_groups g order by g.id`,
  )
  return rows
}

type Found = Pick<RowOf<User>, 'id' | 'organization_id'> & Pick<RowOf<Organization>, 'organization_group_id'>

/**
 * Makes a user the administrator of the user's organization group. Replaces all roles except approver. Idempotent. Throws GroupError if no
 * active user has the name.
 */
export async function grantGroupAdmin(db: Knex, username: string): Promise<{ group: number }> {
  return inTransaction(db, async (tx) => {
    const user = await tx('users')
      .join('organizations', 'organizations.id', 'users.organization_id')
      .whereRaw('lower(username) = lower(?)', [username])
      .where({ is_active: true })
      .whereNull('deleted_at')
      .forNoKeyUpdate('users')
      .first<Found | undefined>('users.id', 'users.organization_id', 'organization_group_id')
    if (!user) throw new GroupError(`There is no active user "${username}".`)
    await tx('user_groups')
      .where('user_id', user.id)
      .whereNotIn('group_id', tx('groups').select('id').whereIn('name', ['approver', 'organization_group_admin']))
      .delete()
    await tx.raw(
      `insert into user_groups (user_id, group_id) select ?, id from groups where name = 'organization_group_admin'
       on conflict do nothing`,
      [user.id],
    )
    const request = { method: 'COMMAND', path: 'npm run groups -- --grant', request_id: randomUUID(), written: [] }
    const who = { organization_id: user.organization_id, username: 'operator' }
    await duringRequest(request, () =>
      writeAudit(tx, [{ object_type: 'user', object_id: user.id, action: 'update', who }]),
    )
    return { group: user.organization_group_id }
  })
}

/** Returns the first ten ids for a message. */
const listed = (ids: readonly (number | string)[]): string =>
  ids.slice(0, 10).join(', ') + (ids.length > 10 ? ', …' : '')

/**
 * What gives rights over the group of an organization, and what the operator does about it. The organization would take it along, so that
 * those who were trusted in one group had rights over all organizations of another.
 */
const ties: { what: string; remedy: string; find: (tx: Tx, organization: number) => Promise<(number | string)[]> }[] = [
  {
    what: 'memberships',
    remedy: 'delete them first',
    find: (tx, organization) =>
      tx('memberships')
        .where('organization_id', organization)
        .orWhereIn('user_id', tx('users').select('id').where('organization_id', organization))
        .orderBy('id')
        .pluck('id'),
  },
  {
    what: 'administrators of the group',
    remedy: 'give them other roles first',
    find: (tx, organization) =>
      tx('users')
        .join('user_groups', 'user_groups.user_id', 'users.id')
        .join('groups', 'groups.id', 'user_groups.group_id')
        .where({ organization_id: organization, 'groups.name': 'organization_group_admin' })
        // Inactive ones may become active again.
        .whereNull('deleted_at')
        .orderBy('username')
        .pluck('username'),
  },
  {
    what: 'JWT keys for administrators of the group',
    remedy: 'delete them first',
    find: (tx, organization) => signingOn(tx, 'jwt_keys', organization),
  },
  {
    what: 'OpenID providers for administrators of the group',
    remedy: 'delete them first',
    find: (tx, organization) => signingOn(tx, 'oidc_providers', organization),
  },
]

/** Keys and providers with which administrators of the group may sign on. */
const signingOn = (tx: Tx, table: string, organization_id: number): Promise<number[]> =>
  tx(table).where({ organization_id, group_administrators: true }).orderBy('id').pluck('id')

/**
 * Moves an organization to another group, so that the administrators of that group can access it. A group without organizations is kept.
 * Throws GroupError for unknown ids, and if the organization has `ties` to its current group.
 */
export async function joinGroup(db: Knex, organization: number, group: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await tx<RowOf<Organization>>('organizations')
      .where('id', organization)
      .forNoKeyUpdate()
      .first('organization_group_id')
    if (!found) throw new GroupError(`There is no organization ${organization}.`)
    if (!(await tx('organization_groups').where('id', group).first('id')))
      throw new GroupError(`There is no group ${group}.`)
    if (found.organization_group_id === group) return
    for (const { what, remedy, find } of ties) {
      const names = await find(tx, organization)
      if (names.length)
        throw new GroupError(
          `Organization ${organization} has ${what} in group ${found.organization_group_id} (${listed(names)}); ${remedy}.`,
        )
    }
    await tx('organizations').where('id', organization).update({ organization_group_id: group })
  })
}
