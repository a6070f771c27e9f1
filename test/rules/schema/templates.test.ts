import { describe, expect, it } from 'vitest'
import { TEMPLATE_NAMES, templateSchema } from '../../../src/domain/queues/templates/index.ts'
import { HEADER_FIELDS, LINE_COLUMNS, TAX_COLUMNS } from '@sheaf/extraction/types'
import { buildTree, validateTree } from '../../../src/rules/content/index.ts'
import { checkSchemaContent, datapoints } from '../../../src/rules/schema/index.ts'
import { anExtraction, idsFrom, nodeOf } from '../content/fixtures.ts'

const fieldsOf = (name: string) => [...datapoints(templateSchema(name).content)].map(({ field }) => field)
const INVOICES = TEMPLATE_NAMES.filter((name) =>
  /^(CZ|(AP&R |Tax Invoice )?(EU|US|UK)|Credit|Debit|Proforma)/.test(name),
)

describe('templates', () => {
  it('have the names that clients use', () => {
    expect([...TEMPLATE_NAMES].sort()).toEqual([
      'AP&R EU Demo Template',
      'AP&R UK Demo Template',
      'AP&R US Demo Template',
      'CZ Demo Template',
      'Certificates of Analysis Demo Template',
      'Chinese Invoices (Fapiao) Demo Template',
      'Credit Note Demo Template',
      'Debit Note Demo Template',
      'Delivery Note Demo Template',
      'Delivery Notes Demo Template',
      'EU Demo Template',
      'Empty Organization Template',
      'Proforma Invoice Demo Template',
      'Purchase Order Demo Template',
      'Tax Invoice CN Demo Template',
      'Tax Invoice EU Demo Template',
      'Tax Invoice UK Demo Template',
      'Tax Invoice US Demo Template',
      'UK Demo Template',
      'US Demo Template',
    ])
    expect(() => templateSchema('toString')).toThrow('There is no template "toString".')
  })

  it.each(TEMPLATE_NAMES)('%s is a valid schema', (name) => {
    const { content, locale, queue_name } = templateSchema(name)
    expect(checkSchemaContent(content)).toBeNull()
    expect(locale).toMatch(/^[a-z]{2}_[A-Z]{2}$/)
    expect(queue_name).not.toBe('')
    expect(fieldsOf(name).filter((field) => field.constraints?.required).length).toBeLessThanOrEqual(3)
  })

  it.each(INVOICES)('%s covers the whole field catalogue', (name) => {
    const names = new Set(fieldsOf(name).flatMap((field) => field.rir_field_names ?? []))
    for (const known of [...HEADER_FIELDS, ...LINE_COLUMNS, ...TAX_COLUMNS]) expect(names).toContain(known)
  })

  it("use the date and number formats of the queue's locale", () => {
    const shown = (name: string, locale?: string) => {
      const extraction = anExtraction()
      const tree = buildTree(templateSchema(name, locale).content, {
        extraction,
        values: {},
        defaultThreshold: 0.8,
        takeIds: idsFrom(1),
      })
      return ['date_issue', 'amount_total', 'currency'].map((id) => nodeOf(tree, id).content!.value)
    }
    expect(shown('Tax Invoice EU Demo Template')).toEqual(['05/01/2026', '1,200.00', 'EUR'])
    expect(shown('Tax Invoice EU Demo Template', 'de_DE')).toEqual(['05.01.2026', '1.200,00', 'EUR'])
    expect(shown('Tax Invoice EU Demo Template', 'fr_FR')).toEqual(['05/01/2026', '1 200,00', 'EUR'])
    expect(shown('Tax Invoice US Demo Template')).toEqual(['01/05/2026', '1,200.00', 'EUR'])
    expect(shown('Tax Invoice UK Demo Template')).toEqual(['05/01/2026', '1,200.00', 'EUR'])
    expect(shown('CZ Demo Template')).toEqual(['5.1.2026', '1 200,00', 'EUR'])
    expect(shown('Tax Invoice CN Demo Template')).toEqual(['2026-01-05', '1,200.00', 'EUR'])
  })

  it.each(TEMPLATE_NAMES)(
    '%s gives every field a label of its own, because labels are the header of CSV files',
    (name) => {
      const labels = fieldsOf(name).map(({ label }) => label)
      expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
    },
  )

  it('report only required fields if nothing was extracted', () => {
    const { content } = templateSchema('Tax Invoice EU Demo Template')
    const tree = buildTree(content, { extraction: null, values: {}, defaultThreshold: 0.8, takeIds: idsFrom(1) })
    const errors = validateTree(tree, content).filter((message) => message.type === 'error')
    expect(errors.map((message) => message.content)).toEqual(['required', 'required', 'required'])
  })
})
