// `sheaf setup`: prepares external servers before the first start of API and worker.
import { parseArgs } from 'node:util'
import { migrateUp } from '../../db/migrate.ts'
import { openDatabase } from '../../db/knex.ts'
import { loadConfig } from '../config.ts'
import { openTemporalConnection } from '../temporal-connection.ts'
import { KEY_FILE_OPTIONS, useKeyFiles } from '../provision/key-files.ts'
import { messageOf } from '../provision/problem.ts'
import { prepareNamespace } from '../provision/temporal-namespace.ts'

const HELP = `sheaf setup [--secret-key FILE] [--secrets-key FILE]

Migrates the database to the newest schema and registers Sheaf's search attributes with Temporal. Safe to run again.

  --secret-key FILE    reads SECRET_KEY from FILE, which is created with a new key unless it exists
  --secrets-key FILE   the same for SECRETS_KEY
  --help               show this text`

const { values } = parseArgs({ options: { ...KEY_FILE_OPTIONS, help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
useKeyFiles(values)
const config = loadConfig()
const db = openDatabase(config.databaseUrl, { poolMax: 2, name: 'sheaf-setup' })
const connection = openTemporalConnection(config.temporal)
try {
  const done = await migrateUp(db)
  console.log(done.length > 0 ? `Migrated: ${done.join(', ')}.` : 'Nothing to migrate.')
  await prepareNamespace(connection, config.temporal.namespace, config.temporal.retentionDays)
  console.log(`Temporal's namespace "${config.temporal.namespace}" is ready.`)
} catch (error) {
  console.error(`The setup failed: ${messageOf(error)}`)
  process.exitCode = 1
} finally {
  await connection.close()
  await db.destroy()
}
