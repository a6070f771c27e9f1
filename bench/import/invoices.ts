import { invoicePdf } from '../../test/support/invoice-pdf.ts'
import type { BenchFile } from './stack.ts'

/** Returns a function that makes digital invoices. Their numbers begin with `prefix` and differ. */
export function invoices(prefix: string): () => Promise<BenchFile> {
  let made = 0
  return async () => {
    const number = ++made
    return { name: `invoice-${number}.pdf`, bytes: await invoicePdf(`${prefix}-${number}`), mime: 'application/pdf' }
  }
}
