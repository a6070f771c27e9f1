// `npm run restore`: fills an empty installation from a backup.
import { parseArgs } from 'node:util'
import { hashOf, type Manifest } from '../backup/format.ts'
import { openBackup, type Backup } from '../backup/read.ts'
import { requireEmptyDatabase, requireEmptyStore, restoreBlobs, restoreDatabase } from '../backup/restore.ts'
import { ConfigError, homeOf, loadEnvFile, type Config } from '../config.ts'
import { openBlobs } from '../open-deps.ts'
import { KEY_FILE_OPTIONS, useKeyFiles } from '../provision/key-files.ts'
import { messageOf, ProvisionError } from '../provision/problem.ts'
import { adoptKeys } from '../provision/secrets.ts'
import { configureBeside } from './configure.ts'
import { withStoppedStack } from '../provision/with-database.ts'

const HELP = `npm run restore -- FILE [--without-blobs] [--secret-key FILE] [--secrets-key FILE]

Fills an empty installation from a backup of "npm run backup": the keys, the files of documents and the database, which it migrates to this
release. Start the service afterwards; it starts the workflows that are missing in Temporal.

  --without-blobs      does not restore the files of documents, for stores that have kept theirs
  --secret-key FILE    reads SECRET_KEY from FILE, which is created with the key of the backup unless it exists
  --secrets-key FILE   the same for SECRETS_KEY
  --help               show this text

Restores into the empty database of DATABASE_URL, the empty blob store and the configured keys, which must be those of the backup; without
DATABASE_URL, into an empty SHEAF_HOME, with the keys of the backup.`

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

async function fill(backup: Backup, config: Config, withBlobs: boolean, note: (text: string) => void): Promise<void> {
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
  console.log(`Restored the database of ${backup.manifest.created_at}${withBlobs ? ` and ${files} files` : ''}.`)
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'without-blobs': { type: 'boolean', default: false },
      ...KEY_FILE_OPTIONS,
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) {
    console.log(HELP)
    return values.help ? 0 : 1
  }
  loadEnvFile()
  const note = (sentence: string) => console.error(sentence)
  const isOwn = !process.env['DATABASE_URL']
  const backup = await openBackup(file)
  try {
    useKeyFiles(values, backup.keys)
    if (isOwn && backup.keys) adoptKeys(homeOf(process.env), backup.keys)
    const config = configureBeside()
    requireKeys(backup.manifest, config, note)
    const withBlobs = backup.manifest.blobs && !values['without-blobs']
    const work = () => fill(backup, config, withBlobs, note)
    await (isOwn ? withStoppedStack(config, 'npm run restore', work) : work())
    if (!withBlobs) note('The files of documents are not restored; the blob store must contain them.')
    return 0
  } finally {
    backup.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof ProvisionError
  console.error(isExpected ? error.message : `The restore failed: ${messageOf(error)}`)
  process.exitCode = 1
}
