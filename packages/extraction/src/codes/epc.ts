import type { PaymentFacts } from './types.ts'
import { amountOf, bicOf, ibanOf, present, textOf } from './values.ts'

/** The format allows 331 bytes. */
const MAX_LENGTH = 331
const MAX_LINES = 12

/**
 * Reads the payload of an EPC QR code ("Girocode"): lines in a fixed order, that of `BCD`, version, character set, `SCT`, BIC, name, IBAN,
 * amount, purpose, reference, text and a note to the payer. Null for other texts.
 *
 * Source: European Payments Council, EPC069-12 version 3.1, "Quick Response Code: Guidelines to enable data capture for the initiation of a
 * SEPA credit transfer".
 */
export function parseEpc(text: string): PaymentFacts | null {
  if (text.length > MAX_LENGTH) return null
  const lines = text.replace(/(\r?\n)+$/, '').split(/\r?\n/)
  const [tag, version, charset, service, bic, name, iban, amount, , reference, message] = lines
  if (tag !== 'BCD' || service !== 'SCT' || lines.length > MAX_LINES) return null
  if (!/^00[12]$/.test(version ?? '') || !/^[1-8]$/.test(charset ?? '')) return null
  const account = ibanOf(iban)
  const creditor = textOf(name, 70)
  if (!account || !creditor) return null
  // A code states either amounts in euros or none.
  if (amount && !/^EUR/.test(amount)) return null
  const value = amountOf(amount?.slice(3))
  if (amount && !value) return null
  return {
    iban: account,
    creditor_name: creditor,
    currency: 'EUR',
    ...present({ bic: bicOf(bic), amount: value, reference: textOf(reference, 35), message: textOf(message, 140) }),
  }
}
