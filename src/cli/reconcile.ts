// `npm run reconcile`: makes Temporal agree with the database after either was restored.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/knex.ts'
import { ConfigError } from '../config.ts'
import { openTemporal } from '../open-deps.ts'
import { reconcile } from '../domain/outbox/reconcile.ts'
import type { Reconciliation } from '../domain/outbox/reconcile.ts'
import { openLog } from '../log.ts'
import { configureBeside } from './configure.ts'

const HELP = `npm run reconcile [-- --dry-run]

Compares the database with Temporal, after a restore of either or a power cut: starts the workflows that the database says
should run, reopens annotations that nothing moves, and ends workflows that have nothing to do. Safe while the service runs,
and as often as you like.

  --dry-run   only say what would be done
  --help      this text

With DATABASE_URL (and TEMPORAL_ADDRESS) set it works on those servers, else on the stack of "npm start" in SHEAF_HOME,
which must be running.`

/** The summary, a line per thing done; long lists are cut. */
export function describe({ restarted, running, reopened, ended }: Reconciliation, dryRun: boolean): string {
  const would = dryRun ? 'would be ' : ''
  const list = (names: (string | number)[]) =>
    names.length === 0 ? '' : `: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`
  return [
    `${restarted.length} workflows ${would}started${list(restarted)}`,
    `${running} workflows with open work are already running`,
    `${reopened.length} annotations ${would}reopened${list(reopened)}`,
    `${ended.length} workflows without work ${would}ended${list(ended)}`,
  ].join('\n')
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const dryRun = values['dry-run'] ?? false
  const config = configureBeside()
  const db = openDatabase(config.databaseUrl, { poolMax: 3, name: 'sheaf-reconcile' })
  const temporal = openTemporal(config.temporal)
  try {
    // Every workflow is signalled below, those of events that this writes as well.
    const signals = { send: () => undefined }
    const done = await reconcile({ config, db, temporal, signals, log: openLog(config.logLevel) }, { dryRun })
    console.log(describe(done, dryRun))
    return 0
  } finally {
    await temporal.connection.close()
    await db.destroy()
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    const isOurs = error instanceof ConfigError
    console.error(
      isOurs ? error.message : `Reconciling failed: ${error instanceof Error ? error.message : String(error)}`,
    )
    process.exitCode = 1
  }
}
