/**
 * Traces of requests and of the workflows they start. Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set; then, and only then,
 * OpenTelemetry is loaded.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { WorkerOptions } from '@temporalio/worker'
import type { Config } from '../config.ts'

/** What is known of a request when it has been answered; nothing a customer wrote is among it. */
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
  /** Runs code inside the span: what it starts, and what goes on behind the answer, belongs to its trace. */
  run<T>(work: () => Promise<T>): Promise<T>
  end(facts: RequestFacts): void
}

export interface Tracing {
  /** A span that continues the trace of the `traceparent` header (W3C) if there is one. */
  startRequest(headers: IncomingHttpHeaders): RequestSpan
  /** Carries the context along when a client starts or signals a workflow. */
  clientInterceptor: WorkflowClientInterceptor
  /** What a worker needs so that workflows and activities go on with the trace; the workflows' part is in their bundle. */
  workerOptions: Pick<WorkerOptions, 'interceptors' | 'sinks'>
  /** Sends what has not been sent; waits ten seconds at most. */
  close(): Promise<void>
}

export async function openTracing({ tracing }: Config): Promise<Tracing | undefined> {
  if (!tracing) return undefined
  const { startTracing } = await import('./opentelemetry.ts')
  return startTracing(tracing)
}
