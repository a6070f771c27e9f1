/** Invariants between the database and the two other stores: blobs and Temporal. */
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../../src/deps.ts'
import { DRAFTS } from '../../src/blobs/folder-files.ts'
import { REMAINS_AFTER_MS } from '../../src/blobs/types.ts'
import { findOrphans } from '../../src/domain/documents/orphans.ts'
import { deleteAbandonedFiles, documentKey } from '../../src/domain/documents/pending-files.ts'
import { reconcile } from '../../src/domain/outbox/reconcile.ts'

type Stores = Pick<Deps, 'config' | 'db' | 'blobs' | 'temporal' | 'signals' | 'log'>

/** Past every age below which remains are kept, because a request might still need them. No request is open any more. */
const LATER_MS = 48 * 3_600_000
/** Within this time, the worker starts again what Temporal has lost. */
const AGREED_MS = 60_000

/** Deletes the files of interrupted requests, and returns their number. */
export async function sweepFiles({ db, blobs }: Pick<Stores, 'db' | 'blobs'>): Promise<number> {
  await db('pending_files').update({ created_at: db.raw(`created_at - interval '48 hours'`) })
  return deleteAbandonedFiles({ db, blobs })
}

/** The number of files that interrupted requests left and that the hourly sweep has deleted, as if it ran two days later. */
export async function sweepRemains({ config, db, blobs }: Stores): Promise<{ files: number; drafts: number }> {
  const files = await sweepFiles({ db, blobs })
  if (config.blobs.kind === 'folder') {
    const drafts = join(config.blobs.folder, DRAFTS)
    const old = new Date(Date.now() - REMAINS_AFTER_MS - LATER_MS)
    for (const name of readdirSync(drafts)) utimesSync(join(drafts, name), old, old)
  }
  return { files, drafts: await blobs.deleteRemains() }
}

export const STORE_INVARIANTS: readonly { name: string; check(stores: Stores): Promise<string[]> }[] = [
  {
    name: 'no blob without a row',
    check: async ({ db, blobs }) => {
      const { keys } = await findOrphans({ db, blobs, clock: () => new Date(Date.now() + LATER_MS) })
      return keys.map((key) => `${key} belongs to no row.`)
    },
  },
  {
    name: 'no document without its blob',
    check: async ({ db, blobs }) => {
      const rows = await db('documents').where('has_content', true).select<{ s3_name: string }[]>('s3_name')
      const missing: string[] = []
      for (const { s3_name } of rows)
        if (!(await blobs.head(documentKey(s3_name)))) missing.push(`${s3_name} is not stored.`)
      return missing
    },
  },
  {
    name: 'every workflow has its row, every open row its workflow',
    check: async (stores) => {
      // An import ends in the database just before its workflow starts the lifecycle, and Temporal updates its lists with a delay.
      for (const end = performance.now() + AGREED_MS; ; await wait(1000)) {
        const { restarted, reopened, ended } = await reconcile(stores, { dryRun: true })
        const violations = [
          ...restarted.map((id) => `Workflow ${id} is not running.`),
          ...reopened.map((id) => `Annotation ${id} has no pending work.`),
          ...ended.map((id) => `Workflow ${id} has no work.`),
        ]
        if (violations.length === 0 || performance.now() > end) return violations
      }
    },
  },
]
