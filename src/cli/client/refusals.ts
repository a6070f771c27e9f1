/** Sentences about what the service refuses, in terms of the command line. */
import { closest } from '../../rules/input/closest.ts'
import { Refused } from './rest.ts'

/** Replaces the API's names of fields at the beginning of lines: `template_name: …` becomes `--template: …`. */
export const inTermsOf = (options: Record<string, string>, message: string): string =>
  message
    .split('\n')
    .map((line) => line.replace(/^\w+(?=: )/, (field) => options[field] ?? field))
    .join('\n')

/** Rejects with errors of the service that name options in place of fields. */
export async function naming<T>(options: Record<string, string>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused) throw new Refused(error.status, inTermsOf(options, error.message))
    throw error
  }
}

/** More names than these are not listed in a sentence. */
const MAX_NAMES = 12

/** Returns what could have been meant: the closest name, or a list of all. */
export function suggestion(wanted: string, names: readonly string[], listedBy = ''): string {
  const meant = closest(wanted, names)
  const all = names.map((name) => `"${name}"`).join(', ')
  if (meant) return ` Did you mean "${meant}"?${listedBy && ` ${listedBy}`}`
  if (listedBy) return ` ${listedBy}`
  return names.length > 0 && names.length <= MAX_NAMES ? ` Choose from ${all}.` : ''
}
