/** Controls of the fields of schemas. */
import { isDeepStrictEqual } from 'node:util'
import { datapoints, type PlacedField, type SchemaContent } from '../../../rules/schema/index.ts'
import { isRequired } from '../../../rules/schema/defaults.ts'
import { free, type Control, type Controls } from './control.ts'

type Field = PlacedField['field'] & { renamed_from?: unknown }

const OF_QUEUE = 'that of the queue'

function fieldClauses(old: Field, field: Field): string[] {
  const [was, becomes] = [old.score_threshold ?? null, field.score_threshold ?? null]
  // The default of a queue may be higher or lower.
  const isLower = was === null || becomes === null ? was !== becomes : becomes < was
  const verb = was === null || becomes === null ? 'changes' : 'falls'
  return [
    ...(isLower ? [`the threshold of ${field.id} ${verb} from ${was ?? OF_QUEUE} to ${becomes ?? OF_QUEUE}`] : []),
    ...(isRequired(old) && !isRequired(field) ? [`${field.id} is no longer required`] : []),
    ...(['length', 'regexp'] as const).flatMap((key) => {
      const [before, after] = [old.constraints?.[key] ?? null, field.constraints?.[key] ?? null]
      return before !== null && !isDeepStrictEqual(before, after)
        ? [`the check of the ${key} of ${field.id} changes`]
        : []
    }),
  ]
}

const occurrences = (placed: PlacedField) => placed.multivalue?.min_occurrences ?? 0

const content: Control = ({ before, after }) => {
  const next = [...datapoints(after['content'] as SchemaContent)]
  const follows = (id: string) => {
    const named = (field: Field) => field.renamed_from === id
    return next.find(({ field }) => field.id === id) ?? next.find(({ field }) => named(field))
  }
  const tables = new Set<string>()
  return [...datapoints(before['content'] as SchemaContent)].flatMap((old) => {
    const found = follows(old.field.id)
    if (!found) return isRequired(old.field) && old.field.type !== 'button' ? [`${old.field.id} is removed`] : []
    const table = old.multivalue?.id
    const isFewer = table !== undefined && !tables.has(table) && occurrences(found) < occurrences(old)
    if (isFewer) tables.add(table)
    return [
      ...fieldClauses(old.field, found.field),
      ...(isFewer ? [`min_occurrences of ${table} falls from ${occurrences(old)} to ${occurrences(found)}`] : []),
    ]
  })
}

export const SCHEMAS: Controls = { content, ...free('name', 'metadata') }
