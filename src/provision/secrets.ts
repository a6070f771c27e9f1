import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, ProvisionError } from './problem.ts'

export interface HomeSecrets {
  postgres_password: string
  /** Signs cursors. */
  secret_key: string
  /** Encrypts the secrets of hooks and connectors. */
  secrets_key: string
}

/** Returns the secrets of an embedded stack, which are created once and stored in SHEAF_HOME/secrets.json, readable by its owner only. */
export function homeSecrets(home: string): HomeSecrets {
  const file = join(home, 'secrets.json')
  const fresh = () => randomBytes(24).toString('base64url')
  try {
    const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<HomeSecrets>) : {}
    const secrets = { postgres_password: fresh(), secret_key: fresh(), secrets_key: fresh(), ...known }
    if (Object.keys(known).length === Object.keys(secrets).length) return secrets
    mkdirSync(home, { recursive: true })
    // Written under another name first, so that an interruption does not lose the database password.
    writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    return secrets
  } catch (error) {
    throw new ProvisionError(`${file} cannot be read or written (${messageOf(error)}).`)
  }
}
