/** Operations on several hooks: their order, and copies. */
import type { Knex } from 'knex'
import type { Hook, RowOf } from '../../models/index.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import type { Writer } from '../rows.ts'
import { createHook } from './hook-rows.ts'

/**
 * Returns true if running the hook after these would create a cycle. Writers of the order of an organization take turns until the end of
 * the transaction, so that two of them cannot create a cycle together.
 */
export async function wouldCircle(
  db: Knex,
  { id, organization_id }: { id: number; organization_id: number },
  run_after: number[],
): Promise<boolean> {
  await db.raw(`select pg_advisory_xact_lock(hashtextextended('hook_order', ?))`, [organization_id])
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `with recursive before (id) as (
       select unnest(?::bigint[])
       union select hook_order.run_after_id from hook_order join before on hook_order.hook_id = before.id
     ) select 1 from before where id = ?`,
    [run_after, id],
  )
  return rows.length > 0
}

/** Returns true if the user administers an organization group. Hooks never get tokens of such a user. */
export async function administersGroup(db: Knex, user_id: number): Promise<boolean> {
  const found = await db('user_groups')
    .join('groups', 'groups.id', 'user_groups.group_id')
    .where({ user_id, 'groups.name': 'organization_group_admin' })
    .first('user_id')
  return found !== undefined
}

export interface CopyOptions {
  name: string
  copy_secrets: boolean
  copy_dependencies: boolean
}

/** Copies a hook. The copy is inactive and has no queues; its function has to be built again. Returns its id. */
export const copyHook = (
  deps: Transactor,
  writer: Writer,
  { id: original, ...row }: RowOf<Hook>,
  { name, copy_secrets, copy_dependencies }: CopyOptions,
): Promise<number> =>
  transact(deps, async (tx) => {
    // The database generates the addresses from `config`; the copy has its own timestamps and users.
    const { config_url: _url, config_app_url: _app, created_at: _at, created_by: _by, ...own } = row
    const id = await createHook(tx, writer, {
      ...own,
      name,
      active: false,
      status: own.type === 'function' ? 'pending' : null,
      sealed_config: copy_secrets ? own.sealed_config : null,
      sealed_secrets: copy_secrets ? own.sealed_secrets : null,
      modified_by: writer.user_id,
      modified_at: new Date().toISOString(),
    })
    if (copy_dependencies)
      await tx.raw(
        `insert into hook_order (hook_id, run_after_id)
         select :id::bigint, run_after_id from hook_order where hook_id = :original
         union all select hook_id, :id from hook_order where run_after_id = :original`,
        { id, original },
      )
    return id
  })
