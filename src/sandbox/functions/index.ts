/**
 * Runs the code of customers in child processes: JavaScript in an isolate per call, Python in an interpreter that belongs to one version
 * of one organization's function (docs/functions.md, docs/decisions/0090-functions-in-child-processes.md).
 */
import { createHash } from 'node:crypto'
import { RUNTIME_FOLDER } from '@sheaf/functions-runtime'
import { detectLevel, type SandboxLevel } from '../isolation.ts'
import { socketOf } from './command.ts'
import { failure } from './failures.ts'
import { CODE_BYTES, PAYLOAD_BYTES } from './limits.ts'
import { FunctionPool } from './pool.ts'
import type { FunctionFailure, FunctionRuntime, Functions, FunctionSource } from './types.ts'

export type * from './types.ts'

export interface FunctionSettings {
  /** Calls of each runtime that run at the same time; one more child waits for the next call. */
  processes: number
  /** Default: `container` with a socket, otherwise the best level of this machine. */
  level?: SandboxLevel
  /** Socket of the reader in another container, which then runs the children. */
  socket?: string
  /** Receives the reason if a child cannot start; authors see only that it did not. */
  onError?: (error: Error) => void
}

const BUILD_MS = 10_000
const BUILD_MB = 256

/** Returns the functions; children start with the first call. It must be closed, otherwise they keep the process alive. */
export function openFunctions({
  processes,
  socket,
  onError,
  ...given
}: FunctionSettings): Functions & { readonly pids: number[] } {
  let level = given.level
  const pools = new Map<FunctionRuntime, FunctionPool>()
  let closed = false
  const poolOf = (runtime: FunctionRuntime): FunctionPool => {
    level ??= socket ? 'container' : detectLevel([RUNTIME_FOLDER])
    let pool = pools.get(runtime)
    if (!pool) {
      pool = new FunctionPool({
        runtime,
        level,
        processes,
        ...(onError ? { onError } : {}),
        ...(socket ? { socket: socketOf(socket, runtime) } : {}),
      })
      pools.set(runtime, pool)
      if (closed) void pool.close()
    }
    return pool
  }
  return {
    get pids() {
      return [...pools.values()].flatMap((pool) => pool.pids)
    },
    async run(tenant, call) {
      const { runtime, code, pack, payload, memory_mb, clock_ms } = call
      const problem = tooLarge(code, 'code', CODE_BYTES) ?? tooLarge(payload, 'payload', PAYLOAD_BYTES)
      if (problem) return { response: null, failure: problem, log: [], ms: 0, memory_mb: 0 }
      return await poolOf(runtime).perform({
        organizationId: tenant.organization_id,
        key: keyOf(tenant.organization_id, call),
        head: { do: 'run', code, pack, memory_mb, clock_ms, seed: digest(call.seed) },
        body: payload,
        limits: call,
      })
    },
    async build(tenant, source) {
      const { runtime, code, pack } = source
      const problem = tooLarge(code, 'code', CODE_BYTES)
      if (problem) return problem
      const result = await poolOf(runtime).perform({
        organizationId: tenant.organization_id,
        key: keyOf(tenant.organization_id, source),
        head: { do: 'build', code, pack },
        body: '',
        limits: { timeout_ms: BUILD_MS, memory_mb: BUILD_MB, fetch: refuse },
      })
      return result.failure
    },
    async close() {
      closed = true
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
  }
}

const refuse = (): Promise<never> => Promise.reject(new Error('Requests are possible only while the handler runs.'))

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Python code can change its interpreter for later calls, so an interpreter belongs to one version of one organization's function. */
const keyOf = (organizationId: number, { runtime, code, pack }: FunctionSource): string | null =>
  runtime === 'python3.12' ? `${organizationId} ${pack} ${digest(code)}` : null

function tooLarge(text: string, what: string, limit: number): FunctionFailure | null {
  if (Buffer.byteLength(text) <= limit) return null
  return failure('memory', `The ${what} of the function exceeds the limit of ${limit / 2 ** 20} MB.`)
}
