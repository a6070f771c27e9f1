/** Tracing with OpenTelemetry. Only `openTracing` loads this module. */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { Resource } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js'
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/worker/index.js'
import type { Config } from '../config.ts'
import type { RequestFacts, Tracing } from './port.ts'

const CLOSE_PATIENCE_MS = 10_000

/** Sends spans to `{endpoint}/v1/traces` as JSON, in batches. One per process: the current span is global to OpenTelemetry. */
export function startTracing({ endpoint, serviceName }: NonNullable<Config['tracing']>): Tracing {
  const resource = new Resource({ 'service.name': serviceName })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const processor = new BatchSpanProcessor(exporter)
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [processor],
  })
  // Without baggage, because client data in it would end up in workflow histories.
  provider.register({ propagator: new W3CTraceContextPropagator() })
  const tracer = provider.getTracer('sheaf')
  return {
    startRequest: (headers) => {
      const parent = propagation.extract(ROOT_CONTEXT, headers)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      return {
        run: (work) => context.with(trace.setSpan(parent, span), work),
        end: (facts) => {
          span.updateName(`${facts.method} ${facts.route}`)
          span.setAttributes(attributesOf(facts))
          if (facts.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    clientInterceptor: new OpenTelemetryWorkflowClientInterceptor({ tracer }),
    workerOptions: {
      interceptors: {
        activity: [(ctx) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(ctx, { tracer }) })],
      },
      sinks: { exporter: workflowExporter(processor, resource) },
    },
    close: async () => {
      // An unavailable collector must not prevent a process from ending.
      await Promise.race([provider.shutdown().catch(() => undefined), patience()])
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

/** Exports spans of workflows with identifying attributes only, because search attributes contain file names. */
function workflowExporter(processor: BatchSpanProcessor, resource: Resource): ReturnType<typeof makeWorkflowExporter> {
  const { export: sink } = makeWorkflowExporter(processor, resource)
  return {
    export: {
      ...sink,
      fn: ({ workflowId, runId, workflowType, taskQueue, namespace, attempt }, spans) =>
        sink.fn({ workflowId, runId, workflowType, taskQueue, namespace, attempt } as never, spans),
    },
  }
}

const patience = () => new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_PATIENCE_MS).unref())

/** Attributes of a span, without the path, which may contain ids, file names and tokens. */
const attributesOf = (facts: RequestFacts) => ({
  'http.request.method': facts.method,
  'http.route': facts.route,
  'http.response.status_code': facts.status,
  'sheaf.request_id': facts.request_id,
  'sheaf.queries': facts.queries,
  ...(facts.organization === undefined ? {} : { 'sheaf.organization': facts.organization }),
  ...(facts.user === undefined ? {} : { 'sheaf.user': facts.user }),
})
