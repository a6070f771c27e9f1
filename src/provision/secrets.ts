import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, ProvisionError } from './problem.ts'

export interface HomeSecrets {
  postgres_password: string
  /** Signs cursors. */
  secret_key: string
}

/** The secrets of an embedded stack, made once and kept in SHEAF_HOME/secrets.json for its owner only. */
export function homeSecrets(home: string): HomeSecrets {
  const file = join(home, 'secrets.json')
  const fresh = () => randomBytes(24).toString('base64url')
  try {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as HomeSecrets
    mkdirSync(home, { recursive: true })
    const secrets = { postgres_password: fresh(), secret_key: fresh() }
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    return secrets
  } catch (error) {
    throw new ProvisionError(`${file} cannot be read or written (${messageOf(error)}).`)
  }
}
