import { describe, expect, it } from 'vitest'
import type { LearnedLayout } from '../src/api/types.ts'
import { byInterest, examplesOf, nameOf, placeOf, sumsOf } from '../src/screens/layouts/rules.ts'

const field = (name: string, documents: number, empty: number, hits = 0, misses = 0) => ({
  field: name,
  documents,
  empty,
  hits,
  misses,
  anchors: [],
})
const layout = (annotations: string[]): LearnedLayout => ({
  id: 1,
  url: '',
  organization: '',
  queue: '',
  enabled: true,
  evidence: {
    documents: 3,
    last_confirmed_at: null,
    annotations,
    fields: [field('iban', 3, 3), field('total', 3, 0, 5, 0), field('number', 3, 1, 2, 4)],
  },
  created_at: '',
  modified_by: null,
  modified_at: '',
})

describe('a learned layout', () => {
  it('counts the fields that have values, and what people kept and changed', () =>
    expect(sumsOf(layout([]))).toEqual({ fields: 2, hits: 7, misses: 4 }))
  it('lists fields that were changed first and those confirmed empty last', () =>
    expect(byInterest(layout([]).evidence.fields).map((one) => one.field)).toEqual(['number', 'total', 'iban']))
  it('says where values are', () => {
    expect(placeOf('right of "Invoice "No.""')).toEqual({ kind: 'rightOf', text: 'Invoice "No."' })
    expect(placeOf('below "Total"')).toEqual({ kind: 'below', text: 'Total' })
    expect(placeOf('on page 2, without a label')).toEqual({ kind: 'onPage', text: '2' })
    expect(placeOf('not found on the page')?.kind).toBe('notFound')
    expect(placeOf('line 3')).toBeNull()
  })
})

describe('the name of a layout', () => {
  const api = 'http://host/api/v1/annotations/'
  const examples = examplesOf({
    results: [1, 2, 3].map((id) => ({ id, url: api + id, document: `d${id}` })),
    documents: [1, 2, 3].map((id) => ({ url: `d${id}`, original_file_name: `${id}.pdf` })),
    content: [
      { url: `${api}1/content/9`, content: { value: 'Kestrel' } },
      { url: `${api}2/content/9`, content: { value: ' Alder & Finch ' } },
      { url: `${api}3/content/9`, content: null },
    ],
  })
  it('is the most frequent sender of its documents', () =>
    expect(nameOf(layout([api + 1, api + 2, api + 2]), examples)).toBe('Alder & Finch'))
  it('is a file if no sender is known', () => expect(nameOf(layout([api + 3]), examples)).toBe('3.pdf'))
  it('is empty if its documents are not visible', () => expect(nameOf(layout([api + 9]), examples)).toBe(''))
})
