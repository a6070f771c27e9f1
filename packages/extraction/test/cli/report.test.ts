import { describe as suite, expect, it } from 'vitest'
import { describe, emptyReport, tableOf } from '../../src/cli/report.ts'
import type { Extraction } from '../../src/types.ts'

const EXTRACTION: Extraction = {
  engine: { name: 'test', version: '1', reader: 'pdfium' },
  language: 'eng',
  pages: [],
  pageCount: 1,
  fields: {},
  line_items: [],
  tax_details: [],
  checks: [],
}
const content = 'The page contains invisible text.'

suite('the report of a document', () => {
  it('has what was noticed in addition to the values', () => {
    const shown = describe({ ...EXTRACTION, notes: [{ type: 'warning', content, page: 1, blocks: true }] })
    expect(shown.notes).toEqual([content])
    expect(tableOf({ ...emptyReport('a.pdf'), ...shown })).toContain(`  note: ${content}`)
  })

  it('has no notes otherwise', () => {
    const shown = describe(EXTRACTION)
    expect(shown).not.toHaveProperty('notes')
    expect(tableOf({ ...emptyReport('a.pdf'), ...shown }).join('\n')).not.toContain('note')
  })
})
