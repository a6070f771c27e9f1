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

interface TemporalServer {
  /** `host:port`. */
  address: string
  apiKey?: string
  tls?: boolean
}

/**
 * Opens a connection that does not require the server to run yet. Calls are retried while the server is unavailable, until their
 * deadline or until `close()`; without `retries`, they fail at once.
 */
export function openTemporalConnection({ address, apiKey, tls }: TemporalServer, { retries = true } = {}): Connection {
  return Connection.lazy({
    address,
    ...(tls === undefined ? {} : { tls }),
    ...(apiKey ? { apiKey } : {}),
    interceptors: [...(retries ? [makeGrpcRetryInterceptor(defaultGrpcRetryOptions())] : []), endAfterClose],
  })
}
