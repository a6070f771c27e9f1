/** What the service asks of tracing, so that the module which loads OpenTelemetry stays optional. */
import type { IncomingHttpHeaders } from 'node:http'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { WorkerOptions } from '@temporalio/worker'

/** Attributes of a completed request; they contain no customer data. */
export interface RequestFacts {
  method: string
  route: string
  status: number
  request_id: string
  organization: number | undefined
  user: number | undefined
  queries: number
}

export interface RequestSpan {
  /** Runs code inside the span; work that it starts, also work that continues after the response, belongs to its trace. */
  run<T>(work: () => Promise<T>): Promise<T>
  end(facts: RequestFacts): void
}

export interface Tracing {
  /** Starts a span, which continues the trace in the `traceparent` header (W3C) if present. */
  startRequest(headers: IncomingHttpHeaders): RequestSpan
  /** Propagates the context when a client starts or signals a workflow. */
  clientInterceptor: WorkflowClientInterceptor
  /** Worker options that continue the trace in workflows and activities; the interceptors of workflows are in their bundle. */
  workerOptions: Pick<WorkerOptions, 'interceptors' | 'sinks'>
  /** Sends the remaining spans; waits at most ten seconds. */
  close(): Promise<void>
}
