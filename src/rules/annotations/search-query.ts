/** The query language of `POST /annotations/search`: parses a body into checked, typed conditions. */
import { invalid } from '../../errors.ts'

export const CONTENT_TYPES = ['string', 'number', 'date'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]
export type MetaType = 'url' | 'date' | 'bool' | 'string'

const METAS: Record<MetaType, string> = {
  url: `annotation assignees confirmed_by creator deleted_by document email_thread exported_by labels modifier purged_by queue
    rejected_by relations__parent workspace`,
  date: `arrived_at assigned_at confirmed_at created_at deleted_at exported_at modified_at purged_at rejected_at`,
  bool: `automated automatically_rejected einvoice has_email_thread_with_replies has_email_thread_with_new_replies
    restricted_access`,
  string: `confirmed_by__username creator__username deleted_by__username exported_by__username modifier__username
    purged_by__username rejected_by__username email_sender messages original_file_name relations__key relations__type
    rir_poll_id status`,
}

/** Fields of annotations that a query may use, in addition to `field.<schema_id>.<type>`. */
export const META_FIELDS: ReadonlyMap<string, MetaType> = new Map(
  (Object.keys(METAS) as MetaType[]).flatMap((type) => METAS[type].split(/\s+/).map((name) => [name, type] as const)),
)

/** Whether the field is the name of a user, which some callers do not see. */
export const isNameOfUser = (name: string): boolean => name.endsWith('__username')

export type SearchField =
  { kind: 'meta'; name: string; type: MetaType } | { kind: 'content'; schema_id: string; type: ContentType }

/** Parses `field.<schema_id>.<string|number|date>` or the name of a meta field; null if it is neither. */
export function parseField(name: string): SearchField | null {
  const type = META_FIELDS.get(name)
  if (type) return { kind: 'meta', name, type }
  const [, schema_id, content] = /^field\.([\w.-]{1,50})\.(string|number|date)$/.exec(name) ?? []
  return schema_id ? { kind: 'content', schema_id, type: content as ContentType } : null
}

const COMPARISONS = ['$gt', '$gte', '$lt', '$lte'] as const
const PREFIXES = ['$startsWith', '$anyTokenStartsWith', '$containsPrefixes'] as const
export type Comparison = (typeof COMPARISONS)[number]
export type Prefix = (typeof PREFIXES)[number]
export type Scalar = string | number | boolean

export type Condition = { field: SearchField } & (
  | { operator: '$eq' | '$ne'; operand: Scalar | null }
  | { operator: Comparison; operand: string | number }
  | { operator: '$in' | '$nin'; operand: Scalar[] }
  | { operator: Prefix; operand: string }
  | { operator: '$emptyOrMissing'; operand: boolean }
)

/** Maximum length of a string in a condition and in `query_string`. */
const MAX_STRING = 256
/** More conditions than a user would write; each adds a part to the SQL. */
const MAX_CONDITIONS = 100
const MAX_LIST = 1000
/** Operands of all conditions together; each is a parameter of the SQL, which has at most 65,535. */
const MAX_OPERANDS = 2_000

