/** Numbers of the north of Europe that contain or accompany others: accounts, registers and references of payments. */
import type { Random } from '../../train/random.ts'
import { weighted } from './check-digits.ts'

/** The digit that makes the sum of the digits, each second one doubled from the right, a multiple of ten (ISO/IEC 7812-1). */
export function luhnDigit(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const value = Number(text[text.length - 1 - i]) * (i % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return (10 - (sum % 10)) % 10
}

/** The check digit of Finnish and Estonian references: weights 7, 3 and 1 from the right. */
export function referenceDigit(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += Number(text[text.length - 1 - i]) * [7, 3, 1][i % 3]!
  return (10 - (sum % 10)) % 10
}

/** Completes the national part of an IBAN with its own check digit; null if the digits have none. */
export function withAccountCheck(country: string, account: string): string | null {
  if (country === 'FI') return `${account}${luhnDigit(account)}`
  if (country === 'EE') return `${account}${(10 - (weighted(account.slice(2), ESTONIAN) % 10)) % 10}`
  if (country !== 'NO') return account
  const check = (11 - (weighted(account, NORWEGIAN) % 11)) % 11
  return check === 10 ? null : `${account}${check}`
}
const ESTONIAN = [7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7]
const NORWEGIAN = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** The number of the company that a VAT number contains, as the country prints it; null where it is another one. */
export function registerOfVat(vat: string | null): string | null {
  if (vat === null) return null
  const digits = vat.replace(/\D/g, '')
  switch (vat.slice(0, 2)) {
    case 'SE':
      return `${digits.slice(0, 6)}-${digits.slice(6, 10)}`
    case 'NO':
      return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`
    case 'FI':
      return `${digits.slice(0, 7)}-${digits.slice(7)}`
    case 'DK':
    case 'LV':
      return digits
    default:
      return null
  }
}

export interface DomesticAccount {
  account: string
  /** Empty where the account has no code of its bank. */
  code: string
}

/** How domestic invoices print the account of an IBAN: a Bankgiro, a Norwegian account, a Danish account with its branch. */
export function domesticAccount(random: Random, country: string, iban: string | null): DomesticAccount | null {
  const bban = iban?.slice(4) ?? ''
  if (country === 'SE') {
    const text = String(random.integer(100_000, 9_999_999)).slice(0, random.integer(6, 7))
    const full = `${text}${luhnDigit(text)}`
    return { account: `${full.slice(0, -4)}-${full.slice(-4)}`, code: '' }
  }
  if (country === 'NO' && bban.length === 11)
    return { account: `${bban.slice(0, 4)} ${bban.slice(4, 6)} ${bban.slice(6)}`, code: '' }
  if (country === 'DK' && bban.length === 14) return { account: bban.slice(4), code: bban.slice(0, 4) }
  return null
}

/** The countries whose invoices have a reference with a check digit, which the payment repeats. */
const REFERENCES: Readonly<Record<string, (text: string) => number>> = {
  SE: luhnDigit,
  NO: luhnDigit,
  FI: referenceDigit,
  EE: referenceDigit,
}

export const hasReference = (country: string): boolean => country in REFERENCES

/** Completes digits to the reference of a payment: OCR number, KID, viitenumero, viitenumber. Finnish ones have groups of five. */
export function paymentReference(country: string, text: string): string {
  const check = REFERENCES[country]
  if (!check) return text
  const full = `${text}${check(text)}`
  return country === 'FI' ? full.replace(/\B(?=(?:\d{5})+$)/g, ' ') : full
}
