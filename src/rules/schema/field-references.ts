/** The fields that definitions read, found without evaluating them. Every kind of definition that names fields has its function here. */
import type { RuleAction } from '../automation-rules/actions.ts'
import { placeholdersIn, type Recipient } from '../mail/template.ts'
import { FormulaError, readFormula } from '@sheaf/formula'
import type { QueueSettings } from '../queues/settings.ts'

const CONTENT = 'annotation.content.value.'
const PREFIX = /^\$?field\.(.+)$/

/** Returns the schema ids that a condition of a workflow, step or trigger refers to. */
export function fieldsOfCondition(condition: unknown): string[] {
  const found = new Set<string>()
  const left: unknown[] = [condition]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') add(found, next, '$')
    if (typeof next !== 'object' || next === null) continue
    for (const [name, value] of Object.entries(next)) {
      add(found, name, 'field')
      if (name === 'missing_fields') for (const id of missingOf(value)) found.add(id)
      left.push(value)
    }
  }
  return [...found].sort()
}

/** Names of keys begin with `field.`, operands with `$field.`; a value that looks like a key is text of a document. */
function add(found: Set<string>, text: string, begin: '$' | 'field'): void {
  const id = text.startsWith(begin) ? PREFIX.exec(text)?.[1] : undefined
  if (id !== undefined) found.add(id)
}

const missingOf = (test: unknown): string[] =>
  ((test as { $elemMatch?: { $in?: unknown[] } } | null)?.$elemMatch?.$in ?? []).filter((id) => typeof id === 'string')

/** Returns the schema ids that a formula reads; none if it is not a formula. */
export function fieldsOfFormula(formula: string): string[] {
  try {
    return [...readFormula(formula).fields.keys()].sort()
  } catch (error) {
    if (error instanceof FormulaError) return []
    throw error
  }
}

/** Returns the schema ids that the actions of a rule name. */
export const fieldsOfActions = (actions: readonly RuleAction[]): string[] =>
  sorted(
    actions.flatMap(({ payload }) =>
      [payload.schema_id, payload.schema_ids].flat().filter((id): id is string => typeof id === 'string'),
    ),
  )

/** Returns the schema ids whose values a template of emails contains or sends to. */
export const fieldsOfTemplate = (texts: readonly string[], recipients: readonly Recipient[]): string[] =>
  sorted([
    ...placeholdersIn(...texts, ...recipients.flatMap(addressesOf)).flatMap((name) =>
      name.startsWith(CONTENT) ? [name.slice(CONTENT.length)] : [],
    ),
    ...recipients.flatMap((one) => ('type' in one && one.type === 'datapoint' && one.value ? [one.value] : [])),
  ])

const addressesOf = (recipient: Recipient): string[] =>
  'email' in recipient
    ? [recipient.email, recipient.name ?? '']
    : recipient.type === 'constant'
      ? [recipient.value ?? '']
      : []

/** Returns the schema ids that rules about duplicates compare. */
export const fieldsOfDuplicateRules = ({ duplicate_rules }: QueueSettings): string[] =>
  sorted((duplicate_rules ?? []).flatMap(({ schema_ids }) => schema_ids))

/** Returns the schema ids whose values are suggested as recipients. */
export const fieldsOfRecipientSources = ({ suggested_recipients_sources }: QueueSettings): string[] =>
  sorted((suggested_recipients_sources ?? []).flatMap(({ schema_id }) => schema_id ?? []))

/** The format of texts in `settings_schema` that are ids of fields. */
export const SCHEMA_ID = 'schema-id'
/** Parts of a settings schema are applied to the same value. */
export const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'] as const
/** Values of settings that are looked at: more would be a list of data. */
export const MAX_VALUES = 20_000

type Part = Readonly<Record<string, unknown>>

/**
 * Returns the schema ids in the settings of a hook: the texts, and names of properties, to which its `settings_schema` gives the format `schema-id`.
 */
export function fieldsOfSettings(settings: unknown, settings_schema: unknown): string[] {
  const found = new Set<string>()
  const left: [value: unknown, part: unknown][] = [[settings, settings_schema]]
  for (let looked = 0; left.length > 0 && looked < MAX_VALUES; looked++) {
    const [value, given] = left.pop()!
    if (typeof given !== 'object' || given === null) continue
    const part = given as Part
    if (typeof value === 'string' && value && part['format'] === SCHEMA_ID) found.add(value)
    for (const name of SAME_VALUE) for (const one of listOf(part[name])) left.push([value, one])
    if (Array.isArray(value))
      for (const [place, item] of value.entries())
        left.push([item, Array.isArray(part['items']) ? part['items'][place] : part['items']])
    else if (typeof value === 'object' && value !== null) left.push(...partsOf(value as Part, part))
  }
  return [...found].sort()
}

/** The names and values of an object with the parts that describe them. */
function partsOf(value: Part, { properties, additionalProperties, propertyNames }: Part): [unknown, unknown][] {
  const known = Object(properties) as Part
  return Object.entries(value).flatMap(([name, item]): [unknown, unknown][] => [
    [name, propertyNames],
    [item, Object.hasOwn(known, name) ? known[name] : additionalProperties],
  ])
}

const listOf = (parts: unknown): unknown[] => (Array.isArray(parts) ? parts : [])

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort()
