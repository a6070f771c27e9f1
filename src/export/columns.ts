import { invalid } from '../errors.ts'
import type { ExportAnnotation, ExportOptions, SchemaNode, Schemas } from './types.ts'

/** A field of an export: a datapoint with `can_export` and a value, so not a button. */
export type ExportField = { id: string; label: string; type: string; format: string | null }

/** A column of CSV and XLSX: a field with its type and format, or a plain value of the annotation. */
export type Column =
  { header: string; schema_id: string; type: string; format: string | null } | { header: string; meta: MetaColumn }

const metaValues = {
  meta_arrived_at: (annotation) => annotation.arrived_at,
  meta_file: (annotation) => annotation.document.file,
  meta_file_name: (annotation) => annotation.document.file_name,
  meta_status: (annotation) => annotation.status,
  meta_url: (annotation) => annotation.url,
  meta_automated: (annotation) => String(annotation.automated),
  meta_modified_at: (annotation) => annotation.modified_at,
  meta_assigned_at: (annotation) => annotation.assigned_at,
} satisfies Record<string, (annotation: ExportAnnotation) => string | null>

export type MetaColumn = keyof typeof metaValues

const momentColumns: ReadonlySet<string> = new Set<MetaColumn>([
  'meta_arrived_at',
  'meta_modified_at',
  'meta_assigned_at',
])
/** Returns true if the meta column contains timestamps: ISO 8601 texts with date, time and zone. */
export const isMoment = (name: MetaColumn): boolean => momentColumns.has(name)

const isMeta = (name: string): name is MetaColumn => Object.hasOwn(metaValues, name)

/** The meta column with this name, or with this name after `meta_`, as it is called in XML and JSON: `status` is `meta_status`. */
const metaNamed = (name: string): MetaColumn | null => [name, `meta_${name}`].find(isMeta) ?? null

/** Returns the text of a meta column for one annotation; empty if the annotation has no such value. */
export const metaValue = (name: MetaColumn, annotation: ExportAnnotation): string => metaValues[name](annotation) ?? ''

const childrenOf = (node: SchemaNode): readonly SchemaNode[] =>
  Array.isArray(node.children) ? node.children : node.children ? [node.children] : []

const isExportable = (node: SchemaNode) =>
  node.category === 'datapoint' && node.type !== 'button' && node.can_export !== false

/** Returns the exportable fields of a schema by id, in schema order. */
export function listExportFields(schema: readonly SchemaNode[]): Map<string, ExportField> {
  const fields = new Map<string, ExportField>()
  const visit = (node: SchemaNode) => {
    if (isExportable(node)) {
      const { id, label, type, format } = node
      fields.set(id, { id, label: label ?? id, type: type ?? 'string', format: format ?? null })
    }
    childrenOf(node).forEach(visit)
  }
  schema.forEach(visit)
  return fields
}

/** Returns the exportable fields in or below the node with this id. */
function listFieldsOf(schema: readonly SchemaNode[], id: string): string[] {
  for (const node of schema) {
    if (node.id === id) return [...listExportFields([node]).keys()]
    const found = listFieldsOf(childrenOf(node), id)
    if (found.length) return found
  }
  return []
}

/**
 * Returns the columns of a table: the requested ones, otherwise every exportable field of the schemas in order of first appearance, between
 * the prepended and the appended ones. The name of a section, table or tuple selects all of its fields; a field comes before a meta column without its prefix. Throws 400 naming the parameter if no schema has an
 * exportable field of that name.
 */
export function resolveColumns(schemas: Schemas, options: ExportOptions): Column[] {
  const fields = new Map<string, ExportField>()
  for (const schema of schemas.values()) {
    for (const field of listExportFields(schema).values()) if (!fields.has(field.id)) fields.set(field.id, field)
  }
  const ofField = (field: ExportField): Column => ({
    header: field.label,
    schema_id: field.id,
    type: field.type,
    format: field.format,
  })
  const errors: Record<string, string[]> = {}
  const named = (parameter: string, names: readonly string[]) =>
    names.flatMap((name): Column[] => {
      if (isMeta(name)) return [{ header: name, meta: name }]
      const ids = new Set([...schemas.values()].flatMap((schema) => listFieldsOf(schema, name)))
      const meta = ids.size ? null : metaNamed(name)
      if (meta) return [{ header: name, meta }]
      if (!ids.size) (errors[parameter] ??= []).push(`"${name}" is not an exportable column.`)
      return [...fields.values()].filter((field) => ids.has(field.id)).map(ofField)
    })

  const columns = options.columns
    ? named('columns', options.columns)
    : [
        ...named('prepend_columns', options.prepend_columns),
        ...[...fields.values()].map(ofField),
        ...named('append_columns', options.append_columns),
      ]
  if (Object.keys(errors).length) throw invalid(errors)
  return columns
}

/** The exported fields of a schema, with the ids of the groups that contain at least one of them. */
export type TreeFields = { fields: Map<string, ExportField>; groups: Set<string> }

/** Returns the parts of each schema that JSON and XML contain: all exportable fields, or those in `columns`. */
export function resolveTreeFields(schemas: Schemas, options: ExportOptions): Map<number, TreeFields> {
  const wanted = options.columns
    ? new Set(resolveColumns(schemas, options).flatMap((column) => ('schema_id' in column ? [column.schema_id] : [])))
    : null
  return new Map([...schemas].map(([id, schema]) => [id, selectTreeFields(schema, wanted)]))
}

/** Returns the exportable fields of a schema that were requested (null: all), and the groups above them. */
export function selectTreeFields(schema: readonly SchemaNode[], wanted: Set<string> | null): TreeFields {
  const fields = new Map([...listExportFields(schema)].filter(([id]) => !wanted || wanted.has(id)))
  const groups = new Set<string>()
  const visit = (node: SchemaNode): boolean => {
    if (node.category === 'datapoint') return fields.has(node.id)
    const shown = childrenOf(node).map(visit).includes(true)
    if (shown) groups.add(node.id)
    return shown
  }
  schema.forEach(visit)
  return { fields, groups }
}
