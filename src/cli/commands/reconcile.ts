import { command } from '../command.ts'
import { DRY_RUN, JSON_OUTPUT } from '../client/options.ts'
import { EXIT, sayJson } from '../problem.ts'

export const reconcile = command({
  usage: 'reconcile',
  purpose: 'Synchronize Temporal and the blob store with the database, for example after a restore',
  details: `Starts missing workflows, reopens annotations without pending work, ends workflows without work, and deletes blobs that are older than
a day and belong to no row. Safe to run repeatedly while the service runs.

Uses the servers of DATABASE_URL and TEMPORAL_ADDRESS, and the blob store, or the running stack of "sheaf up" in SHEAF_HOME.`,
  examples: [
    ['sheaf reconcile --dry-run', 'only print what it would do'],
    ['sheaf reconcile', 'do it'],
  ],
  options: {
    ...DRY_RUN,
    force: {
      type: 'boolean',
      default: false,
      describe: 'Delete blobs without a row even if they are more than half of the store',
    },
    ...JSON_OUTPUT,
  },
  run: async ({ 'dry-run': dryRun, force, json }) => {
    const { describe, synchronize } = await import('../server/reconcile.ts')
    const done = await synchronize(dryRun, force)
    if (json) sayJson(done)
    else console.log(describe(done, dryRun))
    return EXIT.ok
  },
})
