import type { FunctionFailure, LogLine } from './types.ts'

/** Heads of the frames from the parent to a child of a runtime. */
export type ToChild =
  /** First frame to a Python child: the body is a snapshot of the interpreter's memory, or empty. */
  | { do: 'start' }
  /** The body is the payload. */
  | ({ do: 'run' } & RunRequest)
  | { do: 'build'; code: string; pack: 'default' | null }
  /** The response to a request of the function; the body is that of the response. */
  | { do: 'answer'; id: number; status: number; headers: Record<string, string> }
  | { do: 'refuse'; id: number; message: string }

export interface RunRequest {
  code: string
  pack: 'default' | null
  memory_mb: number
  clock_ms: number
  /** 64 hexadecimal digits. */
  seed: string
}

/** Heads of the frames from a child. Not trusted: the parent checks each. */
export type FromChild =
  /** The body is a snapshot for other Python children, or empty. */
  | { is: 'ready' }
  | { is: 'log'; level: LogLine['level']; text: string }
  /** Number of lines that were not sent because the log is full. */
  | { is: 'dropped'; lines: number }
  /** The body is that of the request; `body` says whether it has one. */
  | { is: 'fetch'; id: number; method: string; url: string; headers: Record<string, string>; body: boolean }
  /** The body is the response of the handler. */
  | { is: 'done'; memory_mb: number }
  | { is: 'failed'; memory_mb: number; failure: FunctionFailure }
  /** The source compiles. */
  | { is: 'usable' }
