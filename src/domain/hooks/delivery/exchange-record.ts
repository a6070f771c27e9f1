/** A call of a hook, and its outcome. */
import type {
  FunctionAnswer,
  FunctionFailure,
  FunctionRequest,
  FunctionSource,
} from '../../../sandbox/functions/index.ts'

export interface Exchange {
  outcome:
    | { status: number; body: string; location?: string | null; retry_after_s?: number | null }
    | { failure: 'timeout' | 'unreachable' | 'refused' | 'too_large'; message: string; line?: number | null }
  ms: number
  /** What a function printed, one line per call of `console` or `print`. */
  output?: string
  /** What is needed to repeat a call of a function. */
  record?: FunctionRecord
}

export interface HookRequest {
  /** Id of the call; all attempts have the same. */
  uuid: string
  at: Date
  /** The frozen payload as JSON text. */
  body: string
  timeout_ms: number
  signal?: AbortSignal
}

/** A request of a function, with neither answer nor error if the call ended before. */
export interface RecordedCall {
  request: FunctionRequest
  answer?: FunctionAnswer
  error?: string
  /** Position of the answer among all answers, from 1: the function sees in which order they arrive. */
  position?: number
  ms?: number
}

/** What is needed, besides the payload, to repeat a call byte for byte, and its result. */
export interface FunctionRecord extends FunctionSource {
  clock_ms: number
  seed: string
  timeout_ms: number
  memory_limit_mb: number
  calls: RecordedCall[]
  /** True if the answers are too large to be stored: the call cannot be repeated. */
  is_incomplete: boolean
  /** As the function returned it; null if it failed. */
  response: string | null
  failure: FunctionFailure | null
  ms: number
  memory_mb: number
}
