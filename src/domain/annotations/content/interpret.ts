/** Dates and amounts in printed text that the format of a field does not read. */
import { parseAmount, findDates } from '@sheaf/extraction/normalise'
import type { Interpret } from '../../../rules/content/index.ts'
import { formatOf, valueTypeOf } from '../../../rules/schema/defaults.ts'

/** Understands amounts with currencies, and dates in the notations of documents. */
export const interpret: Interpret = (field, text) => {
  if (valueTypeOf(field) === 'date') {
    const monthFirst = /^[^DY]*M/.test(formatOf(field))
    return findDates(text, monthFirst ? 'mdy' : 'dmy')[0]?.value ?? null
  }
  const amount = parseAmount(text, /,#$/.test(formatOf(field)) ? ',' : '.')
  // Beyond this, floating point numbers have no exact decimals.
  return amount && Math.abs(amount.value) < 1e12 ? amount.value.toFixed(Math.min(amount.places, 4)) : null
}
