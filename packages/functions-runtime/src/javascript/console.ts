import { define, host } from './host.ts'
import { requireModule } from './modules.ts'

const LEVELS = {
  log: 'INFO',
  info: 'INFO',
  debug: 'INFO',
  trace: 'INFO',
  dir: 'INFO',
  table: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
} as const

/** As in src/sandbox/functions/limits.ts. */
const LOG_LINES = 2_000
const LOG_CHARACTERS = 256_000

const isText = (value: unknown): boolean =>
  typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol'

function format(values: unknown[]): string {
  if (values.every(isText) && !String(values[0]).includes('%')) return values.map(String).join(' ')
  const { format }: { format(...values: unknown[]): string } = requireModule('util')
  return format(...values)
}

let lines = 0
let characters = 0
let dropped = 0

/** Sends a line. The host limits the log too, but a flood of calls to it would take most of the function's time. */
function write(level: string, values: unknown[]): void {
  if (lines >= LOG_LINES || characters > LOG_CHARACTERS) return void dropped++
  const text = format(values)
  lines++
  characters += text.length
  host('log', level, text)
}

/** Reports the number of lines that were not sent. */
export function endLog(): void {
  if (dropped) host('dropped', dropped)
}

export function installConsole(): void {
  const methods = Object.entries(LEVELS).map(([name, level]) => [name, (...values: unknown[]) => write(level, values)])
  const nothing = () => undefined
  const rest = { group: nothing, groupEnd: nothing, time: nothing, timeEnd: nothing, count: nothing }
  define('console', {
    ...rest,
    ...Object.fromEntries(methods),
    assert: (holds: unknown, ...values: unknown[]) =>
      holds ? undefined : write('ERROR', ['Assertion failed:', ...values]),
  })
}
