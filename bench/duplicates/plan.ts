/** What the documents of the benchmark of duplicates bill: which are the same invoice, and which only look alike. */
import { addDays } from '@sheaf/extraction/normalise'
import { Random } from '../../scripts/train/random.ts'
import { round } from '../../scripts/generator/content/rows.ts'
import { generateSeries, type Content, type GeneratedDocument } from '../../scripts/generator/index.ts'

/** How a document arrives. `saved` is the same PDF written again by another program, `printed` a PDF of a picture. */
export const FORMS = ['pdf', 'saved', 'printed', 'scan', 'jpeg', 'photo', 'fax'] as const
export type Form = (typeof FORMS)[number]

/** What the documents of a group are to each other. Only `copy` and `reissued` are duplicates. */
export const KINDS = ['copy', 'reissued', 'corrected', 'partial', 'recurring', 'equal_numbers', 'same_day'] as const
export type Kind = (typeof KINDS)[number]

export interface Planned {
  key: string
  kind: Kind
  /** Documents of one group belong together. */
  group: number
  form: Form
  /** Number of the invented document, for what is drawn at random about paper. */
  paper: number
  make: () => GeneratedDocument
}

/** Groups of 2,000 documents, and the documents of a group. */
const SHARES: readonly (readonly [Kind, number, number])[] = [
  ['copy', 450, 2],
  ['reissued', 80, 2],
  ['corrected', 80, 2],
  ['partial', 70, 3],
  ['recurring', 88, 4],
  ['equal_numbers', 60, 2],
  ['same_day', 49, 2],
]
const COPIES: readonly (readonly [Form, number])[] = [
  ['saved', 0.24], ['printed', 0.12], ['scan', 0.24], ['jpeg', 0.12], ['photo', 0.08], ['fax', 0.2],
] /* prettier-ignore */

/** Returns the documents of a seed, about `count`, in the order in which they arrive. */
export function plan(seed: number, count: number): Planned[] {
  const random = new Random(seed * 104_729)
  const planned: Planned[] = []
  let group = 0
  for (const [kind, of2000, size] of SHARES)
    for (let n = 0; n < Math.round((of2000 * count) / 2000); n++) {
      const number = seed * 1_000_000 + group
      planned.push(...groupOf(kind, { number, group, size, random }))
      group++
    }
  return shuffled(planned, random)
}

interface Group {
  number: number
  group: number
  size: number
  random: Random
}

function groupOf(kind: Kind, { number, group, size, random }: Group): Planned[] {
  const forms = formsOf(kind, size, random)
  const roll = random.integer(1, 1e6)
  return forms.map((form, index) => ({
    key: `${number}-${kind}-${index}-${form}`,
    kind,
    group,
    form,
    paper: number * 4 + index,
    make: () => makeOne(kind, { number, index, roll }),
  }))
}

/** One of two copies is the PDF; some of the others arrive on paper, which must not make them look alike. */
function formsOf(kind: Kind, size: number, random: Random): Form[] {
  if (kind === 'copy') {
    let left = random.next()
    const other = COPIES.find(([, share]) => (left -= share) < 0)?.[0] ?? 'fax'
    return random.chance(0.8) ? ['pdf', other] : [random.pick(['scan', 'jpeg']), other === 'saved' ? 'pdf' : other]
  }
  return Array.from({ length: size }, () => (random.chance(0.12) ? random.pick(['scan', 'jpeg', 'fax']) : 'pdf'))
}

function makeOne(kind: Kind, { number, index, roll }: { number: number; index: number; roll: number }) {
  // Of invoices with equal numbers each has its own sender.
  const sender = kind === 'equal_numbers' ? number * 2 + index : number
  const change = CHANGES[kind]
  const [first] = generateSeries(sender, 1, {
    use: 'test',
    type: 'invoice',
    change: (content) => change(content, index, new Random(roll)),
  })
  return first!
}

/** What differs in document `index` of a group from the first one. */
const CHANGES: Record<Kind, (content: Content, index: number, random: Random) => void> = {
  copy: () => undefined,
  // The same number with another date and, mostly, another amount.
  reissued: (content, index, random) => {
    if (index === 0) return
    content.issued = addDays(content.issued, random.integer(1, 20))
    content.due = addDays(content.issued, content.days)
    if (random.chance(0.7)) scale(content, random.pick([0.9, 0.95, 1.1, 1.25]))
  },
  // A new invoice that names the one which it corrects.
  corrected: (content, index, random) => {
    if (index === 0) return
    content.yourReference = content.number
    content.number = later(content.number, random.integer(1, 40))
    content.issued = addDays(content.issued, random.integer(1, 20))
    content.due = addDays(content.issued, content.days)
    if (random.chance(0.6)) scale(content, random.pick([0.8, 0.9, 1.1]))
  },
  // Invoices of one order.
  partial: (content, index, random) => {
    content.number = later(content.number, index * random.integer(1, 30))
    content.issued = addDays(content.issued, index * random.integer(0, 9))
    content.due = addDays(content.issued, content.days)
    if (index > 0) scale(content, 1 + 0.17 * index)
  },
  // The same amount each month.
  recurring: (content, index, random) => {
    const step = random.integer(1, 60)
    content.number = later(content.number, index * step)
    content.note = later(content.note, index * step)
    for (const key of ['issued', 'due', 'delivered'] as const) content[key] = addDays(content[key], 30 * index)
    content.period = [addDays(content.period[0], 30 * index), addDays(content.period[1], 30 * index)]
  },
  equal_numbers: (content, _index, random) => {
    content.number = `${random.pick(['', 'RE-', 'INV '])}${random.integer(100, 2400)}`
  },
  // Two deliveries of one day with the same goods.
  same_day: (content, index) => {
    content.number = later(content.number, index)
    content.note = later(content.note, index)
  },
}

/** Returns a number of the same form that is higher by `step`; the last group of digits counts. */
export function later(number: string, step: number): string {
  const match = /^(.*?)(\d+)(\D*)$/.exec(number)
  if (!match || step === 0) return number
  const [, head = '', digits = '', tail = ''] = match
  const next = String((Number(digits) + step) % 10 ** digits.length)
  return `${head}${next.padStart(digits.length, '0')}${tail}`
}

/** Bills all rows with another price. */
function scale(content: Content, factor: number): void {
  const { totals } = content
  for (const row of content.rows) {
    row.price = round(row.price * factor)
    row.amount = round(row.quantity * row.price * (1 - row.discount / 100))
  }
  const before = totals.rows || 1
  const sum = round(content.rows.reduce((total, row) => total + row.amount, 0))
  const ratio = sum / before
  for (const rate of totals.rates) {
    rate.base = round(rate.base * ratio)
    rate.tax = round(rate.tax * ratio)
  }
  totals.rows = sum
  for (const key of ['discount', 'shipping', 'paid', 'advance', 'previous'] as const)
    totals[key] = round(totals[key] * ratio)
  totals.base = round(totals.rates.reduce((total, { base }) => total + base, 0))
  totals.tax = round(totals.rates.reduce((total, { tax }) => total + tax, 0))
  totals.rounding = 0
  totals.total = round(totals.base + totals.tax)
  totals.due = round(totals.total - totals.paid - totals.advance + totals.previous)
}

function shuffled<T>(list: T[], random: Random): T[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = random.integer(0, at)
    ;[list[at], list[other]] = [list[other]!, list[at]!]
  }
  return list
}
