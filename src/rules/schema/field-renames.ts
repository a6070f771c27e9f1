/** New ids of fields in the definitions that name them, beside `field-references.ts`, which finds the names. */
import type { RuleAction } from '../automation-rules/actions.ts'
import type { Recipient } from '../mail/template.ts'
import type { ExportSettings } from '../export-profiles/types.ts'
import { MAX_VALUES, SAME_VALUE, SCHEMA_ID } from './field-references.ts'
import { FormulaError, tokenize, type FormatPart, type Token } from '@sheaf/formula'
import type { QueueSettings } from '../queues/settings.ts'

/** The new ids of renamed nodes, by their former ids. */
export type Names = ReadonlyMap<string, string>

const PREFIX = /^(\$?field\.)(.+)$/
const PLACEHOLDER = /(\{\{\s*annotation\.content\.value\.)(\w+)(\s*\}\})/g

const renamed = (id: string, names: Names): string => names.get(id) ?? id

function renamedPath(text: string, names: Names): string {
  const [, prefix, id] = PREFIX.exec(text) ?? []
  return prefix !== undefined && id !== undefined ? prefix + renamed(id, names) : text
}

/** Returns the condition of a workflow, step or trigger with the new ids. */
export function renameInCondition<Condition>(condition: Condition, names: Names): Condition {
  return renameValue(condition, names) as Condition
}

function renameValue(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? renamedPath(value, names) : value
  if (Array.isArray(value)) return value.map((one) => renameValue(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.startsWith('field.') ? renamedPath(name, names) : name,
      name === 'missing_fields' ? renameMissing(inner, names) : renameValue(inner, names),
    ]),
  )
}

/** `{"$elemMatch": {"$in": [IDS]}}` */
function renameMissing(test: unknown, names: Names): unknown {
  const match = (test as { $elemMatch?: { $in?: unknown[] } } | null)?.$elemMatch
  if (!match?.$in) return test
  const $in = match.$in.map((id) => (typeof id === 'string' ? renamed(id, names) : id))
  return { ...(test as object), $elemMatch: { ...match, $in } }
}

/** Attributes of values that are no columns, even if a column has the same name. */
const OWN_ATTRIBUTES = new Set(['year', 'month', 'day', 'days', 'seconds', 'attr', 'parent', 'all_values'])

/**
 * Returns a formula with the new ids: of fields after `field.`, and of columns as attributes of rows. Texts and comments stay as they are,
 * and so does a formula that cannot be read.
 */
export function renameInFormula(formula: string, names: Names): string {
  const text = formula.replaceAll(/\r\n?/g, '\n')
  const lines = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1)
  const found: { at: number; id: string }[] = []
  const visit = (tokens: readonly Token[], start: number) => {
    tokens.forEach((token, index) => {
      if (token.type === 'format') token.parts.forEach(visitPart)
      const [owner, dot] = [tokens[index - 2], tokens[index - 1]]
      if (token.type !== 'name' || dot?.type !== 'operator' || dot.text !== '.') return
      if (!names.has(token.text)) return
      const isField = owner?.type === 'name' && owner.text === 'field'
      const next = tokens[index + 1]
      const isCall = next?.type === 'operator' && next.text === '('
      const isOwn = OWN_ATTRIBUTES.has(token.text) || (owner?.type === 'name' && owner.text === 'annotation')
      if (!isField && (isCall || isOwn)) return
      found.push({ at: (lines[token.line - 1] ?? 0) + token.column - 1 + start, id: token.text })
    })
  }
  const visitPart = (part: FormatPart): void => {
    if (typeof part === 'string') return
    const at = text.indexOf(part.source, (lines[part.line - 1] ?? 0) + part.column - 2)
    // Its tokens count from the beginning of the expression.
    if (at >= 0 && !part.source.includes('\n')) visit(tokenize(part.source), at)
    part.format.forEach(visitPart)
  }
  try {
    visit(tokenize(text), 0)
  } catch (error) {
    if (error instanceof FormulaError) return formula
    throw error
  }
  return found
    .filter(({ at, id }) => text.startsWith(id, at))
    .sort((a, b) => b.at - a.at)
    .reduce((result, { at, id }) => result.slice(0, at) + renamed(id, names) + result.slice(at + id.length), text)
}

