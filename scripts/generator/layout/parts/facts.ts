import { piece, type Text } from '../../draw/sheet.ts'
import { date, type Draft, type Line, styleOf, widthOf, writeLines } from '../draft.ts'
import type { LabelKey } from '../../labels/index.ts'
import { writeDate } from '../../content/format.ts'
import { fill } from '../../content/numbers.ts'
import type { DocumentType } from '../../content/document.ts'
import { vatLine } from './party.ts'

export interface Fact {
  label: string
  value: Text
}

export const NUMBER_LABELS: Readonly<Record<DocumentType, LabelKey>> = {
  invoice: 'no_invoice', credit_note: 'no_credit', reminder: 'no_reminder', delivery_note: 'no_delivery', order: 'no_order', receipt: 'no_receipt',
  utility: 'no_invoice', premium: 'no_invoice', prepayment: 'no_invoice', final: 'no_invoice',
} /* prettier-ignore */
export const TITLE_LABELS: Readonly<Record<DocumentType, LabelKey>> = {
  invoice: 't_invoice', credit_note: 't_credit', reminder: 't_reminder', delivery_note: 't_delivery', order: 't_order', receipt: 't_receipt',
  utility: 't_utility', premium: 't_premium', prepayment: 't_prepayment', final: 't_final',
} /* prettier-ignore */

/** Keys of the document's own number: that of an order is the order's number too. */
export const numberKeys = (draft: Draft): string[] =>
  draft.content.type === 'order' ? ['invoice_id', 'order_id'] : ['invoice_id']

/** The facts about the document in the order in which this document prints them. */
export function makeFacts(draft: Draft): Fact[] {
  const { content, random, wording, has, program } = draft
  const list: Fact[] = []
  const add = (key: LabelKey, value: Text): void => void list.push({ label: wording.named(key), value })
  const p = (key: string, text: string): Text => [piece(key, text)]
  // One label for a number and its date, as some programs print them: `Belegnummer / Datum`.
  const addBoth = (key: LabelKey, dateKey: LabelKey, value: Text): void =>
    void list.push({ label: `${wording.named(key).replace(/\s*[:.]$/, '')} / ${wording.named(dateKey)}`, value })
  const number = piece(numberKeys(draft), content.number)
  const issued = date(draft, 'date_issue', content.issued)
  const joins = random.chance(0.07)
  if (joins && !has.has('number') && !has.has('date'))
    addBoth(NUMBER_LABELS[content.type], 'date', [number, ' / ', issued])
  else {
    if (!has.has('number')) add(NUMBER_LABELS[content.type], [number])
    if (!has.has('date')) add('date', [issued])
  }
  const noMoney = content.type === 'delivery_note'
  if (!noMoney && content.type !== 'order' && random.chance(0.5)) {
    add('due', [date(draft, 'date_due', content.due)])
    has.add('due')
  }
  if (content.type === 'utility' || random.chance(0.12)) {
    const [from, to] = content.period.map((iso) => writeDate(draft.format, iso)) as [string, string]
    add('period', [`${from}${random.pick([' - ', ' – ', ' / '])}${to}`])
  } else if (random.chance(0.35)) add('delivered', [date(draft, 'date_delivery', content.delivered)])
  if (content.type !== 'order' && random.chance(0.35)) {
    if (joins)
      addBoth('order', 'order_date', [
        ...p('order_id', content.order),
        ' / ',
        writeDate(draft.format, content.orderDate),
      ])
    else add('order', p('order_id', content.order))
    if (!joins && random.chance(0.3)) add('order_date', [writeDate(draft.format, content.orderDate)])
    if (random.chance(0.25)) addSalesOrder(draft, list)
  }
  if (random.chance(0.5)) add('customer', p('customer_id', content.customer))
  if (content.type !== 'delivery_note' && random.chance(0.12)) add('note', p('delivery_note_id', content.note))
  if (random.chance(0.12)) add('project', [content.project])
  if (random.chance(0.14)) add('your_ref', [content.yourReference])
  if (random.chance(0.14)) add('our_ref', [content.ourReference])
  if (random.chance(0.16)) add('contact', [content.seller.contact])
  if (content.type === 'utility' || content.type === 'premium' || random.chance(0.05))
    add('contract', [content.contract])
  if (content.type === 'utility' && random.chance(0.6)) add('meter', [content.meter])
  if (!noMoney && random.chance(0.16))
    add('terms', p('terms', wording.sentence('w_terms', { days: String(content.days) })))
  if (!noMoney && random.chance(0.1))
    add(
      'method',
      p(
        'payment_method',
        wording.sentence(content.isDebit ? 'm_debit' : random.pick(['m_transfer', 'm_transfer', 'm_card', 'm_cash'])),
      ),
    )
  if (random.chance(0.1) && content.buyer.vat) {
    // A number without the name of its party is the seller's; the buyer's is called so.
    const line =
      program.number % 4 === 0 && content.seller.vat
        ? vatLine(draft, content.seller, 'sender')
        : vatLine(draft, content.buyer, 'recipient', 'buyer_vat')
    if (line) list.push({ label: String(line.text[0]).trim(), value: line.text.slice(1) })
  }
  if (random.chance(0.04)) add('ean', [String(random.integer(1e11, 9e12))])
  if (program.page && random.chance(0.1)) list.push({ label: random.pick(['Page', 'Seite', 'Pag.']), value: ['1'] })
  if (random.chance(0.3)) list.sort(() => random.next() - 0.5)
  return list
}

