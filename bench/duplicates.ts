/**
 * `npm run bench:duplicates [-- --documents N --seed N --readings FOLDER]`: makes invoices, their copies in other forms, and invoices that only look
 * alike, and measures which pairs are found. Twice: with the values as they were read, and as a reviewer leaves them. What was read is kept in
 * the folder, so that an interrupted run goes on.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/knex.ts'
import { migrateUp } from '../db/migrate.ts'
import { findOcrModels } from '../src/provision/ocr-models.ts'
import { freePort } from '../src/provision/ports.ts'
import { startPostgres } from '../src/provision/postgres.ts'
import { percentile, writeBench, type BenchResult } from './bench.ts'
import { asPrinted } from './duplicates/printed.ts'
import { plan, type Planned } from './duplicates/plan.ts'
import { readAll } from './duplicates/read.ts'
import { importAll, type FoundPair } from './duplicates/service.ts'

const { values: flags } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    /** Seeds 1 and 2 were used to choose the limits. */
    seed: { type: 'string', default: '3' },
    readings: { type: 'string', default: join(tmpdir(), 'sheaf-bench-duplicates') },
    /** Prints the pairs that are missed, found wrongly or named with another reason. */
    pairs: { type: 'boolean', default: false },
  },
})

const planned = plan(Number(flags.seed), Number(flags.documents))
const { dir: modelsDir } = await findOcrModels()
const readings = await readAll(planned, {
  folder: flags.readings,
  seed: Number(flags.seed),
  modelsDir: modelsDir ?? undefined,
})

const home = mkdtempSync(join(tmpdir(), 'sheaf-bench-duplicates-'))
const postgres = await startPostgres({ home, port: await freePort(), password: 'bench', settings: { fsync: 'off' } })
const db = openDatabase(postgres.adminUrl, { poolMax: 3 })
const results: BenchResult[] = []
const put = (what: string, value: number, unit: string, target: string | null = null, met: boolean | null = null) =>
  void results.push({ what, value: Number(value.toFixed(4)), unit, target, met })
try {
  await migrateUp(db)
  put('documents', planned.length, '')
  const read = await importAll(db, 'as read', readings, (place) => readings[place]!.extraction)
  report('as read', read.pairs, false)
  const printed = await importAll(db, 'as reviewed', readings, (place) =>
    asPrinted(readings[place]!.extraction, planned[place]!.make()),
  )
  report('as reviewed', printed.pairs, true)
  put('a question about one document, p50', percentile(read.times, 0.5), 'ms')
  put('a question about one document, p95', percentile(read.times, 0.95), 'ms')
  writeBench('duplicates', results)
} finally {
  await db.destroy()
  await postgres.stop()
  rmSync(home, { recursive: true })
}

/** The reason that is true of the pair; null if the documents are different invoices. */
function trueReason(one: Planned, two: Planned): 'copy' | 'reissued' | null {
  if (one.group !== two.group) return null
  return one.kind === 'copy' || one.kind === 'reissued' ? one.kind : null
}

function report(stage: string, found: readonly FoundPair[], isTarget: boolean): void {
  const reasons = new Map(found.map(({ later, earlier, reason }) => [`${later} ${earlier}`, reason]))
  const say = (what: string, later: number, earlier: number, reason = '') =>
    flags.pairs && console.error(`${stage}: ${what} ${planned[later]!.key} ${planned[earlier]!.key} ${reason}`)
  const counts = { copy: [0, 0], reissued: [0, 0] }
  let misnamed = 0
  for (const [later, one] of planned.entries())
    for (let earlier = 0; earlier < later; earlier++) {
      const truth = trueReason(one, planned[earlier]!)
      if (!truth) continue
      const reason = reasons.get(`${later} ${earlier}`)
      counts[truth][1]!++
      if (reason) counts[truth][0]!++
      else say('missed', later, earlier)
      if (reason && (reason === 'reissued') !== (truth === 'reissued')) {
        misnamed++
        say('misnamed', later, earlier, reason)
      }
    }
  const wrong = found.filter(({ later, earlier }) => !trueReason(planned[later]!, planned[earlier]!))
  for (const { later, earlier, reason } of wrong) say('wrong', later, earlier, reason)
  const recall = (counts.copy[0]! + counts.reissued[0]!) / (counts.copy[1]! + counts.reissued[1]!)
  put(`${stage}: pairs of the same invoice`, counts.copy[1]! + counts.reissued[1]!, '')
  put(`${stage}: recall`, recall, '', isTarget ? '>= .99' : null, isTarget ? recall >= 0.99 : null)
  put(`${stage}: recall of copies`, counts.copy[0]! / counts.copy[1]!, '')
  put(`${stage}: recall of reissued invoices`, counts.reissued[0]! / counts.reissued[1]!, '')
  put(`${stage}: false pairs`, wrong.length, '', isTarget ? '0' : null, isTarget ? wrong.length === 0 : null)
  put(`${stage}: named with another reason`, misnamed, '')
}
