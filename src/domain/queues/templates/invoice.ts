/** Invoices and similar documents: the whole field catalogue, with a region's formats and names. */
import type { HeaderField } from '@sheaf/extraction/types'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { column, field, section, sectionLabel, table, type FieldSpec } from './builders.ts'
import { HEADER, LINES, TAXES, type SectionId } from './catalogue.ts'
import type { Region } from './regions.ts'

const SECTIONS: readonly SectionId[] = ['basic_info', 'payment', 'amounts', 'vendor', 'customer']
/** Fields that accounting requires. */
const REQUIRED: readonly HeaderField[] = ['document_id', 'date_issue', 'amount_total']

export interface InvoiceKind {
  /** Labels that differ from the region's. */
  labels?: Partial<Record<HeaderField, string>>
  /** Additional fields, at the end of the first section. */
  extra?: readonly FieldSpec[]
  hidden?: readonly HeaderField[]
  required?: readonly HeaderField[]
}

/** Returns the schema of an invoice in a region, with variations for credit notes, proforma invoices and so on. */
export function invoice(region: Region, kind: InvoiceKind = {}): SchemaContent {
  const required = kind.required ?? REQUIRED
  const fields = (id: SectionId) =>
    HEADER.filter((entry) => entry.section === id).map(({ name, type, labels, rare }) =>
      field(region, {
        id: name,
        label: kind.labels?.[name] ?? region.labels?.[name] ?? labels[region.language],
        type,
        hidden: isHidden(region, kind, name, rare ?? false),
        ...(required.includes(name) ? { required: true } : {}),
      }),
    )
  const extra = (kind.extra ?? []).map((spec) => field(region, spec))
  return [
    ...SECTIONS.map((id) =>
      section(id, sectionLabel(region, id), [...fields(id), ...(id === 'basic_info' ? extra : [])]),
    ),
    section('tax_details_section', sectionLabel(region, 'tax_details'), [taxDetails(region)]),
    section('line_items_section', sectionLabel(region, 'line_items'), [lineItems(region)]),
  ]
}

function isHidden(region: Region, kind: InvoiceKind, name: HeaderField, rare: boolean): boolean {
  if (kind.hidden?.includes(name) || region.hidden?.includes(name)) return true
  return rare && !region.shown?.includes(name) && !kind.labels?.[name]
}

/** Column ids omit the engine's prefix: `table_column_quantity` becomes `item_quantity`. */
export const lineItems = (region: Region) =>
  table(
    'line_items',
    sectionLabel(region, 'line_items'),
    'line_item',
    'line_items',
    LINES.map((entry) => column(region, entry, { id: entry.name.replace('table_column', 'item') })),
  )

export const taxDetails = (region: Region) =>
  table(
    'tax_details',
    sectionLabel(region, 'tax_details'),
    'tax_detail',
    'tax_details',
    TAXES.map((entry) => column(region, entry, { id: entry.name })),
  )

const original: readonly FieldSpec[] = [
  { id: 'original_document_id', label: 'Original invoice number', type: 'string' },
  { id: 'original_date_issue', label: 'Original issue date', type: 'date' },
]

export const creditNote = (region: Region) =>
  invoice(region, {
    labels: { document_id: 'Credit note number', amount_due: 'Amount credited' },
    extra: original,
    hidden: ['date_due'],
  })

export const debitNote = (region: Region) =>
  invoice(region, { labels: { document_id: 'Debit note number' }, extra: original })

export const proforma = (region: Region) =>
  invoice(region, {
    labels: { document_id: 'Proforma number' },
    extra: [{ id: 'date_validity', label: 'Valid until', type: 'date' }],
    hidden: ['date_uzp'],
  })
