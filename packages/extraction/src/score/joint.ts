import type { LabelClass } from '../lexicon/classes.ts'
import { foldText } from '../normalise/ids.ts'
import type { DescribedByKind } from './describe.ts'
import type { ScoredField } from './fields.ts'
import type { Answer, Distribution } from './model.ts'
import { type Parties, weighParties } from './parties.ts'
import type { LabelRelation } from './relations.ts'
import { findBasesInLabels, hasRatedTax } from './taxes.ts'

export type Distributions = Partial<Record<ScoredField, Distribution>>

/** Weight of agreement and disagreement of values, in log odds. Set manually; the benchmark shows their effect. */
const JOINT = {
  sumHolds: 2.2,
  sumBroken: -1.2,
  untaxed: -4,
  baseOfTax: -4,
  zeroOfOther: -4,
  otherCurrency: -4,
  ofTotal: 4,
  rounded: 3,
  cash: -3,
  dueBeforeIssue: -3,
  unlabelledDue: -4,
  otherDate: -2.5,
  sameDay: -2.5,
  sameValue: -5,
  dateAsNumber: -4,
  postcodeAsNumber: -4,
  otherNumber: -4,
} as const

const TOP = 7
/** Four fields of the parties are combined, so that fewer answers of each are. */
const TOP_PARTIES = 6

interface Option {
  answer: Answer | null
  log: number
}

const logOf = (probability: number): number => Math.log(Math.max(1e-9, probability))

function optionsOf(distribution: Distribution | undefined, top: number): Option[] {
  if (!distribution) return [{ answer: null, log: 0 }]
  return [
    ...distribution.answers.slice(0, top).map((answer) => ({ answer, log: logOf(answer.probability) })),
    { answer: null, log: logOf(distribution.none) },
  ]
}

/**
 * Evaluates the answers of related fields together (all combinations of the best few) and returns each field's probabilities given the
 * others: a total that is the sum of a likely base and a likely tax gains probability. `all` are all candidates for names, VAT numbers,
 * dates and amounts, `decimals` those of the currency.
 */
export function decideJointly(
  distributions: Distributions,
  all: Parties & Partial<Pick<DescribedByKind, 'date' | 'amount'>>,
  decimals = 2,
): Distributions {
  const result: Distributions = { ...distributions }
  const weighTax = weighTaxes(all.amount ?? [], decimals)
  combine(
    result,
    ['amount_total', 'amount_total_tax', 'amount_total_base'],
    ([total = null, tax = null, base = null]) =>
      weighSums(total, tax, base, decimals) + weighTotal(total) + weighTax(tax) + weighCurrencies(total, tax, base),
  )
  combineCurrency(result, all.amount ?? [])
  const labelled = datesLabelledDue(all.date ?? [])
  const others = datesOfOtherKinds(all.date ?? [])
  combine(
    result,
    ['date_issue', 'date_due'],
    ([issue, due]) =>
      (issue && due && due.value < issue.value ? JOINT.dueBeforeIssue : 0) +
      (due && labelled.size > 0 && !labelled.has(due.value) ? JOINT.unlabelledDue : 0) +
      (due && !labelled.has(due.value) && others.has(due.value) ? JOINT.otherDate : 0) +
      (issue && due && !labelled.has(due.value) && issue.value === due.value ? JOINT.sameDay : 0),
  )
  combine(
    result,
    ['document_id', 'order_id'],
    ([x = null, y = null]) =>
      (x && y && !isOfOrder(x) && foldText(x.value) === foldText(y.value) ? JOINT.sameValue : 0) +
      weighAsNumber(x) +
      weighAsNumber(y),
  )
  const weigh = weighParties(all)
  combine(
    result,
    ['sender_name', 'recipient_name', 'sender_vat_id', 'recipient_vat_id'],
    ([senderName = null, recipientName = null, senderVat = null, recipientVat = null]) =>
      weigh({ senderName, recipientName, senderVat, recipientVat }),
    TOP_PARTIES,
  )
  return result
}

/** The number of an order document is that of the order. */
const isOfOrder = ({ best }: Answer): boolean =>
  best?.features.some((feature) => feature.startsWith('type:order&')) ?? false

/**
 * A date beside the label of a number is the date of the document: `Invoice no. / date: 4711 / 2024-05-20`. A postcode there belongs to the
 * address in the next column: `Invoice Number   BD17 7JR`. The number of a tax office, a register or a bank is none of a document either.
 */
function weighAsNumber(id: Answer | null): number {
  const { traits = [], value = '' } = id?.best?.candidate ?? {}
  if (traits.includes('like:date')) return JOINT.dateAsNumber
  if (traits.includes('like:other-number')) return JOINT.otherNumber
  return traits.includes('like:postcode') && POSTCODE.test(value) ? JOINT.postcodeAsNumber : 0
}

/** Postcodes with letters, and their first part: no document number has this form. */
const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?(?:\d[A-Z]{2})?|\d{4}[A-Z]{2})$/

/** Returns the dates directly beside or below the label of a due date: no other date of the page is due then. */
function datesLabelledDue(dates: DescribedByKind['date']): Set<string> {
  const isDue = (relation: LabelRelation | undefined, most: number): boolean =>
    relation !== undefined &&
    relation.between === 0 &&
    relation.distance < most &&
    relation.label.classes.has('due_date') &&
    relation.label.classes.size === 1
  return new Set(
    dates
      .filter(({ relations: { left, above } }) => isDue(left[0], 20) || (!left[0] && isDue(above[0], 3)))
      .map(({ candidate }) => candidate.value),
  )
}

