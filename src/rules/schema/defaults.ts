/** What a schema means where it is silent. A null attribute is the same as a missing one. */
import type { SchemaDatapoint, SchemaMultivalue } from './types.ts'

export const DEFAULT_DATE_FORMAT = 'YYYY-MM-DD'
export const DEFAULT_NUMBER_FORMAT = '# ##0.#'
export const DEFAULT_MAX_OCCURRENCES = 1000

export const isRequired = (field: SchemaDatapoint): boolean => field.constraints?.required ?? true
export const isExportable = (field: SchemaDatapoint): boolean => field.type !== 'button' && (field.can_export ?? true)
export const maxOccurrences = (multivalue: SchemaMultivalue): number =>
  multivalue.max_occurrences ?? DEFAULT_MAX_OCCURRENCES

export const formatOf = (field: SchemaDatapoint): string =>
  field.format ?? (field.type === 'date' ? DEFAULT_DATE_FORMAT : DEFAULT_NUMBER_FORMAT)

/** What the text of a field means: enums may hold numbers or dates. */
export const valueTypeOf = (field: SchemaDatapoint): 'string' | 'number' | 'date' =>
  field.type === 'enum' ? (field.enum_value_type ?? 'string') : field.type === 'button' ? 'string' : field.type

/** A formula people may overwrite: its nodes carry `no_recalculation`. */
export const isEditableFormula = (field: SchemaDatapoint): boolean =>
  field.ui_configuration?.type === 'formula' && (field.ui_configuration.edit ?? 'enabled') !== 'disabled'

/** Computed fields take nothing from the engine or from given values. */
export const isComputed = (field: SchemaDatapoint): boolean =>
  ['formula', 'reasoning', 'lookup'].includes(field.ui_configuration?.type ?? '')
