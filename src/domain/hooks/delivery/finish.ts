/** Stores the result of an attempt with its effects: operations, log, state of the call, token, and the delivery of the event. */
import type { Deps } from '../../../deps.ts'
import { HookRun, Token, type Hook, type RowOf } from '../../../models/index.ts'
import { failedAnswer, readAnswer, type HookAnswer } from '../../../rules/hooks/answers.ts'
import type { StoredAnswer } from '../../../rules/hooks/call.ts'
import type { HookAttempt } from '../../../workflows/contract.ts'
import { finishDelivery } from '../../outbox/deliveries.ts'
import { transact, type Tx } from '../../outbox/transaction.ts'
import { seal } from '../../requests/secrets.ts'
import { writeLog } from './log.ts'
import { applyHookOperations } from './operations.ts'
import { noteResult } from './failures.ts'
import { answerOf, describe, reasonOf, resultOf, statusOf, withDetail, type Attempt } from './results.ts'

/** The result of a call, for the caller of an interactive event. */
export interface Finished {
  attempt: HookAttempt
  /** Null unless the call is finished. */
  answer: StoredAnswer | null
  /** The whole JSON body of the response; undefined if it has none. */
  response: unknown
}

/** The place for which the records of functions are sealed: they contain what the function received from the API. */
export const RECORD = 'hook_runs.sealed_record'

/** The call is not finished: it has to be attempted again. */
export const unfinished = (attempt: HookAttempt): Finished => ({ attempt, answer: null, response: undefined })

export const OVERTAKEN = { status: 'waiting', reason: 'A later attempt has begun.', again_in_ms: 1_000 } as const

const EMPTY = { status: 204, body: '' }

/** Stores an attempt. An attempt that was overtaken by a later one changes nothing. */
export async function finishAttempt(deps: Deps, made: Attempt): Promise<Finished> {
  const { run, hook, next, exchange, config } = made
  const isOver = next.do === 'done' || next.do === 'failed'
  const answer = answerOf(made)
  return transact(deps, async (tx): Promise<Finished> => {
    // In the order of deletions and purges, which lock the annotation before its calls.
    if (run.annotation_id !== null) await tx('annotations').where('id', run.annotation_id).forUpdate().select('id')
    const locked = await HookRun.query(tx)
      .findById(run.id)
      .forUpdate()
      .select('status', 'attempts', 'token_id', 'sealed_payload')
    if (locked?.status !== 'running' || locked.attempts !== made.attempts) return unfinished(OVERTAKEN)
    // The annotation was purged during the call.
    const isForgotten = locked.sealed_payload === null
    const stored = isOver ? await applyAnswer(tx, made, isForgotten ? readAnswer('', '', EMPTY) : answer) : null
    await HookRun.query(tx)
      .findById(run.id)
      .patch({ ...stateOf(deps, made, stored), ...(isForgotten ? { sealed_record: null } : {}) })
    const at = deps.clock()
    await writeLog(tx, run, hook, isForgotten ? {} : config, {
      ...describe(made, [...answer.problems, ...(stored?.problems ?? [])], isForgotten),
      start: new Date(at.getTime() - exchange.ms),
      end: at,
      status_code: statusOf(exchange),
      output: isForgotten ? undefined : exchange.output,
      body: made.body,
      response: 'status' in exchange.outcome ? exchange.outcome.body : undefined,
    })
    if (stored) await closeCall(tx, run, hook, locked.token_id)
    if (isOver) await noteResult(deps, tx, hook, next.do === 'failed')
    return { attempt: resultOf(made), answer: stored, response: answer.other }
  })
}

