// Prepares external servers before the first start of API and worker: migrates the database to the newest schema and registers
// Sheaf's search attributes with Temporal. `--secret-key FILE` and `--secrets-key FILE` also create the secret in that file unless
// the file exists. Safe to run again.
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { migrateUp } from '../../db/migrate.ts'
import { openDatabase } from '../../db/knex.ts'
import { loadConfig } from '../config.ts'
import { openTemporalConnection } from '../temporal-connection.ts'
import { messageOf } from '../provision/problem.ts'
import { prepareNamespace } from '../provision/temporal-namespace.ts'

for (const [flag, setting] of [
  ['--secret-key', 'SECRET_KEY_FILE'],
  ['--secrets-key', 'SECRETS_KEY_FILE'],
] as const) {
  const option = process.argv.indexOf(flag)
  const file = option > 0 ? process.argv[option + 1] : undefined
  if (!file) continue
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  process.env[setting] = file
}
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
