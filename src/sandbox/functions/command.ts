import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RUNTIME_FOLDER } from '@sheaf/functions-runtime'
import { provideBundle } from '@sheaf/functions-runtime/provide'
import { isolate, type SandboxLevel } from '../isolation.ts'
import { existingModuleFolders, root } from '../program.ts'
import type { FunctionRuntime } from './types.ts'

const RELAY = join(import.meta.dirname, '..', 'children', 'relay.ts')

const SCRIPTS: Record<FunctionRuntime, string> = {
  'nodejs22.x': join(import.meta.dirname, 'javascript', 'child.ts'),
  'python3.12': join(import.meta.dirname, 'python', 'child.ts'),
}

/** By this file, node-gyp-build selects the native module of isolated-vm. */
const MUSL = '/etc/alpine-release'

/** Heap of the child itself, outside of the isolates and of Python's memory. */
const HEAP_MB = 192

/**
 * Flags of a child besides its isolation: Node's permission model leaves it read access to the program only. An escape from Python into
 * JavaScript finds neither `eval` nor the constructor `Function`; isolated-vm needs its native module, and isolates need the compiler.
 * Node removes the types of TypeScript with WebAssembly. When a thread of V8 collects unused WebAssembly code while an isolate is disposed of,
 * it can delete that isolate while it holds the lock that deleting requires: the process then hangs. Without this collection, it cannot.
 */
const FLAGS: Record<FunctionRuntime, string[]> = {
  'nodejs22.x': ['--allow-addons', '--no-node-snapshot', '--no-experimental-require-module', '--no-wasm-code-gc'],
  'python3.12': ['--disallow-code-generation-from-strings'],
}

/** Runs in the place of a child that would find no libraries. What it prints is the reason why the child could not start. */
const REFUSAL = 'process.stderr.write(process.argv[1]); process.exitCode = 1'

/** How long a result of `provideBundle` is valid. Looking takes milliseconds, and a failed build a second, during which this process does nothing. */
const VALID_MS = 60_000

let lastLook = { at: -Infinity, error: null as unknown }

function provideOnce(): void {
  if (performance.now() - lastLook.at > VALID_MS) {
    let error: unknown = null
    try {
      provideBundle()
    } catch (reason) {
      error = reason
    }
    lastLook = { at: performance.now(), error }
  }
  if (lastLook.error !== null) throw lastLook.error
}

/**
 * Returns the command line of a child. `socket` is that of the reader, for level `container`. `provide` makes sure that there are libraries, and
 * throws an error if it cannot.
 */
export function commandOf(
  runtime: FunctionRuntime,
  level: SandboxLevel,
  socket = '',
  provide: () => void = provideOnce,
): string[] {
  if (level === 'container')
    return isolate('process', [process.execPath, '--disable-warning=ExperimentalWarning', RELAY, socket], [])
  try {
    if (runtime === 'nodejs22.x') provide()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return isolate(level, [process.execPath, '-e', REFUSAL, reason], [])
  }
  const modules = existingModuleFolders()
  const sources = [join(root, 'src'), join(root, 'packages')]
  const readable = [...sources, ...modules.map((folder) => realpathSync(folder))]
  const flags = [
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
    '--permission',
    ...[join(root, 'package.json'), ...modules, MUSL, ...readable].map((path) => `--allow-fs-read=${path}`),
    ...FLAGS[runtime],
  ]
  const script = SCRIPTS[runtime]
  return isolate(level, [process.execPath, ...flags, script], [dirname(script), RUNTIME_FOLDER])
}

/** Returns the path of the reader's socket for functions of a runtime; `socket` is that for documents. */
export const socketOf = (socket: string, runtime: FunctionRuntime): string => `${socket}.${runtime}`
