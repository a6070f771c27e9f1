/** Barcodes as sources of values: `barcode` is the first one of the document, `barcode:qrcode` the first one of a type. */
import type { ExtractedValue, Extraction } from '@sheaf/extraction/types'
import type { SchemaContent } from '../schema/types.ts'
import { datapoints } from '../schema/walk.ts'

/** A code contains a checksum; it may still be the code of another thing. */
const CONFIDENCE = 0.98

/** Returns the source without the spellings of types: `barcode:EAN-13` is `barcode:ean13`; undefined for other sources. */
export function barcodeSource(name: string): string | undefined {
  if (name !== 'barcode' && !name.startsWith('barcode:')) return undefined
  const type = name
    .slice('barcode:'.length)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return type ? `barcode:${type}` : 'barcode'
}

/** Returns true if a field takes its value from barcodes. */
export const readsBarcodes = (content: SchemaContent): boolean =>
  [...datapoints(content)].some(({ field }) => field.rir_field_names?.some((name) => barcodeSource(name)))

/** Returns the first code of the document and of each type, by source. */
export function barcodeValues({ barcodes = [] }: Extraction): Record<string, ExtractedValue> {
  const values: Record<string, ExtractedValue> = {}
  for (const { type, text, page, position } of barcodes) {
    const evidence = { generator: 'barcode', checks: ['valid'] }
    for (const source of ['barcode', barcodeSource(`barcode:${type}`)!])
      values[source] ??= { text, value: text, confidence: CONFIDENCE, page, position, evidence }
  }
  return values
}
