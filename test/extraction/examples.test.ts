/** The example documents and `npm run demo` are what people see first: every value that is read from them is right. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Truth } from '../../scripts/examples/truth.ts'
import { extractDocument, readDocument } from '@sheaf/extraction'
import type { ExtractedValue } from '@sheaf/extraction/types'
import { findOcrModels } from '../../src/provision/ocr-models.ts'

const folder = join(import.meta.dirname, '../../examples')
const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Record<string, Truth>
const modelsDir = (await findOcrModels()).dir

/** Values that a document prints and the engine does not find: it may miss a value, but must not invent one. */
const MISSED: Record<string, readonly string[]> = { 'copper-kettle-receipt.jpg': ['table_column_quantity'] }

/** Compares figures as numbers, everything else without regard to spaces and commas between lines. */
const comparable = (value: string) =>
  /^\d+(\.\d+)?$/.test(value) ? String(Number(value)) : value.replace(/[\s,]+/g, ' ').trim()

const valuesOf = (row: Partial<Record<string, ExtractedValue>>) =>
  Object.fromEntries(Object.entries(row).map(([name, found]) => [name, comparable(found!.value)]))
const expected = (row: Record<string, string | null | undefined>) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (typeof value === 'string' ? [[name, comparable(value)]] : [])),
  )

describe.each(Object.entries(truth))('%s', (name, { fields, line_items, tax_details }) => {
  it('is read as printed: no wrong value, and none where the document has none', { timeout: 120_000 }, async () => {
    const bytes = readFileSync(join(folder, 'documents', name))
    // The locale of the demo's queue.
    const read = extractDocument(await readDocument(bytes, modelsDir ? { modelsDir } : {}), { locale: 'en_GB' })
    const without = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([field]) => !MISSED[name]?.includes(field)))
    expect({
      fields: valuesOf(read.fields),
      line_items: read.line_items.map(valuesOf),
      tax_details: read.tax_details.map(valuesOf),
    }).toEqual({
      fields: expected(without(fields)),
      line_items: line_items.map((row) => expected(without(row))),
      tax_details: tax_details.map(expected),
    })
  })
})
