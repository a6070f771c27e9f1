/** The stages of the extraction in order: read, find, score, tables, calibrate. */
import { applyCodes } from './codes/apply.ts'
import { copiedPages, dividePages, pageFacts, type PageFacts } from './divide/index.ts'
import { analyse, type Analysis } from './find/analyse.ts'
import { findAddress } from './find/address.ts'
import { findDelivery } from './find/delivery.ts'
import { unite } from './find/layout.ts'
import { placeValues } from './find/readable.ts'
import { findTill } from './find/till.ts'
import { noteInvisible } from './invisible.ts'
import { adjust } from './learn/adjust.ts'
import { complete } from './learn/complete.ts'
import { recall } from './learn/recall.ts'
import { findOwn } from './own/index.ts'
import { loadTrained, type Trained } from './model/index.ts'
import { addScored } from './score/answers.ts'
import { chooseHeader, describeAll, type DescribedByKind } from './score/choose.ts'
import { foreignFields, isPriceless, isUnpayable } from './score/belongs.ts'
import { findChecks } from './score/checks.ts'
import type { Distributions } from './score/joint.ts'
import { inferCurrency } from './score/infer-currency.ts'
import { findLabelled } from './score/labelled.ts'
import { doubt } from './score/doubts.ts'
import { lowerUnfamiliar } from './score/unfamiliar.ts'
import type { LabelledValue } from './score/labelled-values.ts'
import { checkDates, checkDecimals, checkTax, settleRows, settleSigns, writeDecimals } from './score/settle.ts'
import { findTables } from './tables/index.ts'
import type { ExtractedValue, Extraction, ExtractOptions, HeaderField, Note, ReadDocument } from './types.ts'
import { mergeXml } from './xml/merge.ts'
import { readInvoiceXml } from './xml/read.ts'

export const ENGINE = { name: 'sheaf-generic', version: '1' } as const

/**
 * Extracts the values of a document that was read. Pure: the same document, options and model produce the same result, byte for byte. The
 * stages are find → score → tables → calibrate (docs/extraction.md). Each value contains its evidence.
 */
export function extractDocument(
  document: ReadDocument,
  options: ExtractOptions = {},
  trained: Trained = loadTrained(),
): Extraction {
  const analysis = analyse(document, options.locale)
  const described = describeAll(analysis)
  const facts = pageFacts(analysis, described.byKind)
  const copies = copiedPages(facts)
  if (copies.size > 0)
    return {
      ...withoutCopies(document, facts, copies, options, trained),
      ...notesOf(document, analysis, options.locale, copies),
    }
  const unlearned = chooseHeader(described, trained.models)
  const recalled = options.memory?.length ? recall(analysis, options.memory) : null
  const distributions = recalled
    ? adjust(unlearned, described.byKind, recalled, analysis.layout.receipt, analysis.decimals)
    : unlearned
  const fields: Extraction['fields'] = {}
  const alternatives: Extraction['alternatives'] = {}
  addScored(fields, alternatives, analysis, distributions, trained)
  addWholeDocument(fields, analysis)
  inferCurrency(fields, alternatives, analysis)
  addLabelled(fields, analysis, described.byKind)
  settleSigns(fields, fields.document_type?.value, analysis.decimals)
  checkTax(fields, described.byKind.amount, analysis.decimals)
  checkDecimals(fields, analysis)
  addAddresses(fields, analysis, distributions)
  addDelivery(fields, analysis)
  nameDeliveryNote(fields, analysis)
  for (const field of foreignFields(analysis, fields.document_type?.value)) {
    delete fields[field]
    delete alternatives[field]
  }
  lowerAll({ fields, alternatives }, analysis.familiarity)

  const invoice =
    options.embeddedXml === false || !document.embeddedXml ? null : readInvoiceXml(document.embeddedXml.text)
  const learned = recalled ? complete(fields, recalled, unlearned) : null
  checkDates(fields, analysis)
  if (invoice) mergeXml(fields, invoice, analysis)
  applyCodes({ fields, alternatives }, analysis.layout.document)
  writeDecimals({ fields, alternatives }, analysis)

  const tables =
    options.tables === false || isUnpayable(analysis, fields.document_type?.value)
      ? { line_items: [], tax_details: [] }
      : findTables(analysis.layout.document, {
          decimal: analysis.decimal,
          decimals: analysis.decimals,
          language: analysis.language,
          totals: totalsOf(fields),
          ...(options.locale ? { locale: options.locale } : {}),
        })
  settleRows(tables, fields, analysis.decimals)
  for (const row of [...tables.line_items, ...tables.tax_details]) lowerRow(row, analysis.familiarity)
  const extraction: Extraction = {
    engine: { ...ENGINE, version: `${ENGINE.version}+${trained.version}`, reader: document.reader },
    language: analysis.language,
    familiarity: analysis.familiarity,
    pages: sizesOf(document),
    pageCount: document.pageCount,
    fields,
    ...(Object.keys(alternatives).length ? { alternatives } : {}),
    ...barcodesOf(document),
    ...notesOf(document, analysis, options.locale),
    ...(document.portfolio ? { portfolio: true as const } : {}),
    line_items: tables.line_items,
    tax_details: tables.tax_details,
    checks: findChecks(fields, tables.line_items, tables.tax_details),
    ...partsOf(dividePages(facts)),
    ...(options.ownFields?.length ? { own_fields: findOwn(analysis, options.ownFields) } : {}),
    ...(learned ? { learned } : {}),
  }
  return placeValues(extraction, analysis.layout.toPage)
}

