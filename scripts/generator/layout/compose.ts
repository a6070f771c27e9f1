import { piece } from '../draw/sheet.ts'
import { begin, type Draft, ensure, type Line, styleOf, widthOf, writeLines, amount, date } from './draft.ts'
import { writeDate } from '../content/format.ts'
import { makeFacts, NUMBER_LABELS, numberKeys, TITLE_LABELS, writeFacts } from './parts/facts.ts'
import { footerHeight, writeFooters } from './parts/footer.ts'
import { contactLines, issuerOf, recipientBlock, senderBlock, senderLine } from './parts/party.ts'
import { amountLines, writePayment } from './parts/payment.ts'
import { writeTable } from './parts/table.ts'
import { writeTotals } from './parts/totals.ts'

/** Lays out a document of a page or more; receipts have a layout of their own. */
export function composePages(draft: Draft): void {
  const { program } = draft
  draft.bottom = draft.sheet.height - program.margin * 0.7 - footerHeight(draft) - 6
  draft.y = program.margin + program.topGap
  for (const band of program.head.split('/'))
    writeBand(
      draft,
      band.split('|').map((cell) => cell.trim()),
    )
  draft.y += program.size
  begin(draft, 'introduction')
  writeIntroduction(draft)
  begin(draft, 'table')
  if (draft.content.type === 'reminder') writeOpenInvoices(draft)
  else writeTable(draft)
  if (program.atBottom) sink(draft)
  begin(draft, 'totals')
  if (draft.content.type !== 'delivery_note') writeTotals(draft)
  begin(draft, 'payment')
  if (!draft.fromBuyer) writePayment(draft)
  begin(draft, 'footers')
  writeFooters(draft)
}

function writeBand(draft: Draft, cells: readonly string[]): void {
  const { program, sheet } = draft
  const gap = Math.max(16, program.size * 1.6)
  const width = draft.right - draft.left
  const splits =
    cells.length === 1 ? [1] : cells.length === 2 ? [program.split, 1 - program.split] : [1 / 3, 1 / 3, 1 / 3]
  const top = draft.y
  let bottom = top
  let x = draft.left
  cells.forEach((cell, index) => {
    const space = splits[index]! * width - (index < cells.length - 1 ? gap : 0)
    const isLast = index > 0 && index === cells.length - 1
    let y = top
    for (const block of cell.split('+')) {
      const before = y
      y = writeBlock(draft, block, x, y, space, isLast && program.rightAlign ? 'right' : 'left')
      if (y > before) y += program.size * 0.9
    }
    bottom = Math.max(bottom, y)
    x += splits[index]! * width
  })
  begin(draft, `below ${cells.join()}`)
  draft.y = bottom + (bottom > top ? program.size * draft.random.between(0.3, 1.3) : 0)
  if (bottom > top && program.rows === 'ruled' && draft.random.chance(0.12))
    sheet.line(draft.left, draft.y - 3, width, 0, 0.5, program.accent)
}

function writeBlock(draft: Draft, block: string, x: number, y: number, width: number, align: 'left' | 'right'): number {
  begin(draft, block)
  const { content, program, random } = draft
  switch (block) {
    case 'logo':
      return writeLogo(draft, x, y, width, align)
    case 'sender':
      return writeLines(draft, senderBlock(draft), x, y, width, align)
    case 'senderline':
      return writeLines(draft, [senderLine(draft)], x, y, width) + 2
    case 'recipient': {
      const lines = recipientBlock(draft, goesToAddressOnly(draft) ? 'delivery' : 'recipient')
      const bottom = writeLines(draft, lines, x, y, width)
      if (program.recipientLabel === 'boxed')
        draft.sheet.frame(x - 4, y - 3, Math.min(width + 4, 270), bottom - y + 6, 0.5)
      return bottom
    }
    case 'shipto':
      if (goesToAddressOnly(draft)) return y
      return writeLines(draft, recipientBlock(draft, 'delivery'), x, y, width)
    case 'contact':
      return writeLines(draft, contactLines(draft, issuerOf(draft).party, issuerOf(draft).role), x, y, width, align)
    case 'title':
      return writeTitle(draft, x, y, width, align)
    default: {
      let bottom = writeFacts(draft, makeFacts(draft), x, y, width)
      if (program.amountBox && !['delivery_note', 'order', 'reminder', 'credit_note'].includes(content.type)) {
        const lines = amountLines(draft)
        const from = bottom + program.size
        bottom = writeLines(draft, lines, x + 4, from, Math.min(width, 240) - 8)
        if (random.chance(0.6)) draft.sheet.frame(x, from - 3, Math.min(width, 240), bottom - from + 6)
      }
      return bottom
    }
  }
}

/** Half of the delivery notes name the place of delivery and not the customer. */
const goesToAddressOnly = ({ content: { type, shipTo, number } }: Draft): boolean =>
  type === 'delivery_note' && shipTo !== null && number.charCodeAt(number.length - 1) % 2 === 0

/** The name of the company in large type, sometimes with a mark, sometimes only a picture. */
function writeLogo(draft: Draft, x: number, y: number, width: number, align: 'left' | 'right'): number {
  const { program, random, sheet } = draft
  const size = random.pick([1.5, 1.8, 2.2, 2.8])
  const { party, role } = issuerOf(draft)
  if (random.chance(draft.needsName ? 0.03 : 0.15)) {
    sheet.fill(align === 'right' ? x + width - 70 : x, y, 70, 34, program.accent)
    return y + 40
  }
  const isFull = random.chance(0.5)
  const text = random.chance(0.2) ? party.short.toUpperCase() : isFull ? party.name : party.short
  const lines: Line[] = [
    {
      text: [
        piece(
          role === 'recipient' ? 'recipient_name' : isFull && text === party.name ? 'sender_name' : 'sender_short',
          text,
        ),
      ],
      scale: size,
      bold: random.chance(0.7),
      font: program.headingFont,
      colour: program.accent,
    },
  ]
  if (random.chance(0.4))
    lines.push({ text: [random.pick([party.web, party.office, party.trade, party.trade])], scale: 0.85 })
  return writeLines(draft, lines, x, y, width, align)
}

