// npm run bench:fairness [-- --scans N --archives N --probes N]: time from upload to review of one organization's single digital invoice while
// another organization has uploaded hundreds of scans, or a ZIP of 200 small PDF files, compared with the idle service in the same run.
import { parseArgs } from 'node:util'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { percentile, writeBench, type BenchResult } from './bench.ts'
import { archiveOf } from './import/archive.ts'
import { invoices } from './import/invoices.ts'
import { importProbe, secondsOf } from './import/probe.ts'
import { scanOf } from './import/scan.ts'
import { startBenchStack } from './import/stack.ts'

const { values } = parseArgs({
  options: {
    /** Scans that the first organization uploads, one by one. */
    scans: { type: 'string', default: '500' },
    /** ZIPs of 200 PDF files that it uploads, one after the other. */
    archives: { type: 'string', default: '3' },
    /** Single invoices of the second organization, for each of the times. */
    probes: { type: 'string', default: '25' },
  },
})
const [scans, archives, probes] = [Number(values.scans), Number(values.archives), Number(values.probes)]
const MEMBERS = 200
const TARGET = 3

const median = (times: number[]) => percentile(times, 0.5)

const digital = invoices('F')
const sandbox = openDocumentSandbox({ processes: 1 })
const scanned = await Promise.all(Array.from({ length: 10 }, async () => scanOf(sandbox, await digital())))
await sandbox.close()

const stack = await startBenchStack()
const { db } = stack.deps
const importing = async () => {
  const row = await db('annotations').where('status', 'importing').count('* as n').first()
  return Number(row!['n'])
}

/** Probes while members of the archives are being imported. */
async function besideArchives(probe: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < archives; n++) {
    await stack.upload([await archiveOf(`archive-${n}.zip`, MEMBERS, digital)])
    while ((await importing()) === 0) continue
    while ((await importing()) > 0) times.push(await probe())
  }
  return times
}

try {
  const probe = importProbe(stack, await stack.tenant('other'), 'P')
  await secondsOf(probe, probes)
  const idle = median(await secondsOf(probe, probes))
  const results: BenchResult[] = [{ what: 'single invoice, idle service', value: idle, unit: 's (median)' }]
  const compare = (what: string, times: number[]) => {
    const ratio = median(times) / idle
    results.push(
      { what: `the same while ${what}`, value: median(times), unit: `s (median of ${times.length})` },
      { what: 'the slowest of these', value: Math.max(...times), unit: 's' },
      { what: 'loaded / idle', value: ratio, unit: '×', target: `<= ${TARGET}`, met: ratio <= TARGET },
    )
  }

  if (archives > 0)
    compare(`a ZIP of ${MEMBERS} PDF files of another organization is imported`, await besideArchives(probe))

  for (let n = 0; n < scans; n++) {
    const file = scanned[n % scanned.length]!
    // Other bytes each time: an identical file would be recognized as a duplicate.
    await stack.upload([{ ...file, name: `scan-${n}.jpg`, bytes: Buffer.concat([file.bytes, Buffer.from(`${n}`)]) }])
  }
  if (scans > 0) compare(`${await importing()} scans of another organization wait`, await secondsOf(probe, probes))
  writeBench('fairness', results)
} finally {
  await stack.stop()
}
process.exit(0)