/** Lowers the confidence of values that only the page shows: lessons, codes and attached e-invoices do not depend on its words. */
function lowerAll(
  { fields, alternatives }: Required<Pick<Extraction, 'fields' | 'alternatives'>>,
  familiarity: number,
) {
  for (const [field, value] of Object.entries(fields) as [HeaderField, ExtractedValue][])
    fields[field] = lowerUnfamiliar(value, familiarity)
  for (const [field, values] of Object.entries(alternatives) as [HeaderField, ExtractedValue[]][])
    alternatives[field] = values.map((value) => lowerUnfamiliar(value, familiarity))
}

function lowerRow(row: Record<string, ExtractedValue | undefined>, familiarity: number): void {
  for (const [column, cell] of Object.entries(row)) if (cell) row[column] = lowerUnfamiliar(cell, familiarity)
}

const partsOf = (parts: Extraction['parts'] | null): Pick<Extraction, 'parts'> => (parts ? { parts } : {})

/** Extracts the values of the other pages: the rows of a copy are no further rows, and its sums no further sums. */
function withoutCopies(
  document: ReadDocument,
  facts: readonly PageFacts[],
  copies: ReadonlySet<number>,
  options: ExtractOptions,
  trained: Trained,
): Extraction {
  const pages = document.pages.filter(({ number }) => !copies.has(number))
  const { parts: _, notes: __, ...extraction } = extractDocument({ ...document, pages }, options, trained)
  return { ...extraction, pages: sizesOf(document), ...barcodesOf(document), ...partsOf(dividePages(facts, copies)) }
}

const sizesOf = ({ pages }: ReadDocument): Extraction['pages'] =>
  pages.map(({ number, width, height, rotation }) => ({ number, width, height, rotation }))

function barcodesOf({ pages }: ReadDocument): Pick<Extraction, 'barcodes'> {
  const barcodes = pages.flatMap(({ number, barcodes: codes = [] }) => codes.map((code) => ({ ...code, page: number })))
  return barcodes.length ? { barcodes } : {}
}

function notesOf(
  document: ReadDocument,
  analysis: Analysis,
  locale: string | undefined,
  copies: ReadonlySet<number> = new Set(),
): Pick<Extraction, 'notes'> {
  const notes: Note[] = [...(document.notes ?? []), ...noteInvisible(document, analysis, locale)]
  if (copies.size > 0)
    notes.push({ type: 'info', content: `Pages that repeat other pages were left out: ${[...copies].join(', ')}.` })
  return notes.length ? { notes } : {}
}

