import type { PaymentFacts } from './types.ts'
import { amountOf, bicOf, currencyOf, dateOf, ibanOf, present, textOf } from './values.ts'

/** The format sets no limit; a QR code of alphanumeric characters for print rarely contains more. */
const MAX_LENGTH = 1000
const MAX_PAIRS = 40

const symbolOf = (value: string | undefined): string | undefined =>
  value && /^\d{1,10}$/.test(value) ? value : undefined

/**
 * Reads a Short Payment Descriptor ("QR Platba"): `SPD*1.0*` and pairs of key and value, separated by asterisks. Null for other texts.
 * The optional CRC32 is not compared: a QR code corrects errors of reading itself.
 *
 * Source: Czech Banking Association, standard 26 "Format for sharing payment data in CZK using QR codes", and the description of the
 * format at qr-platba.cz.
 */
export function parseSpayd(text: string): PaymentFacts | null {
  if (text.length > MAX_LENGTH || !/^SPD\*1\.\d\*/.test(text)) return null
  const pairs = text.split('*').slice(2)
  if (pairs.length > MAX_PAIRS) return null
  const values = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf(':')
    // The value of a key that occurs twice would depend on the reader.
    if (at > 0 && values.has(pair.slice(0, at))) return null
    if (at > 0) values.set(pair.slice(0, at), decode(pair.slice(at + 1)))
  }
  const [account, bank] = (values.get('ACC') ?? '').split('+')
  const iban = ibanOf(account)
  if (!iban) return null
  const amount = amountOf(values.get('AM'))
  if (!amount && !/^[0.]*$/.test(values.get('AM') ?? '')) return null
  return {
    iban,
    ...present({
      bic: bicOf(bank),
      amount,
      // Without a currency the payment is in the currency of the account.
      currency: currencyOf(values.get('CC')) ?? (amount && iban.startsWith('CZ') ? 'CZK' : undefined),
      creditor_name: textOf(values.get('RN'), 35),
      due_date: dateOf(values.get('DT')),
      var_sym: symbolOf(values.get('X-VS')),
      const_sym: symbolOf(values.get('X-KS')),
      spec_sym: symbolOf(values.get('X-SS')),
      reference: textOf(values.get('RF'), 16),
      message: textOf(values.get('MSG'), 60),
    }),
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // A per cent sign that starts no sequence.
    return value
  }
}
