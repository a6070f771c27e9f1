/** Templates of export profiles, and how they are fitted to a schema. */
import type { ExportColumn } from '../types.ts'
import { datev } from './datev.ts'
import { international } from './international.ts'
import { regional } from './regional.ts'
import type { ExportTemplate } from './template.ts'

export type { ExportTemplate } from './template.ts'

export const EXPORT_TEMPLATES: readonly ExportTemplate[] = [datev, ...international, ...regional]
export const EXPORT_TEMPLATE_NAMES = EXPORT_TEMPLATES.map(({ name }) => name)

/** Fields of a schema by those of the template: another id, or null for a column that stays empty. */
export type FieldMap = Readonly<Record<string, string | null>>

/** Returns the settings of a template for a schema with other ids of fields. A column that reads a field without a value becomes empty. */
export function settingsOfTemplate({ settings }: ExportTemplate, fields: FieldMap): ExportTemplate['settings'] {
  const { lines_of } = settings
  return {
    ...settings,
    ...(lines_of && Object.hasOwn(fields, lines_of) ? { lines_of: fields[lines_of] ?? null } : {}),
    columns: settings.columns.map((column) => fitted(column, fields)),
  }
}

function fitted(column: ExportColumn, fields: FieldMap): ExportColumn {
  const { field, expression, ...rest } = column
  if (field !== undefined) {
    const id = Object.hasOwn(fields, field) ? fields[field] : field
    return id === null || id === undefined ? { ...rest, constant: '' } : { ...column, field: id }
  }
  if (expression === undefined) return column
  let isEmpty = false
  const renamed = expression.replace(/\bfield\.(\w+)/g, (whole, id: string) => {
    if (!Object.hasOwn(fields, id)) return whole
    if (fields[id] === null) isEmpty = true
    return `field.${fields[id]}`
  })
  return isEmpty ? { ...rest, constant: '' } : { ...column, expression: renamed }
}
