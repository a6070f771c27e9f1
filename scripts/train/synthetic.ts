import type { Entry } from '../../bench/extraction/corpus.ts'
import { LANGUAGES as LEXICONS } from '../../src/extraction/lexicon/index.ts'
import type { LabelClass } from '../../src/extraction/lexicon/classes.ts'
import { addDays } from '../../src/extraction/normalise/dates.ts'
import { groupLines } from '../../src/extraction/read/lines.ts'
import type { ReadDocument, Word } from '../../src/extraction/types.ts'
import { Random } from './random.ts'
import { INVENTED } from './invented.ts'

export interface SyntheticDocument {
  entry: Pick<Entry, 'group' | 'section' | 'truth' | 'visible'>
  document: ReadDocument
  weight: number
}

/**
 * Synthetic invoices: words with boxes without rendering, labels from the lexicons of all languages, blocks in random order and
 * arrangement. They teach the meaning of labels and sums independent of a sender's layout. Seeded: the same count produces the same
 * documents.
 */
export function makeSynthetic(count: number): SyntheticDocument[] {
  return Array.from({ length: count }, (_, i) => new Invoice(i).make())
}

const WIDTH = 1240
const HEIGHT = 1754
const LANGUAGES = ['eng', 'eng', 'deu', 'fra', 'nld', 'pol', 'ces', 'spa', 'ita'] as const
/** Every document has a low weight: there are hundreds of them and only a few dozen real groups. */
const WEIGHT = 0.12

class Invoice {
  readonly index: number
  readonly random: Random
  readonly language: (typeof LANGUAGES)[number]
  readonly words: Word[] = []
  readonly truth: Record<string, string | number> = {}
  readonly size: number
  readonly comma: boolean
  readonly dateStyle: number
  readonly currency: readonly [string, string]
  readonly currencyAfter: boolean
  readonly colon: boolean
  readonly isOrder: boolean

  constructor(index: number) {
    this.index = index
    this.random = new Random(7919 + index * 104729)
    const { random } = this
    this.language = random.pick(LANGUAGES)
    this.size = random.between(14, 22)
    this.comma = this.language === 'eng' ? random.chance(0.05) : random.chance(0.92)
    this.dateStyle = random.integer(0, 4)
    this.currency =
      this.language === 'eng'
        ? random.pick([
            ['$', 'USD'],
            ['£', 'GBP'],
            ['€', 'EUR'],
            ['', 'USD'],
          ] as const)
        : this.language === 'pol'
          ? (['zł', 'PLN'] as const)
          : this.language === 'ces'
            ? (['Kč', 'CZK'] as const)
            : (['€', 'EUR'] as const)
    this.currencyAfter = this.language !== 'eng'
    this.colon = random.chance(0.5)
    this.isOrder = random.chance(0.07)
  }

  /** Returns a phrase of a class in the document's language, in a capitalization used by documents. */
  label(labelClass: LabelClass, most = 4): string {
    const phrases = (LEXICONS[this.language]!.labels[labelClass] ?? LEXICONS.eng!.labels[labelClass] ?? labelClass)
      .split(' | ')
      .filter((phrase) => phrase.trim().split(' ').length <= most)
    // The first phrases of a class are the common ones.
    const phrase = this.random.chance(0.5)
      ? phrases[Math.floor(phrases.length * this.random.next() ** 2)]!
      : this.random.pick(phrases)
    const text = phrase.trim().replace(/\bno\b/, () => this.random.pick(['No.', 'no', 'Nr.', 'Number', '#', 'Nr']))
    const style = this.random.integer(0, 3)
    if (style === 0) return text.toUpperCase()
    if (style === 1) return text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
    return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  }

