import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HEADER_FIELDS, LINE_COLUMNS, TAX_COLUMNS } from '@sheaf/extraction/types'
import { NUMBER_FORMATS } from '../../src/rules/content/formats.ts'
import { VALIDATION_SOURCES } from '../../src/rules/content/index.ts'

const page = readFileSync(new URL('../../docs/fields.md', import.meta.url), 'utf8')

describe('docs/fields.md', () => {
  it.each([...HEADER_FIELDS, ...LINE_COLUMNS, ...TAX_COLUMNS, ...NUMBER_FORMATS, ...VALIDATION_SOURCES])(
    'documents %s',
    (name) => {
      expect(page).toContain(`\`${name}\``)
    },
  )
})
