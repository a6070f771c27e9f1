import type { ExtractOptions } from '@sheaf/extraction/types'
import { readsBarcodes } from '../../rules/content/barcode-sources.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { ownFields } from './own-fields.ts'

const DEFAULT_PAGES = 32

/**
 * Returns the queue's options for the engine. `rir_params` is a query string: `effective_page_count` (first N pages, default 32), `tables`
 * (false skips line items), and as an extension `languages` (`eng,deu`, for OCR).
 */
export function engineOptions(queue: {
  rir_params: string | null
  locale: string
  turned: boolean
  schema_content?: SchemaContent
}): ExtractOptions {
  const params = new URLSearchParams(queue.rir_params ?? '')
  const pages = Number(params.get('effective_page_count'))
  const own = queue.schema_content ? ownFields(queue.schema_content) : []
  const languages = params.get('languages')?.split(',').filter(Boolean)
  return {
    locale: queue.locale,
    maxPages: Number.isInteger(pages) && pages > 0 ? pages : DEFAULT_PAGES,
    tables: !/^(false|0)$/i.test(params.get('tables') ?? ''),
    ...(languages?.length ? { languages } : {}),
    ...(queue.turned ? { turned: true } : {}),
    ...(own.length > 0 ? { ownFields: own } : {}),
    // Only if a field wants them: the pages have to be drawn.
    ...(queue.schema_content && readsBarcodes(queue.schema_content) ? { barcodes: true } : {}),
  }
}
