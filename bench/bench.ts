import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

export interface BenchResult {
  what: string
  value: number
  unit: string
  /** For display, e.g. `>= 3`; null if the value is only reported. */
  target?: string | number | null
  met?: boolean | null
}

const root = join(import.meta.dirname, '..')

/** Prints the results as a table and writes `bench-results/NAME.json` (described in docs/benchmarks.md). */
export function writeBench(name: string, results: BenchResult[]): void {
  const rows = results.map((result) => ({
    what: result.what,
    value: result.value,
    unit: result.unit,
    target: result.target ?? null,
    met: result.met ?? null,
  }))
  const cells = [
    ['what', 'value', 'unit', 'target', 'met'],
    ...rows.map((row) => [
      row.what,
      showNumber(row.value),
      row.unit,
      row.target === null ? '' : String(row.target),
      row.met === null ? '' : row.met ? 'yes' : 'NO',
    ]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  console.log(`\n${name}`)
  for (const row of cells) {
    const padded = row.map((cell, column) => (column === 1 ? cell.padStart(widths[1]!) : cell.padEnd(widths[column]!)))
    console.log(`  ${padded.join('  ').trimEnd()}`)
  }
  const folder = join(root, 'bench-results')
  mkdirSync(folder, { recursive: true })
  const report = { name, commit: commit(), machine: describeMachine(), results: rows }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
}

function showNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(3)
}

function commit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}

function describeMachine(): Record<string, string | number> {
  const cores = cpus()
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memory_mb: Math.round(totalmem() / 2 ** 20),
    os: `${process.platform} ${release()}${distribution()}`,
    node: process.version,
  }
}

function distribution(): string {
  try {
    const name = /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
    return name ? `, ${name}` : ''
  } catch {
    return ''
  }
}

/** Returns peak or current resident memory of a process in MB, from `/proc`; 0 without `/proc`. */
export function residentMb(pid: number | 'self' = 'self', what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    const line = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return line ? Number(line[1]) / 1024 : 0
  } catch {
    return 0
  }
}

/** Returns the value below which the share `p` (0..1) of the list lies; the list need not be sorted. */
export function percentile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? NaN
}
