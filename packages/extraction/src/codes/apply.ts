/** Payment codes as evidence for the values of a document. */
import { isSameAmount } from '../normalise/amounts.ts'
import { compactText } from '../normalise/characters.ts'
import { doubt } from '../score/doubts.ts'
import type { Box, ExtractedValue, Extraction, HeaderField, ReadDocument } from '../types.ts'
import { parsePaymentCode } from './index.ts'
import type { CodeFormat, PaymentFacts } from './types.ts'

/**
 * Confidence of a value that code and page agree on, and of one that only the code states. A contradicted value is kept, because codes show nothing to people: a reviewer compares what is printed.
 */
const CONFIDENCE = { agreed: 0.99, alone: 0.9, partyAlone: 0.7 } as const

/** Further codes of a document are ignored: no bill has more. */
const MAX_CODES = 20

const FIELDS: readonly [HeaderField, keyof PaymentFacts][] = [
  ['iban', 'iban'],
  ['bic', 'bic'],
  ['amount_due', 'amount'],
  ['currency', 'currency'],
  ['date_due', 'due_date'],
  ['var_sym', 'var_sym'],
  ['const_sym', 'const_sym'],
  ['spec_sym', 'spec_sym'],
  ['sender_name', 'creditor_name'],
  ['sender_address', 'creditor_address'],
  ['recipient_name', 'debtor_name'],
  ['recipient_address', 'debtor_address'],
]

/** The holder of the account may be another company than the sender, and its name may be shortened: names and addresses only confirm. */
const PARTIES: ReadonlySet<HeaderField> = new Set([
  'sender_name',
  'sender_address',
  'recipient_name',
  'recipient_address',
])

interface Stated {
  value: string
  format: CodeFormat
  page: number
  position: Box
}

type Found = Pick<Extraction, 'fields' | 'alternatives'>

/**
 * Compares the values of a document with its payment codes, in place. A value that a code confirms has the check `qr`; an alternative that
 * a code confirms becomes the value; a value that a code contradicts is kept with a low confidence and the check `qr-disagrees`; a value
 * that only a code states is added with the position of the code. Codes that differ from each other, such as those of instalments, confirm
 * values, but neither add nor contradict any.
 */
export function applyCodes({ fields, alternatives = {} }: Found, document: ReadDocument): void {
  const codes = document.pages
    .flatMap(({ number, paymentCodes = [] }) => paymentCodes.map((code) => ({ ...code, page: number })))
    .slice(0, MAX_CODES)
    .flatMap(({ text, ...place }) => {
      const code = parsePaymentCode(text)
      return code ? [{ ...code, ...place }] : []
    })
  if (codes.length === 0) return
  for (const [field, fact] of FIELDS) {
    const stated = codes.flatMap(({ format, facts, page, position }): Stated[] =>
      facts[fact] === undefined ? [] : [{ value: facts[fact], format, page, position }],
    )
    if (stated.length > 0) applyField(fields, alternatives, field, stated)
  }
  confirmTotal(
    fields,
    codes.map(({ facts }) => facts),
  )
  confirmNumber(
    fields,
    codes.map(({ facts }) => facts),
  )
}

function applyField(
  fields: Extraction['fields'],
  alternatives: NonNullable<Extraction['alternatives']>,
  field: HeaderField,
  stated: Stated[],
): void {
  const isStated = ({ value }: ExtractedValue): boolean => stated.some((one) => isSame(field, value, one.value))
  const found = fields[field]
  if (found && isStated(found)) return confirm(fields, field)
  const isParty = PARTIES.has(field)
  const other = isParty ? undefined : alternatives[field]?.find(isStated)
  if (other) {
    const rest = alternatives[field]!.filter((one) => one !== other)
    alternatives[field] = found ? [found, ...rest] : rest
    if (alternatives[field].length === 0) delete alternatives[field]
    fields[field] = { ...withCheck(other, 'qr'), confidence: Math.max(other.confidence, CONFIDENCE.alone) }
    return
  }
  const [first] = stated
  if (!stated.every(({ value }) => isSame(field, value, first!.value))) return
  if (!found) {
    const { value, format, page, position } = first!
    fields[field] = {
      text: value,
      value,
      confidence: isParty ? CONFIDENCE.partyAlone : CONFIDENCE.alone,
      page,
      position,
      evidence: { generator: `code.${format}`, ...(field === 'iban' ? { checks: ['mod97'] } : {}) },
    }
  } else if (!isParty) {
    fields[field] = doubt(found, 'qr-disagrees')
  }
}

/** The amount to pay is usually the total. A different total is no contradiction: part of it may be paid already. */
function confirmTotal(fields: Extraction['fields'], facts: PaymentFacts[]): void {
  const total = fields.amount_total
  if (total && facts.some(({ amount }) => amount && isSame('amount_total', total.value, amount)))
    confirm(fields, 'amount_total')
}

/** The text of a payment usually contains the number of the invoice. */
function confirmNumber(fields: Extraction['fields'], facts: PaymentFacts[]): void {
  const number = compactText(fields.document_id?.value ?? '')
  if (number.length < 4) return
  const isNamed = facts.some(({ message = '', reference = '' }) =>
    [message, reference].some((text) => compactText(text).includes(number)),
  )
  if (isNamed) confirm(fields, 'document_id')
}

function confirm(fields: Extraction['fields'], field: HeaderField): void {
  const found = fields[field]!
  fields[field] = { ...withCheck(found, 'qr'), confidence: Math.max(found.confidence, CONFIDENCE.agreed) }
}

function withCheck(value: ExtractedValue, check: string): ExtractedValue {
  const { checks = [] } = value.evidence
  return { ...value, evidence: { ...value.evidence, checks: [...checks, check] } }
}

function isSame(field: HeaderField, a: string, b: string): boolean {
  if (field.startsWith('amount')) return isSameAmount(a, b)
  const [one, other] = [compactText(a), compactText(b)]
  if (field === 'bic') return one.replace(/xxx$/, '') === other.replace(/xxx$/, '')
  if (field.endsWith('_sym')) return one.replace(/^0+/, '') === other.replace(/^0+/, '')
  if (!PARTIES.has(field)) return one === other
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.includes(short)
}
