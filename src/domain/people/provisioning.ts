/** Creates users on their first sign-on with a JWT or an OpenID provider. */
import type { Knex } from 'knex'
import { grantedRoles } from '../../rules/access/provisioning.ts'
import { writeAudit } from '../requests/audit.ts'
import { inTransaction } from '../outbox/transaction.ts'
import { countTakenName, waitForNames } from './taken-names.ts'
import type { Organization, RowOf, User } from '../../models/index.ts'

export interface NewcomerClaims {
  username: string
  email: string
  first_name: string
  last_name: string
  oidc_id: string
  /** The roles requested by the claims. */
  roles: readonly string[]
}

/**
 * Creates the user with the roles and queues that the organization's configuration allows. Returns undefined if auto-provisioning is
 * disabled, or if the username is taken, also by a concurrent sign-on.
 */
export async function provisionUser(
  db: Knex,
  organization_id: number,
  { roles, ...user }: NewcomerClaims,
): Promise<number | undefined> {
  const found = await db<RowOf<Organization>>('organizations')
    .where('id', organization_id)
    .first('provisioning_enabled', 'provisioning_roles', 'provisioning_default_role')
  if (!found?.provisioning_enabled || (await waitForNames(db, organization_id))) return undefined
  const granted = grantedRoles(roles, {
    roles: found.provisioning_roles,
    default_role: found.provisioning_default_role,
  })
  const created = await inTransaction(db, async (tx) => {
    const [made] = await tx<RowOf<User>>('users')
      .insert({ ...user, organization_id, auth_type: 'sso' })
      .onConflict()
      .ignore()
      .returning('id')
    if (!made) return undefined
    const user_id = made.id
    await tx.raw('insert into user_groups (user_id, group_id) select ?, id from groups where name = any(?)', [
      user_id,
      granted,
    ])
    await tx.raw(
      'insert into user_queues (user_id, queue_id) select ?, queue_id from provisioned_queues where organization_id = ?',
      [user_id, organization_id],
    )
    const details = { provisioned: true, roles: granted }
    const who = { organization_id, username: user.username }
    await writeAudit(tx, [{ object_type: 'user', object_id: user_id, action: 'create', details, who }])
    return user_id
  })
  if (created === undefined) await countTakenName(db, organization_id, user.username)
  return created
}
