/** The nodes of a queue's schema as stored. Optional keys may be missing or null, which is the same. */
type Optional<T> = T | null | undefined

interface Common {
  id: string
  label: string
  description?: Optional<string>
  hidden?: Optional<boolean>
  disable_prediction?: Optional<boolean>
}

export const FIELD_TYPES = ['string', 'number', 'date', 'enum', 'button'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export interface EnumOption {
  value: string
  label: string
}

export interface Constraints {
  /** Missing means true. */
  required?: Optional<boolean>
  length?: Optional<{ min?: Optional<number>; max?: Optional<number>; exact?: Optional<number> }>
  regexp?: Optional<{ pattern?: Optional<string> }>
}

export const UI_TYPES = ['captured', 'data', 'manual', 'formula', 'reasoning', 'lookup'] as const
export const UI_EDITS = ['enabled', 'enabled_without_warning', 'disabled'] as const

export interface SchemaDatapoint extends Common {
  category: 'datapoint'
  type: FieldType
  can_export?: Optional<boolean>
  can_collapse?: Optional<boolean>
  rir_field_names?: Optional<string[]>
  default_value?: Optional<string>
  constraints?: Optional<Constraints>
  ui_configuration?: Optional<{
    type?: Optional<(typeof UI_TYPES)[number]>
    edit?: Optional<(typeof UI_EDITS)[number]>
  }>
  width?: Optional<number>
  stretch?: Optional<boolean>
  width_chars?: Optional<number>
  score_threshold?: Optional<number>
  formula?: Optional<string>
  prompt?: Optional<string>
  context?: Optional<string[]>
  matching?: Optional<Record<string, unknown>>
  format?: Optional<string>
  aggregations?: Optional<{ sum?: Optional<{ label?: Optional<string> }> }>
  options?: Optional<EnumOption[]>
  enum_value_type?: Optional<'string' | 'number' | 'date'>
  popup_url?: Optional<string>
  can_obtain_token?: Optional<boolean>
}

export interface SchemaTuple extends Common {
  category: 'tuple'
  rir_field_names?: Optional<string[]>
  children: SchemaDatapoint[]
}

export interface SchemaMultivalue extends Common {
  category: 'multivalue'
  children: SchemaTuple | SchemaDatapoint
  min_occurrences?: Optional<number>
  max_occurrences?: Optional<number>
  grid?: Optional<{ row_types: string[]; default_row_type: string; row_types_to_extract: string[] }>
  show_grid_by_default?: Optional<boolean>
  rir_field_names?: Optional<string[]>
}

export interface SchemaSection extends Common {
  category: 'section'
  icon?: Optional<string>
  children: (SchemaMultivalue | SchemaDatapoint)[]
}

export type SchemaNode = SchemaSection | SchemaMultivalue | SchemaTuple | SchemaDatapoint
export type SchemaContent = SchemaSection[]
