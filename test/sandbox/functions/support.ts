import { spawnSync } from 'node:child_process'
import { afterAll } from 'vitest'
import {
  openFunctions,
  type FunctionCall,
  type FunctionResult,
  type FunctionRuntime,
} from '../../../src/sandbox/functions/index.ts'
import type { SandboxLevel } from '../../../src/sandbox/isolation.ts'

const runs = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', cwd: '/' }).status === 0

/** The levels of this machine, found without the code of the sandbox. */
export const levels: SandboxLevel[] = [
  'process',
  ...(runs('setpriv', '--reuid', '61000', '--clear-groups', '--', 'test', '-r', import.meta.filename)
    ? (['user'] as const)
    : []),
  ...(runs('bwrap', '--unshare-all', '--ro-bind', '/', '/', process.execPath, '--version')
    ? (['namespaces'] as const)
    : []),
]

/** Functions at a level (by default the last of `levels`), closed after the tests of the file. */
export function openForTests(level: SandboxLevel = levels.at(-1)!, processes = 2) {
  const functions = openFunctions({ processes, level, onError: (error) => console.error(error.message) })
  afterAll(() => functions.close())
  return functions
}

/** A call with valid settings, as an argument of `run`. */
export const callOf = (runtime: FunctionRuntime, code: string, changes: Partial<FunctionCall> = {}): FunctionCall => ({
  runtime,
  code,
  pack: 'default',
  payload: '{"name":"invoice"}',
  timeout_ms: 20_000,
  memory_mb: 128,
  clock_ms: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  seed: 'a seed',
  fetch: () => Promise.reject(new Error('The address is not allowed.')),
  ...changes,
})

export const javascript = (code: string, changes: Partial<FunctionCall> = {}) => callOf('nodejs22.x', code, changes)
export const python = (code: string, changes: Partial<FunctionCall> = {}) => callOf('python3.12', code, changes)

/** The parsed response; throws the failure, if there is one. */
export function responseOf({ response, failure }: FunctionResult): unknown {
  if (response === null) throw new Error(JSON.stringify(failure))
  return JSON.parse(response)
}
