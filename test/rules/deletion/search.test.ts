import { describe, expect, it } from 'vitest'
import { describeDeletion } from '../../../src/rules/deletion/progress.ts'
import { customerFields, termsOf, type DeletionSearch } from '../../../src/rules/deletion/search.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'

const terms = (search: DeletionSearch) => {
  const found = termsOf(search)
  if ('errors' in found) throw new Error(JSON.stringify(found.errors))
  return found.terms.map(({ comparison, query }) => ({ comparison, query }))
}

describe('a search for a supplier', () => {
  it('compares names by their words, without case and punctuation', () => {
    expect(terms({ names: [' Müller-Lüdenscheidt, GmbH & Co. KG '] })).toEqual([
      {
        comparison: 'words',
        query: ['müller', 'lüdenscheidt', 'gmbh', 'co', 'kg']
          .map((word) => `(${word} | n${word} | t${word} | r${word})`)
          .join(' & '),
      },
    ])
  })

  it('finds a number however it is divided, by all its beginnings', () => {
    const [one] = terms({ vat_ids: ['DE 81'] })
    expect(one).toEqual({ comparison: 'compact', query: 'd | de | de8 | de81' })
    expect(terms({ ibans: ['DE81'] })[0]).toEqual(one)
  })

  it('finds addresses, and those of a domain', () => {
    expect(terms({ emails: ['Info@Nordwind.example', '@nordwind.example'] })).toMatchObject([
      { comparison: 'exact', query: expect.stringContaining('info') },
      { comparison: 'domain', query: expect.not.stringContaining('info') },
    ])
  })

  it.each<[DeletionSearch, object]>([
    [{}, { search: ['At least one term is required.'] }],
    [{ names: [] }, { search: ['At least one term is required.'] }],
    [{ names: [' & '] }, { names: ['"&" needs at least 3 letters or digits.'] }],
    [{ values: ['a'] }, { values: ['"a" needs at least 3 letters or digits.'] }],
    [
      { emails: ['nordwind.example'] },
      { emails: ['"nordwind.example" is neither an email address nor a domain such as @supplier.example.'] },
    ],
  ])('refuses what would find values of others: %j', (search, errors) => {
    expect(termsOf(search)).toEqual({ errors })
  })

  it('does not search fields of the customer', () => {
    const field = (id: string, names: string[] = []) => ({ category: 'datapoint', id, rir_field_names: names })
    const content = [
      {
        category: 'section',
        children: [field('sender_name'), field('recipient_name'), field('partner', ['customer_id']), field('other')],
      },
    ] as unknown as SchemaContent
    expect(customerFields(content)).toEqual(['recipient_name', 'partner'])
  })
})

it('describes the progress in numbers only', () => {
  const counts = { deleted: { documents: 1, emails: 0 }, kept: { documents: 2, emails: 1 } }
  expect(describeDeletion({ ...counts, left: 3, waits: true })).toBe(
    [
      'Deleted: 1 document and 0 emails',
      'Kept: 2 documents and 1 email, because of legal retention',
      'Left: 3',
      'Waits until documents that are being imported or exported are finished.',
    ].join('\n\n'),
  )
  expect(describeDeletion({ ...counts, left: 0, waits: false })).not.toContain('Left')
})
