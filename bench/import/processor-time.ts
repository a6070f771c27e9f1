import { readdirSync, readFileSync } from 'node:fs'

/** The processes of a stack by purpose. `api` is the requesting process, which includes the client of the benchmark. */
export type Part = 'api' | 'worker' | 'children' | 'postgres' | 'temporal'
export const PARTS: readonly Part[] = ['api', 'worker', 'children', 'postgres', 'temporal']

/** Processor time by part, in milliseconds. */
export type Spent = Record<Part, number>

/** Duration of a clock tick; `getconf CLK_TCK` is 100 on every Linux. */
const TICK_MS = 10

interface Seen {
  id: number
  parent: number
  command: string
  /** Processor time of the process with all its threads, and of its children that have exited. */
  ms: number
}

/** The commands of each part, besides this process; the first that matches counts. */
const COMMANDS: readonly (readonly [Part, RegExp])[] = [
  ['children', /document-child/],
  ['worker', /main\.[jt]s worker\b/],
  ['postgres', /postgres/],
  ['temporal', /temporal/],
]

/** Returns the processor time in milliseconds used by this process and all its descendants, by part; all 0 without /proc. */
export const processorTime = (): Spent => ({
  ...perPart(() => 0),
  ...spentBy(COMMANDS, 'api'),
})

/**
 * Returns the processor time in milliseconds of the descendants of this process by the first name whose pattern matches their command, and that
 * of this process itself as `own`.
 */
export function spentBy<Name extends string>(
  commands: readonly (readonly [Name, RegExp])[],
  own: Name,
): Partial<Record<Name, number>> {
  const spent: Partial<Record<Name, number>> = {}
  const all = new Map(listProcesses().map((seen) => [seen.id, seen]))
  for (const seen of all.values()) {
    const isOwn = seen.id === process.pid
    if (!isOwn && !isBelow(seen, all)) continue
    const name = isOwn ? own : commands.find(([, pattern]) => pattern.test(seen.command))?.[0]
    if (name) spent[name] = (spent[name] ?? 0) + seen.ms
  }
  return spent
}

/** Returns the processor time used while `work` runs, as `processorTime`. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<Spent> {
  const before = processorTime()
  await work()
  const after = processorTime()
  return perPart((part) => after[part] - before[part])
}

/** Returns the processor time with this value for each part. */
export const perPart = (value: (part: Part) => number): Spent =>
  Object.fromEntries(PARTS.map((part) => [part, value(part)])) as Spent

/** Returns the processor time of all parts together. */
export const allParts = (spent: Spent): number => PARTS.reduce((sum, part) => sum + spent[part], 0)

function isBelow({ parent }: Seen, all: Map<number, Seen>): boolean {
  if (parent === process.pid) return true
  const above = all.get(parent)
  return above !== undefined && isBelow(above, all)
}

function listProcesses(): Seen[] {
  let names: string[]
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
  return names.flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ')
      return [{ id: Number(name), parent: fields[1]!, command, ms: TICK_MS * (fields[11]! + fields[12]!) }]
    } catch {
      // The process exited in the meantime.
      return []
    }
  })
}
