/** Runs a function on this machine, in the sandbox of the service. */
import { hiding, REDACTED } from '../../rules/hooks/redact.ts'
import type {
  FunctionAnswer,
  FunctionRequest,
  FunctionResult,
  Functions,
  FunctionSource,
} from '../../sandbox/functions/index.ts'
import { isObject, objectIn, type RecordedEvent } from './record.ts'
import { answersFrom, type AnswerOptions } from './recorded-answers.ts'

/** Values of secrets by name. */
export type Secrets = Record<string, unknown>

export interface LocalCall {
  source: FunctionSource
  event: RecordedEvent
  secrets: Secrets
  timeout_ms: number
  memory_mb: number
  /** Replaces the settings in the payload. */
  settings?: Record<string, unknown>
  /** How recorded answers are used. */
  answers?: Pick<AnswerOptions, 'isPaced' | 'isRepeat'>
  /** Sends requests to the service instead of using the recorded answers. */
  online?: { token: string; fetch(request: FunctionRequest): Promise<FunctionAnswer> }
}

export interface LocalRun extends FunctionResult {
  /** The payload that the function received. */
  payload: Record<string, unknown>
  /** Requests whose answers were not recorded. */
  missing: string[]
  requests: number
}

/** Functions of one machine belong to one organization. */
const TENANT = { organization_id: 0 }

export async function runLocally(functions: Functions, call: LocalCall): Promise<LocalRun> {
  const { source, event, secrets, settings, timeout_ms, memory_mb, online } = call
  const used = call.answers?.isRepeat ? known(secrets, event.payload.secrets) : secrets
  const payload = completed(event.payload, used, online?.token, settings)
  const answers = answersFrom(event.calls, { hide: hiding(payload), ...call.answers })
  let requests = 0
  const result = await functions.run(TENANT, {
    ...source,
    payload: JSON.stringify(payload),
    timeout_ms,
    memory_mb,
    clock_ms: event.clock_ms,
    seed: event.seed,
    fetch: (request) => {
      requests++
      return (online ?? answers).fetch(request)
    },
  })
  return { ...result, payload, missing: answers.missing, requests }
}

/** Returns the payload with secrets, token and settings, each at its place: a function sees the order of keys. */
function completed(
  payload: Record<string, unknown>,
  secrets: Secrets,
  token: string | undefined,
  settings: Record<string, unknown> | undefined,
): Record<string, unknown> {
  const names = isObject(payload.secrets) ? payload.secrets : {}
  const tokens = Object.keys(payload).filter((key) => key.endsWith('_authorization_token'))
  return {
    ...payload,
    ...(settings ? { settings } : {}),
    secrets: { ...names, ...secrets },
    ...(token ? Object.fromEntries(tokens.map((key) => [key, token])) : {}),
  }
}

/** A repeated call has the secrets that it had then, even if there are more now. */
const known = (secrets: Secrets, names: unknown): Secrets =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => isObject(names) && name in names))

/** Names of the payload's secrets without a value that the code may use; a code without the word uses none. */
export function missingSecrets({ payload }: RecordedEvent, { code }: { code: string }, secrets: Secrets): string[] {
  if (!code.includes('secrets') || !isObject(payload.secrets)) return []
  return Object.entries(payload.secrets)
    .filter(([name, value]) => value === REDACTED && !(name in secrets))
    .map(([name]) => name)
}

/** Reads `secrets.json`; a missing file has no secrets. */
export const readSecrets = async (file: string): Promise<Secrets> => (await objectIn(file)) ?? {}
