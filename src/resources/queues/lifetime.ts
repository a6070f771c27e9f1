/** `queues.document_lifetime`: short ones delete documents before anybody has seen them, and are mostly a missing unit. */
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import type { Queue, RowOf } from '../../models/index.ts'
import { inWords } from '../../rules/input/duration.ts'
import { isTrue } from './flag.ts'
import type { Request } from '../framework/request.ts'
import { secondsOf } from './duration.ts'

const DAY = 86_400

export const CONFIRM = {
  confirm: Type.Boolean({ description: 'If `true`, a `document_lifetime` of less than a day is accepted.' }),
}

/**
 * Throws 400, with the time in words, for a new lifetime of less than a day, unless the request confirms it. `written` is the column as it
 * will be written, such as `90 seconds`.
 */
export function assertConfirmed(
  written: unknown,
  before: RowOf<Queue>['document_lifetime'] | undefined,
  query: Request['query'],
): void {
  if (typeof written !== 'string') return
  const seconds = Number.parseFloat(written)
  if (seconds >= DAY || (before && secondsOf(before) === seconds) || isTrue(query, 'confirm')) return
  const words = inWords(seconds)
  throw invalid({
    document_lifetime: [
      `This is ${words}: documents are deleted ${words} after they have arrived, exported or not. ` +
        'With ?confirm=true it is accepted; for days, write for example "90 00:00:00".',
    ],
  })
}
