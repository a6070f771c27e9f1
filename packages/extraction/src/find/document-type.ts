import { foldText } from '../normalise/ids.ts'
import type { LabelClass } from '../lexicon/classes.ts'
import { LANGUAGES, tokenize } from '../lexicon/index.ts'
import type { Label } from './labels.ts'
import { type Layout, overlapX } from './layout.ts'
import { findLetter, findOtherDocument, findText, type OtherDocument } from './other-documents.ts'

/** Titles by value of the catalogue; a more common type requires stronger evidence than a special one. */
const TYPES: readonly (readonly [LabelClass, string, number])[] = [
  ['credit_note', 'credit_note', 1.5],
  ['debit_note', 'debit_note', 1.4],
  ['proforma', 'proforma', 1.3],
  ['delivery_note', 'delivery_note', 1.1],
  ['order', 'order', 1.05],
  ['tax_invoice', 'tax_invoice', 1.2],
  ['invoice', 'tax_invoice', 1.15],
  ['receipt', 'receipt', 1],
]

/** Documents that others refer to: an invoice has the number of its order. */
const REFERENCES: readonly LabelClass[] = ['order', 'delivery_note']

/** Whether a number follows a label of text size, or is below it: then it is the label of that number, and no title. */
function isOfNumber(layout: Layout, label: Label): boolean {
  if (label.segment.size > 1.3 * layout.size) return false
  const size = label.segment.size
  return layout.segments.some((segment) => {
    if (segment.page !== label.segment.page || segment.text.length > 30 || !/\d/.test(segment.text)) return false
    if (segment.line === label.segment.line) return segment.index === label.segment.index + 1
    const gap = segment.box[1] - label.box[3]
    return gap > -0.4 * size && gap < 1.2 * size && overlapX(segment.box, label.box) > 0.3
  })
}

/** Words before the number of a document in its title, if the title has no other: `Rechnung Nr. 4711`, `Receipt no. 12`. */
const NUMBERED: readonly (readonly [RegExp, string])[] = [
  [/^(credit|gutschrift|avoir|dobropis|creditnota|nota de credito)/, 'credit_note'],
  [/^(delivery|lieferschein|bon de livraison|dodaci)/, 'delivery_note'],
  [/^(receipt|rcpt|quittung|kassenbon|beleg|bon)\b/, 'receipt'],
  [/^(kreditfaktura|kreditnota|hyvityslasku|kreeditarve|kreditrekins|kreditine)/, 'credit_note'],
  [/^(foljesedel|folgeseddel|pakkeseddel|lahete|lahetyslista|saateleht|pavadzime|vaztarastis)/, 'delivery_note'],
  [/^(kvitto|kvittering|kuitti|kviitung|kvits|ceks|kvitas)\b/, 'receipt'],
  [/^(rakning|regning|rekning|lasku|laskun|arve|rekins|saskaita|pvm saskaita)\b/, 'tax_invoice'],
  [/^(tax invoice|invoice|rechnung|facture|faktura|factuur|fattura|factura)/, 'tax_invoice'],
]

/** The titles of the lexicons, as words. */
const TITLES = TYPES.flatMap(([labelClass, value]) =>
  Object.values(LANGUAGES).flatMap(({ labels }) =>
    (labels[labelClass]?.split('|') ?? []).map((title) => ({ value, words: wordsOf(title) })),
  ),
).sort((a, b) => b.words.length - a.words.length)

function wordsOf(text: string): string {
  return `${tokenize(text)
    .map(({ token }) => token)
    .join(' ')} `
}

const numberedTitle = (text: string): string | undefined =>
  NUMBERED.find(([pattern]) => pattern.test(foldText(text)))?.[1]

/** Returns the type that a label of a number names: `Számla sorszáma`, `Račun br.`, `Фактура №`. */
function typeNamedBy(label: string): string | undefined {
  const known = numberedTitle(label)
  if (known) return known
  const words = wordsOf(label)
  return TITLES.find((title) => words.startsWith(title.words))?.value
}

export interface FoundType {
  value: string
  label: Label
  probability: number
  /** Set if it is sure that nothing is to be paid by the document, such as a bank statement or a contract. */
  isUnpayable?: true
}

/**
 * Determines the document type from its title, or else from the label of its number. A title that fits several types, such as `Statement`,
 * does not contradict the label `Credit memo no.`. Documents that are neither invoices nor orders are `other`.
 */
export function findType(layout: Layout, labels: readonly Label[]): FoundType | null {
  const titled = findDocumentType(layout, labels)
  const other = findOtherDocument(layout)
  if (other && other.weight >= (titled?.weight ?? 0) && !isRefuted(layout, other, titled, labels)) {
    // Sums and numbers of orders stay on a page that has them.
    const isPayable = other.isPayable || (!other.isBank && hasClass(labels, SOLD))
    return otherType({ ...other, isPayable, probability: isPayable === other.isPayable ? other.probability : 0.5 })
  }
  if (titled && (titled.value !== 'tax_invoice' || numberedTitle(titled.label.text) !== undefined)) return titled
  const numbered = typeOfNumber(layout, labels)
  const found = titled && numbered?.value !== 'credit_note' ? titled : numbered
  if (found) return found
  const isTraded = labels.some((label) => !label.prose && TRADED.some((name) => label.classes.has(name)))
  const text = findLetter(layout) ?? (isTraded ? null : findText(layout))
  return text && otherType(text)
}

