import type { FunctionFailure } from './types.ts'

/** Returns a failure that does not come from a line of the author's code. */
export const failure = (kind: FunctionFailure['kind'], message: string): FunctionFailure => ({
  kind,
  message,
  exception: null,
  line: null,
  traceback: null,
})

export const timedOut = (timeoutMs: number) =>
  failure('timeout', `The function ran longer than its limit of ${timeoutMs / 1000} s.`)

export const outOfMemory = (memoryMb: number) =>
  failure('memory', `The function used more than its limit of ${memoryMb} MB of memory.`)

export const responseTooLarge = () => failure('output', 'The response of the function exceeds the limit of 5 MB.')

export const crashed = () => failure('crashed', 'The function ended the process that ran it.')

export const unavailable = (message: string) => failure('unavailable', message)
