/** What the lines of taxes say of the amounts on them: which of them are labelled as taxes, and which are the bases of others. */
import type { Candidate } from '../find/candidates.ts'
import type { Described } from './describe.ts'

/**
 * What may be between the label of a tax and its amount: `19 % MwSt. von 100,00 EUR 19,00`, `21 % btw over € 100,00`, `VAT 5% on 5.00
 * 0.25`, of which `on` is also a label of dates.
 */
const BETWEEN = ['L=currency', 'L=period', 'L=base', 'L=date']

/** Returns whether the line of an amount is labelled as a tax, because any two figures may add up to anything. */
export const isLabelledTax = ({ features }: Pick<Described, 'features'>): boolean =>
  features.includes('L=tax') || (features.includes('L2=tax') && BETWEEN.some((label) => features.includes(label)))

/** Returns whether an amount is beside or below the label of a tax. */
export const isTaxPlace = (described: Pick<Described, 'features'>): boolean =>
  isLabelledTax(described) || described.features.includes('A=tax')

const lineOf = ({ candidate: { segment } }: Described): string => `${segment.page.number}:${segment.line}`

/**
 * Returns the amounts that are the base in the label of a tax: on a line with a rate, another amount behind them is that part of them. `VAT 5% on
 * 5.00   0.25`, `VAT 0% on 60.00   0.00`.
 */
export function findBasesInLabels(amounts: readonly Described[], decimals: number): ReadonlySet<Candidate> {
  const bases = new Set<Candidate>()
  const room = 1.5 * 10 ** -decimals
  for (const line of Map.groupBy(amounts.filter(isLabelledTax), lineOf).values()) {
    const rates = line.filter(({ candidate }) => candidate.traits.includes('percent'))
    const money = line
      .filter(({ candidate }) => !candidate.traits.includes('percent'))
      .map(({ candidate }) => candidate)
    for (const base of money) {
      const isBase = rates.some(({ candidate: rate }) =>
        money.some(
          (tax) =>
            tax.box[0] > base.box[2] &&
            base.number !== 0 &&
            Math.abs(Math.abs((base.number! * rate.number!) / 100) - Math.abs(tax.number!)) <= room,
        ),
      )
      if (isBase) bases.add(base)
    }
  }
  return bases
}

/** Returns whether a document prints a tax that is a rate of another amount, beside it or in its label, so that a zero is that of another rate. */
export function hasRatedTax(amounts: readonly Described[], bases: ReadonlySet<Candidate>): boolean {
  const linesOfBases = new Set(amounts.filter(({ candidate }) => bases.has(candidate)).map(lineOf))
  return amounts.some(
    (described) =>
      isLabelledTax(described) &&
      !bases.has(described.candidate) &&
      !described.candidate.traits.includes('percent') &&
      described.candidate.number !== 0 &&
      (described.features.includes('rated:tax') || linesOfBases.has(lineOf(described))),
  )
}