/** Labels of numbers, goods and sums. */
const TRADED: readonly LabelClass[] = [
  'invoice_no',
  'order_no',
  'delivery_no',
  'quantity',
  'unit_price',
  'total',
  'base',
  'tax',
  'due',
  'due_date',
]

const otherType = ({ label, probability, isPayable }: OtherDocument): FoundType => ({
  value: 'other',
  label,
  probability,
  ...(isPayable ? {} : { isUnpayable: true as const }),
})

/** Labels that only documents to order or to pay by have. */
const SOLD: readonly LabelClass[] = ['invoice_no', 'order_no', 'total', 'due', 'due_date']

const hasClass = (labels: readonly Label[], names: readonly LabelClass[]): boolean =>
  labels.some(({ prose, classes }) => !prose && names.some((name) => classes.has(name)))

/** Whether a title alone in its line, or the label of an invoice's number, shows that a page is no `other` document. */
function isRefuted(layout: Layout, other: OtherDocument, titled: FoundType | null, labels: readonly Label[]): boolean {
  const invoice = namesInvoice(labels)
  const size = titled?.label.segment.size ?? 0
  // A reminder prints the number of the invoice to pay.
  if (other.isPayable) return invoice && titled?.value === 'tax_invoice' && size >= other.label.segment.size
  if (invoice) return true
  if (other.isBank || !titled || !hasClass(labels, SOLD)) return false
  const { start, alone, box, segment } = titled.label
  return start === 0 && alone && size >= layout.size && box[1] < 0.4 * segment.page.height
}

/** Labels that only documents to pay have. */
const PAYABLE: readonly LabelClass[] = ['total', 'due', 'due_date']

/** Whether a page has the label of an invoice's number, and one of what is to be paid: it is an invoice, whatever else is printed large. */
function namesInvoice(labels: readonly Label[]): boolean {
  const has = (isMeant: (label: Label) => boolean): boolean => labels.some((label) => !label.prose && isMeant(label))
  return (
    has(
      ({ classes, text }) =>
        classes.has('invoice_no') && !/^statement/iu.test(text) && INVOICES.includes(typeNamedBy(text) ?? ''),
    ) && has(({ classes }) => PAYABLE.some((name) => classes.has(name)))
  )
}
const INVOICES: readonly string[] = ['tax_invoice', 'credit_note', 'debit_note', 'receipt', 'proforma']

/** Returns the type that the label of the document's number names: in large type, or else anywhere, with less certainty. */
function typeOfNumber(layout: Layout, labels: readonly Label[]): FoundType | null {
  const numbers = labels
    .filter((label) => label.segment.page.number === 1 && !label.prose && label.start <= 1)
    .filter((label) => label.classes.has('invoice_no') || label.classes.has('delivery_no'))
    .sort((a, b) => b.segment.size - a.segment.size)
  for (const label of numbers) {
    const value = typeNamedBy(label.text)
    if (value) return { value, label, probability: label.segment.size > 1.2 * layout.size ? 0.85 : 0.65 }
  }
  return null
}

/** Determines the document type from its title: large, early, at the start of its line. */
function findDocumentType(layout: Layout, labels: readonly Label[]): (FoundType & { weight: number }) | null {
  const votes = new Map<string, { weight: number; label: Label; best: number }>()
  for (const label of labels) {
    const page = label.segment.page
    if (page.number !== 1 || label.prose) continue
    for (const [labelClass, value, factor] of TYPES) {
      if (!label.classes.has(labelClass) || (REFERENCES.includes(labelClass) && isOfNumber(layout, label))) continue
      const y = label.box[1] / page.height
      const size = Math.min(3, label.segment.size / layout.size)
      const title = label.start === 0 && (label.alone || size > 1.3)
      const weight =
        factor * (title ? 2 : 0.6) * size * (y < 0.4 ? 1 : 0.5) * (label.segment.text.length < 40 ? 1 : 0.4)
      const vote = votes.get(value)
      if (!vote) votes.set(value, { weight, label, best: weight })
      else {
        vote.weight = Math.max(vote.weight, weight) + Math.min(vote.weight, weight) * 0.1
        if (weight > vote.best) Object.assign(vote, { label, best: weight })
      }
    }
  }
  const ranked = [...votes].sort((a, b) => b[1].weight - a[1].weight || (a[0] < b[0] ? -1 : 1))
  const [best, second] = ranked
  if (!best) return null
  const share = best[1].weight / (best[1].weight + (second?.[1].weight ?? 0))
  const { label, best: weight } = best[1]
  return { value: best[0], label, probability: Math.min(0.95, 0.35 + 0.6 * share), weight }
}
