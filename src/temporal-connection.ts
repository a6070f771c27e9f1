/** Connects to Temporal with a time limit for every call, so that a silent server holds no request. */
import { InterceptingCall, Metadata, status } from '@grpc/grpc-js'
import { Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client'
import type { ConnectionOptions } from '@temporalio/client'

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number]
type Call = ConstructorParameters<typeof InterceptingCall>[0]

/** Returns a call that ends as cancelled without starting. */
function cancelled(details: string): Call {
  const nothing = () => undefined
  return {
    start(_metadata, listener) {
      setImmediate(() => listener?.onReceiveStatus?.({ code: status.CANCELLED, details, metadata: new Metadata() }))
    },
    sendMessage: nothing,
    sendMessageWithContext: nothing,
    startRead: nothing,
    halfClose: nothing,
    cancelWithStatus: nothing,
    getPeer: () => '',
    getAuthContext: () => null,
  }
}

/**
 * Ends calls that are retried after the connection was closed. Closing a connection does not stop the retry timers of the client, and a
 * retry on a closed channel would end the process with an uncaught exception.
 */
const endAfterClose: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options))
  } catch (error) {
    return new InterceptingCall(cancelled(error instanceof Error ? error.message : String(error)))
  }
}

/** Time for a call with its repetitions. Requests to the API wait for none: they are answered while workflows are signalled. */
const CALL_MS = 10_000
/** For calls that wait on purpose (the server answers a long poll after 20 seconds), that need a worker, or that change the server's set-up. */
const LONG_CALL_MS = 60_000
const LONG_CALLS =
  /OperatorService|RegisterNamespace|GetWorkflowExecutionHistory|UpdateWorkflowExecution|PollWorkflowExecutionUpdate|QueryWorkflow/

/** Limits calls without a deadline: a frozen server keeps the connection open and never answers. */
const limitTime: Interceptor = (options, nextCall) => {
  const limit = LONG_CALLS.test(options.method_definition.path) ? LONG_CALL_MS : CALL_MS
  return new InterceptingCall(nextCall({ ...options, deadline: options.deadline ?? Date.now() + limit }))
}

interface TemporalServer {
  /** `host:port`. */
  address: string
  apiKey?: string
  tls?: boolean
}

/**
 * Opens a connection that does not require the server to run yet. Calls are retried while the server is unavailable, until their
 * deadline (by default ten seconds) or until `close()`; without `retries`, they fail at once.
 */
export function openTemporalConnection({ address, apiKey, tls }: TemporalServer, { retries = true } = {}): Connection {
  return Connection.lazy({
    address,
    ...(tls === undefined ? {} : { tls }),
    ...(apiKey ? { apiKey } : {}),
    interceptors: [limitTime, ...(retries ? [makeGrpcRetryInterceptor(defaultGrpcRetryOptions())] : []), endAfterClose],
  })
}
