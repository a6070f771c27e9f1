/** Till receipts without a title. */
import type { LabelClass } from '../lexicon/classes.ts'
import type { FoundType } from './document-type.ts'
import type { Label } from './labels.ts'
import type { Layout } from './layout.ts'

/** What only tills print: how it was paid at once, and where. */
const AT_A_TILL: readonly LabelClass[] = ['cash', 'change', 'card', 'cashier', 'terminal']

/** Most receipts without a title have the shape of one; of pages with another shape, two marks are needed. */
const MARKS = { shaped: 1, other: 2 } as const
const PROBABILITY = 0.7

/**
 * Returns the type of a document without a title that shows that it comes from a till: its shape and a label such as `Cash` or `Card`, or two
 * of these labels. Invoices are paid later.
 */
export function findTill({ receipt }: Layout, labels: readonly Label[]): FoundType | null {
  const marks = AT_A_TILL.flatMap((name) => labels.find(({ prose, classes }) => !prose && classes.has(name)) ?? [])
  if (marks.length < (receipt ? MARKS.shaped : MARKS.other)) return null
  return { value: 'receipt', label: marks[0]!, probability: PROBABILITY }
}
