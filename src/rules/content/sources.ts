/**
 * Determines the first value of a field. Each entry of `rir_field_names` names one source; the first that has a value wins, then
 * `default_value`.
 */
import type { ExtractedValue, Extraction } from '@sheaf/extraction/types'
import { isComputed, valueTypeOf } from '../schema/defaults.ts'
import type { SchemaDatapoint } from '../schema/types.ts'
import { barcodeSource } from './barcode-sources.ts'
import { matchOption, readNormalized, readText, type FormattedValue } from './formats.ts'
import { ownSource } from './own-source.ts'
import { newDatapoint, sourcesWhenEmpty } from './new-node.ts'
import { MAX_VALUE_LENGTH, type DatapointNode, type Position, type ValidationSource } from './types.ts'

export interface Sources {
  /** The extracted values; null if the engine did not run or its values are not wanted. */
  extraction: Extraction | null
  /** Values from other sources by name: `upload:x`, `edit:x`, `email_header:from`, …; values passed at upload may omit the prefix. */
  values: Record<string, string>
  /** The queue's `default_score_threshold`. */
  defaultThreshold: number
}

/** The engine's values available to a field: those of the document, or the cells of one row. */
export type EngineValues = Record<string, ExtractedValue | undefined>

/** Catalogue names for which a free-text field gets the printed form and not the normalized one. */
const DATE_OR_NUMBER = /^(date_|amount_|tax_detail_(base|rate|tax|total)$|table_column_(quantity|rate|tax|amount))/

/**
 * Returns a datapoint with its first value, the origin of the value, and the resulting validation sources. `vouched` are the engine's names
 * whose values are confirmed by the document's arithmetic.
 */
export function fillDatapoint(
  field: SchemaDatapoint,
  engine: EngineValues,
  vouched: ReadonlySet<string>,
  sources: Sources,
): DatapointNode {
  const node = newDatapoint(field)
  if (!node.content) return node
  for (const name of isComputed(field) ? [] : (field.rir_field_names ?? [])) {
    const given = givenValue(name, sources.values)?.slice(0, MAX_VALUE_LENGTH)
    const read = given === undefined ? undefined : readFirst(field, given)
    if (read?.value) return { ...node, content: { ...node.content, ...read }, validation_sources: [] }
    const engineName = barcodeSource(name) ?? engineNameOf(name)
    if (engineName && fillFromEngine(node, field, engineName, engine, vouched, sources)) return node
  }
  // What only a label shows is for people to check, whatever its score.
  if (!isComputed(field) && fillFromEngine(node, field, ownSource(field.id), engine, vouched, sources)) {
    node.validation_sources = []
    return node
  }
  if (field.default_value) {
    Object.assign(node.content, readText(field, field.default_value))
    node.validation_sources = []
  } else node.validation_sources = sourcesWhenEmpty(field)
  return node
}

/** Returns whether the engine has a value that fits the field, which then has it. */
function fillFromEngine(
  node: DatapointNode,
  field: SchemaDatapoint,
  name: string,
  engine: EngineValues,
  vouched: ReadonlySet<string>,
  sources: Sources,
): boolean {
  const whole = field.disable_prediction ? undefined : engine[name]
  if (!whole || !node.content) return false
  const extracted = cut(whole)
  noteEngine(node, extracted)
  const value = readExtracted(field, name, extracted)
  if (!value.value) return false
  Object.assign(node.content, value, { page: extracted.page, position: node.content.rir_position })
  node.validation_sources = engineSources(field, extracted, vouched.has(name), sources)
  return true
}

/** Returns the engine's name in an entry of `rir_field_names`; undefined if the entry names another source. */
export const engineNameOf = (name: string): string | undefined => {
  const bare = name.startsWith('rir:') ? name.slice(4) : name
  return bare.includes(':') ? undefined : bare
}

function givenValue(name: string, values: Record<string, string>): string | undefined {
  const bare = name.startsWith('upload:') ? name.slice(7) : undefined
  for (const key of [name, bare]) if (key !== undefined && Object.hasOwn(values, key)) return values[key]
  return undefined
}

const cut = (extracted: ExtractedValue): ExtractedValue => ({
  ...extracted,
  text: extracted.text.slice(0, MAX_VALUE_LENGTH),
  value: extracted.value.slice(0, MAX_VALUE_LENGTH),
})

/** A value that is not one of the options becomes empty. */
function readFirst(field: SchemaDatapoint, text: string): FormattedValue {
  if (field.type === 'enum' && matchOption(field.options ?? [], text) === null)
    return { value: '', normalized_value: null }
  return readText(field, text)
}

/** Returns an extracted value in the format of a field; empty if the field has options and the value is not one of them. */
export function readExtracted(field: SchemaDatapoint, name: string, extracted: ExtractedValue): FormattedValue {
  if (field.type === 'enum') {
    const byValue = readFirst(field, extracted.value)
    return byValue.value ? byValue : readFirst(field, extracted.text)
  }
  if (valueTypeOf(field) === 'string')
    return readText(field, DATE_OR_NUMBER.test(name) ? extracted.text : extracted.value)
  return readNormalized(field, extracted.value) ?? readText(field, extracted.text)
}

function noteEngine(node: DatapointNode, extracted: ExtractedValue): void {
  Object.assign(node.content!, {
    rir_text: extracted.value,
    rir_raw_text: extracted.text,
    rir_page: extracted.page,
    rir_position: extracted.position.map(Math.round) as Position,
    rir_confidence: extracted.confidence,
  })
}

function engineSources(
  field: SchemaDatapoint,
  { confidence }: ExtractedValue,
  vouched: boolean,
  { defaultThreshold }: Sources,
): ValidationSource[] {
  const found: ValidationSource[] = []
  if (confidence >= (field.score_threshold ?? defaultThreshold)) found.push('score')
  if (vouched) found.push('checks')
  return found
}