  /** Writes words starting at `x`; returns the right edge. `right` aligns them to end at `x`. */
  write(text: string, x: number, y: number, options: { right?: boolean; size?: number; bold?: boolean } = {}): number {
    const size = options.size ?? this.size
    const unit = size * 0.5
    const parts = text.split(' ').filter((part) => part !== '')
    const width = parts.join(' ').length * unit
    let left = options.right ? x - width : x
    for (const part of parts) {
      this.words.push({
        text: part,
        box: [left, y, left + part.length * unit, y + size],
        confidence: 1,
        size,
        ...(options.bold ? { bold: true } : {}),
      })
      left += (part.length + 1) * unit
    }
    return left
  }

  money(value: number, sign = false): string {
    const [whole, fraction] = Math.abs(value).toFixed(2).split('.') as [string, string]
    const group = this.comma ? this.random.pick(['.', '.', ' ', '']) : this.random.pick([',', ',', ''])
    const text = `${value < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, group)}${this.comma ? ',' : '.'}${fraction}`
    if (!sign || this.currency[0] === '') return text
    if (this.random.chance(0.15)) return `${text} ${this.currency[1]}`
    return this.currencyAfter
      ? `${text} ${this.currency[0]}`
      : `${this.currency[0]}${this.random.chance(0.3) ? ' ' : ''}${text}`
  }

  date(iso: string): string {
    const [year, month, day] = iso.split('-') as [string, string, string]
    if (this.dateStyle === 0 && this.language === 'eng')
      return `${INVENTED.months[Number(month) - 1]!} ${Number(day)}, ${year}`
    if (this.dateStyle === 1) return iso
    if (this.dateStyle === 2) return `${day}/${month}/${year}`
    if (this.dateStyle === 3 && this.language === 'eng')
      return `${day}-${INVENTED.months[Number(month) - 1]!.slice(0, 3)}-${year}`
    return `${day}.${month}.${year}`
  }

  id(prefixes: readonly string[]): string {
    const { random } = this
    const digits = (n: number): string => Array.from({ length: n }, () => String(random.integer(0, 9))).join('')
    const year = String(random.integer(2012, 2026))
    switch (random.integer(0, 7)) {
      case 0:
        return `${random.pick(prefixes)}-${digits(random.integer(3, 6))}`
      case 1:
        return `${year}-${digits(random.integer(2, 5))}`
      case 2:
        return `${random.pick(prefixes)}${digits(random.integer(4, 9))}`
      case 3:
        return `${random.pick(prefixes)}/${year}/${digits(random.integer(2, 6))}`
      case 4:
        return `${year}${digits(random.integer(3, 6))}`
      case 5:
        return `${digits(2)}/${digits(2)}/${digits(3)}`
      default:
        return `${random.integer(1, 9)}${digits(random.integer(2, 9))}`
    }
  }

  party(x: number, y: number, name: string, big: boolean): number {
    const { random } = this
    this.write(name, x, y, { size: big ? this.size * random.between(1, 2) : this.size, bold: random.chance(0.4) })
    let at = y + this.size * (big ? 2.4 : 1.5)
    this.write(`${random.pick(INVENTED.streets)} ${random.integer(1, 190)}`, x, at)
    at += this.size * 1.5
    this.write(`${random.integer(10000, 99999)} ${random.pick(INVENTED.towns)}`, x, at)
    return at + this.size * 1.5
  }

  vatNumber(): string {
    const { random } = this
    const digits = (n: number): string => Array.from({ length: n }, () => String(random.integer(0, 9))).join('')
    const country = { eng: 'GB', deu: 'DE', fra: 'FR', nld: 'NL', pol: 'PL', ces: 'CZ', spa: 'ES', ita: 'IT' }[
      this.language
    ]
    if (country === 'NL') return `NL${digits(9)}B01`
    if (country === 'ES') return `ESB${digits(8)}`
    return `${country}${digits({ GB: 9, DE: 9, FR: 11, PL: 10, CZ: 8, IT: 11 }[country]!)}`
  }

