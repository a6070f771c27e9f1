/** Claims a call for one attempt: freezes the payload with the first one, and counts the attempt before it is made. */
import type { Knex } from 'knex'
import type { Deps } from '../../../deps.ts'
import { Annotation, HookRun, Token, type Hook, type RowOf } from '../../../models/index.ts'
import { transact, type Tx } from '../../outbox/transaction.ts'
import { writeLog } from './log.ts'
import { freeze, MAX_PAYLOAD, thaw, type Frozen, type Present } from './payload.ts'
import type { Share } from './shares.ts'

type Row = RowOf<HookRun>

export interface Claimed {
  body: string
  attempts: number
  /** How many of the attempts ended with their process. */
  interruptions: number
  poll: { url: string; until: string } | null
}

/**
 * `gone`: the object of the event was deleted. `large`: the payload exceeds its limit. `busy`: the calls in progress of the organization
 * have too much content. `taken`: the call, or the object of its event, has changed.
 */
export type Unclaimed = 'gone' | 'large' | 'busy' | 'taken'

/** Returns the call with its payload, or why it cannot be made now. The share grows with the size of the payload. */
export async function claim(
  deps: Deps,
  present: Present,
  run: Row,
  hook: RowOf<Hook>,
  share: Share,
): Promise<Claimed | Unclaimed> {
  const purged_at = await purgedAt(deps.db, run)
  const frozen = run.sealed_payload ? null : await freeze(deps, present, run, hook)
  if (!run.sealed_payload && !frozen) return 'gone'
  const body = frozen ? frozen.body : thaw(deps, run.sealed_payload!)
  const claimed = await claimWith(deps, { run, hook, frozen, body, purged_at, share })
  if (typeof claimed === 'string' && frozen?.token_id) await Token.query(deps.db).deleteById(frozen.token_id)
  return claimed
}

interface Candidate {
  run: Row
  hook: RowOf<Hook>
  frozen: Frozen | null
  body: string
  purged_at: string | null | undefined
  share: Share
}

async function claimWith(
  deps: Deps,
  { run, hook, frozen, body, purged_at, share }: Candidate,
): Promise<Claimed | Unclaimed> {
  if (body.length > MAX_PAYLOAD) return 'large'
  if (!(await share.growTo(body.length))) return 'busy'
  const isPoll = run.poll_url !== null
  const isRepeated = run.status === 'running' && !isPoll
  const attempts = run.attempts + (isPoll ? 0 : 1)
  const interruptions = run.interruptions + (isRepeated ? 1 : 0)
  return transact(deps, async (tx): Promise<Claimed | Unclaimed> => {
    // A purge since the payload was built must not leave content in it; one that begins now waits until it can remove the payload.
    if ((await purgedAt(tx, run)) !== purged_at) return 'taken'
    const changed = await HookRun.query(tx)
      .findById(run.id)
      .where({ attempts: run.attempts })
      .whereIn('status', ['waiting', 'running'])
      .modify((query) => void (frozen ?? query.whereNotNull('sealed_payload')))
      .patch({
        status: 'running',
        attempts,
        interruptions,
        ...(frozen
          ? { sealed_payload: frozen.sealed, token_id: frozen.token_id, started_at: deps.clock().toISOString() }
          : {}),
      })
    if (!changed) return 'taken'
    if (isRepeated) await logInterrupted(tx, run, hook, deps.clock())
    const poll = isPoll ? { url: run.poll_url!, until: run.poll_until! } : null
    return { body, attempts, interruptions, poll }
  })
}

/** Returns when the annotation of a call was purged; undefined if there is none. A transaction locks it, before it locks the call. */
async function purgedAt(db: Knex | Tx, { annotation_id }: Row): Promise<string | null | undefined> {
  if (annotation_id === null) return undefined
  const query = Annotation.query(db).findById(annotation_id).select('purged_at')
  if (db.isTransaction) query.forUpdate()
  return (await query)?.purged_at
}

/** The process of the last attempt has ended, so the attempt itself could not be logged. */
async function logInterrupted(tx: Tx, run: Row, hook: RowOf<Hook>, at: Date): Promise<void> {
  const message = `Attempt ${run.attempts} ended without a result, because its process was interrupted. It is repeated.`
  const entry = { status: 'failed', level: 'WARNING', message, start: at, end: null, status_code: null } as const
  await writeLog(tx, run, hook, {}, entry)
}
