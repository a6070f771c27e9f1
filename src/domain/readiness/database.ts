import { migrationNames } from '../../../db/migrate.ts'
import type { Deps } from '../../deps.ts'
import { codeOfError } from '../../errors.ts'
import { fitsSecretsKey, WRONG_KEY } from '../requests/key-check.ts'
import { detailOf, SETUP, type Problem } from './problems.ts'

/** SQLSTATE codes (PostgreSQL 18, appendix A). */
const REASONS: Record<string, string> = {
  '28P01': 'The database refuses the password of DATABASE_URL.',
  '28000': 'The database refuses the user of DATABASE_URL.',
  '3D000': 'The database of DATABASE_URL does not exist on its server.',
  '42P01': `The database has no schema. ${SETUP}`,
  '53300': 'The database has no free connection; raise its max_connections or lower DATABASE_POOL_MAX.',
}
const UNREACHABLE = 'The database does not answer; check DATABASE_URL, and whether PostgreSQL runs.'

/** Returns a sentence for an error of the database, without names of hosts and users. */
export const explainDatabase = (error: unknown): string => REASONS[codeOfError(error) ?? ''] ?? UNREACHABLE

let known: Promise<string[]> | undefined

/** The names of the migrations of this release cannot change while the process runs. */
const wantedMigrations = (): Promise<string[]> => (known ??= migrationNames())

/** Checks that the database answers, has the schema of this release, and that SECRETS_KEY is the key of its secrets. A newer schema is accepted: it belongs to a rolling upgrade. */
export async function checkDatabase({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Problem[]> {
  try {
    const done = new Set(await db<{ name: string }>('schema_migrations').pluck('name'))
    const missing = (await wantedMigrations()).filter((name) => !done.has(name))
    if (missing.length === 0)
      return (await fitsSecretsKey(db, config)) === false ? [{ part: 'database', sentence: WRONG_KEY }] : []
    const migrations = missing.length === 1 ? 'a migration' : `${missing.length} migrations`
    const sentence = `The schema of the database lacks ${migrations} of this release. ${SETUP}`
    return [{ part: 'database', sentence, detail: missing.slice(0, 3).join(', ') }]
  } catch (error) {
    return [{ part: 'database', sentence: explainDatabase(error), detail: detailOf(error) }]
  }
}
