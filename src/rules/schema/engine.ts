/**
 * A schema and the engine of its queue. Every captured field must be one of the engine's fields and gets its values from it. The engine
 * replaces the sources in `rir_field_names`.
 */
import type { SchemaErrors } from './check-content.ts'
import type { NodeErrors } from './checks.ts'
import type { SchemaContent, SchemaDatapoint, SchemaMultivalue, SchemaTuple } from './types.ts'

/** The part of an engine's field that schemas depend on. */
export interface EngineField {
  name: string
  type: string
  /** A column of a table. */
  tabular: boolean
  /** Names the extracted value; by default the field's own name does. */
  pre_trained_field_id?: string | null
}

/** Kinds of fields (`ui_configuration.type`) that are not filled by an engine. */
export const NOT_EXTRACTED = ['formula', 'data', 'manual', 'reasoning', 'lookup'] as const

/** Returns true if the engine provides the value. */
export const isExtracted = (field: SchemaDatapoint): boolean =>
  field.type !== 'button' && !(NOT_EXTRACTED as readonly string[]).includes(field.ui_configuration?.type ?? '')

/** Checks a valid schema against an engine's fields. Errors have the structure of the schema; null if all of it matches. */
export function checkAgainstEngine(content: SchemaContent, fields: readonly EngineField[]): SchemaErrors | null {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const check = (field: SchemaDatapoint, tabular: boolean) => checkField(field, tabular, byName)
  const errors = content.map((section) => {
    const children = section.children.map((child): NodeErrors => {
      if (child.category === 'datapoint') return check(child, false)
      const below =
        child.children.category === 'datapoint'
          ? check(child.children, false)
          : within(child.children.children.map((column) => check(column, true)))
      return isEmpty(below) ? {} : { children: below }
    })
    return within(children)
  })
  return errors.every(isEmpty) ? null : { content: errors }
}

const isEmpty = (errors: NodeErrors) => Object.keys(errors).length === 0
const within = (children: NodeErrors[]): NodeErrors => (children.every(isEmpty) ? {} : { children })

function checkField(field: SchemaDatapoint, tabular: boolean, engine: Map<string, EngineField>): NodeErrors {
  if (!isExtracted(field)) return {}
  const errors: NodeErrors = {}
  if (field.rir_field_names?.length) errors.rir_field_names = ['Must be empty: the queue has an engine.']
  if (field.disable_prediction) errors.disable_prediction = ['Must not be set: the queue has an engine.']
  const known = engine.get(field.id)
  if (!known) return { ...errors, id: [`The engine has no field "${field.id}".`] }
  Object.assign(errors, disagreement(known, { type: field.type, tabular }))
  return errors
}

/** Returns the difference between an engine's field and the schema's field with the same name; `multiline` is ignored. */
function disagreement(field: EngineField, placed: { type: string; tabular: boolean }): NodeErrors {
  if (field.type !== placed.type) return { type: [`The engine's field "${field.name}" is of type ${field.type}.`] }
  if (field.tabular === placed.tabular) return {}
  return {
    id: [
      field.tabular
        ? `The engine's field "${field.name}" is a column of a table.`
        : `The engine's field "${field.name}" is not a column of a table.`,
    ],
  }
}

/** Returns all sentences of a tree of errors, each with the id of its field, for responses with only `non_field_errors`. */
export function sentencesOf({ content: errors }: SchemaErrors, content: SchemaContent): string[] {
  const walk = (error: unknown, node: { id: string; children?: unknown }): string[] => {
    if (typeof error !== 'object' || error === null) return []
    const { children, ...own } = error as NodeErrors
    const sentences = Object.values(own).flatMap((list) => (list as string[]).map((text) => `${node.id}: ${text}`))
    const below = [node.children ?? []].flat() as { id: string }[]
    return [...sentences, ...[children ?? []].flat().flatMap((child, index) => walk(child, below[index]!))]
  }
  return errors.flatMap((error, index) => walk(error, content[index]!))
}

/**
 * Returns the schema with the sources derived from an engine: each captured field uses the engine's field of the same name, by its
 * pre-trained field or otherwise by the name; a table gets the rows of its columns' source.
 */
export function drawFromEngine(content: SchemaContent, fields: readonly EngineField[]): SchemaContent {
  const sources = new Map(fields.map((field) => [field.name, field.pre_trained_field_id || field.name]))
  const draw = (field: SchemaDatapoint): SchemaDatapoint => {
    const source = isExtracted(field) && !field.rir_field_names?.length ? sources.get(field.id) : undefined
    return source === undefined ? field : { ...field, rir_field_names: [source] }
  }
  return content.map((section) => ({
    ...section,
    children: section.children.map((child) => {
      if (child.category === 'datapoint') return draw(child)
      return child.children.category === 'datapoint'
        ? { ...child, children: draw(child.children) }
        : drawTable(child, { ...child.children, children: child.children.children.map(draw) })
    }),
  }))
}

function drawTable(table: SchemaMultivalue, row: SchemaTuple): SchemaMultivalue {
  const names = row.children.flatMap((column) => column.rir_field_names ?? [])
  const taxes = names.filter((name) => name.startsWith('tax_detail_')).length
  const rows = table.rir_field_names?.length ? table.rir_field_names : row.rir_field_names
  return {
    ...table,
    children: row,
    rir_field_names: rows?.length ? rows : [taxes * 2 > names.length ? 'tax_details' : 'line_items'],
  }
}

/** Prepares the schema for an engine: captured fields name no sources, and fields without sources are entered by users. */
export function withoutSources(content: SchemaContent): SchemaContent {
  const strip = (field: SchemaDatapoint): SchemaDatapoint => {
    if (!isExtracted(field)) return field
    return field.rir_field_names?.length
      ? { ...field, rir_field_names: [] }
      : { ...field, ui_configuration: { ...field.ui_configuration, type: 'manual' } }
  }
  return content.map((section) => ({
    ...section,
    children: section.children.map((child) => {
      if (child.category === 'datapoint') return strip(child)
      return child.children.category === 'datapoint'
        ? { ...child, children: strip(child.children) }
        : { ...child, children: { ...child.children, children: child.children.children.map(strip) } }
    }),
  }))
}
