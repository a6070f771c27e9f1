// npm run bench:hooks [-- --only functions,formulas,deliveries,imports --rounds N --level LEVEL --before FOLDER]: calls of functions warm and
// cold, formulas/s, deliveries/s to a local receiver, and with `--before` the processor time of an import without hooks, compared with
// another checkout of the repository.
import { parseArgs } from 'node:util'
import type { SandboxLevel } from '../src/sandbox/isolation.ts'
import { writeBench, type BenchResult } from './bench.ts'
import { measureDeliveries } from './hooks/deliveries.ts'
import { measureFormulas } from './hooks/formulas.ts'
import { measureFunctions } from './hooks/functions.ts'
import { compareImports } from './hooks/imports.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'functions,formulas,deliveries,imports' },
    /** Warm calls of each runtime. */
    rounds: { type: 'string', default: '200' },
    level: { type: 'string' },
    /** Rounds of deliveries and of imports. */
    turns: { type: 'string', default: '3' },
    before: { type: 'string' },
  },
})
const turns = Number(values.turns)
const parts: Record<string, () => Promise<BenchResult[]> | BenchResult[]> = {
  functions: () => measureFunctions(Number(values.rounds), values.level as SandboxLevel | undefined),
  formulas: measureFormulas,
  deliveries: () => measureDeliveries(turns),
  imports: () => (values.before ? compareImports(values.before, turns) : []),
}

const results: BenchResult[] = []
for (const name of values.only.split(',')) {
  const part = parts[name]
  if (!part) throw new Error(`--only must be a list of ${Object.keys(parts).join(', ')}.`)
  results.push(...(await part()))
}
writeBench('hooks', results)
