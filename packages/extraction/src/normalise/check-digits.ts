/**
 * Check digits of the numbers that countries give to companies and tax payers, by the validators of `stdnum`. Each validator is loaded when a
 * number first asks for it: a document has numbers of two or three kinds, and all of the package takes as long to load as a page to read.
 */
import { createRequire } from 'node:module'
import type { Validator } from 'stdnum'

/** Loads from the folder of the package's own index. */
const load = createRequire(createRequire(import.meta.url).resolve('stdnum'))
const validators = new Map<string, Validator>()

function validatorOf(name: string): Validator {
  const known = validators.get(name)
  if (known) return known
  const validator = load(`./${name}`) as Validator
  validators.set(name, validator)
  return validator
}

/**
 * Returns whether the check digits of a number are right, by a validator such as `ar/cuit`. Undefined if the number has none to check, or if it is
 * refused for another reason, such as a prefix that the list of the validator lacks: such lists grow old, and check digits do not.
 */
export function hasCheckDigits(validator: string, number: string): boolean | undefined {
  const result = validatorOf(validator).validate(number)
  if (result.isValid) return true
  return result.error.name === 'InvalidChecksum' ? false : undefined
}
