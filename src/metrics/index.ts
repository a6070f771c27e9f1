/** Metrics for Prometheus: counters and histograms of this process, and values read from the database and Temporal at each scrape. */
export { collectFrom, type Sources } from './gauges.ts'
export { measureBlobs } from './measured-blobs.ts'
export { measureDocuments } from './measured-documents.ts'
export * from './registry.ts'
export { workRefused } from './work.ts'
export { admit, startMetrics } from './server.ts'
