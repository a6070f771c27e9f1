/** Defaults of a schema. A null attribute is the same as a missing one. */
import type { SchemaContent, SchemaDatapoint, SchemaMultivalue } from './types.ts'

export const DEFAULT_DATE_FORMAT = 'YYYY-MM-DD'
export const DEFAULT_NUMBER_FORMAT = '# ##0.#'
export const DEFAULT_MAX_OCCURRENCES = 1000

export const isRequired = (field: SchemaDatapoint): boolean => field.constraints?.required ?? true
export const isExportable = (field: SchemaDatapoint): boolean => field.type !== 'button' && (field.can_export ?? true)
export const maxOccurrences = (multivalue: SchemaMultivalue): number =>
  multivalue.max_occurrences ?? DEFAULT_MAX_OCCURRENCES

export const formatOf = (field: SchemaDatapoint): string =>
  field.format ?? (field.type === 'date' ? DEFAULT_DATE_FORMAT : DEFAULT_NUMBER_FORMAT)

/** Returns the type of a field's text: enums may contain numbers or dates. */
export const valueTypeOf = (field: SchemaDatapoint): 'string' | 'number' | 'date' =>
  field.type === 'enum' ? (field.enum_value_type ?? 'string') : field.type === 'button' ? 'string' : field.type

/** A formula that users may overwrite: its nodes have `no_recalculation`. */
export const isEditableFormula = (field: SchemaDatapoint): boolean =>
  field.ui_configuration?.type === 'formula' && (field.ui_configuration.edit ?? 'enabled') !== 'disabled'

/** Computed fields use neither the engine nor initial values. */
export const isComputed = (field: SchemaDatapoint): boolean =>
  ['formula', 'reasoning', 'lookup'].includes(field.ui_configuration?.type ?? '')

/** Defaults of the attributes that typed clients read as booleans or objects. */
const DEFAULTS: Record<string, unknown> = {
  hidden: false,
  disable_prediction: false,
  can_export: true,
  can_collapse: false,
  stretch: false,
  show_grid_by_default: false,
  can_obtain_token: false,
  constraints: {},
}

/** Returns the content with the default in place of each null that a client would read as a boolean or an object. */
export const withoutNulls = (content: SchemaContent): SchemaContent => content.map((section) => filled(section))

function filled<Node extends object>(node: Node): Node {
  const entries = Object.entries(node).map(([name, value]: [string, unknown]) => [
    name,
    value === null && name in DEFAULTS ? DEFAULTS[name] : name === 'children' ? filledChildren(value) : value,
  ])
  return Object.fromEntries(entries) as Node
}

const filledChildren = (children: unknown): unknown =>
  Array.isArray(children) ? children.map((child: object) => filled(child)) : filled(children as object)
