/** `sheaf setup`: prepares external servers before the first start of API and worker, and after each new release. */
import { openDatabase } from '../../../db/knex.ts'
import { migrateUp } from '../../../db/migrate.ts'
import { loadEnvFile, readConfig, type Config } from '../../config.ts'
import { BLOBS, detailOf, explainDatabase, explainTemporal } from '../../domain/readiness/index.ts'
import { ensureSchedules } from '../../domain/outbox/schedules.ts'
import { openBlobs, openTemporal } from '../../open-deps.ts'
import { useKeyFiles } from '../../provision/key-files.ts'
import { prepareNamespace } from '../../provision/temporal-namespace.ts'

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
      run: async () =>
        (await ensureSchedules({ db, config, temporal })).map((id) => `Created the schedule ${id} in Temporal.`),
      explain: explainTemporal,
    },
  ]
  const close = async () => {
    await temporal.connection.close()
    await db.destroy()
  }
  return { steps, close }
}

/** What a step has done. */
export interface Prepared {
  /** What is prepared. */
  name: string
  /** What was changed, one sentence each. */
  changes: string[]
  /** Why it could not be prepared, and what to do. */
  failure?: string
}

/** Prepares the servers that the settings name, one step after the other, up to the first failure; `note` receives each step. */
export async function setUp(keys: Parameters<typeof useKeyFiles>[0], note: (step: Prepared) => void): Promise<boolean> {
  loadEnvFile()
  useKeyFiles(keys)
  const { steps, close } = stepsOf(readConfig(process.env))
  try {
    for (const { name, run, explain } of steps) {
      try {
        note({ name, changes: await run() })
      } catch (error) {
        note({ name, changes: [], failure: `${explain(error)} (${detailOf(error)})` })
        return false
      }
    }
    return true
  } finally {
    await close()
  }
}
