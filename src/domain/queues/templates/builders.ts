/** Building blocks of templates. */
import { formatsOf, type Formats } from '../../../rules/queues/locale.ts'
import type { FieldType, SchemaDatapoint, SchemaMultivalue, SchemaSection } from '../../../rules/schema/index.ts'
import { SECTION_LABELS, type ColumnEntry } from './catalogue.ts'
import { optionsOf } from './options.ts'
import type { Region } from './regions.ts'

/** A field that is not in the catalogue, or differs from it. */
export interface FieldSpec {
  id: string
  label: string
  type: FieldType
  /** Sources in order of precedence; empty: users enter the value. */
  from?: readonly string[]
  required?: true
  hidden?: boolean
}

/** Asking `Intl` for the formats of a locale takes half a millisecond, and a template has some ninety fields. */
const formatsByRegion = new WeakMap<Region, Formats>()

function formatsIn(region: Region): Formats {
  const formats = formatsByRegion.get(region) ?? formatsOf(region.locale)
  formatsByRegion.set(region, formats)
  return formats
}

/** A datapoint with the format of the region's locale. An enum gets the options of the catalogue field of its (first) name. */
export function field(region: Region, { id, label, type, from = [id], required, hidden }: FieldSpec): SchemaDatapoint {
  const formats = formatsIn(region)
  return {
    category: 'datapoint',
    id,
    label,
    type,
    ...(type === 'date' ? { format: formats.date } : {}),
    ...(type === 'number' ? { format: formats.number } : {}),
    ...(type === 'enum' ? { options: optionsOf(from[0] ?? id) } : {}),
    rir_field_names: [...from],
    constraints: { required: required ?? false },
    default_value: null,
    can_export: true,
    hidden: hidden ?? false,
  }
}

const WIDTHS: Partial<Record<FieldType, number>> = { number: 8, date: 10, string: 20, enum: 20 }

export function column(
  region: Region,
  entry: ColumnEntry,
  { id, label, hidden }: { id: string; label?: string; hidden?: boolean },
): SchemaDatapoint {
  const { name, type, labels, width, stretch, sum, rare } = entry
  return {
    ...field(region, {
      id,
      label: label ?? labels[region.language],
      type,
      from: [name],
      hidden: hidden ?? rare ?? false,
    }),
    width: width ?? WIDTHS[type] ?? 10,
    stretch: stretch ?? false,
    ...(sum ? { aggregations: { sum: { label: region.language === 'cs' ? 'Součet' : 'Sum' } } } : {}),
  }
}

/** A table. `from` is the engine's table that provides the rows. */
export const table = (
  id: string,
  label: string,
  row: string,
  from: 'line_items' | 'tax_details',
  children: SchemaDatapoint[],
): SchemaMultivalue => ({
  category: 'multivalue',
  id,
  label,
  rir_field_names: [from],
  children: { category: 'tuple', id: row, label, children },
  min_occurrences: null,
  max_occurrences: null,
})

export const section = (id: string, label: string, children: SchemaSection['children']): SchemaSection => ({
  category: 'section',
  id,
  label,
  icon: null,
  children,
})

export const sectionLabel = (region: Region, id: keyof typeof SECTION_LABELS): string =>
  SECTION_LABELS[id][region.language]
