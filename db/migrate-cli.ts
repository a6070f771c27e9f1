// `npm run migrate`: migrates the database of DATABASE_URL (or of the file DATABASE_URL_FILE) to the newest schema.
import { existsSync, readFileSync } from 'node:fs'
import { openDatabase } from './knex.ts'
import { migrateUp } from './migrate.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { DATABASE_URL, DATABASE_URL_FILE } = process.env
const url = DATABASE_URL || (DATABASE_URL_FILE && readFileSync(DATABASE_URL_FILE, 'utf8').trim())
if (!url) {
  console.error('DATABASE_URL must be set, for example postgres://USER:PASSWORD@HOST:5432/sheaf.')
  process.exit(1)
}
const db = openDatabase(url, { poolMax: 2, name: 'sheaf-migrate' })
try {
  const done = await migrateUp(db)
  console.log(done.length > 0 ? `Migrated: ${done.join(', ')}.` : 'Nothing to migrate.')
} catch (error) {
  console.error(`The migration failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await db.destroy()
}
