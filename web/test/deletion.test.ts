import { expect, it } from 'vitest'
import { deletionRows, searchOf, toDelete } from '../src/screens/admin/deletion-rules.ts'

it('searches for the terms that were entered, several separated by semicolons', () => {
  expect(searchOf({ names: ' Nordwind GmbH; Nordwind AG ;', vat_ids: ' ', emails: '@nordwind.example' })).toEqual({
    names: ['Nordwind GmbH', 'Nordwind AG'],
    emails: ['@nordwind.example'],
  })
})

it('shows each kind of which something is deleted or kept', () => {
  const counts = { deleted: { documents: 2, emails: 0, pages: 3 }, kept: { documents: 1, emails: 0 } }
  expect(deletionRows(counts)).toEqual([
    { kind: 'documents', deleted: 2, kept: 1 },
    { kind: 'pages', deleted: 3, kept: 0 },
  ])
  expect(toDelete(counts)).toBe(2)
})
