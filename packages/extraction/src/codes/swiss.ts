import type { PaymentFacts } from './types.ts'
import { amountOf, ibanOf, present, textOf } from './values.ts'

/** The format allows 997 characters. */
const MAX_LENGTH = 997
/** 31 lines, the information for the invoice, and two alternative procedures. */
const MAX_LINES = 34

/** Places of the lines, counted from 0. */
const IBAN = 3
const CREDITOR = 4
const AMOUNT = 18
const CURRENCY = 19
const DEBTOR = 20
const REFERENCE_TYPE = 27
const REFERENCE = 28
const MESSAGE = 29
const TRAILER = 30

/**
 * Reads the payload of the Swiss QR code on a QR-bill: lines in a fixed order, first `SPC`, version 02xx and coding 1. Null for other texts.
 *
 * Source: SIX Interbank Clearing, "Swiss Implementation Guidelines for the QR-bill", versions 2.2 and 2.3, chapter 4 (data structure).
 */
export function parseSwiss(text: string): PaymentFacts | null {
  if (text.length > MAX_LENGTH) return null
  const lines = text.replace(/(\r?\n)+$/, '').split(/\r?\n/)
  if (lines[0] !== 'SPC' || !/^02\d\d$/.test(lines[1] ?? '') || lines[2] !== '1') return null
  if (lines.length <= TRAILER || lines.length > MAX_LINES || lines[TRAILER] !== 'EPD') return null
  const iban = ibanOf(lines[IBAN])
  const creditor = partyOf(lines, CREDITOR)
  const currency = lines[CURRENCY]
  if (!iban || !/^(CH|LI)/.test(iban) || !creditor || (currency !== 'CHF' && currency !== 'EUR')) return null
  const debtor = partyOf(lines, DEBTOR)
  const reference = referenceOf(lines[REFERENCE_TYPE], lines[REFERENCE])
  if (reference === null) return null
  return {
    iban,
    currency,
    creditor_name: creditor.name,
    ...present({
      amount: amountOf(lines[AMOUNT]),
      creditor_address: creditor.address,
      debtor_name: debtor?.name,
      debtor_address: debtor?.address,
      reference,
      message: textOf(lines[MESSAGE], 140),
    }),
  }
}

/** Reads seven lines: kind of address, name, two lines, post code, town, country. */
function partyOf(lines: string[], start: number): { name: string; address: string | undefined } | null {
  const [kind, name, first, second, code, town] = lines.slice(start, start + 7)
  const known = textOf(name, 70)
  if (!known || (kind !== 'S' && kind !== 'K')) return null
  const [street, rest] = [textOf(first, 70), textOf(second, 70)]
  // Structured: street, number, code and town. Combined, until version 2.2: a line with street and number, another with code and town.
  const parts = kind === 'K' ? [street, rest] : [join([street, rest]), join([textOf(code, 16), textOf(town, 35)])]
  return { name: known, address: join(parts, ', ') }
}

function join(parts: (string | undefined)[], between = ' '): string | undefined {
  return parts.filter(Boolean).join(between) || undefined
}

/** Returns null if the reference does not fit its type: 27 digits (QRR), ISO 11649 (SCOR) or none (NON). */
function referenceOf(type: string | undefined, reference: string | undefined): string | undefined | null {
  if (type === 'NON') return reference ? null : undefined
  if (type === 'QRR') return /^\d{27}$/.test(reference ?? '') ? reference : null
  if (type === 'SCOR') return /^RF\d\d[A-Z0-9]{1,21}$/.test(reference ?? '') ? reference : null
  return null
}