export interface Search {
  conditions: Condition[]
  /** Words of `query_string`, in lower case; each must be a prefix of a word in the annotation. */
  terms: string[]
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const refuse = (sentence: string) => invalid({ query: [sentence] })

/**
 * Throws 400 naming the first invalid field, operator or operand. `null` parts count as absent. Fields that are `hidden` from the caller are
 * refused like unknown ones: conditions such as `$startsWith` would reveal their values.
 */
export function parseSearch(body: unknown, hidden: (name: string) => boolean = () => false): Search {
  const { query, query_string } = (body ?? {}) as Json
  const conditions = query == null ? [] : parseQuery(query, hidden)
  if (conditions.length > MAX_CONDITIONS) throw refuse(`At most ${MAX_CONDITIONS} conditions are allowed.`)
  const operands = conditions.reduce((sum, { operand }) => sum + (Array.isArray(operand) ? operand.length : 1), 0)
  if (operands > MAX_OPERANDS) throw refuse(`At most ${MAX_OPERANDS} values are allowed in all conditions together.`)
  return { conditions, terms: query_string == null ? [] : parseTerms(query_string) }
}

function parseTerms(given: unknown): string[] {
  const text = isObject(given) ? given.string : undefined
  if (typeof text !== 'string') throw invalid({ query_string: { string: ['Not a valid string.'] } })
  if (text.trim().length < 2)
    throw invalid({ query_string: { string: ['Ensure this field has at least 2 characters.'] } })
  if (text.length > MAX_STRING)
    throw invalid({ query_string: { string: [`Ensure this field has no more than ${MAX_STRING} characters.`] } })
  return text.split(/\s+/).filter(Boolean)
}

function parseQuery(query: unknown, hidden: (name: string) => boolean): Condition[] {
  if (!isObject(query)) throw refuse('Expected an object of conditions.')
  return Object.entries(query).flatMap(([name, value]) => {
    if (name === '$and') {
      if (!Array.isArray(value)) throw refuse('"$and" expects a list of conditions.')
      return value.flatMap((part) => parseQuery(part, hidden))
    }
    if (name.startsWith('$')) throw refuse(`"${name}" is not supported.`)
    const field = hidden(name) ? null : parseField(name)
    if (!field) throw refuse(`"${name}" is not a searchable field.`)
    if (!isObject(value)) return [parseCondition(name, field, '$eq', value)]
    const operators = Object.entries(value)
    if (!operators.length) throw refuse(`"${name}" has no operator.`)
    return operators.map(([operator, operand]) => parseCondition(name, field, operator, operand))
  })
}

const FOR_ALL = ['$eq', '$ne', '$in', '$nin', '$emptyOrMissing']
const OPERATORS: Record<MetaType | ContentType, readonly string[]> = {
  url: FOR_ALL,
  bool: FOR_ALL,
  date: [...FOR_ALL, ...COMPARISONS],
  number: [...FOR_ALL, ...COMPARISONS],
  string: [...FOR_ALL, ...COMPARISONS, ...PREFIXES],
}

function parseCondition(name: string, field: SearchField, operator: string, operand: unknown): Condition {
  if (!OPERATORS.string.includes(operator)) throw refuse(`"${operator}" is not an operator.`)
  if (!OPERATORS[field.type].includes(operator)) throw refuse(`"${operator}" cannot be used with "${name}".`)
  const scalar = (value: unknown): Scalar => {
    const read = readScalar(field, value)
    if (read === null) throw refuse(`${JSON.stringify(value)} is not a valid value for "${name}".`)
    return read
  }
  switch (operator) {
    case '$eq':
    case '$ne':
      return { field, operator, operand: operand === null ? null : scalar(operand) }
    case '$in':
    case '$nin':
      if (!Array.isArray(operand) || operand.length > MAX_LIST)
        throw refuse(`"${operator}" of "${name}" expects a list of at most ${MAX_LIST} values.`)
      return { field, operator, operand: operand.map(scalar) }
    case '$emptyOrMissing':
      if (typeof operand !== 'boolean') throw refuse(`"$emptyOrMissing" of "${name}" expects true or false.`)
      return { field, operator, operand }
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return { field, operator, operand: scalar(operand) as string | number }
    default: {
      const text = scalar(operand) as string
      if (text.trim().length < 2) throw refuse(`"${operator}" of "${name}" expects at least 2 characters.`)
      return { field, operator: operator as Prefix, operand: text }
    }
  }
}

/** Converts the value to the form of its field: ids for URLs, ISO text for dates. Returns null if it does not match. */
function readScalar(field: SearchField, value: unknown): Scalar | null {
  switch (field.type) {
    case 'bool':
      return typeof value === 'boolean' ? value : null
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null
    case 'string':
      return typeof value === 'string' && value.length <= MAX_STRING && !value.includes('\0') ? value : null
    case 'url':
      return readId(value)
    case 'date':
      return typeof value === 'string' ? readDate(value, field.kind === 'content') : null
  }
}

function readId(value: unknown): number | null {
  const [, id] = /(?:^|\/)(\d{1,15})\/?$/.exec(String(value)) ?? []
  return id && (typeof value === 'string' || typeof value === 'number') ? Number(id) : null
}

/** Parses `2026-02-01`, or a date with a time if the field has one; UTC by default. */
function readDate(text: string, dateOnly: boolean): string | null {
  const [, date, time = 'T00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]?((?<=[T ])\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ??
    []
  if (!date || date.startsWith('0000')) return null
  const midnight = new Date(`${date}T00:00:00Z`)
  // JavaScript parses 30 February as 2 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return null
  if (dateOnly) return date
  const moment = `${date}T${time.replace(/^T/, '')}${zone}`
  return Number.isNaN(Date.parse(moment)) || /^[+-](1[6-9]|[2-9])/.test(zone) ? null : moment
}
