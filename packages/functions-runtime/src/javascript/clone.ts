import { DOMException } from './signals.ts'

const PLAIN: readonly unknown[] = [Boolean, String, Number]

/** `structuredClone` for values of JSON, dates, regular expressions, errors, maps, sets and buffers. */
export function structuredClone(value: unknown, seen = new Map<unknown, unknown>()): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError')
  if (typeof value !== 'object' || value === null) return value
  const known = seen.get(value)
  if (known !== undefined) return known
  const keep = <Copy>(copy: Copy): Copy => {
    seen.set(value, copy)
    return copy
  }
  const copyOf = (item: unknown): unknown => structuredClone(item, seen)
  if (value instanceof Date) return keep(new Date(value.getTime()))
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags))
  if (PLAIN.includes(value.constructor)) return keep(Object(value.valueOf()))
  if (value instanceof ArrayBuffer) return keep(value.slice(0))
  if (ArrayBuffer.isView(value)) {
    const { constructor, byteOffset } = value as Uint8Array
    const length = (value as Uint8Array).length
    return keep(Reflect.construct(constructor, [copyOf(value.buffer), byteOffset, length]))
  }
  if (value instanceof Map) {
    const copy = keep(new Map())
    for (const [key, item] of value) copy.set(copyOf(key), copyOf(item))
    return copy
  }
  if (value instanceof Set) {
    const copy = keep(new Set())
    for (const item of value) copy.add(copyOf(item))
    return copy
  }
  if (value instanceof Error) {
    const copy = keep(new Error(value.message))
    copy.name = value.name
    return copy
  }
  const copy: Record<string, unknown> | unknown[] = keep(Array.isArray(value) ? [] : {})
  for (const [key, item] of Object.entries(value)) Reflect.set(copy, key, copyOf(item))
  return copy
}
