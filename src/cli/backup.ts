// `npm run backup`: writes the database, the files of documents and the keys to one file.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { keysOf } from '../backup/format.ts'
import { writeBackup } from '../backup/write.ts'
import { ConfigError, homeOf, loadEnvFile } from '../config.ts'
import { openBlobs } from '../open-deps.ts'
import { messageOf, ProvisionError } from '../provision/problem.ts'
import { configureBeside } from './configure.ts'
import { requireDatabaseIn, withDatabase } from '../provision/with-database.ts'

const HELP = `npm run backup [-- FILE] [--without-blobs] [--without-keys]

Writes the database, the files of documents and the keys to FILE (sheaf-backup-<time>.zip), which only you can read. The service may run.
The file gives access to all documents and secrets: keep it as safe as the keys.

  --without-blobs   leaves the files of documents out, for stores with backups of their own
  --without-keys    leaves SECRET_KEY and SECRETS_KEY out; without them, no secret in the backup can be decrypted
  --help            show this text

Uses the database of DATABASE_URL and the blob store, or the stack of "npm start" in SHEAF_HOME, running or not.`

const defaultName = () => `sheaf-backup-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.zip`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'without-blobs': { type: 'boolean', default: false },
      'without-keys': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help || positionals.length > 1) {
    console.log(HELP)
    return values.help ? 0 : 1
  }
  loadEnvFile()
  if (!process.env['DATABASE_URL']) requireDatabaseIn(homeOf(process.env))
  const config = configureBeside()
  const file = resolve(positionals[0] ?? defaultName())
  const source = {
    databaseUrl: config.databaseUrl,
    keys: keysOf(config),
    blobs: values['without-blobs'] ? null : openBlobs(config.blobs),
  }
  const options = { withKeys: !values['without-keys'], note: (sentence: string) => console.error(sentence) }
  const { blobs } = await withDatabase(config, 'npm run backup', () => writeBackup(source, file, options))
  console.log(
    `${file}: the database${source.blobs ? ` and ${blobs} files` : ''}${options.withKeys ? ', with keys' : ''}`,
  )
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof ProvisionError
  console.error(isExpected ? error.message : `The backup failed: ${messageOf(error)}`)
  process.exitCode = 1
}
