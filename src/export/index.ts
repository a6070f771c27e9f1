/** Exports of annotations as CSV, JSON, XML and XLSX. Each format is a stream, so that memory does not grow with the number of documents. */
import type { Readable } from 'node:stream'
import { exportCsv } from './csv.ts'
import { describeAttachment } from './file-name.ts'
import { exportJson } from './json.ts'
import type { ExportAnnotation, ExportFormat, ExportOptions, Schemas } from './types.ts'
import { exportXlsx } from './xlsx.ts'
import { exportXml } from './xml.ts'

export { checkExportRequest, type ExportRequest } from './request.ts'
export { streamText } from './chunks.ts'
export { csvLines } from './csv.ts'
export { describeAttachment } from './file-name.ts'
export * from './types.ts'

const exporters = { json: exportJson, xml: exportXml, csv: exportCsv, xlsx: exportXlsx }

const contentTypes: Record<ExportFormat, string> = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/**
 * Media types without parameters, as used in the documentation. A generated client that parses one of them takes the first, and every format
 * but XLSX can be read as text.
 */
export const EXPORT_TYPES = (['csv', 'json', 'xml', 'xlsx'] as const).map(
  (format) => contentTypes[format].split(';')[0]!,
)

/**
 * Exports annotations as a stream. They are read only as fast as the stream, and an error while reading destroys it.
 *
 * `schemas` must contain the schema of every annotation. Invalid column names are thrown (400) before anything is read.
 */
export const exportAnnotations = (
  format: ExportFormat,
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
): Readable => exporters[format](annotations, schemas, options)

/** Returns the headers of an export with this name, usually that of the queue. */
export const exportHeaders = (format: ExportFormat, name: string): Record<string, string> => ({
  'Content-Type': contentTypes[format],
  'Content-Disposition': describeAttachment(`${name}.${format}`),
})