  make(): SyntheticDocument {
    const { random, truth } = this
    const issue = addDays('2012-01-01', random.integer(0, 5200))
    const due = addDays(issue, random.pick([0, 7, 14, 15, 30, 30, 45, 60]))
    truth.date_issue = issue
    truth.invoice_id = this.id(['INV', 'RE', 'F', 'FA', 'R', 'FV', 'A', 'No', 'SI'])
    const senderName = `${random.pick(INVENTED.firms)} ${random.pick(INVENTED.forms[this.language])}`
    const buyerName = random.chance(0.7)
      ? `${random.pick(INVENTED.firms)} ${random.pick(INVENTED.forms[this.language])}`
      : `${random.pick(INVENTED.givenNames)} ${random.pick(INVENTED.familyNames)}`
    if (buyerName !== senderName) Object.assign(truth, { sender_name: senderName, recipient_name: buyerName })
    const margin = random.between(50, 110)
    const right = WIDTH - random.between(50, 110)
    const swap = random.chance(0.35)
    let y = random.between(40, 110)
    const titleAt = random.integer(0, 2)
    if (titleAt === 0) y = this.title(margin, y)
    const senderEnd = this.party(swap ? right - 420 : margin, y, senderName, true)
    if (titleAt === 1) this.title(swap ? margin : right - 380, y)
    let at = senderEnd
    const senderVat = random.chance(0.7) ? this.vatNumber() : null
    const vatLow = random.chance(0.4)
    if (senderVat && !vatLow) {
      this.write(`${this.label('vat_id')}${this.colon ? ':' : ''} ${senderVat}`, swap ? right - 420 : margin, at)
      at += this.size * 1.6
    }
    if (random.chance(0.5))
      this.write(
        `${this.label('phone', 1)}: +${random.integer(31, 49)} ${random.integer(100, 999)} ${random.integer(10000, 99999)}`,
        swap ? right - 420 : margin,
        at,
      )
    y = at + random.between(30, 80)
    if (titleAt === 2) y = this.title(margin, y)

    const metaRight = random.chance(0.6)
    const buyerX = metaRight ? margin : right - 420
    const metaX = metaRight ? right - random.between(380, 480) : margin
    let buyerY = y
    if (random.chance(0.7)) {
      this.write(`${this.label('bill_to', 2)}${this.colon ? ':' : ''}`, buyerX, buyerY, { bold: random.chance(0.5) })
      buyerY += this.size * 1.7
    }
    buyerY = this.party(buyerX, buyerY, buyerName, false)
    if (random.chance(0.35)) {
      const vat = this.vatNumber()
      truth.recipient_vat = vat
      this.write(`${this.label('vat_id')}${this.colon ? ':' : ''} ${vat}`, buyerX, buyerY)
      buyerY += this.size * 1.6
    }
    if (senderVat) truth.sender_vat = senderVat
    const metaEnd = this.meta(metaX, y, issue, due)
    y = Math.max(buyerY, metaEnd) + random.between(30, 70)
    y = this.table(margin, right, y)
    this.footer(
      margin,
      Math.min(HEIGHT - 120, Math.max(y + 60, HEIGHT - random.between(150, 320))),
      vatLow ? senderVat : null,
      due,
    )
    return this.finish()
  }

  title(x: number, y: number): number {
    const size = this.size * this.random.between(1.2, 2.4)
    const word = this.label(this.isOrder ? 'order' : 'invoice', 2)
    this.write(word, x, y, { size, bold: this.random.chance(0.6) })
    return y + size * 1.8
  }

