/** What the hooks of one event have answered, as stored with their calls. */
import type { Knex } from 'knex'
import { HookRun } from '../../../models/index.ts'
import type { HookMessage } from '../../../rules/hooks/answers.ts'
import type { StoredAnswer } from '../../../rules/hooks/call.ts'

export interface Answers {
  messages: HookMessage[]
  blockers: { id: string; content: string }[]
}

/** Returns the messages and automation blockers of all hooks of an event, in the order in which the calls were planned. */
export async function answersOf(db: Knex, cause: string): Promise<Answers> {
  const answers = await storedAnswers(db, cause)
  return {
    messages: answers.flatMap(({ messages }) => messages),
    blockers: answers.flatMap(({ automation_blockers }) => automation_blockers),
  }
}

/** Returns the answers of the calls of an event that are finished, without those whose content was purged. */
export async function storedAnswers(db: Knex, cause: string, hook_ids?: readonly number[]): Promise<StoredAnswer[]> {
  if (hook_ids?.length === 0) return []
  const rows = await HookRun.query(db)
    .where({ cause })
    .modify((query) => void (hook_ids && query.whereIn('hook_id', [...hook_ids])))
    .orderBy('id')
    .select('response')
  return rows.flatMap(({ response }) => response ?? [])
}
