/** Traces of uploads, with a collector on the loopback interface and all other components real. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
// The SDK's own historyToJSON fails where npm installs several copies of protobufjs; the generated classes need none.
import proto from '@temporalio/proto'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bundleWorkflows } from '../../src/worker/bundle.ts'
import { startApi } from '../../src/api/main.ts'
import type { RunningApi } from '../../src/api/main.ts'
import { openTemporal } from '../../src/open-deps.ts'
import type { Deps } from '../../src/deps.ts'
import { annotationWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import { registry } from '../../src/metrics/index.ts'
import { startTracing } from '../../src/tracing/opentelemetry.ts'
import type { Tracing } from '../../src/tracing/index.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

const root = join(import.meta.dirname, '..', '..')

describe('traces', () => {
  const spans: Span[] = []
  let received = ''
  let collector: Server
  let stack: Harness
  let deps: Deps
  let api: RunningApi
  let tracing: Tracing

  beforeAll(async () => {
    collector = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        received += text
        const { resourceSpans } = JSON.parse(text) as Export
        for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50')
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    tracing = startTracing({ endpoint, serviceName: 'sheaf-test' })
    stack = await harness(({ config }) => ({
      tracing,
      temporal: openTemporal(config.temporal, [tracing.clientInterceptor]),
    }))
    deps = stack.deps
    await stack.startWorker()
    api = await startApi({ ...stack.config, port: 0 }, deps)
  })
  afterAll(async () => {
    await api.stop()
    await deps.temporal.connection.close()
    await stack.stop()
    await tracing.close()
    collector.close()
    vi.unstubAllEnvs()
  })

  const ofTrace = (trace: string, name: RegExp) =>
    spans.filter(({ traceId, name: spanName }) => traceId === trace && name.test(spanName))
  const attributes = (span: Span) =>
    Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

  it('contain request, workflow and activities of an upload, in the trace of the client', async () => {
    registry.resetMetrics()
    const tenant = await aTenant(deps.db)
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const bytes = await invoicePdf('INV-2026-555')
    const answer = await as(`${api.url}/v1`, tenant.token).post(
      `/uploads/secret-file-name.pdf?queue=${tenant.queue_id}`,
      bytes,
      {
        'Content-Type': 'application/octet-stream',
        'X-Request-Id': 'traced-1',
        traceparent: `00-${trace}-00f067aa0ba902b7-01`,
      },
    )
    expect(answer.status).toBe(202)
    await until(
      () => Promise.resolve(ofTrace(trace, /./).map(({ name }) => name)),
      (names) =>
        [
          /^POST /,
          /^SignalWithStartWorkflow:importUpload/,
          /^RunWorkflow:importUpload/,
          /^StartActivity:importQuickly/,
          /^RunActivity:importQuickly/,
        ].every((one) => names.some((name) => one.test(name))),
    )
    const [request] = ofTrace(trace, /^POST /)
    expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7' })
    expect(attributes(request!)).toMatchObject({
      'http.response.status_code': 202,
      'sheaf.request_id': 'traced-1',
      'sheaf.organization': tenant.organization_id,
      'sheaf.user': tenant.user_id,
      'http.route': expect.stringMatching(/^\/api\/v1\/uploads/) as string,
    })
    expect(attributes(request!)['sheaf.queries']).toBeGreaterThan(0)
    const [signalled] = ofTrace(trace, /^SignalWithStartWorkflow:importUpload/)
    const [workflow] = ofTrace(trace, /^RunWorkflow:importUpload/)
    const [scheduled] = ofTrace(trace, /^StartActivity:importQuickly/)
    const [activity] = ofTrace(trace, /^RunActivity:importQuickly/)
    expect(signalled).toMatchObject({ parentSpanId: request!.spanId })
    expect(workflow).toMatchObject({ parentSpanId: signalled!.spanId })
    expect(scheduled).toMatchObject({ parentSpanId: workflow!.spanId })
    expect(activity).toMatchObject({ parentSpanId: scheduled!.spanId })
    for (const secret of [tenant.token, 'secret-file-name', 'INV-2026-555']) expect(received).not.toContain(secret)
    // The Prometheus metrics count the same import.
    expect(await registry.metrics()).toMatch(/sheaf_imports_total\{result="to_review"\} 1\n/)
  })

  it('produce histories that a worker without tracing can continue', async () => {
    const { id } = (await deps.db('annotations').orderBy('id').first('id')) as { id: number }
    const history = await deps.temporal.workflow.getHandle(annotationWorkflowId(id)).fetchHistory()
    const started = history.events?.[0]?.workflowExecutionStartedEventAttributes
    expect(Object.keys(started?.header?.fields ?? {})).toEqual(['_tracer-data'])
    await expect(Worker.runReplayHistory({ workflowBundle: await bundleWorkflows() }, history)).resolves.toBeUndefined()
  })

  it('start with the request if it has no valid traceparent', async () => {
    for (const traceparent of ['', '00-zz-yy-01']) {
      const id = `new-${traceparent.length}`
      await as(`${api.url}/v1`).get('/health', { 'X-Request-Id': id, ...(traceparent ? { traceparent } : {}) })
      const of = () => spans.find((span) => attributes(span)['sheaf.request_id'] === id)
      const span = await until(() => Promise.resolve(of()), Boolean)
      expect(span).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string })
      expect(span!.parentSpanId ?? '').toBe('')
    }
  })
})

describe('traced workflows', () => {
  const folder = join(import.meta.dirname, 'histories')
  const { History } = proto.temporal.api.history.v1
  let workflowBundle: { code: string }
  const sinks = { exporter: { export: { fn: () => undefined } } }
  beforeAll(async () => {
    workflowBundle = await bundleWorkflows({ traced: true })
  })

  it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
    'replay %s, recorded without tracing',
    async (file) => {
      const history = History.fromObject(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object)
      await expect(Worker.runReplayHistory({ workflowBundle, sinks }, history)).resolves.toBeUndefined()
    },
  )

  it('include OpenTelemetry in their bundle, and untraced workflows do not', async () => {
    expect(workflowBundle.code).toContain('node_modules/@opentelemetry/')
    expect((await bundleWorkflows()).code).not.toContain('node_modules/@opentelemetry/')
  })
})

describe('tracing without a collector', () => {
  it('loads no OpenTelemetry SDK', async () => {
    const script = `
      import { openTracing } from './src/tracing/index.ts'
      import './src/api/main.ts'
      import './src/worker/main.ts'
      import { createRequire } from 'node:module'
      const off = await openTracing({})
      const loaded = Object.keys(createRequire(import.meta.url).cache)
      console.log(JSON.stringify({ off: off === undefined, loaded: loaded.filter((file) => /opentelemetry\\/(?!api\\/)|interceptors-opentelemetry/.test(file)) }))
      process.exit(0)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script], {
      cwd: root,
    })
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toEqual({ off: true, loaded: [] })
  })
})
