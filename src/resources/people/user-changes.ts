/** Who may change what of whom (filled-gaps 9.1 and 9.2). */
import { forbidden, type FieldErrors } from '../../errors.ts'
import { within, type Caller, type Request } from '../engine/request.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { writeAudit } from '../../domain/requests/audit.ts'
import { endCredentials, hashPassword } from '../../domain/people/credentials.ts'
import { keepingAnAdministrator } from '../../domain/people/users.ts'
import { errorsOfPassword } from '../../rules/passwords.ts'
import type { Role } from '../../rules/permissions.ts'
import type { Resource } from '../legacy/define.ts'
import type { Row, Values } from '../legacy/fields.ts'
import { idFromUrl } from '../engine/urls.ts'
import { insert, patch } from '../legacy/verbs.ts'
import { admins, can } from '../access.ts'

const groupAdmins = can('administer_group')

/** What only an administrator may change of a user, oneself included. */
const ADMINISTERED = ['groups', 'queues', 'is_active', 'auth_type', 'oidc_id', 'username']

const groupIds = (urls: unknown): number[] =>
  [...new Set((urls as unknown[]).map((url) => idFromUrl('groups', url)).filter((id) => id !== null))].sort(
    (a, b) => a - b,
  )
const rolesOf = (db: Caller['db'], group_ids: number[]): Promise<Role[]> =>
  db('groups').whereIn('id', group_ids).pluck('name') as unknown as Promise<Role[]>

export async function checkUser(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const faults: FieldErrors = {}
  if (Array.isArray(values.groups)) {
    const roles = (await rolesOf(caller.db, groupIds(values.groups))).filter((role) => role !== 'approver')
    if (roles.length > 1) faults.groups = ['A user has one role, and approver beside it at most.']
  }
  if (!row && typeof values.password === 'string') {
    const weak = errorsOfPassword(values.password, values)
    if (weak.length) faults.password = weak
  }
  return Object.keys(faults).length ? faults : null
}

/** Where single sign-on has no id of the user yet, it is the email (filled-gaps 9.1). */
function withOidcId(values: Values, row: Row | null): Values {
  const turned = values.auth_type === 'sso' && row?.auth_type !== 'sso'
  const oidc_id = values.oidc_id ?? row?.oidc_id
  const email = row ? row.email : values.email
  return turned && !oidc_id && email ? { ...values, oidc_id: email } : values
}

export async function createUser(users: Resource, values: Values, request: Request): Promise<{ id: number }> {
  const { password, ...rest } = withOidcId(values, null)
  demandGrant(request.who, await rolesOf(request.db, groupIds(values.groups)))
  const hashed = typeof password === 'string' ? { password_hash: await hashPassword(password) } : {}
  return transact(request.deps, async (trx) => {
    const made = await insert(users, rest, within(request, trx), hashed)
    await writeAudit(trx, [{ object_type: 'user', object_id: made.id, action: 'create' }])
    return made
  })
}

export async function updateUser(users: Resource, row: Row, values: Values, request: Request): Promise<void> {
  const { deps, who } = request
  const wanted = { ...values }
  if (!admins(who)) {
    if (row.id !== who.user_id) throw forbidden()
    // A person who PUTs back what was read changes nothing here; administered fields are left as they are.
    for (const name of ADMINISTERED) delete wanted[name]
  } else await demandMayAdminister(row, wanted, request)
  await keepingAnAdministrator(deps, idsOf(row), async (trx) => {
    await patch(users, row, withOidcId(wanted, row), within(request, trx), { modified_at: trx.fn.now() })
    // What a password opened is over with it. Tokens do not say how they were got, so all of them end.
    const turned = wanted.auth_type === 'sso' && row.auth_type !== 'sso'
    if (turned || wanted.is_active === false) await endCredentials(trx, row.id as number)
    await writeAudit(trx, [{ object_type: 'user', object_id: row.id as number, action: 'update' }])
  })
}

const idsOf = (row: Row) => row as { id: number; organization_id: number }

/** An administrator changes everybody of the organization, but administrators of the group only if he is one. */
async function demandMayAdminister(row: Row, wanted: Values, { db, who }: Caller): Promise<void> {
  const current = (await db('user_groups').where('user_id', row.id).orderBy('group_id').pluck('group_id')) as number[]
  const groups = wanted.groups === undefined ? current : groupIds(wanted.groups)
  const roles = await rolesOf(db, current)
  const changesRights =
    String(groups) !== String(current) ||
    ['is_active', 'auth_type', 'oidc_id', 'username'].some(
      (name) => wanted[name] !== undefined && wanted[name] !== row[name],
    )
  if (changesRights && who.membership?.limited)
    throw forbidden('A membership that is limited to queues changes neither roles of others nor how they sign on.')
  if (changesRights && roles.includes('organization_group_admin') && !groupAdmins(who))
    throw forbidden('An administrator of an organization group is changed by another one only.')
  const added = (await rolesOf(db, groups)).filter((role) => !roles.includes(role))
  demandGrant(who, added)
}

/** Nobody gives what is above the own role; who is limited to some queues makes no administrators, who see all. */
function demandGrant(who: Caller['who'], roles: Role[]): void {
  if (roles.includes('organization_group_admin') && !groupAdmins(who))
    throw forbidden('Only an administrator of the organization group makes others one.')
  if (who.membership?.limited && roles.some((role) => admins({ roles: [role] })))
    throw forbidden('A membership that is limited to queues makes no administrators.')
}

/** Deletion keeps the row: annotations go on naming who worked on them (filled-gaps 9.1). */
export async function deleteUser(row: Row, { db, deps, who }: Request): Promise<void> {
  const { id } = idsOf(row)
  if (id !== who.user_id && !admins(who)) throw forbidden()
  const roles = (await db('user_groups')
    .join('groups', 'groups.id', 'user_groups.group_id')
    .where('user_id', id)
    .pluck('groups.name')) as string[]
  if (roles.includes('organization_group_admin'))
    throw forbidden('An administrator of an organization group cannot be deleted.')
  if (who.membership?.limited) throw forbidden('A membership that is limited to queues deletes nobody.')
  await keepingAnAdministrator(deps, idsOf(row), async (trx) => {
    await trx('users').where({ id }).update({ deleted_at: trx.fn.now(), is_active: false })
    await endCredentials(trx, id)
    await writeAudit(trx, [{ object_type: 'user', object_id: id, action: 'delete' }])
  })
}