/** Carries out what the answer says about the annotation, and returns what remains for the event's own step. */
async function applyAnswer(tx: Tx, made: Attempt, answer: HookAnswer): Promise<StoredAnswer & { problems: string[] }> {
  const { run, next, exchange } = made
  const { updated, problems } =
    run.event === 'annotation_content' && run.annotation_id !== null
      ? await applyHookOperations(tx, run.annotation_id, run, answer.operations)
      : { updated: [], problems: [] }
  return {
    status_code: statusOf(exchange),
    reason: next.do === 'failed' ? reasonOf(made) : null,
    messages: answer.messages.map((message) => withDetail(message, made)),
    automation_blockers: answer.automation_blockers,
    updated,
    files: answer.files,
    ...(run.event === 'email'
      ? { additional_files: answer.additional_files, extracted_original_sender: answer.extracted_original_sender }
      : {}),
    problems,
  }
}

function stateOf(
  { config, clock }: Deps,
  { next, exchange, config: own, run }: Attempt,
  stored: (StoredAnswer & { problems: string[] }) | null,
): Partial<RowOf<HookRun>> {
  const record =
    exchange.record && own.payload_logging_enabled ? { sealed_record: seal(config, RECORD, exchange.record) } : {}
  if (next.do === 'retry') return { status: 'waiting', poll_url: null, poll_until: null, ...record }
  if (next.do === 'poll') {
    const location = 'status' in exchange.outcome ? exchange.outcome.location : null
    if (run.poll_url) return { status: 'waiting' }
    const until = new Date(clock().getTime() + (own.max_polling_time_s ?? 300) * 1000).toISOString()
    return { status: 'waiting', poll_url: location ?? null, poll_until: until }
  }
  const { problems: _, ...response } = stored!
  return {
    status: next.do === 'done' ? 'completed' : 'failed',
    finished_at: clock().toISOString(),
    response,
    poll_url: null,
    poll_until: null,
    ...record,
  }
}

/** Ends the token of a call unless the hook sets its lifetime, and finishes the delivery of the event with the last call. */
async function closeCall(
  tx: Tx,
  { event_id, event }: RowOf<HookRun>,
  hook: RowOf<Hook>,
  token_id: number | null,
): Promise<void> {
  if (token_id !== null && hook.token_lifetime_s === null) await Token.query(tx).deleteById(token_id)
  if (event_id === null || event !== 'annotation_status') return
  // Two last calls that end at the same time take turns, so that the second sees the first.
  await tx('deliveries').where({ event_id, consumer: 'hooks' }).forUpdate().select('event_id')
  const open = await HookRun.query(tx)
    .where({ event_id, event })
    .whereIn('status', ['waiting', 'running'])
    .select('id')
    .first()
  if (!open) await finishDelivery(tx, { event_id, consumer: 'hooks' })
}

/** Ends a call that cannot be made: `cancelled` if it is no longer wanted, otherwise `failed` like a call without a response. */
export async function endCall(
  deps: Deps,
  run: RowOf<HookRun>,
  hook: RowOf<Hook>,
  status: 'cancelled' | 'failed',
  reason: string,
): Promise<Finished> {
  const messages = failedAnswer(reason).messages.map((message) => withDetail(message, { run, hook }))
  const answer: StoredAnswer = {
    messages,
    automation_blockers: [],
    status_code: null,
    reason,
    updated: [],
    files: null,
  }
  await transact(deps, async (tx) => {
    const at = deps.clock()
    const changed = await HookRun.query(tx)
      .findById(run.id)
      .whereIn('status', ['waiting', 'running'])
      .patch({ status, finished_at: at.toISOString(), response: status === 'failed' ? answer : null })
    if (!changed) return
    const level = status === 'failed' ? 'ERROR' : 'WARNING'
    await writeLog(tx, run, hook, {}, { status, level, message: reason, start: at, end: at, status_code: null })
    const ended = await HookRun.query(tx).findById(run.id).select('token_id')
    await closeCall(tx, run, hook, ended?.token_id ?? null)
    if (status === 'failed') await noteResult(deps, tx, hook, true)
  })
  return { attempt: { status, reason }, answer: status === 'failed' ? answer : null, response: undefined }
}
