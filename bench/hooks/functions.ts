/** The time that a call of a trivial function adds, warm and cold, for both runtimes. Calls of the runtimes alternate. */
import { openFunctions, type FunctionCall, type FunctionRuntime } from '../../src/sandbox/functions/index.ts'
import type { SandboxLevel } from '../../src/sandbox/isolation.ts'
import { percentile, type BenchResult } from '../bench.ts'

const COLD_ROUNDS = 5
/** Long enough for the next child to start. */
const PAUSE_MS = 4_000

const SOURCES: Record<FunctionRuntime, (version: number) => string> = {
  'nodejs22.x': (version) =>
    `exports.svc_hook_request_handler = async ({ annotation }) => ({ messages: [{ type: 'info', content: annotation.id + ${version} }] })`,
  'python3.12': (version) =>
    `def svc_hook_request_handler(payload):\n    return {"messages": [{"type": "info", "content": payload["annotation"]["id"] + ${version}}]}`,
}
const RUNTIMES: FunctionRuntime[] = ['nodejs22.x', 'python3.12']
const TARGETS = { 'nodejs22.x': { warm: 15, cold: 150 }, 'python3.12': { warm: 15, cold: 2_500 } }

/** A payload of the usual size: an annotation with 200 fields, about 60 kB. */
const field = (id: number) => ({
  id,
  schema_id: `field_${id}`,
  content: { value: 'x'.repeat(200), page: 1, position: [1, 2, 3, 4] },
})
const payload = JSON.stringify({ annotation: { id: 1, content: Array.from({ length: 200 }, (_, id) => field(id)) } })

const callOf = (runtime: FunctionRuntime, version: number): FunctionCall => ({
  runtime,
  code: SOURCES[runtime](version),
  pack: 'default',
  payload,
  timeout_ms: 30_000,
  memory_mb: 256,
  clock_ms: Date.now(),
  seed: 'bench',
  fetch: () => Promise.reject(new Error('There is no network.')),
})

export async function measureFunctions(rounds: number, level: SandboxLevel | undefined): Promise<BenchResult[]> {
  const open = () => openFunctions({ processes: 2, ...(level ? { level } : {}), onError: console.error })
  const functions = open()

  async function time(own: typeof functions, runtime: FunctionRuntime, version: number): Promise<number> {
    const start = performance.now()
    const { failure } = await own.run({ organization_id: 1 }, callOf(runtime, version))
    if (failure) throw new Error(failure.message)
    return performance.now() - start
  }

  const results: BenchResult[] = []
  const report = (what: string, ms: number[], target?: number) => {
    const value = percentile(ms, 0.5)
    const met = target === undefined ? {} : { target: `< ${target}`, met: value < target }
    results.push({ what, value, unit: 'ms', ...met })
  }

  // Without a process: what the first call after a start of the service takes.
  const first: Record<FunctionRuntime, number[]> = { 'nodejs22.x': [], 'python3.12': [] }
  for (let round = 0; round < 3; round++) {
    for (const runtime of RUNTIMES) {
      const own = open()
      first[runtime].push(await time(own, runtime, 0))
      await own.close()
    }
  }
  const warm: Record<FunctionRuntime, number[]> = { 'nodejs22.x': [], 'python3.12': [] }
  for (const runtime of RUNTIMES) await time(functions, runtime, 0)
  for (let round = 0; round < rounds; round++) {
    for (const runtime of RUNTIMES) warm[runtime].push(await time(functions, runtime, 0))
  }
  // A version that no process has run: JavaScript compiles it, Python needs another interpreter.
  const cold: Record<FunctionRuntime, number[]> = { 'nodejs22.x': [], 'python3.12': [] }
  for (let round = 1; round <= COLD_ROUNDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    for (const runtime of RUNTIMES) cold[runtime].push(await time(functions, runtime, round))
  }
  await functions.close()

  for (const runtime of RUNTIMES) {
    report(`${runtime}, warm call, p50`, warm[runtime], TARGETS[runtime].warm)
    results.push({ what: `${runtime}, warm call, p95`, value: percentile(warm[runtime], 0.95), unit: 'ms' })
    report(`${runtime}, first call of another function, p50`, cold[runtime], TARGETS[runtime].cold)
    report(`${runtime}, first call after a start of the service, p50`, first[runtime])
  }
  return results
}
