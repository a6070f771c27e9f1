/** Reads the arguments of built-in functions, with the errors of Python. */
import { failure } from './errors.ts'
import { isNumeric, numeric, plain, typeName, type Named, type Value } from './values.ts'

/**
 * Returns the arguments by the names of the parameters; those after `required` are optional. Throws FormulaError (TypeError) for missing,
 * additional and unknown ones.
 */
export function bind(
  name: string,
  parameters: readonly string[],
  required: number,
  args: readonly Value[],
  named: Named,
): (Value | undefined)[] {
  if (args.length > parameters.length)
    throw failure(
      'TypeError',
      `${name}() takes at most ${parameters.length} argument${parameters.length === 1 ? '' : 's'} (${args.length} given)`,
    )
  const values: (Value | undefined)[] = parameters.map((_, index) => args[index])
  for (const [key, value] of named) {
    const index = parameters.indexOf(key)
    if (index < 0) throw failure('TypeError', `${name}() got an unexpected keyword argument '${key}'`)
    if (index < args.length) throw failure('TypeError', `${name}() got multiple values for argument '${key}'`)
    values[index] = value
  }
  const missing = parameters.slice(0, required).find((_, index) => values[index] === undefined)
  if (missing !== undefined) throw failure('TypeError', `${name}() missing required argument: '${missing}'`)
  return values
}

/** Throws FormulaError (TypeError) unless the value is a text. */
export function textOf(given: Value | undefined, what: string): string {
  const value = plain(given ?? null)
  if (typeof value !== 'string') throw failure('TypeError', `${what} must be str, not ${typeName(value)}`)
  return value
}

/** Returns an int as a number, limited to what indexes need. Throws FormulaError (TypeError) for other types, floats included. */
export function intOf(given: Value | undefined): number {
  const value = plain(given ?? null)
  if (typeof value === 'bigint' || typeof value === 'boolean') {
    const int = numeric(value) as bigint
    const limit = BigInt(Number.MAX_SAFE_INTEGER)
    return Number(int > limit ? limit : int < -limit ? -limit : int)
  }
  throw failure('TypeError', `'${typeName(value)}' object cannot be interpreted as an integer`)
}

/** Throws FormulaError (TypeError) unless the value is a number. */
export function numberOf(given: Value | undefined, what: string): bigint | number {
  const value = plain(given ?? null)
  if (!isNumeric(value)) throw failure('TypeError', `${what}: '${typeName(value)}'`)
  return numeric(value)
}
