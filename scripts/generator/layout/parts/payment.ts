import { piece, type Text } from '../../draw/sheet.ts'
import { spaced } from '../../../examples/invoice.ts'
import { hasReference } from '../../content/national.ts'
import { amount, date, type Draft, ensure, type Line, styleOf, widthOf, writeLines } from '../draft.ts'

/** Bank details as lines; those of the first account are values. */
export function bankLines(draft: Draft, maxWidth: number): Line[] {
  const { content, wording, random, program } = draft
  draft.has.add('bank')
  return content.banks.flatMap((bank, index): Line[] => {
    const isFirst = index === 0
    const value = (key: string, text: string): Text[number] => (isFirst ? piece(key, text) : text)
    const lines: Line[] = []
    const iban = bank.iban
    if (random.chance(0.75)) lines.push({ text: [random.chance(0.6) ? `${wording.named('bank')} ` : '', bank.name] })
    if (random.chance(0.25)) lines.push({ text: [`${wording.named('holder')} ${content.seller.name}`] })
    const domestic =
      iban === null ||
      (['CZ', 'GB', 'US', 'PL', 'SE', 'NO', 'DK'].includes(content.seller.countryCode) && random.chance(0.6))
    if (domestic) {
      if (content.seller.countryCode === 'CZ')
        lines.push({
          text: [`${wording.named('account')} `, value('account_num', bank.account), '/', value('bank_num', bank.code)],
        })
      else {
        if (bank.code !== '') lines.push({ text: [`${wording.named('sort')} `, value('bank_num', bank.code)] })
        lines.push({ text: [`${wording.named('account')} `, value('account_num', bank.account)] })
      }
    }
    if (iban && (!domestic || random.chance(0.75))) {
      const shown = program.ibanStyle === 'plain' ? iban : spaced(iban)
      const label = `${wording.named('iban')} `
      if (program.ibanStyle === 'broken' && maxWidth < 200) {
        const mark = {}
        const cut = shown.indexOf(' ', 14)
        const key = isFirst ? ['iban'] : []
        lines.push(
          { text: [label, piece(key, shown.slice(0, cut), mark)] },
          { text: [piece(key, shown.slice(cut + 1), mark)] },
        )
      } else lines.push({ text: [label, value('iban', shown)] })
      if (random.chance(0.75)) {
        const bic: Line = { text: [`${wording.named('bic')} `, value('bic', bank.bic)] }
        if (random.chance(0.2)) lines.splice(lines.length - 1, 0, bic)
        else lines.push(bic)
      }
    }
    const isReferenced = hasReference(content.seller.countryCode)
    if (isFirst && random.chance(isReferenced ? 0.6 : 0.15)) {
      const reference = isReferenced || random.chance(0.5) ? content.payReference : content.number
      lines.push({ text: [`${wording.named('pay_ref')} ${reference}`] })
    }
    if (isFirst && content.seller.countryCode === 'CZ' && random.chance(0.6)) {
      const symbol = content.number.replace(/\D/g, '').slice(-10)
      if (symbol)
        lines.push({
          text: [
            'VS: ',
            piece('var_sym', symbol),
            ...(random.chance(0.5) ? ['  KS: ', piece('const_sym', '0308')] : []),
          ],
        })
    }
    return lines
  })
}

/** The sentence about what to pay, and when. */
function termLines(draft: Draft): Line[] {
  const { content, wording, random, has } = draft
  const kind = content.isDebit ? 's_debit' : has.has('due') || random.chance(0.4) ? 's_days' : 's_pay'
  const sentence = wording.sentence(kind, { days: String(content.days) })
  if (sentence.includes('{date}')) has.add('due')
  return [{ text: fillIn(draft, sentence) }]
}

/** Returns a sentence with the values of its placeholders. */
function fillIn(draft: Draft, sentence: string): Text {
  const { content } = draft
  return sentence.split(/(\{\w+\})/).flatMap((part): Text => {
    if (part === '{date}') return [date(draft, 'date_due', content.due)]
    if (part === '{amount}') return amount(draft, ['amount_due'], content.totals.due, true)
    if (part === '{sign}') return [piece('currency', draft.format.sign)]
    return part === '' ? [] : [part]
  })
}

/** Notes, terms and bank details below the sums. */
export function writePayment(draft: Draft): void {
  const { program, content, wording, random } = draft
  const width = draft.right - draft.left
  const lines: Line[] = []
  const pays = !['delivery_note', 'order', 'credit_note'].includes(content.type)
  if (pays && content.days > 0 && random.chance(0.6)) lines.push(...termLines(draft))
  if (content.isExempt && random.chance(0.5)) lines.push({ text: [wording.sentence('s_reverse')] })
  if (program.signs === 'heading' && content.type !== 'delivery_note') {
    lines.push({ text: fillIn(draft, wording.sentence('s_currency', { currency: '{sign}' })) })
  }
  if (random.chance(0.35)) lines.push({ text: [wording.sentence('s_legal')] })
  if (random.chance(0.3)) lines.push({ text: [wording.sentence('s_thanks')], gap: 0.4 })
  const step = program.size * program.leading
  ensure(draft, step * (lines.length + 2))
  draft.y = writeLines(draft, lines, draft.left, draft.y, width * random.pick([1, 1, 0.6])) + step * 0.5
  if (!pays && random.chance(0.7)) return
  if (program.payment === 'block' || program.payment === 'pairs') {
    const own = bankLines(draft, width * 0.45)
    ensure(draft, step * (own.length + 2))
    const x = random.chance(0.8) ? draft.left : draft.left + width * 0.5
    if (random.chance(0.5))
      draft.y = writeLines(draft, [{ text: [wording.named('bank_heading')], bold: true }], x, draft.y, width * 0.5)
    if (program.payment === 'pairs' && x === draft.left) {
      const labels =
        Math.max(
          ...own.map(({ text }) => (typeof text[0] === 'string' && text.length > 1 ? widthOf(draft, text[0]) : 0)),
        ) + program.size
      for (const { text } of own) {
        const [label, ...value] = text
        const isPair = value.length > 0 && typeof label === 'string' && label.trim() !== ''
        if (isPair) draft.sheet.write(label.trim(), x, draft.y + program.size * 0.85, styleOf(draft))
        draft.y = writeLines(draft, [{ text: isPair ? value : text }], x + labels, draft.y, width * 0.6)
      }
    } else draft.y = writeLines(draft, own, x, draft.y, width * 0.5)
  } else if (program.payment === 'sentence') {
    const text = bankLines(draft, 1000).flatMap((line, i): Text =>
      i === 0 ? line.text : [random.pick([', ', ' · ', ' - ']), ...line.text],
    )
    ensure(draft, step * 3)
    draft.y = writeLines(draft, [{ text }], draft.left, draft.y, width)
  }
}

/** A box with the amount to pay, printed above the table. */
export function amountLines(draft: Draft): Line[] {
  const { wording, content, random } = draft
  const lines: Line[] = [
    { text: [wording.named('due_amount', { currency: draft.format.sign })], bold: true },
    {
      text: amount(
        draft,
        content.totals.due === content.totals.total ? ['amount_due', 'amount_total'] : ['amount_due'],
        content.totals.due,
        true,
      ),
      scale: random.pick([1, 1.3, 1.6]),
      bold: true,
    },
  ]
  if (random.chance(0.5) && content.days > 0) {
    lines.push({ text: [`${wording.named('due')} `, date(draft, 'date_due', content.due)] })
    draft.has.add('due')
  }
  return lines
}
