/** Parameters of changes that are true or false. */
import { invalid } from '../../errors.ts'
import { parseBoolean } from '../framework/filters.ts'
import type { Request } from '../framework/request.ts'

/** Throws 400 if the value is not a boolean. */
export function isTrue(query: Request['query'], name: string): boolean {
  const text = [query[name]].flat()[0] ?? ''
  const value = parseBoolean(text)
  if (text !== '' && value === null) throw invalid({ [name]: ['Must be true or false.'] })
  return value === true
}
