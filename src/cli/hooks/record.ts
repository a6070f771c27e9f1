/** What is needed to repeat a call of a function: a record of the service, or a file. */
import { lstat, readFile } from 'node:fs/promises'
import type { FunctionAnswer, FunctionFailure, FunctionRequest, FunctionSource } from '../../sandbox/functions/index.ts'
import { Problem } from '../problem.ts'
import type { Rest } from '../client/rest.ts'

type Values = Record<string, unknown>

export interface RecordedCall {
  request: FunctionRequest
  answer?: FunctionAnswer
  error?: string
  /** Position of the answer among all answers, from 1. */
  position?: number
  ms?: number
}

/** An event with its surroundings. `event.json` contains it. */
export interface RecordedEvent {
  /** Id of the call; null if the event does not come from one. */
  uuid: string | null
  payload: Values
  clock_ms: number
  seed: string
  calls: RecordedCall[]
}

/** A call as `GET hooks/runs/{uuid}/record` returns it. */
export interface RunRecord extends RecordedEvent {
  uuid: string
  hook: string
  runtime: FunctionSource['runtime']
  code: string
  third_party_library_pack: FunctionSource['pack']
  timeout_ms: number
  memory_limit_mb: number
  is_incomplete: boolean
  response_text: string | null
  output: string | null
  failure: FunctionFailure | null
  ms: number
  memory_mb: number
}

/** A file on this machine is read up to this size, far more than a payload or a record may have. */
const MAX_FILE = 100_000_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws Problem if the call is unknown or was not recorded. */
export async function fetchRecord(rest: Rest, uuid: string): Promise<RunRecord> {
  if (!UUID.test(uuid))
    throw new Problem(`"${uuid}" is not the id of a call, such as 4f9e0cfe-0d43-4a5f-8a35-1f2b0d8f7a10.`)
  const record = await findRecord(rest, uuid)
  if (record) return record
  throw new Problem(
    `There is no record of call ${uuid}. Calls of functions with "payload_logging_enabled" in their config are recorded, and kept for 7 days.`,
  )
}

/** Returns null if the call is unknown or was not recorded. */
export const findRecord = (rest: Rest, uuid: string): Promise<RunRecord | null> =>
  rest.find<RunRecord>(`hooks/runs/${uuid.toLowerCase()}/record`)

/** Returns null if the file does not exist. Throws Problem if it is too large, or not a file. */
export async function textOf(file: string, largest = MAX_FILE): Promise<string | null> {
  const found = await lstat(file).catch(() => null)
  if (!found) return null
  const size = found.isSymbolicLink() ? 0 : found.size
  if (found.isDirectory()) throw new Problem(`${file} is a folder.`)
  if (size > largest) throw new Problem(`${file} has ${size} bytes; at most ${largest} are read.`)
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Problem(`${file} cannot be read.`, { cause: error })
  })
}

/** Returns null if the file does not exist. Throws Problem if it contains no JSON object. */
export async function objectIn(file: string): Promise<Values | null> {
  const text = await textOf(file)
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem(`${file} is not valid JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (!isObject(value)) throw new Problem(`${file} must contain an object.`)
  return value
}

/** Reads an event from `event.json`, a saved record, or a file that contains a payload only. Returns null if it does not exist. */
export async function eventIn(file: string): Promise<RecordedEvent | null> {
  const value = await objectIn(file)
  if (!value) return null
  const { payload, clock_ms, seed, calls, uuid } = value
  if (!isObject(payload) || clock_ms === undefined) return eventOf(value)
  if (typeof clock_ms !== 'number' || typeof seed !== 'string' || !isCalls(calls))
    throw new Problem(
      `${file} is not an event: "clock_ms", "seed" or "calls" is not valid. Delete it to fetch the event again.`,
    )
  return { uuid: typeof uuid === 'string' ? uuid : null, payload, clock_ms, seed, calls }
}

/** The event of a payload that was never sent. */
export const eventOf = (payload: Values): RecordedEvent => {
  const at = typeof payload.timestamp === 'string' ? Date.parse(payload.timestamp) : NaN
  return { uuid: null, payload, clock_ms: Number.isFinite(at) ? at : 0, seed: 'dev', calls: [] }
}

const isCalls = (value: unknown): value is RecordedCall[] =>
  Array.isArray(value) &&
  value.every((one: unknown) => {
    const { request, answer }: { request?: unknown; answer?: unknown } = isObject(one) ? one : {}
    const isAnswer = !isObject(answer) || (typeof answer.body === 'string' && isObject(answer.headers))
    return isObject(request) && typeof request.method === 'string' && typeof request.url === 'string' && isAnswer
  })