/** Returns the actions of a rule with the new ids. */
export const renameInActions = (actions: readonly RuleAction[], names: Names): RuleAction[] =>
  actions.map((action) => {
    const { schema_id, schema_ids } = action.payload
    const ids = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(ids) : typeof value === 'string' ? renamed(value, names) : value
    return {
      ...action,
      payload: {
        ...action.payload,
        ...(schema_id === undefined ? {} : { schema_id: ids(schema_id) }),
        ...(schema_ids === undefined ? {} : { schema_ids: ids(schema_ids) }),
      },
    } as RuleAction
  })

/** Returns a text of an email template with the new ids in its placeholders. */
export const renameInTemplate = (text: string, names: Names): string =>
  text.replaceAll(PLACEHOLDER, (_, begin: string, id: string, end: string) => begin + renamed(id, names) + end)

/** Returns recipients of an email template with the new ids. */
export const renameInRecipients = (recipients: readonly Recipient[], names: Names): Recipient[] =>
  recipients.map((one): Recipient => {
    if ('email' in one)
      return {
        ...one,
        email: renameInTemplate(one.email, names),
        ...(one.name ? { name: renameInTemplate(one.name, names) } : {}),
      }
    if (!one.value) return one
    return { ...one, value: one.type === 'datapoint' ? renamed(one.value, names) : renameInTemplate(one.value, names) }
  })

/** Returns the columns and the table of an export profile with the new ids. */
export const renameInProfile = (
  { columns, lines_of }: Pick<ExportSettings, 'columns' | 'lines_of'>,
  names: Names,
): Pick<ExportSettings, 'columns' | 'lines_of'> => ({
  columns: columns.map((column) => ({
    ...column,
    ...(column.field === undefined ? {} : { field: renamed(column.field, names) }),
    ...(column.expression === undefined ? {} : { expression: renameInFormula(column.expression, names) }),
  })),
  lines_of: lines_of === null ? null : renamed(lines_of, names),
})

/** Settings of a queue that name fields. */
export type RenamedSetting = 'duplicate_rules' | 'suggested_recipients_sources' | 'columns'

/** Returns the settings of a queue with the new ids in one of them. */
export function renameInSettings(settings: QueueSettings, names: Names, key: RenamedSetting): QueueSettings {
  const { duplicate_rules, suggested_recipients_sources, columns } = settings
  if (key === 'duplicate_rules' && duplicate_rules) {
    const rename = (ids: readonly string[]) => ids.map((id) => renamed(id, names))
    return {
      ...settings,
      duplicate_rules: duplicate_rules.map((rule) => ({ ...rule, schema_ids: rename(rule.schema_ids) })),
    }
  }
  const named = <Entry extends { schema_id?: string | null }>(entry: Entry): Entry =>
    entry.schema_id ? { ...entry, schema_id: renamed(entry.schema_id, names) } : entry
  if (key === 'columns' && columns) return { ...settings, columns: columns.map(named) }
  if (key === 'suggested_recipients_sources' && suggested_recipients_sources)
    return { ...settings, suggested_recipients_sources: suggested_recipients_sources.map(named) }
  return settings
}

type Part = Readonly<Record<string, unknown>>
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

/** Returns the settings of a hook with the new ids where `fieldsOfSettings` finds ids. */
export function renameInHookSettings<Settings>(settings: Settings, settings_schema: unknown, names: Names): Settings {
  const budget = { left: MAX_VALUES }
  return renameDescribed(settings, [settings_schema], names, budget) as Settings
}

/** `given` are all parts of the schema that describe the value. */
function renameDescribed(value: unknown, given: readonly unknown[], names: Names, budget: { left: number }): unknown {
  const parts: Part[] = []
  const queue = [...given]
  for (let next = queue.pop(); queue.length > 0 || next !== undefined; next = queue.pop()) {
    if (budget.left-- <= 0) return value
    if (!isPart(next)) continue
    parts.push(next)
    for (const name of SAME_VALUE) if (Array.isArray(next[name])) queue.push(...(next[name] as unknown[]))
  }
  if (parts.length === 0) return value
  if (typeof value === 'string') return parts.some(({ format }) => format === SCHEMA_ID) ? renamed(value, names) : value
  if (Array.isArray(value))
    return value.map((item, place) => {
      const described = parts.map(({ items }): unknown => (Array.isArray(items) ? items[place] : items))
      return renameDescribed(item, described, names, budget)
    })
  if (!isPart(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const described = parts.map(({ properties, additionalProperties }): unknown =>
        isPart(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
      )
      const isId = parts.some(({ propertyNames }) => isPart(propertyNames) && propertyNames['format'] === SCHEMA_ID)
      return [isId ? renamed(name, names) : name, renameDescribed(item, described, names, budget)]
    }),
  )
}
