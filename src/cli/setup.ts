// `sheaf setup`: prepares external servers before the first start of API and worker, and after each new release.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp } from '../../db/migrate.ts'
import { loadConfig, loadEnvFile, type Config } from '../config.ts'
import { BLOBS, detailOf, explainDatabase, explainTemporal } from '../domain/readiness/index.ts'
import { ensureSchedules } from '../domain/outbox/schedules.ts'
import { openBlobs, openTemporal } from '../open-deps.ts'
import { KEY_FILE_OPTIONS, useKeyFiles } from '../provision/key-files.ts'
import { messageOf } from '../provision/problem.ts'
import { prepareNamespace } from '../provision/temporal-namespace.ts'

const HELP = `sheaf setup [--secret-key FILE] [--secrets-key FILE]

Prepares the servers that the settings name: migrates the database to the schema of this release, registers Temporal's
namespace and search attributes, creates the bucket or the folder of the files, and Sheaf's schedules.
Prints what it changed. Safe to run again, also while the service runs.

  --secret-key FILE    reads SECRET_KEY from FILE, which is created with the key of the environment or a new one unless it exists
  --secrets-key FILE   the same for SECRETS_KEY
  --help               show this text

Exit code 1 if a server could not be prepared.`

interface Step {
  /** What is prepared, for the sentence that nothing was to do. */
  name: string
  /** Returns what it changed, one sentence each. */
  run(): Promise<string[]>
  explain(error: unknown): string
}

/** Later steps need the results of earlier ones: the schedules of hooks are read from the database. */
function stepsOf(config: Config): { steps: Step[]; close(): Promise<void> } {
  const db = openDatabase(config.databaseUrl, { poolMax: 2, name: 'sheaf-setup' })
  const temporal = openTemporal(config.temporal)
  const blobs = openBlobs(config.blobs)
  const { namespace, retentionDays } = config.temporal
  const steps: Step[] = [
    {
      name: 'the schema of the database',
      run: async () => (await migrateUp(db)).map((name) => `Migrated the database: ${name}.`),
      explain: explainDatabase,
    },
    {
      name: "Temporal's namespace and search attributes",
      run: async () => {
        await temporal.connection.ensureConnected()
        return prepareNamespace(temporal.connection as never, namespace, retentionDays)
      },
      explain: explainTemporal,
    },
    {
      name: 'the store of files',
      run: async () => {
        const created = await blobs.create()
        await blobs.check()
        return created ? ['Created the store of files.'] : []
      },
      explain: () => BLOBS,
    },
    {
      name: 'the schedules',
      run: async () => {
        await ensureSchedules({ db, config, temporal })
        return []
      },
      explain: explainTemporal,
    },
  ]
  const close = async () => {
    await temporal.connection.close()
    await db.destroy()
  }
  return { steps, close }
}

const { values } = parseArgs({ options: { ...KEY_FILE_OPTIONS, help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
loadEnvFile()
try {
  useKeyFiles(values)
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
const config = loadConfig()
const { steps, close } = stepsOf(config)
try {
  for (const { name, run, explain } of steps) {
    try {
      const changes = await run()
      for (const change of changes) console.log(change)
      if (changes.length === 0) console.log(`Nothing to change: ${name}.`)
    } catch (error) {
      console.error(`${explain(error)} (${detailOf(error)})`)
      process.exitCode = 1
      break
    }
  }
} finally {
  await close()
}
