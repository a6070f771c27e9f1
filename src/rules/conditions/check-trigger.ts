/** The forms of conditions by trigger event. All others are rejected, so that the evaluation covers every form. */
import { errorOfPattern, errorOfPatterns } from '../input/patterns.ts'

export const TRIGGER_EVENTS = [
  'email_with_no_processable_attachments',
  'annotation_created',
  'annotation_imported',
  'annotation_confirmed',
  'annotation_exported',
  'validation',
] as const
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number]

type Keyed = Record<string, unknown>
/** Aborts the check with one sentence about the place and the reason. */
class ConditionError extends Error {}

const isObject = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the reasons why the condition does not match the event; null if it does. `null` and `{}` are always valid. */
export function checkTriggerCondition(event: TriggerEvent, condition: unknown): string[] | null {
  if (condition === null || (isObject(condition) && Object.keys(condition).length === 0)) return null
  try {
    const tooMuch = errorOfPatterns(patternsIn(condition))
    if (tooMuch) throw new ConditionError(tooMuch)
    if (event === 'validation') checkValidation(condition)
    else if (event === 'annotation_imported') checkFields(condition, true)
    else if (event === 'annotation_confirmed' || event === 'annotation_exported') checkFields(condition, false)
    else throw new ConditionError(`A trigger of ${event} does not allow a condition.`)
    return null
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error
    return [error.message]
  }
}

/** Returns all `$regex` of a condition, at any depth. */
function patternsIn(condition: unknown): string[] {
  if (typeof condition !== 'object' || condition === null) return []
  return Object.entries(condition).flatMap(([key, inner]) =>
    key === '$regex' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  )
}

/** Returns the only entry of an object. */
function only(value: unknown, where: string): [key: string, inner: unknown] {
  const entries = isObject(value) ? Object.entries(value) : []
  if (entries.length !== 1) throw new ConditionError(`${where} must be an object with exactly one key.`)
  return entries[0]!
}

function list(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new ConditionError(`${where} must be a non-empty list.`)
  return value
}

function texts(value: unknown, where: string): void {
  if (!list(value, where).every((item) => typeof item === 'string'))
    throw new ConditionError(`${where} must contain strings.`)
}

function checkRegex(value: unknown, where: string): void {
  const [key, pattern] = only(value, where)
  if (key !== '$regex') throw new ConditionError(`${where}: "${key}" is not allowed here; use $regex instead.`)
  const error = typeof pattern === 'string' ? errorOfPattern(pattern) : 'Not a valid string.'
  if (error) throw new ConditionError(`${where}.$regex: ${error}`)
}

/** `{"$and": [{"field.<schema_id>": {"$and": [{"$exists": true}, REGEX]}}, …]}`; `annotation_imported` allows two more kinds of members. */
function checkFields(condition: unknown, imported: boolean): void {
  const [key, members] = only(condition, 'The condition')
  if (key !== '$and') throw new ConditionError(`"${key}" is not allowed here; use $and instead.`)
  let about = ''
  for (const [index, member] of list(members, '$and').entries()) {
    const where = `$and[${index}]`
    const [name, inner] = only(member, where)
    if (/^field\../.test(name)) checkFieldTest(inner, `${where}.${name}`)
    else if (imported && (name === 'required_field_missing' || name === 'missing_fields')) {
      if (about) throw new ConditionError('required_field_missing and missing_fields may occur once, and not together.')
      about = name
      if (name === 'missing_fields') checkMissingFields(inner, `${where}.${name}`)
      else if (inner !== true) throw new ConditionError(`${where}.${name} must be true.`)
    } else throw new ConditionError(`${where}: "${name}" is not allowed here.`)
  }
}

function checkMissingFields(value: unknown, where: string): void {
  const [match, inner] = only(value, where)
  if (match !== '$elemMatch')
    throw new ConditionError(`${where}: "${match}" is not allowed here; use $elemMatch instead.`)
  const [within, names] = only(inner, `${where}.$elemMatch`)
  if (within !== '$in')
    throw new ConditionError(`${where}.$elemMatch: "${within}" is not allowed here; use $in instead.`)
  texts(names, `${where}.$elemMatch.$in`)
}

/** Requires both members, in either order: the field exists, and its text matches (or does not match). */
function checkFieldTest(value: unknown, where: string): void {
  const [key, members] = only(value, where)
  if (key !== '$and') throw new ConditionError(`${where}: "${key}" is not allowed here; use $and instead.`)
  const entries = list(members, `${where}.$and`).map((member, index) => ({ member, at: `${where}.$and[${index}]` }))
  const kinds = entries.map(({ member, at }) => {
    const [name, inner] = only(member, at)
    if (name === '$exists') {
      if (inner !== true) throw new ConditionError(`${at}.$exists must be true.`)
      return 'exists'
    }
    checkRegex(name === '$not' ? inner : member, name === '$not' ? `${at}.$not` : at)
    return 'regex'
  })
  if (kinds.sort().join() !== 'exists,regex')
    throw new ConditionError(`${where}.$and must contain {"$exists": true} and one $regex or $not.`)
}

const CHOSEN_FIELDS = ['field.document_type', 'field.language', 'field.currency']

/** `{"$or": [{"field.language": {"$in": […]}}, {"number_of_pages": {"$gt": 10}}, {"filename": REGEX}]}`. */
function checkValidation(condition: unknown): void {
  const [key, members] = only(condition, 'The condition')
  if (key !== '$or') throw new ConditionError(`"${key}" is not allowed here; use $or instead.`)
  for (const [index, member] of list(members, '$or').entries()) {
    const where = `$or[${index}]`
    if (!isObject(member) || Object.keys(member).length === 0)
      throw new ConditionError(`${where} must be a non-empty object.`)
    const names = Object.keys(member)
    if (names.length > 1 && !names.every((name) => name.startsWith('field.')))
      throw new ConditionError(`${where}: only several fields may share an object.`)
    for (const [name, inner] of Object.entries(member)) checkAlternative(name, inner, `${where}.${name}`)
  }
}

function checkAlternative(name: string, value: unknown, where: string): void {
  const [key, inner] = only(value, where)
  const expect = (wanted: string) => {
    if (key !== wanted) throw new ConditionError(`${where}: "${key}" is not allowed here; use ${wanted} instead.`)
  }
  if (CHOSEN_FIELDS.includes(name)) {
    expect('$in')
    texts(inner, `${where}.$in`)
  } else if (name === 'number_of_pages') {
    expect('$gt')
    if (!Number.isSafeInteger(inner) || (inner as number) < 0)
      throw new ConditionError(`${where}.$gt must be a whole number, at least 0.`)
  } else if (name !== 'filename') throw new ConditionError(`"${name}" is not allowed here.`)
  else if (key === '$or') list(inner, `${where}.$or`).forEach((one, index) => checkRegex(one, `${where}.$or[${index}]`))
  else checkRegex(value, where)
}
