/** Objects of the service that formulas read, such as `annotation`, and values from JSON. */
import { dictOf } from './collection-methods.ts'
import { listOf, own, type Host, type Value } from './values.ts'

/** Converts a JSON value; whole numbers are ints. */
export function fromJson(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return listOf(value.map(fromJson))
  return dictOf(Object.entries(value).map(([key, item]) => [key, fromJson(item)] as const))
}

/** An object with these attributes, and with other objects as attributes; null is None. */
export function objectOf(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  objects: Readonly<Record<string, Host | null>> = {},
): Host {
  return {
    host: name,
    attribute: (key) => {
      const object = own(objects, key)
      return object === undefined && Object.hasOwn(attributes, key) ? fromJson(attributes[key]) : object
    },
  }
}