  /** Number, dates and references: pairs, or a row of headings with the values below. */
  meta(x: number, top: number, issue: string, due: string): number {
    const { random, truth } = this
    const rows: [string, string][] = [[this.label(this.isOrder ? 'order_no' : 'invoice_no'), String(truth.invoice_id)]]
    rows.push([
      this.label(this.isOrder ? 'order_date' : random.chance(0.55) ? 'invoice_date' : 'date', 3),
      this.date(issue),
    ])
    if (random.chance(0.6)) {
      truth.date_due = due
      rows.push([this.label('due_date'), this.date(due)])
    }
    if (!this.isOrder && random.chance(0.6)) {
      truth.order_id = this.id(['PO', 'BC', 'SO', 'B', 'ORD'])
      rows.push([this.label('order_no'), String(truth.order_id)])
    }
    if (random.chance(0.5)) rows.push([this.label('customer_no'), this.id(['C', 'K', 'CUST'])])
    if (random.chance(0.3)) {
      const delivery = addDays(issue, -random.integer(0, 20))
      truth.date_delivery = delivery
      rows.push([this.label('delivery_date'), this.date(delivery)])
    }
    if (random.chance(0.25)) rows.push([this.label('delivery_no'), this.id(['LS', 'BL', 'DN'])])
    if (random.chance(0.25)) rows.push([this.label('reference', 2), this.id(['REF', 'P'])])
    if (random.chance(0.15)) rows.push([this.label('order_date'), this.date(addDays(issue, -random.integer(1, 30)))])
    if (random.chance(0.5)) rows.sort(() => random.next() - 0.5)
    const style = random.integer(0, 3)
    const step = this.size * random.between(1.4, 2.2)
    if (style === 3) {
      // A row of headings with the values below, four per row.
      let y = top + this.size
      for (let i = 0; i < rows.length; i += 3) {
        rows.slice(i, i + 3).forEach(([label, value], k) => {
          const left = (x > 500 ? x - 300 : x) + k * 250
          this.write(label.slice(0, 24), left, y)
          this.write(value, left, y + step)
        })
        y += step * 2.6
      }
      return y
    }
    const valueX = x + this.size * random.between(10, 14)
    const valueRight = x + 380
    rows.forEach(([label, value], i) => {
      const y = top + i * step
      const end = this.write(`${label}${this.colon ? ':' : ''}`, x, y)
      if (style === 0) this.write(value, end, y)
      else if (style === 1) this.write(value, Math.max(valueX, end + this.size), y)
      else this.write(value, Math.max(valueRight, end + this.size * 8), y, { right: true })
    })
    return top + rows.length * step
  }

  table(margin: number, right: number, top: number): number {
    const { random, truth } = this
    const step = this.size * random.between(1.6, 2.6)
    const columns = [margin, right - 420, right - 220, right]
    this.write(this.label('description', 1), columns[0]!, top)
    this.write(this.label('quantity', 1), columns[1]!, top, { right: true })
    this.write(this.label('unit_price', 2), columns[2]!, top, { right: true })
    this.write(this.label('line_amount', 2), columns[3]!, top, { right: true })
    let y = top + step
    let base = 0
    const rate = random.pick([0, 5, 7, 9, 10, 19, 20, 20, 21, 21, 22, 23])
    const lines = random.integer(1, 7)
    for (let i = 0; i < lines; i++) {
      const quantity = random.integer(1, 12)
      const price = Math.round(random.between(2, 10 ** random.between(1, 3.4)) * 100) / 100
      const amount = Math.round(quantity * price * 100) / 100
      base += amount
      this.write(
        `${random.pick(INVENTED.goods)} ${random.pick(INVENTED.goods)}${random.chance(0.3) ? ` ${random.integer(1, 999)}` : ''}`,
        columns[0]!,
        y,
      )
      this.write(String(quantity), columns[1]!, y, { right: true })
      this.write(this.money(price), columns[2]!, y, { right: true })
      this.write(this.money(amount, random.chance(0.4)), columns[3]!, y, { right: true })
      y += step
    }
    base = Math.round(base * 100) / 100
    const tax = Math.round(base * rate) / 100
    const total = Math.round((base + tax) * 100) / 100
    return this.totals(right, y + random.between(10, 60), step, { base, tax, total, rate }, truth)
  }

