/**
 * Whether SECRETS_KEY is the key of this database. A value sealed with it is stored at the first start; a process with another key cannot
 * open it. Without this check, such a process works until a hook needs its secrets, and seals others with the wrong key.
 */
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import { ExpectedError } from '../../errors.ts'
import type { KeyCheck, RowOf } from '../../models/index.ts'
import { SEALED } from './rotate-keys.ts'
import { seal, unseal } from './secrets.ts'

type Keys = Pick<Config, 'secretsKey' | 'secretsKeyPrevious'>

const ID = 1
const PLACE = 'key_checks.sealed_value'

export const WRONG_KEY =
  'SECRETS_KEY is not the key of the secrets in the database. Set the key that they were encrypted with, or set it as ' +
  'SECRETS_KEY_PREVIOUS to replace it. If it is lost, run `sheaf rotate-keys --lost`.'

const opens = (config: Keys, place: string, sealed: Buffer): boolean => {
  try {
    unseal(config, place, sealed)
    return true
  } catch {
    return false
  }
}

const stored = (db: Knex) => db<RowOf<KeyCheck>>('key_checks').where('id', ID).first('sealed_value')

/** Returns whether the keys open the stored value; null if there is none, because no process has started since the upgrade. */
export async function fitsSecretsKey(db: Knex, config: Keys): Promise<boolean | null> {
  const row = await stored(db)
  return row ? opens(config, PLACE, row.sealed_value) : null
}

/** Returns whether the keys open a newest secret of some table, or there is none: databases of earlier releases have no stored value. */
async function fitsSecrets(db: Knex, config: Keys): Promise<boolean> {
  let found = false
  for (const { table, column, place } of SEALED) {
    const row = await db(table)
      .whereNotNull(column)
      .orderBy('id', 'desc')
      .first<{ sealed: Buffer } | undefined>(`${column} as sealed`)
    if (row && opens(config, place, row.sealed)) return true
    found ||= row !== undefined
  }
  return !found
}

/** Stores the value if there is none. Throws ExpectedError if SECRETS_KEY is not the key of this database. */
export async function requireSecretsKey(db: Knex, config: Keys): Promise<void> {
  if (!(await stored(db)) && (await fitsSecrets(db, config))) await keep(db, config).onConflict('id').ignore()
  // Read back: another process may have stored one of another key meanwhile.
  if (!(await fitsSecretsKey(db, config))) throw new ExpectedError(WRONG_KEY)
}

/** Makes SECRETS_KEY the key of this database although secrets of a lost key remain, which must be set again. */
export async function acceptSecretsKey(db: Knex, config: Keys): Promise<void> {
  await keep(db, config).onConflict('id').merge()
}

const keep = (db: Knex, config: Keys) =>
  db<RowOf<KeyCheck>>('key_checks').insert({ id: ID, sealed_value: seal(config, PLACE, 'SECRETS_KEY') })
