import type { Knex } from 'knex'
import { forbidden } from '../../errors.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'

/** Active administrators of an organization; those of the group who belong to it are administrators too. */
const administrators = (db: Knex, organization_id: number) =>
  db('users')
    .join('user_groups', 'user_groups.user_id', 'users.id')
    .join('groups', 'groups.id', 'user_groups.group_id')
    .where({ 'users.organization_id': organization_id, 'users.is_active': true })
    .whereNull('users.deleted_at')
    .whereIn('groups.name', ['admin', 'organization_group_admin'])
    .pluck<number[]>('users.id')

/**
 * Runs `change` of a user in a transaction and undoes it (403) if it took the organization its last active administrator.
 * Such changes of one organization take turns, so that two administrators cannot remove each other at once.
 */
export function keepingAnAdministrator(
  deps: Transactor,
  user: { id: number; organization_id: number },
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  return transact(deps, async (tx) => {
    const { id, organization_id } = user
    // The user first, as every change of an object does it: in another order a change and a deletion could wait for each other.
    await tx('users').where({ id }).forNoKeyUpdate().select('id')
    await tx('organizations').where('id', organization_id).forNoKeyUpdate().select('id')
    const before = await administrators(tx, organization_id)
    await change(tx)
    if (before.includes(id) && !(await administrators(tx, organization_id)).length)
      throw forbidden('The last administrator of an organization cannot be deleted, deactivated or given another role.')
  })
}
