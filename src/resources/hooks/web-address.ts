/** Addresses of other servers. Here only their form is checked; whether they may be called is decided when they are. */
import { Type } from 'typebox'
import { FieldError } from '../engine/field-error.ts'
import { makers, Url, type Maker } from '../engine/fields.ts'

const WRONG = 'Enter a valid URL.'
const LONGEST = 2000

/** The sentence that refuses what is no address of a web server; null for an address. */
export function errorOfAddress(text: string): string | null {
  const url = text.length <= LONGEST && !/\s/.test(text) ? URL.parse(text) : null
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname ? null : WRONG
}

/** A field with such an address; it may be null unless it is required. */
export const webAddress =
  (description: string, options: { required?: boolean; example?: string } = {}): Maker =>
  (name, model) => ({
    ...makers.custom(
      description,
      {
        ...options,
        ...(options.required ? {} : { nullable: true, default: null }),
        output: options.required ? Url : Type.String(),
        input: Type.String(),
      },
      {
        accept: (value) => {
          const fault = value === null ? null : errorOfAddress(value as string)
          if (fault) throw new FieldError(fault)
          return { [name]: value }
        },
      },
    )(name, model),
    show: (row) => row[name] ?? null,
  })
