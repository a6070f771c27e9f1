/** What a run prints: notes while it lasts, and its summary. */
const SHOWN = 5

/** Prints a sentence with the seconds since the start. */
export type Note = (sentence: string) => void

export interface Result {
  name: string
  violations: string[]
}

/** Returns the results with violations. */
export const failing = (results: readonly Result[]): Result[] =>
  results.filter(({ violations }) => violations.length > 0)

const indent = (line: string) => `  ${line}`

/** Formats a heading and rows whose first column is padded; returns the lines. */
export function table(heading: string, rows: readonly (readonly [string, string | number])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return ['', heading, ...rows.map(([name, value]) => indent(`${name.padEnd(width)}  ${value}`))].join('\n')
}

/** Formats the invariants, each with `ok` or its first violations. */
export function invariantTable(results: readonly Result[]): string {
  const heading = table(
    'Invariants',
    results.map(({ name, violations }) => [name, violations.length === 0 ? 'ok' : `FAILED (${violations.length})`]),
  )
  const details = failing(results).flatMap(({ name, violations }) => [
    '',
    name,
    ...violations.slice(0, SHOWN).map(indent),
    ...(violations.length > SHOWN ? [indent(`and ${violations.length - SHOWN} more`)] : []),
  ])
  return [heading, ...details].join('\n')
}
