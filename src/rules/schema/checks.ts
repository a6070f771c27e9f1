/** Small checks of one JSON value. Each returns a sentence for the client or undefined. check-content.ts and check-datapoint.ts combine them per node. */
export type NodeErrors = { [key: string]: string[] | NodeErrors | NodeErrors[] }
export type Check = (value: unknown) => string | string[] | NodeErrors | NodeErrors[] | undefined

export const REQUIRED = 'This field is required.'
export const EXPECTED_LIST = 'Expected a list of items.'
export const EXPECTED_OBJECT = 'Expected an object.'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const notAChoice = (value: unknown) =>
  `"${typeof value === 'string' ? value : JSON.stringify(value)}" is not a valid choice.`
export const mustNotExceed = (key: string) => `Must not be greater than ${key}.`
/** Returns true if both are numbers and the first is greater; other values have errors of their own. */
export const isAbove = (least: unknown, most: unknown): boolean =>
  typeof least === 'number' && typeof most === 'number' && least > most
const noMoreThan = (max: number) => `Ensure this field has no more than ${max} characters.`

/** Lengths are counted in characters, not in UTF-16 units. */
export const text =
  ({ max = Infinity, blank = true } = {}): Check =>
  (value) => {
    if (typeof value !== 'string') return 'Not a valid string.'
    if (!blank && value.trim() === '') return 'This field may not be blank.'
    return value.length > max && [...value].length > max ? noMoreThan(max) : undefined
  }

export const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'Must be a valid boolean.')

export const integer =
  (min: number): Check =>
  (value) => {
    if (!Number.isSafeInteger(value)) return 'A valid integer is required.'
    return (value as number) < min ? `Ensure this value is greater than or equal to ${min}.` : undefined
  }

export const between =
  (min: number, max: number): Check =>
  (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'A valid number is required.'
    if (value < min) return `Ensure this value is greater than or equal to ${min}.`
    return value > max ? `Ensure this value is less than or equal to ${max}.` : undefined
  }

export const choice =
  (choices: readonly string[]): Check =>
  (value) =>
    choices.includes(value as string) ? undefined : notAChoice(value)

export const textList: Check = (value) => {
  if (!Array.isArray(value)) return EXPECTED_LIST
  return value.every((item) => typeof item === 'string') ? undefined : 'Every item must be a string.'
}

export const object: Check = (value) => (isObject(value) ? undefined : EXPECTED_OBJECT)

/** An object whose keys have checks. Keys without a check are ignored; null counts as missing. */
export const shape =
  (checks: Record<string, Check>, required: readonly string[] = []): Check =>
  (value) => {
    if (!isObject(value)) return EXPECTED_OBJECT
    const errors = checkKeys(value, checks, required)
    return Object.keys(errors).length ? errors : undefined
  }

/** A list of objects with the same checks, with the errors in a parallel list. */
export const listOf =
  (item: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return EXPECTED_LIST
    const errors = value.map((each) => asErrors(item(each)))
    return errors.some((each) => Object.keys(each).length) ? errors : undefined
  }

const asErrors = (found: ReturnType<Check>): NodeErrors => {
  if (!found) return {}
  if (typeof found === 'string') return { non_field_errors: [found] }
  return Array.isArray(found) ? { non_field_errors: found as string[] } : found
}

/** Returns the errors of an object by key; `{}` if it is valid. */
export function checkKeys(
  value: Record<string, unknown>,
  checks: Record<string, Check>,
  required: readonly string[] = [],
): NodeErrors {
  const errors: NodeErrors = {}
  for (const key of required) if (value[key] === undefined || value[key] === null) errors[key] = [REQUIRED]
  for (const [key, check] of Object.entries(checks)) {
    if (value[key] === undefined || value[key] === null) continue
    const found = check(value[key])
    if (found) errors[key] = typeof found === 'string' ? [found] : found
  }
  return errors
}