/** The seller's number of the order, beside the buyer's own; not if both labels say the same. */
function addSalesOrder({ wording, random }: Draft, list: Fact[]): void {
  const label = wording.named('sales_order')
  if (wording.named('order').slice(0, 5) === label.slice(0, 5)) return
  list.push({
    label,
    value: [fill(random, random.pick(['AB-#####', 'SO######', '%######', 'A%####/##', 'V%#####', '%####-%#']))],
  })
}

/** Writes the facts into a cell and returns their bottom. */
export function writeFacts(draft: Draft, facts: readonly Fact[], x: number, y: number, width: number): number {
  const { program, sheet } = draft
  const bold = program.boldLabels
  if (
    program.facts === 'sentence' ||
    program.facts === 'inline' ||
    program.facts === 'piped' ||
    isNarrow(draft, facts, width)
  ) {
    const texts = facts.map(({ label, value }): Text => [`${label} `, ...value])
    if (program.facts === 'piped') {
      const text = texts.flatMap((part, i): Text => (i === 0 ? part : ['   |   ', ...part]))
      return writeLines(draft, [{ text }], x, y, width)
    }
    return writeLines(
      draft,
      texts.map((text): Line => ({ text })),
      x,
      y,
      width,
      program.rightAlign && x > sheet.width / 2 ? 'right' : 'left',
    )
  }
  if (program.facts === 'below') {
    return writeLines(
      draft,
      facts.flatMap(({ label, value }): Line[] => [{ text: [label], bold, scale: 0.85, gap: 0.2 }, { text: value }]),
      x,
      y,
      width,
    )
  }
  if (program.facts === 'row') return writeFactRows(draft, facts, x, y, width)
  const widest = Math.max(...facts.map(({ label }) => widthOf(draft, label, { bold })))
  const values = Math.max(...facts.map(({ value }) => widthOf(draft, value)))
  const column = Math.min(Math.max(width * 0.4, width - values), widest + program.size * 1.2)
  let bottom = y
  for (const { label, value } of facts) {
    const labelBottom = writeLines(draft, [{ text: [label], bold }], x, bottom, column - program.size * 0.9)
    const valueBottom = writeLines(
      draft,
      [{ text: value }],
      x + column,
      bottom,
      width - column,
      program.facts === 'pairs-right' ? 'right' : 'left',
    )
    bottom = Math.max(labelBottom, valueBottom)
  }
  return bottom
}

/** Whether labels and values do not fit side by side. */
function isNarrow(draft: Draft, facts: readonly Fact[], width: number): boolean {
  if (draft.program.facts === 'row' || draft.program.facts === 'below') return false
  const widest = (texts: (Text | string)[]): number =>
    Math.max(...texts.map((text) => widthOf(draft, text, { bold: true })))
  return (
    widest(facts.map(({ label }) => label)) + widest(facts.map(({ value }) => value)) + 2 * draft.program.size > width
  )
}

/** Labels in a row and the values below them; as many per row as fit. */
function writeFactRows(draft: Draft, facts: readonly Fact[], x: number, y: number, width: number): number {
  const { program, sheet } = draft
  const gap = program.size * 1.4
  let bottom = y
  let row: { fact: Fact; width: number }[] = []
  const flush = (): void => {
    if (row.length === 0) return
    const used = row.reduce((sum, cell) => sum + cell.width, 0)
    const extra = Math.max(0, Math.min(40, (width - used) / row.length))
    const boxed = program.rows === 'grid'
    const style = styleOf(draft)
    const step = style.size * program.leading
    const top = bottom
    let at = x
    for (const cell of row) {
      writeLines(draft, [{ text: [cell.fact.label], bold: program.boldLabels }], at + 3, bottom + 2, cell.width + extra)
      writeLines(draft, [{ text: cell.fact.value }], at + 3, bottom + step + 2, cell.width + extra)
      at += cell.width + extra
    }
    bottom += 2 * step + 6
    if (boxed) sheet.frame(x, top, Math.min(width, used + extra * row.length), bottom - top - 2)
    row = []
  }
  for (const fact of facts) {
    const needs = Math.min(
      width - 6,
      Math.max(widthOf(draft, fact.label, { bold: program.boldLabels }), widthOf(draft, fact.value)) + gap,
    )
    if (row.reduce((sum, cell) => sum + cell.width, 0) + needs > width) flush()
    row.push({ fact, width: needs })
  }
  flush()
  return bottom
}
