/** The fields of a schema in order, with the section and table they are in. Pure. */
import type { SchemaDatapoint, SchemaMultivalue, SchemaSection } from '../api/types.ts'

export interface FoundField {
  field: SchemaDatapoint
  section: SchemaSection
  /** The table or list of values that contains the field. */
  table: SchemaMultivalue | null
}

/** Returns the columns of a table, or the only field of a list of values. */
export const columnsOf = ({ children }: SchemaMultivalue): SchemaDatapoint[] =>
  children.category === 'tuple' ? children.children : [children]

export const fieldsOf = (content: readonly SchemaSection[]): FoundField[] =>
  content.flatMap((section) =>
    section.children.flatMap((child): FoundField[] =>
      child.category === 'datapoint'
        ? [{ field: child, section, table: null }]
        : columnsOf(child).map((field) => ({ field, section, table: child })),
    ),
  )

/** Returns the name of each field as people know it: columns with the table they are in. */
export const labelsOf = (content: readonly SchemaSection[]): Map<string, string> =>
  new Map(
    fieldsOf(content).map(({ field, table }) => [
      field.id,
      table?.label && table.label !== field.label ? `${table.label} · ${field.label}` : field.label || field.id,
    ]),
  )

/** Returns the name of the field that receives an output of the engine: `rir_field_names`, or else the id, which is its name in newer engines. */
export function labelsByEngineName(content: readonly SchemaSection[]): Map<string, string> {
  const labels = labelsOf(content)
  const found = new Map<string, string>()
  for (const { field } of fieldsOf(content))
    for (const name of field.rir_field_names?.length ? field.rir_field_names : [field.id])
      if (!found.has(name)) found.set(name, labels.get(field.id)!)
  return found
}
