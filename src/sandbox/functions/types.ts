export type FunctionRuntime = 'nodejs22.x' | 'python3.12'

export interface FunctionSource {
  runtime: FunctionRuntime
  code: string
  /** `default`: the libraries listed in docs/functions.md; null: only the modules of the runtime. */
  pack: 'default' | null
}

export interface FunctionCall extends FunctionSource {
  /** JSON text, at most 20 MB. */
  payload: string
  timeout_ms: number
  /** 128 to 256. */
  memory_mb: number
  /** The time that the function sees at its start. It advances only with timers and with responses to its requests. */
  clock_ms: number
  /** All random numbers of the call are derived from it, also those for keys: it must be hard to guess. */
  seed: string
  /** Performs a request for the function in the parent; a rejection becomes an exception with its message in the function. */
  fetch(request: FunctionRequest): Promise<FunctionAnswer>
}

export interface FunctionRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

export interface FunctionAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface LogLine {
  level: 'INFO' | 'WARNING' | 'ERROR'
  text: string
}

export interface FunctionFailure {
  kind: 'exception' | 'syntax' | 'timeout' | 'memory' | 'output' | 'crashed' | 'unavailable'
  /** One sentence for the author; names the limit if one was exceeded. */
  message: string
  /** Class name of the exception. */
  exception: string | null
  /** Line in the author's own code, 1-based. */
  line: number | null
  /** Frames of the author's code only. */
  traceback: string | null
}

export interface FunctionResult {
  /** JSON text that the handler returned; null if it failed. */
  response: string | null
  failure: FunctionFailure | null
  /** At most 256 kB in 2,000 lines; the last line says how many were dropped. */
  log: LogLine[]
  /** Wall-clock time without waiting for a process. */
  ms: number
  /** Memory of the function at its end: heap and buffers (JavaScript), memory of the interpreter (Python). */
  memory_mb: number
}

/** For whom a function runs. */
export interface FunctionTenant {
  organization_id: number
}

export interface Functions {
  /** Runs the handler. Never rejects: whatever goes wrong is the `failure` of the result. */
  run(tenant: FunctionTenant, call: FunctionCall): Promise<FunctionResult>
  /** Compiles without running the handler: null if it is usable, otherwise why (syntax error with line, no handler). */
  build(tenant: FunctionTenant, source: FunctionSource): Promise<FunctionFailure | null>
  /** Fails waiting calls and kills the children. */
  close(): Promise<void>
}
