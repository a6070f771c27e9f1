import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeHome } from './home.ts'
import { messageOf, ProvisionError } from './problem.ts'

export interface HomeSecrets {
  postgres_password: string
  /** Signs cursors. */
  secret_key: string
  /** Encrypts the secrets of hooks and connectors. */
  secrets_key: string
}

type Keys = Omit<HomeSecrets, 'postgres_password'>

const fileOf = (home: string) => join(home, 'secrets.json')

/** Returns the secrets of an embedded stack, which are created once and stored in SHEAF_HOME/secrets.json, readable by its owner only. */
export function homeSecrets(home: string): HomeSecrets {
  const fresh = () => randomBytes(24).toString('base64url')
  makeHome(home)
  try {
    const known = stored(home)
    const secrets = { postgres_password: fresh(), secret_key: fresh(), secrets_key: fresh(), ...known }
    if (Object.keys(known).length < Object.keys(secrets).length) store(home, secrets)
    return secrets
  } catch (error) {
    throw new ProvisionError(`${fileOf(home)} cannot be read or written (${messageOf(error)}).`)
  }
}

/** Returns the secrets of a home that has been started before, without writing; undefined if it has none. */
export function knownSecrets(home: string): HomeSecrets | undefined {
  try {
    const { postgres_password, secret_key, secrets_key } = stored(home)
    return postgres_password && secret_key && secrets_key ? { postgres_password, secret_key, secrets_key } : undefined
  } catch (error) {
    throw new ProvisionError(`${fileOf(home)} cannot be read (${messageOf(error)}).`)
  }
}

/** Stores the keys of another installation in a home without keys; a home with keys keeps them. */
export function adoptKeys(home: string, { secret_key, secrets_key }: Keys): void {
  makeHome(home)
  try {
    const known = stored(home)
    if (!known.secret_key && !known.secrets_key) store(home, { ...known, secret_key, secrets_key })
  } catch (error) {
    throw new ProvisionError(`${fileOf(home)} cannot be read or written (${messageOf(error)}).`)
  }
}

const stored = (home: string): Partial<HomeSecrets> =>
  existsSync(fileOf(home)) ? (JSON.parse(readFileSync(fileOf(home), 'utf8')) as Partial<HomeSecrets>) : {}

function store(home: string, secrets: Partial<HomeSecrets>): void {
  // Written under another name first, so that an interruption does not lose the database password.
  writeFileSync(`${fileOf(home)}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(`${fileOf(home)}.new`, fileOf(home))
}
