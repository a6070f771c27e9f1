import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import { percentile, type BenchResult } from '../bench.ts'
import { DIGITAL, SCANS } from './files.ts'

/** One document in this number is a scan. */
const SCAN_EVERY = 25
/** Share of the documents that are not part of the comparison: caches and pools grow with the first ones. */
const WARM_UP = 0.1
const PART = 0.2
const MAX_GROWTH = 1.1

/** Measures the memory of a child while it reads `count` documents, which the service would give to several children one after the other. */
export async function measureMemory(modelsDir: string | undefined, count: number): Promise<BenchResult[]> {
  const sandbox = openDocumentSandbox(
    { processes: 1, ...(modelsDir ? { modelsDir } : {}) },
    { documentsPerChild: Infinity },
  )
  const children = new Set<number>()
  const seen: number[] = []
  for (let number = 0; number < count; number++) {
    const isScan = modelsDir !== undefined && number % SCAN_EVERY === 0
    const from = isScan ? SCANS : DIGITAL
    await sandbox.extract(from[(isScan ? number / SCAN_EVERY : number) % from.length]!, {})
    seen.push(Math.max(...sandbox.memoryMb))
    for (const pid of sandbox.pids) children.add(pid)
    if ((number + 1) % 500 === 0) process.stderr.write(`${number + 1} of ${count} documents\n`)
  }
  await sandbox.close()
  const warm = seen.slice(Math.floor(WARM_UP * count))
  const part = Math.max(1, Math.floor(PART * warm.length))
  const [first, last] = [percentile(warm.slice(0, part), 0.5), percentile(warm.slice(-part), 0.5)]
  const growth = last / first
  return [
    { what: 'memory: documents read by one child', value: count, unit: 'documents' },
    { what: 'memory: median in the first fifth', value: first, unit: 'MB' },
    { what: 'memory: median in the last fifth', value: last, unit: 'MB' },
    {
      what: 'memory: last against first',
      value: growth,
      unit: 'x',
      target: `<= ${MAX_GROWTH}`,
      met: growth <= MAX_GROWTH,
    },
    // A child that exceeds the limit is replaced; the comparison is then one of several children.
    { what: 'memory: children', value: children.size, unit: 'children', target: 1, met: children.size === 1 },
  ]
}
