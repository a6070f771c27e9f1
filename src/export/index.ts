import type { Readable } from 'node:stream'
import { exportCsv } from './csv.ts'
import { describeAttachment } from './file-name.ts'
import { exportJson } from './json.ts'
import type { ExportAnnotation, ExportFormat, ExportOptions, Schemas } from './types.ts'
import { exportXlsx } from './xlsx.ts'
import { exportXml } from './xml.ts'

export { checkExportRequest, type ExportRequest } from './request.ts'
export { describeAttachment } from './file-name.ts'
export * from './types.ts'

const exporters = { json: exportJson, xml: exportXml, csv: exportCsv, xlsx: exportXlsx }

const contentTypes: Record<ExportFormat, string> = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Without parameters, as the documentation names them. */
export const EXPORT_TYPES = Object.values(contentTypes).map((type) => type.split(';')[0]!)

/**
 * Annotations as a file, streamed: they are read only as fast as the stream is, and an error of theirs destroys it.
 *
 * `schemas` must hold the schema of every annotation. Faulty column names are thrown (400) before anything is read.
 */
export const exportAnnotations = (
  format: ExportFormat,
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
): Readable => exporters[format](annotations, schemas, options)

/** The headers of an export of the queue (or whatever else) with this name. */
export const exportHeaders = (format: ExportFormat, name: string): Record<string, string> => ({
  'Content-Type': contentTypes[format],
  'Content-Disposition': describeAttachment(`${name}.${format}`),
})