  totals(
    right: number,
    top: number,
    step: number,
    sums: { base: number; tax: number; total: number; rate: number },
    truth: Record<string, string | number>,
  ): number {
    const { random } = this
    const labelX = right - random.between(300, 480)
    const rows: [string, string, boolean][] = []
    const sign = random.chance(0.6)
    truth.amount_total = sums.total
    if (random.chance(0.85)) {
      truth.amount_total_base = sums.base
      rows.push([this.label('base'), this.money(sums.base, sign), false])
    }
    if (sums.rate > 0 || random.chance(0.4)) {
      truth.amount_total_tax = sums.tax
      rows.push([
        `${this.label('tax', 3)}${random.chance(0.6) ? ` ${sums.rate}${random.chance(0.5) ? ' ' : ''}%` : ''}`,
        this.money(sums.tax, sign),
        false,
      ])
    }
    const bold = random.chance(0.6)
    rows.push([this.label('total'), this.money(sums.total, sign || random.chance(0.5)), bold])
    if (random.chance(0.15)) {
      const paid = random.chance(0.5) ? sums.total : Math.round(sums.total * random.next() * 100) / 100
      rows.push(
        [this.label('paid'), this.money(paid, sign), false],
        [this.label('due'), this.money(Math.round((sums.total - paid) * 100) / 100, sign), bold],
      )
      truth.amount_due = Math.round((sums.total - paid) * 100) / 100
    } else if (random.chance(0.3)) {
      truth.amount_due = sums.total
      rows.push([this.label('due'), this.money(sums.total, sign), bold])
    }
    if (random.chance(0.15)) {
      // A row of headings with the sums below.
      rows.slice(0, 4).forEach(([label, value], k) => {
        this.write(label.slice(0, 20), right - (3 - k) * 240, top, { right: true })
        this.write(value, right - (3 - k) * 240, top + step, { right: true })
      })
      return rows.length <= 4 ? top + step * 2 : this.pairs(rows.slice(4), labelX, right, top + step * 2.5, step)
    }
    return this.pairs(rows, labelX, right, top, step)
  }

  pairs(rows: readonly [string, string, boolean][], labelX: number, right: number, top: number, step: number): number {
    const close = this.random.chance(0.2)
    rows.forEach(([label, value, bold], i) => {
      const y = top + i * step
      const end = this.write(`${label}${this.colon ? ':' : ''}`, labelX, y, { bold })
      if (close) this.write(value, end, y, { bold })
      else
        this.write(value, Math.max(right, end + value.length * this.size * 0.5 + this.size), y, { right: true, bold })
    })
    return top + rows.length * step
  }

  footer(x: number, top: number, vat: string | null, due: string): void {
    const { random, truth } = this
    let y = top
    if (random.chance(0.2) && truth.date_due === undefined) {
      truth.date_due = due
      this.write(`${this.label('due_date')} ${this.date(due)}`, x, y)
      y += this.size * 1.5
    }
    if (vat) {
      this.write(`${this.label('vat_id')}${this.colon ? ':' : ''} ${vat}`, x, y)
      y += this.size * 1.5
    }
    if (random.chance(0.3)) {
      const bic = `${random.pick(INVENTED.banks)}${{ eng: 'GB', deu: 'DE', fra: 'FR', nld: 'NL', pol: 'PL', ces: 'CZ', spa: 'ES', ita: 'IT' }[this.language]}${random.pick(['2A', 'FF', 'MM', 'PP', '2X', 'HH'])}${random.chance(0.4) ? 'XXX' : ''}`
      truth.bic = bic
      this.write(`${this.label('bic')}${this.colon ? ':' : ''} ${bic}`, x, y)
      y += this.size * 1.5
    }
    if (random.chance(0.3))
      this.write(`${this.label('company_no')}${this.colon ? ':' : ''} ${random.integer(10000, 99999999)}`, x, y)
  }

  finish(): SyntheticDocument {
    const visible = Object.keys(this.truth)
    const page = {
      number: 1,
      width: WIDTH,
      height: HEIGHT,
      rotation: 0,
      source: 'text' as const,
      words: this.words,
      lines: groupLines(this.words),
    }
    return {
      entry: { group: `made-${this.index}`, section: 'real', truth: this.truth as Entry['truth'], visible },
      document: { pages: [page], pageCount: 1, reader: 'synthetic' },
      weight: WEIGHT,
    }
  }
}
