import type { LabelClass } from '../../lexicon/classes.ts'

/** The class of the labels: a VAT or sales tax number, another number of the tax office, a number of the company register. */
export type TaxIdClass = Extract<LabelClass, 'vat_id' | 'tax_no' | 'company_no'>

/**
 * The numbers by which a tax office or register knows companies and people, with the labels that documents print. Sources of the forms: the
 * offices of the countries, as cited in the validators of `stdnum`. Numbers without check digits have a form only.
 */
export interface TaxIdKind {
  /** Short name, for people. */
  name: string
  /** ISO 3166; more than one if countries share the form. */
  countries: readonly string[]
  class: TaxIdClass
  /** The number without spaces, points, hyphens and slashes. */
  shape: RegExp
  /** A validator of `stdnum`; none for numbers without check digits. */
  check?: string
  /** The part of the number that the validator takes. */
  part?: (value: string) => string
  /** Numbers of this form have check digits; others of the kind are printed without. */
  checked?: RegExp
  /** The office has issued numbers that fail the check, so that failing says nothing. */
  lenient?: true
  /** How the number is printed where no label is needed to recognise it, if its check digits are right. */
  printed?: RegExp
  /** Labels of its own, in folded form, separated by ` | `. */
  labels?: string
  /** Labels of its own that are words of other languages in small letters. */
  capitals?: string
  /** Labels that it shares with numbers of any country. */
  general?: string
}

/** Returns the pattern of a printed form that is not a part of a longer number. */
export const printed = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d.,/-])(?:${pattern})(?![\p{L}\d]|[.,/-]\d)`, 'gu')
