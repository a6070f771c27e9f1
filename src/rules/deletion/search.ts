/** What identifies a supplier or person whose data is to be deleted, and how values are compared with it. */
import { Type, type Static } from 'typebox'
import { datapoints, type SchemaContent } from '../schema/index.ts'

/** Terms of one kind. */
const MAX_TERMS = 20

const terms = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: MAX_TERMS, description }))

export const DeletionSearch = Type.Object(
  {
    names: terms('Names. Case, punctuation and spaces do not count; the whole value must be equal.'),
    vat_ids: terms('VAT or tax ids, with or without spaces.'),
    ibans: terms('IBANs or account numbers, with or without spaces.'),
    emails: terms('Email addresses, or domains such as `@supplier.example`. Emails from and to them are found too.'),
    values: terms("Values of any field, also of fields about the customer, which the other terms don't search."),
  },
  { additionalProperties: false },
)
export type DeletionSearch = Static<typeof DeletionSearch>
export type TermKind = keyof DeletionSearch

/**
 * `words`: the same words in the same order. `compact`: the same letters and digits, in fields that are neither numbers nor dates. `exact`: the
 * same text but for case. `domain`: ends with it.
 */
export type Comparison = 'words' | 'compact' | 'exact' | 'domain'

export interface Term {
  kind: TermKind
  value: string
  comparison: Comparison
  /** Finds the documents whose words can match, as a query of the full-text search. */
  query: string
}

/** Shorter terms would find values of others. */
const MIN_CHARACTERS = 3

/** Returns the terms, or errors by kind. */
export function termsOf(search: DeletionSearch): { terms: Term[] } | { errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {}
  const found = Object.entries(search).flatMap(([name, values]) =>
    values.flatMap((given): Term[] => {
      const kind = name as TermKind
      const value = given.trim()
      const words = wordsOf(value)
      if (words.join('').length < MIN_CHARACTERS) {
        errors[kind] = [`"${value}" needs at least ${MIN_CHARACTERS} letters or digits.`]
        return []
      }
      if (kind === 'emails' && !/^[^@\s]*@[^@\s]+$/.test(value)) {
        errors[kind] = [`"${value}" is neither an email address nor a domain such as @supplier.example.`]
        return []
      }
      const comparison = comparisonOf(kind, value)
      return [
        {
          kind,
          value,
          comparison,
          query: comparison === 'compact' ? anyStart(words) : words.map(withBreak).join(' & '),
        },
      ]
    }),
  )
  if (Object.keys(errors).length > 0) return { errors }
  return found.length > 0 ? { terms: found } : { errors: { search: ['At least one term is required.'] } }
}

function comparisonOf(kind: TermKind, value: string): Comparison {
  if (kind === 'vat_ids' || kind === 'ibans') return 'compact'
  if (kind === 'emails') return value.startsWith('@') ? 'domain' : 'exact'
  return 'words'
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** In the index, a word after a line break or a tab begins with the letter of its escape. */
const withBreak = (word: string): string => `(${word} | n${word} | t${word} | r${word})`

/** However a number is divided into words, the first of them is one of its beginnings. */
function anyStart(words: readonly string[]): string {
  const letters = [...words.join('')]
  return letters.map((_, index) => letters.slice(0, index + 1).join('')).join(' | ')
}

/** Fields of the customer: a search for a supplier must not find one's own company. */
const OF_CUSTOMER = /^(recipient|customer|buyer|bill_to|ship_to|delivery)_/

/** Returns the ids of the fields of a schema that are about the customer. */
export const customerFields = (content: SchemaContent): string[] =>
  [...datapoints(content)].flatMap(({ field }) =>
    [field.id, ...(field.rir_field_names ?? [])].some((name) => OF_CUSTOMER.test(name)) ? [field.id] : [],
  )

/** Numbers of objects by kind. */
export type KindCounts = Record<string, number>

/** What a deletion deletes, or has deleted, and what it keeps. */
export interface DeletionCounts {
  deleted?: KindCounts
  kept?: KindCounts
}
