/** URLs of other servers. Only their syntax is checked here; src/outgoing decides at the time of a call whether it is allowed. */
import { Type } from 'typebox'
import { FieldError } from '../framework/field-error.ts'
import { makers, Url, type FieldBuilder } from '../framework/fields.ts'

const WRONG = 'Enter a valid URL.'
const MAX_URL = 2000

/** Returns the error message for text that is not an HTTP or HTTPS URL, otherwise null. */
export function errorOfAddress(text: string): string | null {
  const url = text.length <= MAX_URL && !/\s/.test(text) ? URL.parse(text) : null
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname ? null : WRONG
}

/** A field with a URL; nullable unless required. */
export const webAddress =
  (description: string, options: { required?: boolean; example?: string } = {}): FieldBuilder =>
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
          const error = value === null ? null : errorOfAddress(value as string)
          if (error) throw new FieldError(error)
          return { [name]: value }
        },
      },
    )(name, model),
    show: (row) => row[name] ?? null,
  })
