/**
 * Traces requests and the workflows that they start. Disabled unless OTEL_EXPORTER_OTLP_ENDPOINT is set; OpenTelemetry is loaded
 * only then.
 */
import type { Config } from '../config.ts'
import type { Tracing } from './port.ts'

export type { RequestFacts, RequestSpan, Tracing } from './port.ts'

export async function openTracing({ tracing }: Config): Promise<Tracing | undefined> {
  if (!tracing) return undefined
  const { startTracing } = await import('./opentelemetry.ts')
  return startTracing(tracing)
}
