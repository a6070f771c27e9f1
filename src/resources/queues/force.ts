/** The parameter `force` of changes that remove fields which other definitions read. */
import { Type } from 'typebox'
import type { Request } from '../framework/request.ts'
import { isTrue } from './flag.ts'

export const FORCE = {
  force: Type.Boolean({
    description:
      'If `true`, the change is made although it removes fields that workflows, rules, triggers, email templates, export profiles or settings read: ' +
      'those are disabled, which the audit log records. Otherwise the answer is 409 with their list.',
  }),
}

export const isForced = (query: Request['query']): boolean => isTrue(query, 'force')
