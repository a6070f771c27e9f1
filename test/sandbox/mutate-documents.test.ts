import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mutateDocument } from '../../scripts/fuzz/mutate-documents.ts'
import { sniff } from '@sheaf/extraction/sniff'
import { seededRandom } from '../mail/mutate.ts'

const folder = join(import.meta.dirname, '../../examples/documents')
const ONE_OF_EACH = [
  'alder-finch-invoice.pdf',
  'copper-kettle-receipt.jpg',
  'kestrel-invoice.docx',
  'sonnenfeld-rechnung.xlsx',
]
const FILES = readdirSync(folder)
  .filter((name) => ONE_OF_EACH.includes(name) || name.endsWith('.tiff'))
  .map((name) => readFileSync(join(folder, name)))

describe('changes of a document', () => {
  it.each(FILES.map((file) => [sniff(file), file] as const))('of type %s follow from the seed alone', (_, file) => {
    const before = Buffer.from(file)
    const series = (seed: number): Buffer[] => {
      const random = seededRandom(seed)
      return Array.from({ length: 40 }, () => mutateDocument([file], random))
    }
    const changed = series(5)
    expect(series(5).every((one, at) => one.equals(changed[at]!))).toBe(true)
    expect(file.equals(before)).toBe(true)
    // Few changes have no effect, and most keep the type, so that its reader is reached.
    expect(changed.filter((one) => !one.equals(file)).length).toBeGreaterThan(30)
    expect(changed.filter((one) => sniff(one) === sniff(file)).length).toBeGreaterThan(20)
  })
})
