/** Predefined schemas for `from_template` and new organizations, under the names that clients use. */
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { section } from './builders.ts'
import { fapiao } from './fapiao.ts'
import { creditNote, debitNote, invoice, proforma } from './invoice.ts'
import { CN, CZ, EU, UK, US, type Region } from './regions.ts'
import { certificateOfAnalysis, deliveryNote, purchaseOrder } from './trade.ts'

export interface Template {
  content: SchemaContent
  /** Locale of the queue. */
  locale: string
  /** Default name of the queue. */
  queue_name: string
}

const empty = () => [section('basic_info', 'Basic information', [])]

/** Templates by name; several names share a schema. */
const TEMPLATES: Record<string, { build: (region: Region) => SchemaContent; region: Region; queue_name: string }> = {
  'Empty Organization Template': { build: empty, region: EU, queue_name: 'Documents' },
  'CZ Demo Template': { build: (region) => invoice(region), region: CZ, queue_name: 'Faktury' },
  'Tax Invoice EU Demo Template': { build: (region) => invoice(region), region: EU, queue_name: 'Invoices EU' },
  'EU Demo Template': { build: (region) => invoice(region), region: EU, queue_name: 'Invoices EU' },
  'AP&R EU Demo Template': { build: (region) => invoice(region), region: EU, queue_name: 'Invoices EU' },
  'Tax Invoice US Demo Template': { build: (region) => invoice(region), region: US, queue_name: 'Invoices US' },
  'US Demo Template': { build: (region) => invoice(region), region: US, queue_name: 'Invoices US' },
  'AP&R US Demo Template': { build: (region) => invoice(region), region: US, queue_name: 'Invoices US' },
  'Tax Invoice UK Demo Template': { build: (region) => invoice(region), region: UK, queue_name: 'Invoices UK' },
  'UK Demo Template': { build: (region) => invoice(region), region: UK, queue_name: 'Invoices UK' },
  'AP&R UK Demo Template': { build: (region) => invoice(region), region: UK, queue_name: 'Invoices UK' },
  'Delivery Note Demo Template': { build: deliveryNote, region: EU, queue_name: 'Delivery notes' },
  'Delivery Notes Demo Template': { build: deliveryNote, region: EU, queue_name: 'Delivery notes' },
  'Tax Invoice CN Demo Template': { build: fapiao, region: CN, queue_name: 'Invoices CN' },
  'Chinese Invoices (Fapiao) Demo Template': { build: fapiao, region: CN, queue_name: 'Invoices CN' },
  'Certificates of Analysis Demo Template': { build: certificateOfAnalysis, region: EU, queue_name: 'Certificates' },
  'Purchase Order Demo Template': { build: purchaseOrder, region: EU, queue_name: 'Purchase orders' },
  'Credit Note Demo Template': { build: creditNote, region: EU, queue_name: 'Credit notes' },
  'Debit Note Demo Template': { build: debitNote, region: EU, queue_name: 'Debit notes' },
  'Proforma Invoice Demo Template': { build: proforma, region: EU, queue_name: 'Proforma invoices' },
}

export const TEMPLATE_NAMES: readonly string[] = Object.keys(TEMPLATES)

/** Creates the template with that name, which must be one of TEMPLATE_NAMES, with the formats of `locale` or else of its own one. */
export function templateSchema(name: string, locale?: string): Template {
  const template = Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name] : undefined
  if (!template) throw new Error(`There is no template "${name}".`)
  const { build, queue_name } = template
  const region = { ...template.region, locale: locale ?? template.region.locale }
  return { content: build(region), locale: region.locale, queue_name }
}
