/** The format of backups: one ZIP file of `manifest.json`, `secrets.json`, `database/<table>.copy` and `blobs/<key>`. */
import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

/** Increased when an older release could no longer read a backup. */
export const FORMAT = 1

/** `manifest.json`. */
export interface Manifest {
  format: number
  /** ISO 8601 in UTC. */
  created_at: string
  /** The migrations of the database, oldest first. */
  migrations: string[]
  tables: { name: string; columns: string[] }[]
  /** `last_value` is null for a sequence that has never been used. */
  sequences: { name: string; last_value: string | null }[]
  /** Hashes of the keys, which are compared with those of the service that the backup is restored into. */
  keys: Keys
  /** Whether the backup contains the files of documents. */
  blobs: boolean
}

/** `secrets.json` of a backup with keys. */
export interface Keys {
  secret_key: string
  secrets_key: string
}

export const keysOf = ({ secretKey, secretsKey }: Pick<Config, 'secretKey' | 'secretsKey'>): Keys => ({
  secret_key: secretKey,
  secrets_key: secretsKey,
})

/** Returns a hash that identifies a key without revealing it: the keys are random and long. */
export const hashOf = (key: string): string => createHash('sha256').update(`sheaf backup ${key}`).digest('base64url')

export const hashesOf = ({ secret_key, secrets_key }: Keys): Keys => ({
  secret_key: hashOf(secret_key),
  secrets_key: hashOf(secrets_key),
})

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Returns a table and its columns as in a COPY command. */
export const copyTarget = ({ name, columns }: Manifest['tables'][number]): string =>
  `${quote(name)} (${columns.map(quote).join(', ')})`

/** Returns a table and its columns for reading. A table with partitions is copied as a whole, because another database has other partitions. */
export const copySource = ({ name, columns }: Manifest['tables'][number]): string =>
  `(select ${columns.map(quote).join(', ')} from ${quote(name)})`