/** What is between the title and the number of a document. */
const NUMBER_IN_TITLE: Readonly<Record<string, string>> = {
  de: 'Nr. ',
  fr: 'n° ',
  cs: 'č. ',
  pl: 'nr ',
  nl: 'nr ',
  hu: 'sorszám: ',
  ro: 'nr. ',
  tr: 'No: ',
  el: 'Αρ. ',
  sk: 'č. ',
  sl: 'št. ',
  hr: 'br. ',
  bg: '№ ',
  uk: '№ ',
  sv: 'nr ',
  da: 'nr. ',
  nb: 'nr. ',
  nn: 'nr. ',
  fi: 'nro ',
  et: 'nr ',
  lv: 'Nr. ',
  lt: 'Nr. ',
}

function writeTitle(draft: Draft, x: number, y: number, width: number, align: 'left' | 'right'): number {
  const { content, program, wording, random, sheet } = draft
  const own = wording.sentence(TITLE_LABELS[content.type])
  const title = program.spacedTitle ? [...own.toLocaleUpperCase(wording.language)].join(' ') : own
  if (program.title === 'none' && content.type === 'invoice') return y
  const scale = program.titleSize
  draft.has.add('title')
  const text = piece('document_type', title)
  if (program.title === 'number') {
    draft.has.add('number')
    const label = random.pick(['Nr.', 'No.', '#', 'N°', 'nr', 'č.', ''])
    const own = NUMBER_IN_TITLE[wording.language] ?? `${label} `
    const more = random.chance(0.2)
      ? [random.pick([', ', ' / ', ' – ', ' ']), date(draft, 'date_issue', content.issued)]
      : []
    if (more.length > 0) draft.has.add('date')
    return writeLines(
      draft,
      [
        {
          text: [text, ' ', own.trimStart(), piece(numberKeys(draft), content.number), ...more],
          scale: Math.min(scale, 1.8),
          bold: true,
          font: program.headingFont,
        },
      ],
      x,
      y,
      width,
      align,
    )
  }
  if (program.title === 'band') {
    const style = styleOf(draft, { scale: Math.min(1.6, scale), bold: true })
    sheet.fill(x, y, width, style.size * 1.7, program.accent)
    sheet.write([text], x + 5, y + style.size * 1.2, { ...style, colour: '#ffffff' })
    return y + style.size * 1.9
  }
  return writeLines(
    draft,
    [
      {
        text: [text],
        scale,
        bold: random.chance(0.7),
        font: program.headingFont,
        colour: random.chance(0.5) ? program.accent : '#000000',
      },
    ],
    x,
    y,
    width,
    align,
  )
}

/** Moves the sums to the lower part of the page, where forms with a fixed place for them have them. */
function sink(draft: Draft): void {
  const height = draft.program.size * draft.program.leading * 16
  draft.y = Math.max(draft.y, draft.bottom - height - 20)
}

/** What stands between the head and the table: a salutation, the credited invoice, the meter. */
function writeIntroduction(draft: Draft): void {
  const { content, wording, random } = draft
  const lines: Line[] = []
  const width = draft.right - draft.left
  const written = (iso: string): string => writeDate(draft.format, iso)
  if (content.type === 'credit_note')
    lines.push({
      text: [wording.sentence('s_credit', { number: content.credited.number, date: written(content.credited.date) })],
    })
  else if (content.type === 'reminder') lines.push({ text: [wording.sentence('s_remind')] })
  else if (content.type === 'utility' && random.chance(0.6)) {
    lines.push({
      text: [
        `${wording.named('reading_old')} ${random.integer(1000, 90000)}   ${wording.named('reading_new')} ${random.integer(1000, 90000)}`,
      ],
    })
  } else if (random.chance(0.2) && content.type !== 'order') lines.push({ text: [wording.sentence('s_intro')] })
  if (lines.length === 0) return
  draft.y = writeLines(draft, lines, draft.left, draft.y, width) + draft.program.size
}

/** The invoices that a reminder lists. */
function writeOpenInvoices(draft: Draft): void {
  const { content, wording, sheet, program } = draft
  const style = styleOf(draft)
  const step = style.size * program.leading + 3
  ensure(draft, step * (content.open.length + 2))
  const width = draft.right - draft.left
  const columns = [0, 0.34, 0.58].map((share) => draft.left + share * width)
  const bold = { ...style, bold: true }
  const labels = [wording.label(NUMBER_LABELS.invoice), wording.label('date'), wording.label('due')]
  labels.forEach(
    (label, i) =>
      widthOf(draft, label, { bold: true }) < width * 0.23 &&
      sheet.write(label, columns[i]!, draft.y + style.size, bold),
  )
  sheet.write(wording.label('c_net'), draft.right - 3, draft.y + style.size, bold, 'right')
  draft.y += step
  for (const one of content.open) {
    const cells = [one.number, writeDate(draft.format, one.date), writeDate(draft.format, one.due)]
    cells.forEach((cell, i) => sheet.write(cell, columns[i]!, draft.y + style.size, style))
    sheet.write(amount(draft, [], one.amount), draft.right - 3, draft.y + style.size, style, 'right')
    draft.y += step
  }
}
