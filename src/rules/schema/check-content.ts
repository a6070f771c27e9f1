/**
 * Validates a whole schema. Errors have the structure of the input: a list with one object per node, `{}` for the valid ones, `children` if
 * a descendant is invalid.
 */
import { errorOfPatterns } from '../input/patterns.ts'
import { checkDatapoint } from './check-datapoint.ts'
import { checkFormulas, placeErrors } from './check-formulas.ts'
import {
  boolean,
  checkKeys,
  choice,
  EXPECTED_LIST,
  EXPECTED_OBJECT,
  integer,
  isAbove,
  isObject,
  mustNotExceed,
  notAChoice,
  REQUIRED,
  shape,
  text,
  textList,
  type Check,
  type NodeErrors,
} from './checks.ts'
import { DEFAULT_MAX_OCCURRENCES } from './defaults.ts'
import { withoutRenames } from './renames.ts'
import type { SchemaContent } from './types.ts'

/** `content` is a list parallel to the sections, or one sentence if the input is not a list. */
export interface SchemaErrors {
  content: NodeErrors[] | string[]
}

type Json = Record<string, unknown>
type Category = 'section' | 'multivalue' | 'tuple' | 'datapoint'
type Place = 'top' | 'section' | 'multivalue' | 'tuple'

/** Section > datapoint, section > multivalue > datapoint, section > multivalue > tuple > datapoint; no deeper nesting. */
const allowed: Record<Place, readonly Category[]> = {
  top: ['section'],
  section: ['multivalue', 'datapoint'],
  multivalue: ['tuple', 'datapoint'],
  tuple: ['datapoint'],
}

const ID = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Words with a special meaning in formulas after `field.<id>.`. */
const RESERVED = ['all_values', 'attr', 'parent']

const id: Check = (value) => {
  const wrong = text({ max: 50, blank: false })(value)
  if (wrong) return wrong
  if (!ID.test(value as string)) return 'Use letters, digits and underscores only, and do not start with a digit.'
  return RESERVED.includes(value as string) ? `"${value}" is a reserved word.` : undefined
}
const common = {
  id,
  label: text({ max: 255, blank: false }),
  description: text(),
  hidden: boolean,
  disable_prediction: boolean,
  renamed_from: text({ max: 50 }),
} satisfies Record<string, Check>

const gridShape = shape({ row_types: textList, default_row_type: text(), row_types_to_extract: textList }, [
  'row_types',
  'default_row_type',
  'row_types_to_extract',
])
const grid: Check = (value) => {
  const errors = gridShape(value)
  if (errors) return errors
  const { row_types, default_row_type, row_types_to_extract } = value as {
    row_types: string[]
    default_row_type: string
    row_types_to_extract: string[]
  }
  const unknown = row_types_to_extract.filter((type) => !row_types.includes(type))
  if (!row_types.includes(default_row_type)) return { default_row_type: [notAChoice(default_row_type)] }
  return unknown.length ? { row_types_to_extract: unknown.map(notAChoice) } : undefined
}

/** Checks the content of a schema sent by a client; null if it is valid. */
export function checkSchemaContent(content: unknown): SchemaErrors | null {
  if (!Array.isArray(content))
    return { content: [content === undefined || content === null ? REQUIRED : EXPECTED_LIST] }
  const tooMuch = errorOfSize(content)
  if (tooMuch) return { content: [tooMuch] }
  const seen = new Set<string>()
  const errors = content.map((node) => checkNode(node, 'top', seen))
  return errors.some(hasErrors) ? { content: errors } : formulaErrors(content as SchemaContent)
}

function formulaErrors(content: SchemaContent): SchemaErrors | null {
  // As it will be stored.
  const found = checkFormulas(withoutRenames(content))
  if (found === null) return null
  return { content: typeof found === 'string' ? [found] : placeErrors(content, found) }
}

/** Nodes of one schema: sections, fields and tables. */
const MAX_NODES = 5_000

/** Limits the whole schema before its nodes are checked, because every node and pattern costs time in each import. */
function errorOfSize(content: unknown[]): string | null {
  const patterns: string[] = []
  const left: unknown[] = [...content]
  for (let nodes = 0; left.length; nodes++) {
    if (nodes + left.length > MAX_NODES) return `A schema may have at most ${MAX_NODES} nodes.`
    const node = left.pop()
    if (!isObject(node)) continue
    const { regexp } = isObject(node.constraints) ? node.constraints : {}
    if (isObject(regexp) && typeof regexp.pattern === 'string') patterns.push(regexp.pattern)
    left.push(...[node.children ?? []].flat())
  }
  return errorOfPatterns(patterns)
}

const hasErrors = (errors: NodeErrors) => Object.keys(errors).length > 0

function checkNode(node: unknown, place: Place, seen: Set<string>): NodeErrors {
  if (!isObject(node)) return { non_field_errors: [EXPECTED_OBJECT] }
  const errors = checkKeys(node, { ...common, category: choice(allowed[place]) }, ['category', 'id', 'label'])
  if (!errors.id && seen.has(node.id as string)) errors.id = [`Schema id '${node.id}' is used more than once.`]
  if (typeof node.id === 'string') seen.add(node.id)
  if (errors.category) return errors
  switch (node.category as Category) {
    case 'section':
      return { ...errors, ...checkKeys(node, { icon: text() }), ...checkChildren(node, 'section', seen) }
    case 'multivalue':
      return { ...errors, ...checkMultivalue(node), ...checkOnlyChild(node, seen) }
    case 'tuple':
      return { ...errors, ...checkKeys(node, { rir_field_names: textList }), ...checkChildren(node, 'tuple', seen) }
    case 'datapoint':
      return { ...errors, ...checkDatapoint(node, place as 'section' | 'multivalue' | 'tuple') }
  }
}

function checkChildren(node: Json, place: 'section' | 'tuple', seen: Set<string>): NodeErrors {
  if (node.children === undefined || node.children === null) return { children: [REQUIRED] }
  if (!Array.isArray(node.children)) return { children: [EXPECTED_LIST] }
  const errors = node.children.map((child) => checkNode(child, place, seen))
  return errors.some(hasErrors) ? { children: errors } : {}
}

function checkOnlyChild(node: Json, seen: Set<string>): NodeErrors {
  if (node.children === undefined || node.children === null) return { children: [REQUIRED] }
  if (!isObject(node.children)) return { children: [EXPECTED_OBJECT] }
  const errors = checkNode(node.children, 'multivalue', seen)
  return hasErrors(errors) ? { children: errors } : {}
}

function checkMultivalue(node: Json): NodeErrors {
  const errors = checkKeys(node, {
    min_occurrences: integer(0),
    max_occurrences: integer(1),
    grid,
    show_grid_by_default: boolean,
    rir_field_names: textList,
  })
  const most = node.max_occurrences ?? DEFAULT_MAX_OCCURRENCES
  if (!errors.min_occurrences && !errors.max_occurrences && isAbove(node.min_occurrences, most))
    errors.min_occurrences = [mustNotExceed('max_occurrences')]
  const names = node.rir_field_names
  const overDatapoint = isObject(node.children) && node.children.category === 'datapoint'
  if (overDatapoint && Array.isArray(names) && names.length > 0)
    errors.rir_field_names = ['Only allowed when the child is a tuple.']
  return errors
}
