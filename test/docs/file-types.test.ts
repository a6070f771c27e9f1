/** The types of files are listed in `packages/extraction/src/file-types.ts`. What repeats the list for people or browsers has to have all of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIME_TYPES, READABLE_EXTENSIONS, READABLE_TYPES, SUPPORTED } from '@sheaf/extraction/sniff'
import { describe, expect, it } from 'vitest'
import { acceptOf } from '../../web/src/screens/documents/accepted.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const NAMES = SUPPORTED.replace(/^Supported types are |\.$/g, '').split(/, | and /)

describe('the types of files', () => {
  it('are named in the message for other files', () => {
    expect(NAMES).toHaveLength(READABLE_TYPES.length)
  })

  it('can be chosen in the screen', () => {
    expect(acceptOf([]).split(',').sort()).toEqual(
      [...READABLE_EXTENSIONS, 'zip'].map((extension) => `.${extension}`).sort(),
    )
  })

  it.each([
    ['docs/contract.md', /\| 11\.8 \|.*/],
    ['docs/extraction.md', /### What other files show[\s\S]*?###/],
  ])('are named in %s', (file, place) => {
    const text = place.exec(read(file))![0]
    // PDF files have a section of their own.
    expect(NAMES.filter((name) => name !== 'PDF' && !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  })

  it('have mime types that differ', () => {
    expect(new Set(Object.values(MIME_TYPES)).size).toBe(Object.keys(MIME_TYPES).length)
  })
})
