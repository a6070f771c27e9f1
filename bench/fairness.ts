// npm run bench:fairness [-- --scans N --probes N]: time from upload to review of one organization's single digital invoice while another
// organization has uploaded hundreds of scans, compared with the idle service in the same run.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { writeBench } from './bench.ts'
import { invoices } from './import/invoices.ts'
import { scanOf } from './import/scan.ts'
import { startBenchStack, type BenchStack } from './import/stack.ts'

const { values } = parseArgs({
  options: {
    /** Scans that the first organization uploads, one by one. */
    scans: { type: 'string', default: '500' },
    /** Single invoices of the second organization, for each of the two times. */
    probes: { type: 'string', default: '9' },
  },
})
const [scans, probes] = [Number(values.scans), Number(values.probes)]
/** Maximum error of a time. */
const LOOK_MS = 5

const digital = invoices('F')

async function secondsToReview({ deps }: BenchStack, upload: BenchStack['upload']): Promise<number> {
  const file = await digital()
  const started = performance.now()
  const upload_id = await upload([file])
  for (;;) {
    const row = await deps.db('annotations').where({ upload_id, status: 'to_review' }).first('id')
    if (row) return (performance.now() - started) / 1000
    await wait(LOOK_MS)
  }
}

async function median(stack: BenchStack, upload: BenchStack['upload']): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < probes; n++) times.push(await secondsToReview(stack, upload))
  return times.sort((a, b) => a - b)[Math.floor(probes / 2)]!
}

const sandbox = openDocumentSandbox({ processes: 1 })
const scanned = await Promise.all(Array.from({ length: 10 }, async () => scanOf(sandbox, await digital())))
await sandbox.close()

const stack = await startBenchStack()
try {
  const other = await stack.tenant('other')
  await median(stack, other)
  const idle = await median(stack, other)
  for (let n = 0; n < scans; n++) {
    const file = scanned[n % scanned.length]!
    // Other bytes each time: an identical file would be recognized as a duplicate.
    await stack.upload([{ ...file, name: `scan-${n}.jpg`, bytes: Buffer.concat([file.bytes, Buffer.from(`${n}`)]) }])
  }
  const waiting = await stack.deps.db('annotations').where('status', 'importing').count('* as n').first()
  const loaded = await median(stack, other)
  const ratio = loaded / idle
  writeBench('fairness', [
    { what: 'single invoice, idle service', value: idle, unit: 's (median)' },
    { what: `the same while ${waiting!['n']} scans of another organization wait`, value: loaded, unit: 's (median)' },
    { what: 'loaded / idle', value: ratio, unit: '×', target: '<= 3', met: ratio <= 3 },
  ])
} finally {
  await stack.stop()
}
process.exit(0)
