/** What follows a move of an annotation: the emails of rules, the move to another queue, and the emails of triggers. */
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import type { RuleAction } from '../../rules/automation-rules/actions.ts'
import type { Evaluated } from '../../rules/automation-rules/evaluate.ts'
import type { Execution } from '../../rules/automation-rules/perform.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { rulesWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { composeAutomatic, type RuleEmail } from '../mail/automatic.ts'
import { emailKey } from '../mail/emails.ts'
import { storeOutgoing, type OutgoingEmail } from '../mail/send.ts'
import { finishDelivery, pendingEvents, type PendingEvent } from '../outbox/deliveries.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { readTree } from '../annotations/content/contents.ts'
import { moveToQueue } from '../annotations/move-to-queue.ts'
import { moveAnnotation } from '../annotations/status/move.ts'
import { composeTriggered, sendTriggered } from '../triggers/triggered.ts'
import { evaluateFor, recordExecutions, rulesFor, type RuleSubject } from './run.ts'
import { schemaOf } from '../annotations/content/schema-of.ts'

/** Emails that one action may send. */
const MAX_EMAILS = 5

type Following = Pick<Deps, 'db' | 'signals' | 'config' | 'blobs' | 'log'>
type Requested = Extract<PendingEvent, { kind: 'annotation.rules_requested' }>

/** What a rule will do: composed emails, and its execution so far. */
interface Plan {
  execution: Execution
  emails: { action: RuleAction; email: OutgoingEmail }[]
  queue: RuleAction | null
}

/**
 * Performs the actions of the oldest event that requests them for an annotation. Returns whether there are more events. Idempotent by
 * delivery: emails and moves are written in the transaction that finishes it.
 */
export async function runRuleActions(deps: Following, annotation_id: number): Promise<boolean> {
  const [event, ...more] = await pendingEvents(deps.db, 'rules', rulesWorkflowId(annotation_id))
  if (event?.kind !== 'annotation.rules_requested') return false
  const subject = await subjectOf(deps, event)
  const plans = subject ? await planActions(deps, subject, event) : []
  const letters = subject ? await composeTriggered(deps, subject, event.data.event) : []
  const isFirst = await transact(deps, async (tx) => {
    if (!(await finishDelivery(tx, { event_id: event.id, consumer: event.consumer }))) return false
    if (subject) await perform({ ...deps, db: tx }, subject, event, plans)
    if (subject) await sendTriggered({ ...deps, db: tx }, subject, letters)
    return true
  })
  if (!isFirst) await Promise.all(messagesOf(plans, letters).map((key) => deps.blobs.delete(key)))
  return more.length > 0
}

const messagesOf = (plans: readonly Plan[], letters: readonly OutgoingEmail[]): string[] =>
  [...plans.flatMap(({ emails }) => emails.map(({ email }) => email)), ...letters].flatMap(({ s3_name }) =>
    s3_name ? [emailKey(s3_name)] : [],
  )

/** Returns the annotation of an event; null if its data is gone. */
async function subjectOf({ db }: Following, { annotation_id }: Requested): Promise<RuleSubject | null> {
  const row = await db('annotations as a')
    .join('schemas as s', 's.id', 'a.schema_id')
    .where('a.id', annotation_id)
    .whereNot('a.status', 'purged')
    .first<
      | (Pick<RowOf<Annotation>, 'id' | 'organization_id' | 'queue_id' | 'schema_id'> & { schema: SchemaContent })
      | undefined
    >('a.id', 'a.organization_id', 'a.queue_id', 'a.schema_id', schemaOf(db))
  return row ? { ...row, request_id: null, user_id: null } : null
}

async function planActions(deps: Following, subject: RuleSubject, { data }: Requested): Promise<Plan[]> {
  if (data.event === 'annotation_created') return []
  const rules = (await rulesFor(deps.db, subject, data.event)).filter(({ actions }) =>
    actions.some((action) => isFollowing(action, data.event)),
  )
  const { evaluated } = await evaluateFor(deps.db, subject, rules, await readTree(deps.db, subject.id))
  const sent = new Set<string>()
  const plans: Plan[] = []
  for (const one of evaluated) plans.push(await planRule(deps, subject, one, data.event, sent))
  return plans
}

const isFollowing = ({ enabled, event, type }: RuleAction, wanted: string): boolean =>
  enabled && event === wanted && (type === 'send_email' || type === 'change_queue')

/** Composes the emails of a rule whose condition is met. Identical emails, also of other rules, are sent once. */
async function planRule(
  deps: Following,
  subject: RuleSubject,
  { rule, results, error }: Evaluated,
  event: string,
  sent: Set<string>,
): Promise<Plan> {
  const isMet = (results ?? []).some((result) => result.isMet)
  const actions = isMet ? rule.actions.filter((action) => isFollowing(action, event)) : []
  const errors = error === null ? [] : [error]
  const plan: Plan = { execution: { rule, results, actions: [], errors }, emails: [], queue: null }
  for (const action of actions) {
    if (action.type === 'change_queue') plan.queue = action
    else if (plan.emails.filter((one) => one.action === action).length < MAX_EMAILS && isNew(sent, action))
      await noting(errors, action, async () => {
        plan.emails.push({ action, email: await composeAutomatic(deps, subject.id, emailOf(action)) })
      })
  }
  return plan
}

const textsIn = (value: unknown): string[] => [value ?? []].flat().map(String)

/** Returns the email of an action, whose payload was checked when the rule was saved. */
function emailOf({ payload }: RuleAction): RuleEmail {
  const { email_template, attach_document, to, cc, bcc, subject, body } = payload
  if (email_template !== undefined)
    return { email_template: Number(email_template), attach_document: attach_document === true }
  return { to: textsIn(to), cc: textsIn(cc), bcc: textsIn(bcc), subject: String(subject), body: String(body) }
}

function isNew(sent: Set<string>, { payload }: RuleAction): boolean {
  const key = JSON.stringify(payload)
  return !sent.has(key) && Boolean(sent.add(key))
}

/** Runs one action; a refusal is noted as its error. */
async function noting(errors: string[], { id }: RuleAction, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    errors.push(`Action ${id}: ${error.message}`)
    return false
  }
}

async function perform(
  deps: Following & { db: Tx },
  subject: RuleSubject,
  { data }: Requested,
  plans: readonly Plan[],
): Promise<void> {
  let isMoved = false
  for (const { execution, emails, queue } of plans) {
    const performed: RuleAction[] = []
    for (const { action, email } of emails)
      if (await noting(execution.errors, action, async () => void (await storeOutgoing(deps, subject, email))))
        performed.push(action)
    // The first rule that moves the annotation decides.
    if (queue && !isMoved) {
      isMoved = await noting(execution.errors, queue, () => changeQueue(deps, subject, queue))
      if (isMoved) performed.push(queue)
    }
    execution.actions = (execution.results ?? []).map(({ isMet }) => (isMet ? performed : null))
  }
  if (data.event === 'annotation_created') return
  await recordExecutions(
    deps.db,
    subject,
    data.event,
    plans.map(({ execution }) => execution),
  )
}

async function changeQueue({ db, blobs }: Following & { db: Tx }, subject: RuleSubject, { payload }: RuleAction) {
  const { id, organization_id } = subject
  const service = { user_id: null, organization_id }
  await moveToQueue(db, blobs, { ...service, admin: true }, id, Number(payload.queue_id))
  if (payload.reimport !== true) return
  await moveAnnotation(db, service, id, 'patch', {
    context: { to: 'importing' },
    changes: { rir_poll_id: null, messages: '[]' },
  })
}
