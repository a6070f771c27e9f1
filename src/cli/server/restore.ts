/** `sheaf restore`: fills an empty installation from a backup. */
import { hashOf, type Manifest } from '../../backup/format.ts'
import { openBackup, type Backup } from '../../backup/read.ts'
import { requireEmptyDatabase, requireEmptyStore, restoreBlobs, restoreDatabase } from '../../backup/restore.ts'
import { homeOf, loadEnvFile, type Config } from '../../config.ts'
import { openBlobs } from '../../open-deps.ts'
import { useKeyFiles } from '../../provision/key-files.ts'
import { messageOf, ProvisionError } from '../../provision/problem.ts'
import { adoptKeys } from '../../provision/secrets.ts'
import { configureBeside, hasOwnDatabase } from './configure.ts'
import { withStoppedStack } from '../../provision/with-database.ts'

const isIn = (hash: string, keys: (string | undefined)[]) =>
  keys.some((key) => key !== undefined && hashOf(key) === hash)

/** Throws ProvisionError if secrets in the backup could not be decrypted with the configured keys. */
function requireKeys({ keys }: Manifest, config: Config, note: (sentence: string) => void): void {
  if (!isIn(keys.secrets_key, [config.secretsKey, config.secretsKeyPrevious]))
    throw new ProvisionError(
      'SECRETS_KEY is not the key of the backup, so its secrets could not be decrypted. Set it to the key in secrets.json of the backup, ' +
        'or restore into an empty SHEAF_HOME.',
    )
  if (!isIn(keys.secret_key, [config.secretKey, config.secretKeyPrevious]))
    note(
      'SECRET_KEY is not the key of the backup: links to further pages of lists that clients have kept become invalid.',
    )
}

async function fill(
  backup: Backup,
  config: Config,
  withBlobs: boolean,
  note: (text: string) => void,
): Promise<Restored> {
  const store = openBlobs(config.blobs)
  await requireEmptyDatabase(config.databaseUrl)
  if (withBlobs) await requireEmptyStore(store)
  let files = 0
  try {
    if (withBlobs) files = await restoreBlobs(backup, store, note)
    note('Restoring the database.')
    await restoreDatabase(backup, config.databaseUrl)
  } catch (error) {
    throw new ProvisionError(
      `The restore failed: ${messageOf(error)} What it has written is incomplete; empty the database and the blob store before you try again.`,
    )
  }
  return { created_at: backup.manifest.created_at, files: withBlobs ? files : null }
}

export interface RestoreOptions {
  file: string
  withBlobs: boolean
  'secret-key'?: string | undefined
  'secrets-key'?: string | undefined
  note(sentence: string): void
}

export interface Restored {
  created_at: string
  /** Number of files of documents; null if they were not restored. */
  files: number | null
}

/** Restores the backup into the installation that the settings name, which must be empty. */
export async function restore({ file, note, ...options }: RestoreOptions): Promise<Restored> {
  loadEnvFile()
  const isOwn = !hasOwnDatabase()
  const backup = await openBackup(file)
  try {
    useKeyFiles(options, backup.keys)
    if (isOwn && backup.keys) adoptKeys(homeOf(process.env), backup.keys)
    const config = configureBeside({ create: true })
    requireKeys(backup.manifest, config, note)
    const withBlobs = backup.manifest.blobs && options.withBlobs
    const work = () => fill(backup, config, withBlobs, note)
    const done = await (isOwn ? withStoppedStack(config, 'sheaf restore', work) : work())
    if (!withBlobs) note('The files of documents are not restored; the blob store must contain them.')
    return done
  } finally {
    backup.close()
  }
}
