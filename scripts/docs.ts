/**
 * `npm run docs [-- --check]`: writes docs/openapi.json, docs/types and web/src/api/types.ts from the declarations, docs/roles.md from the
 * tables of permissions, and db/schema.sql from the migrations.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpSchema } from '../db/dump.ts'
import { openDatabase } from '../db/knex.ts'
import { migrateUp } from '../db/migrate.ts'
import { apiDocument } from '../src/api/openapi/document.ts'
import { freePort } from '../src/provision/ports.ts'
import { startPostgres } from '../src/provision/postgres.ts'
import { rolesPage } from './roles-page.ts'
import { formatted, typeFiles } from './types/index.ts'

const root = new URL('..', import.meta.url)

async function schemaSql(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-docs-'))
  const postgres = await startPostgres({ home, port: await freePort(), password: 'docs', settings: { fsync: 'off' } })
  const db = openDatabase(postgres.adminUrl, { poolMax: 2 })
  try {
    await migrateUp(db)
    return await dumpSchema(db)
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

const documents: Record<string, string> = {
  'docs/openapi.json': `${JSON.stringify(apiDocument(), null, 1)}\n`,
  ...(await typeFiles()),
  ...(await formatted('docs/roles.md', rolesPage())),
  'db/schema.sql': await schemaSql(),
}
let stale = false
for (const [path, text] of Object.entries(documents)) {
  const file = new URL(path, root)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is out of date: run npm run docs.`)
    stale = true
  }
}
process.exitCode = stale ? 1 : 0
