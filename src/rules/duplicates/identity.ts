/** By which values an invoice is recognised in any form: as a PDF, as a scan, entered by hand. */
import type { FieldValue } from '../content/flatten.ts'
import { engineNameOf } from '../content/sources.ts'
import { datapoints } from '../schema/walk.ts'
import type { SchemaContent } from '../schema/types.ts'

export interface Identity {
  /** Letters and digits; those that OCR confuses are the same. */
  number: string | null
  /** The number as it is written. */
  printed_number: string | null
  /** How the supplier can be recognised, each with its sort: `vat:`, `company:`, `iban:`, `name:`. */
  suppliers: string[]
  amount: number | null
  /** ISO 8601. */
  date: string | null
  currency: string | null
  /** Type of the document. */
  kind: string | null
}

/** What a field says about the identity of an invoice. */
export const ROLES = ['number', 'supplier', 'amount', 'date'] as const
export type Role = (typeof ROLES)[number]

/** The schema ids of the fields from which the values of an identity were taken. */
export type Origins = Partial<Record<Role, string[]>>

/** Names of extracted fields; the first one with a value counts, of the supplier all. */
const SOURCES = {
  number: ['document_id', 'invoice_id'],
  amount: ['amount_total', 'amount_due', 'amount_total_base'],
  date: ['date_issue'],
  currency: ['currency'],
  kind: ['document_type'],
  vat: ['sender_vat_id', 'sender_dic'],
  company: ['sender_ic'],
  iban: ['iban'],
  name: ['sender_name'],
} as const satisfies Record<string, readonly string[]>

const SUPPLIER_SORTS = ['vat', 'company', 'iban', 'name'] as const
/** A longer value is a text. */
const MAX_LETTERS = 64
/** A larger number is not exact to the thousandth. */
const MAX_AMOUNT = Number.MAX_SAFE_INTEGER / 1000

interface Sourced {
  schema_id: string
  value: FieldValue
}

/**
 * Returns the identity of an invoice by the fields of its schema, and which fields these are. A field is recognised by its sources
 * (`rir_field_names`), without any by its id. Fields of tables do not count.
 */
export function identityOf(
  fields: Readonly<Record<string, readonly FieldValue[]>>,
  schema: SchemaContent,
): { identity: Identity; origins: Origins } {
  const found = new Map<string, Sourced>()
  for (const { field, multivalue } of datapoints(schema)) {
    const value = multivalue ? undefined : fields[field.id]?.[0]
    if (!value?.string.trim()) continue
    const names = field.rir_field_names?.length ? field.rir_field_names.map(engineNameOf) : [field.id]
    for (const name of names) if (name && !found.has(name)) found.set(name, { schema_id: field.id, value })
  }
  const first = (names: readonly string[]) => names.flatMap((name) => found.get(name) ?? [])[0]
  const origins: Origins = {}
  const take = <T>(role: Role, source: Sourced | undefined, read: (value: FieldValue) => T | null): T | null => {
    const value = source ? read(source.value) : null
    if (source && value !== null) (origins[role] ??= []).push(source.schema_id)
    return value
  }
  const suppliers = SUPPLIER_SORTS.flatMap((sort) => {
    const key = take('supplier', first(SOURCES[sort]), ({ string }) => supplierKey(sort, string))
    return key === null ? [] : [`${sort}:${key}`]
  })
  const word = (names: readonly string[]) =>
    first(names)?.value.string.trim().toUpperCase().slice(0, MAX_LETTERS) ?? null
  return {
    identity: {
      number: take('number', first(SOURCES.number), ({ string }) => foldNumber(string)),
      printed_number: first(SOURCES.number)?.value.string.trim().slice(0, MAX_LETTERS) ?? null,
      suppliers,
      amount: take('amount', first(SOURCES.amount), amountOf),
      date: take('date', first(SOURCES.date), ({ date }) => date ?? null),
      currency: word(SOURCES.currency),
      kind: word(SOURCES.kind),
    },
    origins,
  }
}

/** An amount of zero is that of any free delivery. Dinars have three decimals. */
const amountOf = ({ number }: FieldValue): number | null =>
  number === undefined || number === 0 || !(Math.abs(number) < MAX_AMOUNT) ? null : Math.round(number * 1000) / 1000

const CONFUSED: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2', G: '6' }

/** Returns letters and digits of a number as OCR cannot confuse them, without leading zeros; null without a digit. */
export function foldNumber(text: string): string | null {
  const plain = lettersOf(text)
  if (!/\d/.test(plain)) return null
  const folded = plain.replace(/[OILSBZG]/g, (letter) => CONFUSED[letter]!)
  return folded.replace(/^0+(?=.)/, '').slice(0, MAX_LETTERS)
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

function supplierKey(sort: (typeof SUPPLIER_SORTS)[number], text: string): string | null {
  const key = sort === 'name' ? nameOf(text) : lettersOf(text)
  return key.length < 3 ? null : key.slice(0, MAX_LETTERS)
}

/** Words of a name in their order, without accents and punctuation. */
const nameOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
