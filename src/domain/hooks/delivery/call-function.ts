/** Calls a function in the sandbox. Its requests to the service's own API are made here, and recorded, so that a call can be repeated. */
import { ledger } from '../../../work/ledger.ts'
import { baseUrl } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { OutgoingError } from '../../../outgoing/outgoing-http.ts'
import type {
  FunctionAnswer,
  FunctionFailure,
  FunctionRequest,
  FunctionSource,
} from '../../../sandbox/functions/index.ts'
import { withCaller } from '../../requests/function-caller.ts'
import type { HookConfig } from '../config.ts'
import type { Exchange, FunctionRecord, HookRequest, RecordedCall } from './exchange-record.ts'

export type { FunctionRecord } from './exchange-record.ts'

type Caller = Pick<Deps, 'config' | 'outgoing' | 'functions' | 'ownApi'>

const MAX_ANSWER = 10_000_000
const MAX_BODY = 10_000_000
const MAX_CALLS = 1_000
/** Characters of all requests and answers in a record. */
const MAX_RECORD = 20_000_000

export const sourceOf = ({ runtime, code, third_party_library_pack }: HookConfig): FunctionSource => ({
  runtime: runtime ?? 'nodejs22.x',
  code: code ?? '',
  pack: third_party_library_pack ?? null,
})

/** Runs the function once. Failures of the function are outcomes; throws the reason of `signal`. */
export async function callFunction(
  deps: Caller,
  organization_id: number,
  config: HookConfig,
  { uuid, at, body, timeout_ms, signal }: HookRequest,
): Promise<Exchange> {
  const source = sourceOf(config)
  const started = { clock_ms: at.getTime(), seed: uuid, timeout_ms, memory_limit_mb: config.memory_size_mb ?? 256 }
  const calls = recordedCalls()
  const deadline = Date.now() + timeout_ms
  const result = await deps.functions.run(
    { organization_id },
    {
      ...source,
      payload: body,
      timeout_ms,
      memory_mb: started.memory_limit_mb,
      clock_ms: started.clock_ms,
      seed: started.seed,
      fetch: (request) =>
        calls.make(request, () => forward(deps, organization_id, request, { until: deadline, signal })),
    },
  )
  ledger.add({ organization_id }, 'functions_ms', result.ms)
  signal?.throwIfAborted()
  const output = result.log.map(({ level, text }) => (level === 'INFO' ? text : `${level}: ${text}`)).join('\n')
  const { response, failure, ms, memory_mb } = result
  const record = { ...source, ...started, ...calls.recorded(), response, failure, ms, memory_mb }
  const common = { ms: Math.round(ms), record, ...(output ? { output } : {}) }
  if (!failure) return { ...common, outcome: { status: 200, body: response ?? '' } }
  return { ...common, outcome: { ...failureOf(failure), line: failure.line } }
}

/** Makes the requests of a function, and records them as long as the record stays within its limit. */
function recordedCalls(): {
  make(request: FunctionRequest, send: () => Promise<FunctionAnswer>): Promise<FunctionAnswer>
  recorded(): Pick<FunctionRecord, 'calls' | 'is_incomplete'>
} {
  const calls: RecordedCall[] = []
  let [size, position] = [0, 0]
  return {
    async make(request, send) {
      if (calls.length >= MAX_CALLS) throw new Error(`A call may make at most ${MAX_CALLS} requests.`)
      const made: RecordedCall = { request }
      calls.push(made)
      size += request.url.length + (request.body?.length ?? 0)
      const start = performance.now()
      const note = (result: Pick<RecordedCall, 'answer' | 'error'>): void => {
        size += result.answer?.body.length ?? 0
        Object.assign(made, result, { position: ++position, ms: Math.round(performance.now() - start) })
        if (size > MAX_RECORD) calls.forEach((call) => delete call.answer)
      }
      try {
        const answer = await send()
        note({ answer })
        return answer
      } catch (error) {
        note({ error: error instanceof Error ? error.message : String(error) })
        throw error
      }
    },
    // A copy: a request that the function did not wait for may end later.
    recorded: () => ({
      calls: size > MAX_RECORD ? [] : calls.map((call) => ({ ...call })),
      is_incomplete: size > MAX_RECORD,
    }),
  }
}

/** An exception would be thrown again, a limit of time may be met on a less busy machine. */
function failureOf({ kind, message, traceback }: FunctionFailure): Exclude<Exchange['outcome'], { status: number }> {
  const text = traceback && !message.includes(traceback) ? `${message}\n${traceback}` : message
  if (kind === 'timeout') return { failure: 'timeout', message: text }
  if (kind === 'crashed' || kind === 'unavailable') return { failure: 'unreachable', message: text }
  return { failure: kind === 'output' ? 'too_large' : 'refused', message: text }
}

/** Requests to the service's own API, and to the origins that operators list. */
async function forward(
  deps: Caller,
  organization_id: number,
  { method, url, headers, body }: FunctionRequest,
  { until, signal }: { until: number; signal: AbortSignal | undefined },
): Promise<FunctionAnswer> {
  const { config, ownApi, outgoing } = deps
  const target = URL.parse(url)
  if (!target) throw new Error(`"${url.slice(0, 200)}" is not a valid URL.`)
  const own = new URL(baseUrl(config))
  const isOwn = target.origin === own.origin
  if (!isOwn && !config.functionOrigins.includes(target.origin))
    throw new Error(
      `Functions can reach only the API of this service; ${target.origin} is not allowed (FUNCTION_ORIGINS).`,
    )
  // Metrics, pages and documentation are not for functions. `target` has no `..` any more, also not as `%2e%2e`.
  const root = `${own.pathname}/v1`
  if (isOwn && target.pathname !== root && !target.pathname.startsWith(`${root}/`))
    throw new Error(`Functions can reach only ${root} of this service.`)
  if (body && body.length > MAX_BODY) throw new Error(`The body of a request may have at most ${MAX_BODY} characters.`)
  try {
    const answer = await (isOwn ? ownApi : outgoing).request(target, {
      method,
      headers: isOwn ? withCaller(config, headers, { organization_id, now: Date.now() }) : headers,
      body,
      timeout_ms: Math.max(1, until - Date.now()),
      limit: MAX_ANSWER,
      ...(signal ? { signal } : {}),
    })
    return { status: answer.status, headers: answer.headers, body: answer.body.toString('utf8') }
  } catch (error) {
    if (error instanceof OutgoingError) throw new Error(error.message, { cause: error })
    throw error
  }
}