/** Labels of dates on which nothing is due. */
const OTHER_DATES: readonly LabelClass[] = ['invoice_date', 'delivery_date', 'order_date', 'print_date', 'period']

/** Returns the dates that are printed next to the label of another date only: of the delivery, of the order, until which an offer is valid. */
function datesOfOtherKinds(dates: DescribedByKind['date']): Set<string> {
  const isOther = ({ relations: { left, above } }: DescribedByKind['date'][number]): boolean => {
    const near = left[0] ?? above[0]
    if (!near || near.between > 0 || near.distance > (left[0] ? 20 : 3)) return false
    return OTHER_DATES.some((name) => near.label.classes.has(name)) && !near.label.classes.has('due_date')
  }
  const rest = new Set(dates.filter((date) => !isOther(date)).map(({ candidate }) => candidate.value))
  return new Set(dates.map(({ candidate }) => candidate.value).filter((value) => !rest.has(value)))
}

/** The total of a till is the sum after rounding to coins, and not the cash that was given. */
function weighTotal(total: Answer | null): number {
  const features = total?.best?.features ?? []
  const rounding = features.includes('round:after') ? 1 : features.includes('round:before') ? -1 : 0
  const isCash = features.includes('receipt') && features.includes('change:cash') && !features.includes('change:total')
  return rounding * JOINT.rounded + (isCash ? JOINT.cash : 0)
}

function weighSums(total: Answer | null, tax: Answer | null, base: Answer | null, decimals: number): number {
  if (!total || !tax || !base) return 0
  const [t, x, b] = [Number(total.value), Number(tax.value), Number(base.value)]
  const room = 1.5 * 10 ** -decimals
  if (Math.abs(b + x - t) < room) return x === 0 ? JOINT.sumHolds / 2 : JOINT.sumHolds
  // With a tax, the total is not the base.
  return x > 0 && Math.abs(t - b) < room ? JOINT.untaxed : JOINT.sumBroken
}

/** The base in the label of a tax is no tax, and a zero beside another tax is that of another rate. */
function weighTaxes(amounts: DescribedByKind['amount'], decimals: number): (tax: Answer | null) => number {
  const bases = findBasesInLabels(amounts, decimals)
  const isTaxed = hasRatedTax(amounts, bases)
  return (tax) => {
    if (!tax) return 0
    if (Number(tax.value) === 0) return isTaxed ? JOINT.zeroOfOther : 0
    return tax.best && bases.has(tax.best.candidate) ? JOINT.baseOfTax : 0
  }
}

function currencyOf(answer: Answer | null): string | undefined {
  const { currency } = answer?.best?.candidate ?? {}
  return currency
}

/** The sums of a document are in one currency: others are its equivalents. */
function weighCurrencies(...sums: (Answer | null)[]): number {
  const named = new Set(sums.map(currencyOf).filter((code) => code !== undefined))
  return named.size > 1 ? JOINT.otherCurrency : 0
}

/** Where lines name several currencies, that of the total is the currency of the document. */
function combineCurrency(distributions: Distributions, amounts: DescribedByKind['amount']): void {
  const named = new Set(amounts.map(({ candidate }) => candidate.currency).filter((code) => code !== undefined))
  if (named.size < 2) return
  combine(distributions, ['amount_total', 'currency'], ([total = null, currency = null]) => {
    const code = currencyOf(total)
    if (code === undefined || !currency) return 0
    return code === currency.value ? JOINT.ofTotal : JOINT.otherCurrency
  })
}

function combine(
  distributions: Distributions,
  fields: readonly ScoredField[],
  weigh: (answers: (Answer | null)[]) => number,
  top = TOP,
): void {
  if (fields.filter((field) => (distributions[field]?.answers.length ?? 0) > 0).length < 2) return
  const options = fields.map((field) => optionsOf(distributions[field], top))
  const masses = options.map((list) => list.map(() => 0))
  let all = 0
  // One combination after the other in the same arrays: there are thousands for each document.
  const picked = fields.map(() => 0)
  const answers: (Answer | null)[] = fields.map(() => null)
  const walk = (depth: number, log: number): void => {
    if (depth === fields.length) {
      const mass = Math.exp(log + weigh(answers))
      all += mass
      for (let i = 0; i < depth; i++) masses[i]![picked[i]!]! += mass
      return
    }
    const list = options[depth]!
    for (let index = 0; index < list.length; index++) {
      picked[depth] = index
      answers[depth] = list[index]!.answer
      walk(depth + 1, log + list[index]!.log)
    }
  }
  walk(0, 0)
  if (all <= 0) return
  fields.forEach((field, i) => {
    const before = distributions[field]
    if (!before) return
    const answers: Answer[] = []
    let none = 0
    options[i]!.forEach((option, index) => {
      const probability = masses[i]![index]! / all
      if (option.answer) answers.push({ ...option.answer, probability })
      else none = probability
    })
    answers.sort((a, b) => b.probability - a.probability || (a.value < b.value ? -1 : 1))
    distributions[field] = { answers, none }
  })
}
