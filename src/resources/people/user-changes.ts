/** Rules for creating, changing and deleting users. */
import { callerOf } from '../../domain/people/passwords.ts'
import { createUser, deleteUser, updateUser } from '../../domain/people/save-users.ts'
import { forbidden, type FieldErrors } from '../../errors.ts'
import { Group, UserGroup, type RowOf, type User } from '../../models/index.ts'
import { errorOfRoles, type Role } from '../../rules/access/permissions.ts'
import { admins, can } from '../access.ts'
import type { CheckContext } from '../framework/define.ts'
import type { Values } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import type { Caller, Request, Writing } from '../framework/request.ts'

type Row = RowOf<User>

const groupAdmins = can('administer_group')

/** Fields that only administrators may change, also of their own user. */
const ADMINISTERED = ['groups', 'queues', 'is_active', 'auth_type', 'oidc_id', 'username']

const rolesOf = async (db: Caller['db'], group_ids: readonly number[]): Promise<Role[]> => {
  const groups = await Group.query(db).findByIds([...new Set(group_ids)])
  return groups.map(({ name }) => name)
}

async function groupIdsOf(db: Caller['db'], user_id: number): Promise<number[]> {
  const pairs = await UserGroup.query(db).where({ user_id }).orderBy('group_id')
  return pairs.map(({ group_id }) => group_id)
}

/**
 * Whether the caller is an administrator of the organization to which the user belongs. The roles of a caller are those in the organization
 * where they act, and there they see one user of another organization: their own. Roles abroad must not decide about that one.
 */
export const administers = (who: Caller['who'], row: Pick<Row, 'organization_id'>): boolean =>
  admins(who) && row.organization_id === who.organization_id

/**
 * Returns the values that the caller may change. Callers who do not administer their own user may PUT it as they read it: administered
 * fields are ignored.
 */
export function permittedValues(values: Values, { row, caller: { who } }: CheckContext<User>): Values {
  if (!row || administers(who, row)) return withOidcId(values, row)
  if (row.id !== who.user_id) throw forbidden()
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ADMINISTERED.includes(name)))
}

/** Sets `oidc_id` to the email of a user who switches to single sign-on without one. */
function withOidcId(values: Values, row: Row | null): Values {
  const turned = values.auth_type === 'sso' && row?.auth_type !== 'sso'
  const oidc_id: unknown = values.oidc_id ?? row?.oidc_id
  const email: unknown = row ? row.email : values.email
  return turned && !oidc_id && email ? { ...values, oidc_id: email } : values
}

/** Estimates the password of a new user. */
export async function examinePassword(
  { password, username, email, first_name, last_name }: Values,
  row: Row | null,
  { deps, who }: Request,
): Promise<FieldErrors | null> {
  if (row || typeof password !== 'string') return null
  const known = { username, email, first_name, last_name }
  const weak = await deps.passwordChecks.errors(callerOf(who), 'password', password, known)
  return weak.length ? { password: weak } : null
}

export async function checkUser({ ids }: Input<User>, { caller }: CheckContext<User>): Promise<FieldErrors | null> {
  const errors: FieldErrors = {}
  if (ids.groups) {
    const error = errorOfRoles(await rolesOf(caller.db, ids.groups), 'user')
    if (error) errors.groups = [error]
  }
  return Object.keys(errors).length ? errors : null
}

export async function create({ columns, ids, values }: Input<User>, { db, who }: Writing): Promise<number> {
  assertGrant(who, await rolesOf(db, ids.groups ?? []))
  return createUser(db, who, columns, values.password as string | undefined)
}

export async function update(row: Row, input: Input<User>, { db, who }: Writing): Promise<void> {
  if (who.membership?.confined && row.id !== who.user_id)
    throw forbidden('A membership that is limited to queues or in time cannot change other users.')
  if (administers(who, row)) await assertMayAdminister(row, input, { db, who })
  await updateUser(db, row, input.columns)
}

/** Administrators may change all users of the organization, but only group administrators may change group administrators. */
async function assertMayAdminister(
  row: Row,
  { columns, ids }: Input<User>,
  { db, who }: Pick<Caller, 'db' | 'who'>,
): Promise<void> {
  const current = await groupIdsOf(db, row.id)
  const groups = ids.groups ?? current
  const roles = await rolesOf(db, current)
  const sameGroups = new Set(groups).size === current.length && current.every((id) => groups.includes(id))
  const changesRights =
    !sameGroups ||
    (['is_active', 'auth_type', 'oidc_id', 'username'] as const).some(
      (name) => columns[name] !== undefined && columns[name] !== row[name],
    )
  if (changesRights && roles.includes('organization_group_admin') && !groupAdmins(who))
    throw forbidden('Only an administrator of the organization group may change another one.')
  const wanted = await rolesOf(db, groups)
  assertGrant(
    who,
    wanted.filter((role) => !roles.includes(role)),
  )
}

/** Throws 403 for roles above the caller's own. */
function assertGrant(who: Caller['who'], roles: Role[]): void {
  if (roles.includes('organization_group_admin') && !groupAdmins(who))
    throw forbidden('Only an administrator of the organization group may add another one.')
}

export async function destroy(row: Row, { db, deps, who }: Request): Promise<void> {
  if (row.id !== who.user_id && !administers(who, row)) throw forbidden()
  const roles = await rolesOf(db, await groupIdsOf(db, row.id))
  if (roles.includes('organization_group_admin'))
    throw forbidden('An administrator of an organization group cannot be deleted.')
  await deleteUser(deps, row)
}
