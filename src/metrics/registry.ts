/** Counters and histograms of this process, for Prometheus. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]

export const requests = new Counter({
  name: 'sheaf_http_requests_total',
  help: 'Requests by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  registers,
})
export const durations = new Histogram({
  name: 'sheaf_http_request_duration_seconds',
  help: 'Time from the first byte of a request to its response.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})
export const hookResults = new Counter({
  name: 'sheaf_hook_results_total',
  help: 'Finished calls of hooks by this process, by type of the hook and result (completed, failed).',
  labelNames: ['type', 'result'],
  registers,
})
export const imports = new Counter({
  name: 'sheaf_imports_total',
  help: 'Documents imported by this process, by result (to_review, failed_import, …).',
  labelNames: ['result'],
  registers,
})
export const importSeconds = new Histogram({
  name: 'sheaf_import_duration_seconds',
  help: 'Time from the arrival of a document to the end of its import, by reader (pdfium, ppocr-v6, tesseract, …; none if it could not be read).',
  labelNames: ['reader'],
  buckets: [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
  registers,
})
export const documentRequests = new Counter({
  name: 'sheaf_document_requests_total',
  help: 'Requests to the processes that open documents, by kind and result: ok, slow (needs the long limit), or why it failed (damaged, timeout, out_of_memory, crashed, …).',
  labelNames: ['request', 'result'],
  registers,
})
export const documentSeconds = new Histogram({
  name: 'sheaf_document_request_seconds',
  help: 'Duration of these requests, the wait for a free process included.',
  labelNames: ['request'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 120],
  registers,
})
export const pagesRead = new Counter({
  name: 'sheaf_pages_read_total',
  help: 'Pages read by this process, by source of their text (text, ocr, office).',
  labelNames: ['source'],
  registers,
})
export const modelRequests = new Counter({
  name: 'sheaf_llm_requests_total',
  help: 'Requests to the language model by result: ok, paused (not sent after failures), or why it failed (timeout, unreachable, too_large, status, nonsense, refused).',
  labelNames: ['result'],
  registers,
})
export const modelSeconds = new Histogram({
  name: 'sheaf_llm_request_seconds',
  help: 'Duration of requests to the language model.',
  buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300],
  registers,
})
export const modelAnswers = new Counter({
  name: 'sheaf_llm_answers_total',
  help: 'Answers of the language model: agreed, filled, replaced and alternative are used, not_on_page, wrong_kind, foreign and unusable are dropped.',
  labelNames: ['result'],
  registers,
})
export const blobSeconds = new Histogram({
  name: 'sheaf_blob_seconds',
  help: 'Duration of operations of the store of files, by operation and result (ok, failed).',
  labelNames: ['operation', 'result'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  registers,
})
export const startDelay = new Histogram({
  name: 'sheaf_activity_schedule_to_start_seconds',
  help: 'Time for which the activities of this worker waited in Temporal, by queue.',
  labelNames: ['queue'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3600],
  registers,
})
export const mailsReceived = new Counter({
  name: 'sheaf_mails_received_total',
  help: 'Received messages that this process has finished, by outcome (imported, no_documents, duplicate, …).',
  labelNames: ['outcome'],
  registers,
})
export const mailsSent = new Counter({
  name: 'sheaf_mails_sent_total',
  help: 'Messages that this process has finished sending, by kind (email, letter) and result (accepted, refused).',
  labelNames: ['kind', 'result'],
  registers,
})

/** Failed calls in a row after which a hook counts as failing. */
export const FAILING = 10
