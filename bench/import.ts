// npm run bench:import [-- --imports N --rounds N --scans N]: time from upload to review, compared with calling the extraction library in a
// plain loop on the same cores in the same run, and the worker's memory during this.
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { writeBench } from './bench.ts'
import type { BenchResult } from './bench.ts'
import { loopRate } from './import/baseline.ts'
import { invoices } from './import/invoices.ts'
import { PARTS, perPart, processorTimeOf, type Spent } from './import/processor-time.ts'
import { scanOf } from './import/scan.ts'
import { startBenchStack } from './import/stack.ts'
import type { BenchFile, BenchStack } from './import/stack.ts'

const { values } = parseArgs({
  options: {
    /** Imports of the memory test, which runs last. */
    imports: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    /** Scanned pages per round. */
    scans: { type: 'string', default: '6' },
  },
})
const [imports, rounds, scansPerRound] = [values.imports, values.rounds, values.scans].map(Number) as [
  number,
  number,
  number,
]
const BATCH = 50
const cores = availableParallelism()

const digital = invoices('B')
const many = (count: number) => Promise.all(Array.from({ length: count }, digital))

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const median = (numbers: number[]) => sorted(numbers)[Math.floor(numbers.length / 2)]!

/** Polling intervals for timing a single import, and for many imports, where the polling itself would have an effect. */
const LOOK_MS = { latency: 3, throughput: 50 }

let imported = 0
async function secondsToImport(
  stack: BenchStack,
  uploads: BenchFile[][],
  everyMs = LOOK_MS.throughput,
): Promise<number> {
  const count = uploads.flat().length
  const started = performance.now()
  for (const files of uploads) await stack.upload(files)
  await stack.imported((imported += count), everyMs)
  return (performance.now() - started) / 1000
}

async function measureLatency(stack: BenchStack): Promise<BenchResult[]> {
  const seconds: number[] = []
  for (let index = 0; index < 20; index++) {
    const file = await digital()
    // Waits until the work after the previous import has finished.
    await wait(300)
    seconds.push(await secondsToImport(stack, [[file]], LOOK_MS.latency))
  }
  const p50 = median(seconds)
  return [
    { what: 'digital invoice, upload to to_review, p50', value: p50, unit: 's', target: '< 0.5', met: p50 < 0.5 },
    { what: 'digital invoice, upload to to_review, p95', value: sorted(seconds)[18]!, unit: 's' },
  ]
}

/** Returns documents per second of these uploads, and the processor time per document by part of the stack, in ms. */
async function rateOf(stack: BenchStack, uploads: BenchFile[][]): Promise<{ rate: number; spent: Spent }> {
  const count = uploads.flat().length
  let seconds = 0
  const spent = await processorTimeOf(async () => {
    seconds = await secondsToImport(stack, uploads)
  })
  return { rate: count / seconds, spent: perPart((part) => spent[part] / count) }
}

const spentBy = (how: string, all: { spent: Spent }[]): BenchResult[] =>
  PARTS.map((part) => ({
    what: `processor time of an import, ${how}: ${part}`,
    value: median(all.map(({ spent }) => spent[part])),
    unit: 'ms',
  }))

/** Measures the loop and imports alternately, so that other load on the machine affects both. */
async function compareThroughput(stack: BenchStack): Promise<BenchResult[]> {
  const loops: number[] = []
  const singles: { rate: number; spent: Spent }[] = []
  const batches: typeof singles = []
  for (let round = 0; round < rounds; round++) {
    const files = await many(BATCH)
    loops.push(await loopRate(files, cores))
    const alone = files.map((file) => [file])
    singles.push(await rateOf(stack, alone))
    batches.push(await rateOf(stack, [await many(BATCH)]))
  }
  const loop = median(loops)
  const [single, batch] = [singles, batches].map((all) => median(all.map(({ rate }) => rate))) as [number, number]
  return [
    { what: 'library in a loop, digital invoices', value: loop, unit: 'documents/s' },
    { what: 'imports, uploaded one by one', value: single, unit: 'documents/s' },
    { what: `imports, ${BATCH} in one upload`, value: batch, unit: 'documents/s' },
    share('one by one against the loop', single / loop, 0.25),
    share(`${BATCH} in one upload against the loop`, batch / loop, 0.35),
    ...spentBy('one by one', singles),
    ...spentBy(`${BATCH} in one upload`, batches),
  ]
}

async function compareScans(stack: BenchStack): Promise<BenchResult[]> {
  const sandbox = openDocumentSandbox({ processes: 1 })
  const loops: number[] = []
  const imports: { rate: number; spent: Spent }[] = []
  for (let round = 0; round < rounds; round++) {
    const files: BenchFile[] = []
    while (files.length < scansPerRound) files.push(await scanOf(sandbox, await digital()))
    loops.push(await loopRate(files, cores))
    imports.push(await rateOf(stack, [files]))
  }
  await sandbox.close()
  const [loop, single] = [median(loops), median(imports.map(({ rate }) => rate))]
  return [
    { what: 'library in a loop, scans', value: loop, unit: 'documents/s' },
    { what: 'imports of scans', value: single, unit: 'documents/s' },
    share('scans against the loop', single / loop, 0.9),
    ...spentBy('scans', imports),
  ]
}

const share = (what: string, value: number, target: number): BenchResult => ({
  what,
  value,
  unit: 'ratio',
  target: `>= ${target}`,
  met: value >= target,
})

/** Growth is measured over the second half of the imports, because the first half fills caches and pools. */
async function measureMemory(stack: BenchStack, idle: number): Promise<BenchResult[]> {
  const half = Math.ceil(imports / 2 / BATCH)
  const run = async () => {
    for (let batch = 0; batch < half; batch++) await secondsToImport(stack, [await many(BATCH)])
    await wait(3000)
    return stack.workerMb()
  }
  const [middle, end] = [await run(), await run()]
  return [
    { what: 'worker, idle after the first imports', value: idle, unit: 'MB', target: '< 400', met: idle < 400 },
    { what: `worker, after ${imported} imports`, value: end, unit: 'MB' },
    {
      what: `worker, growth over the last ${half * BATCH} imports`,
      value: end - middle,
      unit: 'MB',
      target: '< 10 %',
      met: end - middle < middle * 0.1,
    },
  ]
}

const stack = await startBenchStack()
try {
  await secondsToImport(stack, [await many(10)])
  await wait(3000)
  const idle = stack.workerMb()
  writeBench('import', [
    ...(await measureLatency(stack)),
    ...(await compareThroughput(stack)),
    ...(await compareScans(stack)),
    ...(await measureMemory(stack, idle)),
  ])
} finally {
  await stack.stop()
}
