/** Processor time of an import in a queue without hooks: this checkout and another one, in turns. */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { percentile, type BenchResult } from '../bench.ts'

/** Relative difference that is within the target. */
const TARGET = 0.05

interface Side {
  /** Processor time per document in ms: single uploads, and documents of one large upload. */
  round(): Promise<{ single: number; batch: number }>
  stop(): Promise<void>
}

async function startSide(root: string): Promise<Side> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'import-side.ts'), resolve(root)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`The service of ${root} ended early.`)
    return value
  }
  await next()
  return {
    async round() {
      child.stdin.write('round\n')
      return JSON.parse(await next()) as { single: number; batch: number }
    },
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

/** Compares with the checkout in the folder `before`. The sides take turns, and the one that begins changes. */
export async function compareImports(before: string, rounds: number): Promise<BenchResult[]> {
  const sides = [await startSide(before), await startSide(join(import.meta.dirname, '..', '..'))] as const
  const spent = sides.map(() => ({ single: [] as number[], batch: [] as number[] }))
  try {
    for (let round = 0; round < 2 * rounds; round++) {
      for (const index of round % 2 ? [1, 0] : [0, 1]) {
        const { single, batch } = await sides[index]!.round()
        spent[index]!.single.push(single)
        spent[index]!.batch.push(batch)
      }
    }
  } finally {
    for (const side of sides) await side.stop()
  }
  return (['single', 'batch'] as const).flatMap((how) => {
    const what = how === 'single' ? 'one by one' : '50 in one upload'
    const [old, now] = spent.map((side) => percentile(side[how], 0.5)) as [number, number]
    return [
      { what: `processor time of an import before, ${what}`, value: old, unit: 'ms' },
      { what: `processor time of an import, ${what}`, value: now, unit: 'ms' },
      {
        what: `import without hooks against before, ${what}`,
        value: now / old,
        unit: 'ratio',
        target: `<= ${1 + TARGET}`,
        met: now / old <= 1 + TARGET,
      },
    ]
  })
}
