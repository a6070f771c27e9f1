/** Evaluates a trigger's condition. Pure: the data of an annotation is passed as records. */
import { contentDatapoints } from '../content/tree.ts'
import type { ContentTree, DatapointNode } from '../content/types.ts'
import { isRequired } from '../schema/defaults.ts'
import { containsMatch } from '../input/patterns.ts'
import type { SchemaContent } from '../schema/types.ts'
import { findField } from '../schema/walk.ts'

/** The data of an annotation that a condition can refer to, with one row of each table. */
export interface TriggerRecord {
  /** Text by schema id; a missing or hidden field has no key. */
  fields: Readonly<Record<string, string>>
  missing_fields: readonly string[]
  required_field_missing: boolean
  number_of_pages: number
  filename: string
}

// Conditions have passed `checkTriggerCondition`; these are the forms that it accepts.
type Regex = { $regex?: string; $not?: { $regex: string } }
type FieldTest = { $and: ({ $exists: true } | Regex)[] }
type Tests = Record<string, unknown>

/** Returns true if the condition is empty or any record matches it. */
export function triggerHolds(condition: unknown, records: readonly TriggerRecord[]): boolean {
  const { $and, $or } = (condition ?? {}) as { $and?: Tests[]; $or?: Tests[] }
  if (!$and && !$or) return true
  return records.some((record) =>
    $and
      ? $and.every((member) => Object.entries(member).every(([name, test]) => fits(name, test, record)))
      : $or!.some((member) => Object.entries(member).some(([name, test]) => fits(name, test, record))),
  )
}

function matches(test: Regex, text: string): boolean {
  return test.$not ? !containsMatch(test.$not.$regex, text) : containsMatch(test.$regex!, text)
}

function fits(name: string, test: unknown, record: TriggerRecord): boolean {
  switch (name) {
    case 'required_field_missing':
      return record.required_field_missing
    case 'missing_fields': {
      const { $in } = (test as { $elemMatch: { $in: string[] } }).$elemMatch
      return record.missing_fields.some((id) => $in.includes(id))
    }
    case 'number_of_pages':
      return record.number_of_pages > (test as { $gt: number }).$gt
    case 'filename': {
      const either = (test as { $or?: Regex[] }).$or ?? [test as Regex]
      return either.some((one) => matches(one, record.filename))
    }
    default:
      return fieldFits(test as FieldTest | { $in: string[] }, record.fields, name.slice('field.'.length))
  }
}

function fieldFits(test: FieldTest | { $in: string[] }, fields: TriggerRecord['fields'], id: string): boolean {
  if (!Object.hasOwn(fields, id)) return false
  const text = fields[id]!
  if ('$in' in test) return test.$in.includes(text)
  return test.$and.every((part) => '$exists' in part || matches(part, text))
}

/** Minimum score for the certainty that a field has no value, as the API contract specifies. */
const SURE = 0.95

/**
 * Returns true if the value is missing. A captured field is missing if nothing was read and the engine is certain; any other field if its
 * value is empty.
 */
export function isMissing(node: DatapointNode, uiType: string | null | undefined): boolean {
  if (!node.content || node.content.value !== '') return false
  if (uiType && uiType !== 'captured') return true
  return !node.content.rir_text && (node.content.rir_confidence ?? 0) >= SURE
}

/**
 * Returns the records of an annotation: one per row of each table or list, each with all values outside of tables; a single record if there
 * are no rows.
 */
export function recordsOf(
  tree: ContentTree,
  schema: SchemaContent,
  about: { number_of_pages: number; filename: string },
): TriggerRecord[] {
  const header: Record<string, string> = {}
  const rows = new Map<number, Record<string, string>>()
  const missing = new Set<string>()
  let required = false
  for (const { node, parents, hidden } of contentDatapoints(tree)) {
    if (!node.content || hidden) continue
    const field = findField(schema, node.schema_id)?.field
    if (isMissing(node, field?.ui_configuration?.type)) {
      missing.add(node.schema_id)
      if (field && isRequired(field)) required = true
    }
    if (!parents.some((parent) => parent.category === 'multivalue')) {
      header[node.schema_id] = node.content.value
      continue
    }
    const parent = parents.at(-1)!
    const row = parent.category === 'tuple' ? parent.id : node.id
    rows.set(row, { ...rows.get(row), [node.schema_id]: node.content.value })
  }
  const shared = { ...about, missing_fields: [...missing], required_field_missing: required }
  const lines = rows.size ? [...rows.values()] : [{}]
  return lines.map((row) => ({ ...shared, fields: { ...header, ...row } }))
}
