/** Addresses that customers give us: only checked to be one. Whether they may be called is decided when they are. */
import { Type } from 'typebox'
import { FieldError } from '../engine/field-error.ts'
import { Url, type Field } from '../legacy/fields.ts'

const WRONG = 'Enter a valid URL.'
const LONGEST = 2000

/** What is wrong with the address of a web server, as a sentence; null when it is one. */
export function faultOfAddress(text: string): string | null {
  const url = text.length <= LONGEST && !/\s/.test(text) ? URL.parse(text) : null
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname ? null : WRONG
}

/** A field with such an address; not required ones may be null. */
export const webAddress =
  (options: { required?: boolean } = {}) =>
  (name: string): Field => ({
    output: options.required ? Url : Type.Union([Type.String(), Type.Null()]),
    input: options.required ? Type.String() : Type.Union([Type.String(), Type.Null()]),
    ...(options.required ? { required: true } : { default: null }),
    show: (row) => row[name] ?? null,
    accept: (value) => {
      const fault = value === null ? null : faultOfAddress(value as string)
      if (fault) throw new FieldError(fault)
      return { [name]: value }
    },
  })
