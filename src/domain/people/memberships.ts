/** Memberships: users who work in other organizations of their group. */
import type { Knex } from 'knex'
import { forbidden, invalid } from '../../errors.ts'
import { releaseApprovals } from '../approvals/release-approvals.ts'
import { replaceLinks } from '../links.ts'
import { inTransaction, transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import { auditRow } from '../requests/audit.ts'
import { rowsOf } from '../rows.ts'
import { createToken, type NewToken } from './credentials.ts'
import { Membership, MembershipGroup, type Group, type RowOf } from '../../models/index.ts'

export interface MembershipInput {
  user_id: number
  organization_id: number
  queue_ids: number[]
  expires_at: string | null
}

/** Rejects a membership across groups, in the user's own organization, or with queues of another one. */
async function checkMembership(
  db: Knex,
  group_id: number,
  membership: Omit<MembershipInput, 'expires_at'>,
): Promise<void> {
  const { user_id, organization_id, queue_ids } = membership
  const missing = ['Invalid hyperlink - object does not exist.']
  const user = await db('users')
    .join('organizations', 'organizations.id', 'users.organization_id')
    .where({ 'users.id': user_id, organization_group_id: group_id })
    .whereNull('users.deleted_at')
    .first('users.organization_id')
  if (!user) throw invalid({ user: missing })
  if (!(await db('organizations').where({ id: organization_id, organization_group_id: group_id }).first('id')))
    throw invalid({ organization: missing })
  if (user.organization_id === organization_id)
    throw invalid({ organization: ['The user already belongs to this organization.'] })
  const found = await db('queues').whereIn('id', queue_ids).where({ organization_id }).count('id as n')
  if (Number(found[0]!.n) !== new Set(queue_ids).size) throw invalid({ queues: missing })
}

/** Creates a membership, or replaces an existing one. Returns its id. */
export function saveMembership(
  db: Knex,
  group_id: number,
  membership: MembershipInput,
  existing_id?: number,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await checkMembership(tx, group_id, membership)
    const { user_id, organization_id, expires_at, queue_ids } = membership
    const row = { user_id, organization_id, expires_at, limited: queue_ids.length > 0 }
    const other = await tx('memberships')
      .where({ user_id, organization_id })
      .whereNot('id', existing_id ?? 0)
      .first('id')
    if (other) throw invalid({ organization: ['The user already has a membership in this organization.'] })
    let id = existing_id
    let before: Pick<RowOf<Membership>, 'user_id'> | undefined
    if (id === undefined) {
      const [made] = await tx<RowOf<Membership>>('memberships')
        .insert({ ...row, organization_group_id: group_id })
        .returning('id')
      id = made!.id
    } else {
      before = await tx<RowOf<Membership>>('memberships').where({ id }).forUpdate().first('user_id')
      await tx('memberships').where({ id }).update(row)
      // The roles were given to another user.
      if (before?.user_id !== user_id) await copyRoles(tx, id, user_id)
    }
    await tx('membership_queues').where('membership_id', id).delete()
    const pairs = [...new Set(queue_ids)].map((queue_id) => ({ membership_id: id, queue_id }))
    if (pairs.length) await tx('membership_queues').insert(pairs)
    releaseApprovals(tx, [...new Set([...(before ? [before.user_id] : []), user_id])])
    const action = existing_id === undefined ? 'create' : 'update'
    await auditRow(tx, Membership.tableName, { action, id, columns: Object.keys(membership) })
    return id
  })
}

const GROUP_LINKS = { table: MembershipGroup.tableName, own: 'membership_id', other: 'group_id' }

/** Sets exactly these roles for a membership, as ids of groups. */
export async function setMembershipGroups(tx: Tx, id: number, group_ids: readonly number[]): Promise<void> {
  await replaceLinks(tx, GROUP_LINKS, id, group_ids)
  releaseApprovals(tx, await usersOf(tx, id))
}

const usersOf = (tx: Tx, id: number): Promise<number[]> =>
  tx<RowOf<Membership>>('memberships').where({ id }).pluck('user_id')

/** Gives a membership the roles that the user has at home now, as the database does for a new one. */
async function copyRoles(tx: Tx, id: number, user_id: number): Promise<void> {
  const found = await tx('user_groups')
    .join('groups', 'groups.id', 'user_groups.group_id')
    .where({ user_id })
    .pluck<string[]>('groups.name')
  const names = found.map((name) => (name === 'organization_group_admin' ? 'admin' : name))
  const groups = await tx<RowOf<Group>>('groups').whereIn('name', names).select('id')
  await setMembershipGroups(
    tx,
    id,
    groups.map((group) => group.id),
  )
}

/** Returns a query of the ids of the other organizations in which the user may act. */
export function membershipOrganizations(
  db: Knex,
  who: { user_id: number; organization_group_id: number; roles: readonly string[] },
): Knex.QueryBuilder {
  if (who.roles.includes('organization_group_admin'))
    return db('organizations').where('organization_group_id', who.organization_group_id).select('id')
  return db('memberships')
    .where({ user_id: who.user_id, organization_group_id: who.organization_group_id })
    .whereRaw('(expires_at is null or expires_at > now())')
    .select('organization_id')
}

/**
 * Creates a token that acts in another organization of the group. Administrators of the group need no membership; an existing one also
 * applies to them, with its queues and its expiry. Throws 403 without permission.
 */
export async function createMembershipToken(
  db: Knex,
  who: {
    user_id: number
    organization_group_id: number
    roles: readonly string[]
    membership?: { limited: boolean }
  },
  organization_id: number,
  options: Pick<NewToken, 'origin' | 'lifetime_s' | 'source_expires_at'>,
): Promise<string> {
  if (who.membership?.limited)
    throw forbidden('A membership that is limited to queues gives no access to other organizations.')
  const user = await db('users').where('id', who.user_id).first('organization_id')
  if (user.organization_id === organization_id) return createToken(db, who.user_id, options)
  const membership = await db('memberships')
    .where({ user_id: who.user_id, organization_id })
    .first('id', db.raw('coalesce(expires_at <= now(), false) as expired'))
  if (membership?.expired) throw forbidden('The membership in this organization has expired.')
  const reachable =
    membership ??
    (who.roles.includes('organization_group_admin') &&
      (await db('organizations')
        .where({ id: organization_id, organization_group_id: who.organization_group_id })
        .first('id')))
  // The same response for organizations of other groups and for unknown ones.
  if (!reachable) throw forbidden('There is no membership in this organization.')
  return createToken(db, who.user_id, { ...options, organization_id, membership_id: membership?.id ?? null })
}

const membershipRows = rowsOf(Membership)

export const deleteMembership = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, async (tx) => {
    const user_ids = await usersOf(tx, id)
    await membershipRows.delete(tx, id)
    releaseApprovals(tx, user_ids)
  })
