/**
 * Writes a single node: the accepted input, and its effect on value, sources and connector fields. The functions change the node that is
 * passed; callers work on a copy.
 */
import {
  boolean,
  checkKeys,
  choice,
  EXPECTED_OBJECT,
  integer,
  isObject,
  listOf,
  shape,
  text,
  type Check,
  type NodeErrors,
} from '../schema/checks.ts'
import type { EnumOption, SchemaContent, SchemaDatapoint, SchemaMultivalue, SchemaNode } from '../schema/types.ts'
import { isEditableFormula, valueTypeOf } from '../schema/defaults.ts'
import { nodesById } from '../schema/walk.ts'
import { readNormalized, readText, type FormattedValue } from './formats.ts'
import { writeFound, type Interpret, type ReadPlace } from './selection.ts'
import {
  MAX_VALUE_LENGTH,
  VALIDATION_SOURCES,
  type DatapointNode,
  type Position,
  type ValidationSource,
} from './types.ts'

/** The writer: a user's operation, a hook's operation, or a PATCH. */
export type Origin = 'user' | 'hook' | 'patch'

/** Reads the values of positions that a PATCH changes without a value. */
export interface Places {
  read: ReadPlace
  interpret: Interpret
}

/** The keys of a datapoint that a client may set, after `checkNodeInput`. */
export interface NodeInput {
  content?: {
    value?: string | number | null
    normalized_value?: string | number | null
    page?: number | null
    position?: Position | null
  } | null
  hidden?: boolean | null
  options?: EnumOption[] | null
  validation_sources?: ValidationSource[] | null
  no_recalculation?: boolean | null
  time_spent?: number | null
  time_spent_overall?: number | null
}

/** Looks up the schema of nodes. A node that the schema no longer has is treated as text. */
export function schemaLookup(schema: SchemaContent) {
  const nodes = nodesById(schema)
  const get = <C extends SchemaNode['category']>(id: string, category: C) => {
    const node = nodes.get(id)
    return node?.category === category ? (node as Extract<SchemaNode, { category: C }>) : undefined
  }
  return {
    field: (id: string): SchemaDatapoint =>
      get(id, 'datapoint') ?? {
        category: 'datapoint',
        id,
        label: id,
        type: 'string',
        constraints: { required: false },
      },
    multivalue: (id: string): SchemaMultivalue | undefined => get(id, 'multivalue'),
  }
}
export type SchemaLookup = ReturnType<typeof schemaLookup>

const value: Check = (input) =>
  typeof input === 'number' && Number.isFinite(input) ? undefined : text({ max: MAX_VALUE_LENGTH })(input)
export const position: Check = (input) =>
  Array.isArray(input) && input.length === 4 && input.every((side) => Number.isFinite(side))
    ? undefined
    : 'Expected a list of four numbers: left, top, right, bottom.'
const sources: Check = (input) => {
  if (!Array.isArray(input)) return 'Expected a list of items.'
  const wrong = input.map(choice(VALIDATION_SOURCES)).filter((found) => found !== undefined)
  return wrong.length ? (wrong as string[]) : undefined
}
export const seconds: Check = (input) =>
  typeof input === 'number' && Number.isFinite(input) && input >= 0 ? undefined : 'A valid number is required.'

/**
 * Returns the errors of the writable keys of a datapoint, in the structure of the input; null if it can be written. Other keys are ignored.
 */
export function checkNodeInput(input: unknown, field: SchemaDatapoint): NodeErrors | null {
  if (!isObject(input)) return { non_field_errors: [EXPECTED_OBJECT] }
  const normalized: Check = (given) => {
    const wrong = value(given)
    if (wrong) return wrong
    return readNormalized(field, String(given)) ? undefined : 'Expected an ISO date or a plain decimal number.'
  }
  const content: Check = (given) =>
    field.type === 'button'
      ? 'A button has no value.'
      : shape({ value, normalized_value: normalized, page: integer(1), position })(given)
  const errors = checkKeys(input, {
    content,
    hidden: boolean,
    options: listOf(shape({ value: text(), label: text() }, ['value'])),
    validation_sources: sources,
    no_recalculation: boolean,
    time_spent: seconds,
    time_spent_overall: seconds,
  })
  return Object.keys(errors).length ? errors : null
}

/**
 * Writes checked input to a datapoint and returns whether anything was accepted. An operation whose `value` and `normalized_value`
 * contradict each other leaves the datapoint unchanged.
 */
export function writeNode(
  node: DatapointNode,
  field: SchemaDatapoint,
  input: NodeInput,
  origin: Origin,
  places?: Places,
): boolean {
  const options = input.options && field.type === 'enum' ? copyOptions(input.options) : undefined
  const read = readInput(field, input.content ?? {}, options ?? node.options, origin)
  if (read === 'contradiction') return false
  if (options) node.options = options
  if (input.hidden != null) node.hidden = input.hidden
  if (input.no_recalculation != null && isEditableFormula(field)) node.no_recalculation = input.no_recalculation
  if (origin === 'patch' && input.time_spent != null) node.time_spent = input.time_spent
  if (origin === 'patch' && input.time_spent_overall != null) node.time_spent_overall = input.time_spent_overall
  const found = places && foundAt(node, input, places)
  if (found?.text) writeFound(node, field, found, places!.interpret)
  else if (node.content) writeContent(node, input, read, origin)
  if (input.validation_sources) node.validation_sources = [...input.validation_sources]
  return true
}

/** Returns the text at a position that is sent without a value and differs from the present one. */
function foundAt({ content }: DatapointNode, input: NodeInput, { read }: Places) {
  const { value, normalized_value, page = content?.page, position } = input.content ?? {}
  if (!content || value !== undefined || normalized_value !== undefined || !position || !page) return undefined
  const same = page === content.page && position.every((side, index) => side === content.position?.[index])
  return same ? undefined : read(page, position)
}

function writeContent(node: DatapointNode, input: NodeInput, read: FormattedValue | undefined, origin: Origin): void {
  const content = node.content!
  const { page, position } = input.content ?? {}
  // A changed value without a position keeps the previous position.
  if (page !== undefined) content.page = page
  if (position !== undefined) content.position = position && [...position]
  if (!read) return
  const changed = read.value !== content.value
  Object.assign(content, read)
  if (origin === 'hook') {
    content.connector_text = read.value
    content.connector_position = position ? [...position] : null
    node.validation_sources = ['connector']
  } else if (origin === 'user' || changed) node.validation_sources = []
}

function readInput(
  field: SchemaDatapoint,
  content: NonNullable<NodeInput['content']>,
  options: EnumOption[] | undefined,
  origin: Origin,
): FormattedValue | undefined | 'contradiction' {
  const { value, normalized_value } = content
  const byValue = value === undefined ? undefined : readText(field, value === null ? '' : String(value), options)
  if (normalized_value == null || valueTypeOf(field) === 'string') return byValue
  if (byValue && origin === 'patch') return byValue
  const byNormalized = readNormalized(field, String(normalized_value)) ?? undefined
  if (!byValue || !byNormalized) return byValue ?? byNormalized
  return sameNormalized(byValue.normalized_value, byNormalized.normalized_value) ? byValue : 'contradiction'
}

/** Compares as values: 12.50 equals 12.5. */
const sameNormalized = (a: string | null, b: string | null) => trimZeros(a) === trimZeros(b)
const trimZeros = (plain: string | null) => (plain?.includes('.') ? plain.replace(/\.?0+$/, '') : plain)

const copyOptions = (options: EnumOption[]) => options.map(({ value, label }) => ({ value, label: label ?? value }))
