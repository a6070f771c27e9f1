import type * as Runtime from 'onnxruntime-node'

type InferenceSession = Runtime.InferenceSession
type Tensor = Runtime.Tensor

/** ONNX Runtime, loaded on first use because its native part is not available on every machine. */
export type RuntimeModule = typeof Runtime

let loaded: Promise<RuntimeModule> | undefined

/** Loads the native module; rejects with the loader's error if it cannot run (other libc, missing package). */
function loadRuntime(): Promise<RuntimeModule> {
  loaded ??= import('onnxruntime-node').then((module) =>
    'default' in module ? (module.default as RuntimeModule) : module,
  )
  return loaded
}

/** Opens a session on one thread: one worker per core reads more pages than one page on several cores (docs/ocr.md). */
export async function openSession(path: string): Promise<InferenceSession> {
  const { InferenceSession } = await loadRuntime()
  return InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableCpuMemArena: true,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  })
}

/** Runs a session with one input and one output, and returns the output. */
export async function runSession(session: InferenceSession, data: Float32Array, dims: number[]): Promise<Tensor> {
  const { Tensor } = await loadRuntime()
  const outputs = await session.run({ [session.inputNames[0]!]: new Tensor('float32', data, dims) })
  return outputs[session.outputNames[0]!]!
}
