/** Encrypts everything that SECRETS_KEY protects with the current key. */
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import { reseal } from './secrets.ts'

/** All columns with sealed values, and the place for which each is sealed. */
export const SEALED = [
  { table: 'hooks', column: 'sealed_secrets', place: 'hooks.secrets' },
  { table: 'hooks', column: 'sealed_config', place: 'hooks.config' },
  { table: 'hook_runs', column: 'sealed_payload', place: 'hook_runs.sealed_payload' },
  { table: 'hook_runs', column: 'sealed_record', place: 'hook_runs.sealed_record' },
  { table: 'connectors', column: 'sealed_client_ssl_key', place: 'connectors.client_ssl_key' },
  { table: 'connectors', column: 'sealed_authorization_token', place: 'connectors.authorization_token' },
  { table: 'oidc_providers', column: 'sealed_client_secret', place: 'oidc_providers.client_secret' },
  { table: 'inboxes', column: 'sealed_mailbox_password', place: 'inboxes.mailbox_password' },
  { table: 'export_profiles', column: 'sealed_delivery_secret', place: 'export_profiles.delivery_secret' },
  { table: 'export_profiles', column: 'sealed_delivery_key', place: 'export_profiles.delivery_private_key' },
  { table: 'letters', column: 'sealed_message', place: 'letters.sealed_message' },
  { table: 'audit_days', column: 'sealed_hash', place: 'audit_days.sealed_hash' },
  { table: 'idempotency_keys', column: 'body', place: 'idempotency_keys.body' },
  // Last, so that a process without the previous key is refused until everything is encrypted with the new one.
  { table: 'key_checks', column: 'sealed_value', place: 'key_checks.sealed_value' },
] as const

const BATCH = 100

export interface Rotated {
  table: string
  column: string
  /** Values encrypted now. */
  changed: number
  /** Values that were encrypted with the current key already. */
  current: number
  /** Ids of rows whose value neither key decrypts. */
  unreadable: number[]
}

/**
 * Goes through all sealed values in batches and encrypts those of the previous key with the current one. Safe to interrupt and to repeat, and
 * while the service runs: a value that changes at the same time is left as it is, because the service writes with the current key.
 * `progress` receives the counts of a column after each batch, and whether it is the last one of the column. Returns the counts of all columns.
 */
export async function rotateKeys(
  db: Knex,
  config: Pick<Config, 'secretsKey' | 'secretsKeyPrevious'>,
  progress: (state: Rotated, isLast: boolean) => void = () => undefined,
): Promise<Rotated[]> {
  const all: Rotated[] = []
  for (const { table, column, place } of SEALED) {
    const state: Rotated = { table, column, changed: 0, current: 0, unreadable: [] }
    for (let last = 0; ;) {
      const rows = await db(table)
        .whereNotNull(column)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .select<{ id: number; sealed: Buffer }[]>('id', `${column} as sealed`)
      for (const { id, sealed } of rows) {
        let fresh: Buffer | null
        try {
          fresh = reseal(config, place, sealed)
        } catch {
          state.unreadable.push(id)
          continue
        }
        if (fresh === null) state.current++
        else
          state.changed += await db(table)
            .where({ id, [column]: sealed })
            .update({ [column]: fresh })
      }
      const isLast = rows.length < BATCH
      progress(state, isLast)
      if (isLast) break
      last = rows.at(-1)!.id
    }
    all.push(state)
  }
  return all
}