/** Document type and language describe the whole document; their position is that of the words that show them. */
function addWholeDocument(fields: Extraction['fields'], analysis: Analysis): void {
  // Only what is shown depends on it: the weights were fitted without.
  const type = analysis.type ?? findTill(analysis.layout, analysis.labels)
  if (type) {
    fields.document_type = {
      text: type.label.text,
      value: type.value,
      confidence: type.probability,
      page: type.label.segment.page.number,
      position: type.label.box,
      evidence: { generator: 'title', label: type.label.text },
    }
  }
  const page = analysis.layout.document.pages[0]
  if (analysis.language && page && page.words.length > 0) {
    fields.language = {
      text: analysis.language,
      value: analysis.language,
      confidence: 0.95,
      page: page.number,
      position: unite(page.words.map((word) => word.box)),
      evidence: { generator: 'stop-words' },
    }
  }
}

function addLabelled(fields: Extraction['fields'], analysis: Analysis, described: DescribedByKind): void {
  const values = findLabelled(analysis.layout, analysis.labels, described, analysis.blocks)
  for (const [field, value] of Object.entries(values) as [HeaderField, LabelledValue][]) {
    if (fields[field]) continue
    // A number cannot be the document's own and another one's; a delivery note's own number is that of the note.
    const isOwn = fields.document_id?.value.toUpperCase() === value.value.toUpperCase()
    if (/_id$|_num$/.test(field) && isOwn && field !== 'delivery_note_id') continue
    const found: ExtractedValue = {
      text: value.text,
      value: value.value,
      confidence: value.probability,
      page: value.page,
      position: value.box,
      evidence: { generator: value.generator, ...(value.label ? { label: value.label } : {}) },
    }
    fields[field] = (value.doubts ?? []).reduce(doubt, found)
  }
}

function addAddresses(fields: Extraction['fields'], analysis: Analysis, distributions: Distributions): void {
  for (const [nameField, addressField] of [
    ['sender_name', 'sender_address'],
    ['recipient_name', 'recipient_address'],
  ] as const) {
    const name = fields[nameField]
    const answer = distributions[nameField]?.answers[0]
    if (!name || !answer) continue
    const address = findAddress(analysis.layout, analysis.labels, answer.best.candidate, analysis.candidates.name)
    if (!address) continue
    const confidence = Math.round(name.confidence * Math.min(0.9, 0.6 + 0.12 * address.evidence) * 1000) / 1000
    fields[addressField] = {
      text: address.text,
      value: address.text,
      confidence,
      page: address.page,
      position: address.box,
      evidence: { generator: 'address.below-name' },
    }
  }
}

/** Where the goods go, by its heading. */
function addDelivery(fields: Extraction['fields'], analysis: Analysis): void {
  const found = findDelivery(analysis.layout, analysis.labels)
  if (!found) return
  const { label, name, address } = found
  const evidence = { generator: 'label.block', label: label.text }
  const { page } = name.segment
  fields.recipient_delivery_name ??= {
    text: name.text,
    value: name.value,
    confidence: 0.65,
    page: page.number,
    position: name.box,
    evidence,
  }
  if (address) {
    const { text, box } = address
    fields.recipient_delivery_address ??= {
      text,
      value: text,
      confidence: 0.6,
      page: address.page,
      position: box,
      evidence,
    }
  }
}

/** The number of a delivery note is its own number, not that of the order it names. */
function nameDeliveryNote(fields: Extraction['fields'], analysis: Analysis): void {
  if (!fields.delivery_note_id) return
  if (!isPriceless(analysis, fields.document_type?.value)) {
    if (fields.document_id?.value.toUpperCase() === fields.delivery_note_id.value.toUpperCase())
      delete fields.delivery_note_id
    return
  }
  const { document_id: taken } = fields
  if (taken && /order|bestell|commande|objedn/i.test(taken.evidence.label ?? '')) fields.order_id ??= taken
  fields.document_id = fields.delivery_note_id
}

function totalsOf(fields: Extraction['fields']): { base?: number; tax?: number; total?: number; due?: number } {
  const read = (field: HeaderField): number | undefined => (fields[field] ? Number(fields[field].value) : undefined)
  const [base, tax, total, due] = [
    read('amount_total_base'),
    read('amount_total_tax'),
    read('amount_total'),
    read('amount_due'),
  ]
  return {
    ...(base === undefined ? {} : { base }),
    ...(tax === undefined ? {} : { tax }),
    ...(total === undefined ? {} : { total }),
    ...(due === undefined ? {} : { due }),
  }
}
