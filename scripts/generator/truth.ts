import { HEADER_KEYS } from '@sheaf/extraction/stages'
import type { Content, DocumentType } from './content/document.ts'
import type { Draft } from './layout/draft.ts'
import type { Place } from './draw/sheet.ts'
import { SCALE } from './draw/words.ts'

export type TruthValue = string | number | null
export type Truth = Record<string, TruthValue> & { line_items?: Record<string, TruthValue>[] }

export interface TruthBox {
  page: number
  /** left, top, right, bottom in pixels at 150 dpi. */
  box: [number, number, number, number]
  /** As printed. */
  text: string
}

export const TYPE_NAMES: Readonly<Record<DocumentType, string>> = {
  invoice: 'invoice', credit_note: 'credit_note', reminder: 'other', delivery_note: 'delivery_note', order: 'order', receipt: 'receipt',
  utility: 'invoice', premium: 'invoice', prepayment: 'invoice', final: 'invoice',
} /* prettier-ignore */

/** Values that differ from the printed text: dates and amounts. */
function typed(content: Content): Record<string, TruthValue> {
  const { totals } = content
  const due =
    content.type === 'reminder'
      ? round(content.open.reduce((sum, one) => sum + one.amount, 0) + content.fee)
      : totals.due
  return {
    date_issue: content.issued,
    date_due: content.due,
    date_delivery: content.delivered,
    amount_total: content.type === 'reminder' ? due : totals.total,
    amount_total_tax: totals.tax,
    amount_total_base: totals.base,
    amount_due: due,
    amount_rounding: totals.rounding,
    amount_paid: totals.advance || totals.paid,
    currency: content.currency,
    document_type: TYPE_NAMES[content.type],
    sender_name: content.seller.name,
    recipient_name: content.buyer.name,
  }
}

const round = (value: number): number => Math.round(value * 100) / 100
const KEYS = Object.values(HEADER_KEYS)
const KNOWN = new Set(KEYS)
const COMPACT = new Set([
  'iban',
  'bic',
  'sender_vat',
  'recipient_vat',
  'account_num',
  'bank_num',
  'sender_ic',
  'recipient_ic',
  'sender_dic',
])

/** Collects the truth from what the layout has printed: values that are not on the page are not part of it. */
export function collectTruth(draft: Draft): {
  truth: Truth
  visible: string[]
  absent: string[]
  boxes: Record<string, TruthBox>
} {
  const { content, sheet } = draft
  const boxes: Record<string, TruthBox> = {}
  const shorts: Place[] = []
  for (const place of sheet.places) {
    for (const key of place.keys) {
      if (key === 'sender_short') shorts.push(place)
      else boxes[key] ??= boxOf(place)
    }
  }
  const values = typed(content)
  if (!boxes.sender_name && shorts[0]) {
    boxes.sender_name = boxOf(shorts[0])
    values.sender_name = shorts[0].text
  }
  const truth: Truth = { document_type: TYPE_NAMES[content.type] }
  const items: Record<string, TruthValue>[] = []
  for (const [key, { text }] of Object.entries(boxes)) {
    const item = /^line_items\[(\d+)\]\.(\w+)$/.exec(key)
    if (item) (items[Number(item[1])] ??= {})[item[2]!] = itemValue(draft, Number(item[1]), item[2]!, text)
    else if (KNOWN.has(key))
      truth[key] =
        values[key] ??
        (COMPACT.has(key) ? text.replace(/[\s.]/g, '') : /address/.test(key) ? address(content, key) : text)
  }
  if (items.length > 0) truth.line_items = items
  // Without a tax, the total is the base too: an electronic invoice must state it (EN 16931, BT-109).
  if (isUntaxed(content) && boxes.amount_total) {
    boxes.amount_total_base ??= boxes.amount_total
    truth.amount_total_base = content.totals.base
  }
  const visible = Object.keys(truth).filter((key) => boxes[key] !== undefined)
  const derived = new Set(['document_type', 'language'])
  if (draft.has.has('split-tax')) derived.add('amount_total_tax').add('amount_total_base')
  if (content.totals.tax === 0) derived.add('amount_total_base')
  const absent = KEYS.filter((key) => boxes[key] === undefined && !derived.has(key))
  return { truth, visible, absent, boxes }
}

const TAXABLE: readonly DocumentType[] = ['invoice', 'credit_note', 'utility', 'prepayment', 'final']
const isUntaxed = ({ type, totals }: Content): boolean => TAXABLE.includes(type) && totals.base === totals.total

const boxOf = ({ page, box, text }: Place): TruthBox => ({
  page,
  box: box.map((value) => Math.round(value * SCALE * 10) / 10) as TruthBox['box'],
  text,
})

function address({ seller, buyer, shipTo }: Content, key: string): string {
  const party = key.startsWith('sender') ? seller : key.includes('delivery') ? shipTo! : buyer
  return [party.street, ...party.city].join(', ')
}

function itemValue({ content, format }: Draft, index: number, field: string, text: string): TruthValue {
  const row = content.rows[index]!
  if (field === 'quantity') return row.quantity
  if (field === 'unit_price') return row.price
  if (field === 'tax_rate') return row.rate
  if (field === 'amount_total')
    return Number(
      [...text]
        .filter((sign) => /[\d-]/.test(sign) || sign === format.decimal)
        .join('')
        .replace(',', '.'),
    )
  return text
}
