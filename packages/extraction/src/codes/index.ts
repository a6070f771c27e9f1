/** Reads the payment data of QR codes: EPC, Swiss QR-bill and SPAYD. Their text is untrusted. */
import { parseEpc } from './epc.ts'
import { parseSpayd } from './spayd.ts'
import { parseSwiss } from './swiss.ts'
import type { PaymentCode } from './types.ts'

/** No format allows more; longer texts are not examined. */
const MAX_LENGTH = 1000

/** Returns what the text of a QR code states about a payment; null if it is not a payment code of a known format. */
export function parsePaymentCode(text: string): PaymentCode | null {
  if (text.length > MAX_LENGTH) return null
  const formats = { epc: parseEpc, swiss: parseSwiss, spayd: parseSpayd } as const
  for (const [format, parse] of Object.entries(formats) as [keyof typeof formats, typeof parseEpc][]) {
    const facts = parse(text)
    if (facts) return { format, facts }
  }
  return null
}
