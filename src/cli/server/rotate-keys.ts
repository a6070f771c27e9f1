/** `sheaf rotate-keys`: encrypts all secrets with the current SECRETS_KEY. */
import { openDatabase } from '../../../db/knex.ts'
import { acceptSecretsKey } from '../../domain/requests/key-check.ts'
import { rotateKeys, type Rotated } from '../../domain/requests/rotate-keys.ts'
import { Problem } from '../problem.ts'
import { configureRunning } from './configure.ts'

export const describe = ({ table, column, changed, current, unreadable }: Rotated): string => {
  const ids = unreadable.slice(0, 10).join(', ')
  const lost = unreadable.length ? `, ${unreadable.length} cannot be decrypted (ids ${ids})` : ''
  return `${table}.${column}: ${changed} encrypted with the new key, ${current} already were${lost}`
}

/**
 * Encrypts everything that SECRETS_KEY_PREVIOUS protects; without that key (`isLost`), SECRETS_KEY is accepted and what it does not open is
 * reported. `note` receives the counts of columns that take several batches until they are
 * done.
 */
export async function rotate(note: (state: Rotated) => void, { isLost = false } = {}): Promise<Rotated[]> {
  const config = configureRunning()
  if (!config.secretsKeyPrevious && !isLost)
    throw new Problem(
      'SECRETS_KEY_PREVIOUS must be set to the key that SECRETS_KEY replaces. If that key is lost, use --lost.',
    )
  const db = openDatabase(config.databaseUrl, { poolMax: 2, name: 'sheaf-rotate-keys' })
  try {
    if (isLost) await acceptSecretsKey(db, config)
    return await rotateKeys(db, config, (state, isLast) => {
      if (!isLast) note(state)
    })
  } finally {
    await db.destroy()
  }
}
