import { InterceptingCall, Metadata, status } from '@grpc/grpc-js'
import { Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client'
import type { ConnectionOptions } from '@temporalio/client'

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number]
type Call = ConstructorParameters<typeof InterceptingCall>[0]

/** A call that ends as cancelled instead of beginning. */
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
 * The client's retries wait on timers that closing a connection leaves running; on a closed channel such a retry throws where
 * nobody can catch it, and would end the process by an uncaught exception. Here it ends its call instead.
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
 * A connection that does not need the server to be there yet. Calls are tried again while the server is away, until their deadline
 * or until `close()`.
 */
export function openTemporalConnection({ address, apiKey, tls }: TemporalServer): Connection {
  return Connection.lazy({
    address,
    ...(tls === undefined ? {} : { tls }),
    ...(apiKey ? { apiKey } : {}),
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), endAfterClose],
  })
}
