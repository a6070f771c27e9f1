import { isRoutingNumber } from '../find/bank-codes.ts'
import type { Label } from '../find/labels.ts'
import type { Side } from '../lexicon/classes.ts'
import { kindsNamedBy } from '../find/tax-ids.ts'
import { hasCheckDigits } from '../normalise/check-digits.ts'
import { checkTaxId, compactId } from '../normalise/tax-ids/index.ts'
import { repairNumber } from '../normalise/tax-ids/repair.ts'
import type { Described } from './describe.ts'
import type { Doubt } from './doubts.ts'
import { judge } from './judge.ts'
import type { LabelledValues } from './labelled-values.ts'

/** Registration numbers of both parties, of which the first one that belongs to a party counts. */
export function findCompanyNumbers(
  ids: readonly Described[],
  owner: (entry: Described) => Side,
  values: LabelledValues,
): void {
  for (const entry of ids) {
    const found = judge(entry, ['company_no'])
    if (!found) continue
    const { segment, text, box } = entry.candidate
    const printed = segment.page.source === 'ocr' ? repaired(found.label, entry.candidate.value) : entry.candidate.value
    const digits = printed.replace(/\D/g, '')
    if (digits.length < 6 || digits.length > 15) continue
    values[owner(entry) === 'buyer' ? 'recipient_ic' : 'sender_ic'] ??= {
      value: digits,
      text,
      page: segment.page.number,
      box,
      probability: 0.65,
      doubts: doubtsOf(found.label, printed),
      label: found.label.text,
      generator: 'label.id',
    }
  }
}

/** Returns a number that OCR misread in the one reading that has right check digits; else as printed. */
function repaired(label: Label, value: string): string {
  const { own } = kindsNamedBy(label)
  if (own.some((kind) => checkTaxId(kind, compactId(value)) === 'valid')) return value
  return repairNumber(value, (one) => own.some((kind) => checkTaxId(kind, compactId(one)) === 'valid')) ?? value
}

const ROUTING = /routing|(?<!\p{L})aba(?!\p{L})/iu
const CLABE = /(?<!\p{L})clabe(?!\p{L})/iu

/** Returns what contradicts a value whose label says which check digits it has. */
export function doubtsOf(label: Label, value: string): Doubt[] {
  const number = compactId(value)
  const validities = kindsNamedBy(label).own.map((kind) => checkTaxId(kind, number))
  const isWrong =
    (validities.includes('invalid') && !validities.includes('valid') && !validities.includes('unchecked')) ||
    (ROUTING.test(label.text) && /^\d{9}$/.test(number) && !isRoutingNumber(number)) ||
    (CLABE.test(label.text) && /^\d{18}$/.test(number) && hasCheckDigits('mx/clabe', number) === false)
  return isWrong ? ['wrong-check-digits'] : []
}
