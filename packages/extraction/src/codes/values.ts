/** Checks of single values that several formats share; each returns undefined for a value that its format does not allow. */
import { isBic, isIban } from '../normalise/ids.ts'

/** Control characters, lone surrogates, and characters that change the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Returns a text of 1 to `max` printable characters. */
export function textOf(value: string | undefined, max: number): string | undefined {
  const text = value?.trim()
  return text && text.length <= max && !UNPRINTABLE.test(text) ? text : undefined
}

export function ibanOf(value: string | undefined): string | undefined {
  const iban = value?.replaceAll(' ', '').toUpperCase() ?? ''
  return iban.length <= 34 && isIban(iban) ? iban : undefined
}

export function bicOf(value: string | undefined): string | undefined {
  const bic = value?.trim().toUpperCase() ?? ''
  return isBic(bic) ? bic : undefined
}

/** Returns an amount above zero with at most nine digits before the point, as a decimal with two digits after it. */
export function amountOf(value: string | undefined): string | undefined {
  if (!value || !/^\d{1,9}(\.\d{0,2})?$/.test(value)) return undefined
  return Number(value) > 0 ? Number(value).toFixed(2) : undefined
}

export function currencyOf(value: string | undefined): string | undefined {
  return value && /^[A-Z]{3}$/.test(value) ? value : undefined
}

/** Returns the ISO date of `YYYYMMDD`. */
export function dateOf(value: string | undefined): string | undefined {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(value ?? '') ?? []
  if (!year) return undefined
  const iso = `${year}-${month}-${day}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

/** Returns the entries that have a value. */
export function present<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
