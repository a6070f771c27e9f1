import { piece, plain } from '../../draw/sheet.ts'
import { type Draft, type Line, styleOf, widthOf, writeLines } from '../draft.ts'
import { bankLines } from './payment.ts'
import { contactLines, issuerOf, registerLine, vatLine } from './party.ts'

const SCALE = 0.78

/** Height of the footer, in points. */
export const footerHeight = ({ program }: Draft): number => {
  const step = program.size * SCALE * program.leading
  return program.footer === 'columns' ? step * 8.5 : program.footer === 'none' ? step : step * 3.5
}

/** Prints the footer of every page: who the sender is, and its bank. */
export function writeFooters(draft: Draft): void {
  const { program, sheet, random, wording, fromBuyer } = draft
  const { party: seller, role } = issuerOf(draft)
  const step = program.size * SCALE * program.leading
  const top = sheet.height - program.margin * 0.7 - footerHeight(draft) + step
  const width = draft.right - draft.left
  const scaled = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, scale: SCALE, bold: false }))
  const needsSender = !draft.has.has('sender') || random.chance(0.5)
  const last = sheet.pages.length
  if (program.footer === 'columns') {
    const mark = {}
    const first: Line[] = [
      { text: [piece(role === 'sender' ? 'sender_name' : 'recipient_name', seller.name)] },
      ...[seller.street, ...seller.city].map((text): Line => ({
        text: [piece(role === 'sender' ? 'sender_address' : 'recipient_address', text, mark)],
      })),
      ...(random.chance(0.3) ? [{ text: [seller.country] }] : []),
    ]
    const vat = draft.has.has('sender_vat') && random.chance(0.5) ? null : vatLine(draft, seller, role)
    const columns: Line[][] = [
      first,
      contactLines(draft, seller, role),
      [
        registerLine(draft, seller, role),
        { text: [seller.boss] },
        vat,
        random.chance(0.3)
          ? {
              text: [
                `${wording.named('tax_no')} `,
                piece(role === 'sender' ? 'sender_dic' : 'recipient_dic', seller.taxNumber),
              ],
            }
          : null,
      ].filter((line): line is Line => line !== null),
      !fromBuyer && (program.payment === 'footer' || !draft.has.has('bank')) ? bankLines(draft, 130) : [],
    ]
    const shown = columns.filter((lines) => lines.length > 0)
    const gap = 10
    const each = (width - gap * (shown.length - 1)) / shown.length
    if (random.chance(0.6)) sheet.line(draft.left, top - 4, width, 0, 0.4)
    shown.forEach((lines, i) => writeClipped(draft, scaled(lines), draft.left + i * (each + gap), top, each, 8))
  } else if (program.footer !== 'none') {
    const mark = {}
    const separator = random.pick([' · ', ' | ', ', ', ' - '])
    const address = [seller.street, ...seller.city].map((text) =>
      piece(role === 'sender' ? 'sender_address' : 'recipient_address', text, mark),
    )
    const texts: Line[] = [
      {
        text: [
          piece(role === 'sender' ? 'sender_name' : 'recipient_name', seller.name),
          ...address.flatMap((part) => [separator, part]),
          ...(random.chance(0.5) ? [separator, seller.phone] : []),
        ],
      },
      {
        text: [
          random.pick([seller.office, seller.boss, `${seller.web}${separator}${seller.email}`]),
          ...(random.chance(draft.has.has('sender_vat') ? 0.3 : 0.7) && seller.vat
            ? [
                separator,
                `${wording.named('vat')} `,
                piece(role === 'sender' ? 'sender_vat' : 'recipient_vat', seller.vat),
              ]
            : []),
        ],
      },
    ]
    if (program.payment === 'footer' && !fromBuyer) {
      texts.push({
        text: bankLines(draft, 1000).flatMap((line, i) => (i === 0 ? line.text : [separator, ...line.text])),
      })
    }
    if (needsSender || random.chance(0.6))
      writeClipped(draft, scaled(texts), draft.left, top, width, 3, program.footer === 'centered' ? 'center' : 'left')
  }
  if (!program.page && last === 1) return
  const style = styleOf(draft, { scale: SCALE })
  sheet.pages.forEach((page, index) => {
    const text = wording.sentence('page', { n: String(index + 1), m: String(last) })
    const wide = widthOf(draft, text, { scale: SCALE })
    page.runs.push({ ...style, text, x: draft.right - wide, y: sheet.height - program.margin * 0.35 })
  })
}

/** Writes at most `count` lines, so that nothing reaches the edge of the page or the next column. */
function writeClipped(
  draft: Draft,
  lines: readonly Line[],
  x: number,
  top: number,
  width: number,
  count: number,
  align: 'left' | 'center' = 'left',
): void {
  const step = draft.program.size * SCALE * draft.program.leading
  let y = top
  for (const line of lines) {
    // A word that is wider than the column, such as a long e-mail address, would cross the next one.
    const words = line.text.flatMap((part) => plain([part]).split(' '))
    if (words.some((word) => widthOf(draft, word, { scale: SCALE }) > width)) continue
    const rows = Math.ceil(widthOf(draft, line.text, { scale: SCALE }) / width)
    if (y + rows * step > top + count * step + 0.1) return
    y = writeLines(draft, [line], x, y, width, align)
  }
}
