import { describe, expect, it } from 'vitest'
import { totalsOf } from '../../scripts/examples/invoice.ts'
import * as invoices from '../../scripts/examples/invoices.ts'
import { RECEIPT } from '../../scripts/examples/layout-receipt.ts'
import { englishInvoice } from '../../scripts/examples/layout-english.ts'
import { excelInvoice, wordInvoice } from '../../scripts/examples/office.ts'

/** Returns the ISO 7064 mod 97-10 remainder: the first four characters move to the end, letters become numbers. */
function remainder(iban: string): bigint {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n
}

describe('the example documents', () => {
  it.each(Object.entries(invoices))(
    '%s has a valid IBAN, correct sums and a due date after the issue date',
    (_, invoice) => {
      expect(remainder(invoice.bank.iban)).toBe(1n)
      const { base, tax, total, rates } = totalsOf(invoice)
      expect(base + tax).toBeCloseTo(total, 6)
      expect(rates.reduce((sum, rate) => sum + rate.base, 0)).toBeCloseTo(base, 6)
      expect(invoice.due > invoice.issued).toBe(true)
    },
  )

  it('include a receipt with correct sums', () => {
    expect(RECEIPT.rows.reduce((sum, [, price]) => sum + price, 0)).toBeCloseTo(RECEIPT.total, 6)
    expect((RECEIPT.total * 20) / 120).toBeCloseTo(RECEIPT.vat, 2)
  })

  it('are identical in every byte each time they are generated', async () => {
    expect((await englishInvoice(invoices.alderFinch)).equals(await englishInvoice(invoices.alderFinch))).toBe(true)
    expect((await wordInvoice(invoices.kestrel)).equals(await wordInvoice(invoices.kestrel))).toBe(true)
    expect(excelInvoice(invoices.sonnenfeld).equals(excelInvoice(invoices.sonnenfeld))).toBe(true)
  })
})
