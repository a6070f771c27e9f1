/** Hooks in more than one row: their order, and copies. */
import type { Knex } from 'knex'
import { inTransaction } from '../outbox/transaction.ts'

/**
 * Would the hook wait for itself if it ran after these? Writers of the organization's order take turns until the transaction
 * ends, so that two of them cannot close a circle together.
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

/** Does the user administer an organization group? Nobody may send tokens of such a person to a hook. */
export async function administersGroup(db: Knex, user_id: number): Promise<boolean> {
  const found = await db('user_groups')
    .join('groups', 'groups.id', 'user_groups.group_id')
    .where({ user_id, 'groups.name': 'organization_group_admin' })
    .first('user_id')
  return found !== undefined
}

export interface CopyOptions {
  name: string
  user_id: number
  copy_secrets: boolean
  copy_dependencies: boolean
}

/** Columns that make a hook what it is; a copy differs in the others. */
const COPIED = [
  'organization_id',
  'type',
  'events',
  'sideload',
  'metadata',
  'config',
  'test',
  'description',
  'extension_source',
  'settings',
  'settings_schema',
  'secrets_schema',
  'token_owner_id',
  'token_lifetime_s',
  'guide',
  'read_more_url',
  'extension_image_url',
  'hook_template_id',
]

/** A copy of the hook, inactive and without queues; its id. A function has to be built again. */
export function copyHook(db: Knex, hook_id: number, options: CopyOptions): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { id: number }[] }>(
      `insert into hooks (name, active, status, sealed_config, sealed_secrets, created_by, modified_by, modified_at,
                          ${COPIED.join(', ')})
       select :name, false, case when type = 'function' then 'pending' end,
              case when :copy_secrets then sealed_config end, case when :copy_secrets then sealed_secrets end,
              :user_id, :user_id, now(), ${COPIED.join(', ')}
       from hooks where id = :hook_id returning id`,
      { ...options, hook_id },
    )
    const { id } = rows[0]!
    if (options.copy_dependencies)
      await tx.raw(
        `insert into hook_order (hook_id, run_after_id)
         select :id::bigint, run_after_id from hook_order where hook_id = :hook_id
         union all select hook_id, :id from hook_order where run_after_id = :hook_id`,
        { id, hook_id },
      )
    return id
  })
}
