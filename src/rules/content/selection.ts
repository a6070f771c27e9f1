/** A value taken from a rectangle on a page: selected by a person, or a cell of a grid. */
import { valueTypeOf } from '../schema/defaults.ts'
import type { SchemaDatapoint } from '../schema/types.ts'
import { readNormalized, readText, type FormattedValue } from './formats.ts'
import { MAX_VALUE_LENGTH, type DatapointNode, type Position } from './types.ts'

/** The text found at a place. */
export interface Found {
  /** As printed; empty if there is no text. */
  text: string
  page: number
  /** The rectangle from which it was read. */
  position: Position
}

/** Finds an ISO date or a plain decimal in printed text, such as `€ 1.234,50`; null if there is none. */
export type Interpret = (field: SchemaDatapoint, text: string) => string | null

/** Returns the text found at a place of a page; undefined if the place was not read. */
export type ReadPlace = (page: number, position: Position) => Found | undefined

/** Writes text found on a page as the value of a datapoint. Values of people before it, and what the engine found, are kept apart. */
export function writeFound(node: DatapointNode, field: SchemaDatapoint, found: Found, interpret: Interpret): void {
  if (!node.content) return
  const read = readFound(field, found.text, node.options, interpret)
  Object.assign(node.content, read, {
    page: found.page,
    position: [...found.position],
    ocr_text: read.value,
    ocr_raw_text: found.text.slice(0, MAX_VALUE_LENGTH),
    ocr_position: [...found.position],
  })
  node.validation_sources = []
}

function readFound(
  field: SchemaDatapoint,
  found: string,
  options: DatapointNode['options'],
  interpret: Interpret,
): FormattedValue {
  const text = found.slice(0, MAX_VALUE_LENGTH)
  if (field.type === 'string') return readText(field, text)
  const line = text.replace(/\s+/g, ' ').trim()
  const read = readText(field, line, options)
  if (field.type === 'enum' || valueTypeOf(field) === 'string' || read.normalized_value !== null) return read
  const plain = line === '' ? null : interpret(field, line)
  return (plain === null ? null : readNormalized(field, plain)) ?? read
}
