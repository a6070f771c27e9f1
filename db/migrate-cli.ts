// `npm run migrate`: brings the database of DATABASE_URL to the newest schema.
import { openDatabase } from './knex.ts'
import { migrateUp } from './migrate.ts'

const url = process.env['DATABASE_URL']
if (!url) {
  console.error('DATABASE_URL must be set, for example postgres://sheaf:password@localhost:5432/sheaf.')
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
