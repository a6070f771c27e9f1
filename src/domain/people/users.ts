import type { Knex } from 'knex'
import { forbidden } from '../../errors.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'

/** Active administrators of an organization. Administrators of the group who belong to it are included. */
const administrators = (db: Knex, organization_id: number) =>
  db('users')
    .join('user_groups', 'user_groups.user_id', 'users.id')
    .join('groups', 'groups.id', 'user_groups.group_id')
    .where({ 'users.organization_id': organization_id, 'users.is_active': true })
    .whereNull('users.deleted_at')
    .whereIn('groups.name', ['admin', 'organization_group_admin'])
    .pluck<number[]>('users.id')

/**
 * Runs `change` of a user in a transaction and rolls it back (403) if the organization would lose its last active administrator. Such
 * changes of one organization are serialized, so that two administrators cannot remove each other concurrently.
 */
export function keepingAnAdministrator(
  deps: Transactor,
  user: { id: number; organization_id: number },
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  return transact(deps, async (tx) => {
    const { id, organization_id } = user
    // Locks the user first, as every change of an object does; another order could cause a deadlock between a change and a deletion.
    await tx('users').where({ id }).forNoKeyUpdate().select('id')
    await tx('organizations').where('id', organization_id).forNoKeyUpdate().select('id')
    const before = await administrators(tx, organization_id)
    await change(tx)
    if (before.includes(id) && !(await administrators(tx, organization_id)).length)
      throw forbidden('The last administrator of an organization cannot be deleted, deactivated or given another role.')
  })
}
