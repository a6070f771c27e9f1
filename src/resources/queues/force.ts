/** The parameter `force` of changes that remove fields which other definitions read. */
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { parseBoolean } from '../engine/filters.ts'
import type { Request } from '../engine/request.ts'

export const FORCE = {
  force: Type.Boolean({
    description:
      'If `true`, the change is made although it removes fields that workflows, rules, triggers, email templates or settings read: ' +
      'those are disabled, which the audit log records. Otherwise the answer is 409 with their list.',
  }),
}

/** Throws 400 if the value is not a boolean. */
export function isForced({ force }: Request['query']): boolean {
  const text = [force].flat()[0] ?? ''
  const value = parseBoolean(text)
  if (text !== '' && value === null) throw invalid({ force: ['Must be true or false.'] })
  return value === true
}
