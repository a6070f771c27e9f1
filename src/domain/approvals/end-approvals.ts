/** Ends the approvals of annotations that are deleted by other ways than the review: by request, by lifetime, with their queue. */
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { AnnotationAssignee, RowOf, User, WorkflowRun } from '../../models/index.ts'
import { queueLetter } from '../mail/outgoing.ts'
import { writeEvents, type Actor, type NewEvent } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import { auditMoves, isAudited, writeAudit } from '../requests/audit.ts'
import { endRun } from './steps.ts'

interface Pending {
  id: number
  organization_id: number
  annotation_id: number
  queue_id: number
  queue: string
}

/** An approval that ended, with the addresses of those for whom it waited. */
interface Ended extends Pending {
  addresses: string[]
}

/**
 * Ends the pending approvals of these annotations: the run ends as `in_review` with the reason in an activity, its assignees are unassigned
 * and get an email (without a mail server, the log says so), and the audit log records the reason. Call it in the transaction that deletes
 * the annotations or their content, after the texts about them were deleted. The reason must not repeat what is deleted.
 */
export async function endApprovals(
  tx: Tx,
  deps: Pick<Deps, 'signals' | 'config' | 'log'>,
  who: Pick<Actor, 'user_id'>,
  annotation_ids: readonly number[],
  reason: string,
): Promise<void> {
  if (annotation_ids.length === 0) return
  const pending = await tx('workflow_runs as r')
    .join('annotations as a', 'a.id', 'r.annotation_id')
    .join('queues as q', 'q.id', 'a.queue_id')
    .whereRaw('r.annotation_id = any(?::bigint[])', [[...annotation_ids]])
    .where('r.workflow_status', 'pending' satisfies RowOf<WorkflowRun>['workflow_status'])
    .orderBy('r.id')
    .select<Pending[]>('r.id', 'r.organization_id', 'r.annotation_id', 'a.queue_id', 'q.name as queue')
  const events: NewEvent[] = []
  const ended: Ended[] = []
  for (const run of pending) {
    const assignees = await assigneesOf(tx, run.annotation_id)
    const before = assignees.map(({ id }) => id)
    const end = { status: 'in_review', action: 'pushed_back', note: reason, user_id: who.user_id } as const
    await endRun(tx, run.annotation_id, end)
    ended.push({ ...run, addresses: assignees.flatMap(({ is_active, email }) => (is_active && email ? [email] : [])) })
    await record(tx, who, run, { approval_ended: reason, assignees: before })
    events.push({
      kind: 'annotation.assigned',
      organization_id: run.organization_id,
      queue_id: run.queue_id,
      annotation_id: run.annotation_id,
      data: { before, assignees: [], note: reason },
      actor_id: who.user_id,
    })
  }
  await writeEvents(tx, events)
  await inform(tx, deps, ended, reason)
}

const assigneesOf = (tx: Tx, annotation_id: number): Promise<Pick<RowOf<User>, 'id' | 'email' | 'is_active'>[]> =>
  tx<RowOf<AnnotationAssignee>>('annotation_assignees as s')
    .join('users as u', 'u.id', 's.user_id')
    .where('s.annotation_id', annotation_id)
    .orderBy('u.id')
    .select('u.id', 'u.email', 'u.is_active')

/** Links in one email. */
const MAX_LINKS = 20

/** Sends each active assignee one email about all that ended. It names no file, because letters are kept longer than what is deleted. */
async function inform(
  tx: Tx,
  deps: Pick<Deps, 'signals' | 'config' | 'log'>,
  ended: readonly Ended[],
  reason: string,
): Promise<void> {
  const each = ended.flatMap((run) => run.addresses.map((to) => ({ ...run, to })))
  if (each.length === 0) return
  if (!deps.config.smtp) {
    deps.log.warn({ documents: ended.length }, 'approvers cannot be informed: SMTP_HOST is not set')
    return
  }
  for (const [to, runs] of Map.groupBy(each, (one) => one.to)) {
    const [first] = runs
    const names = [...new Set(runs.map(({ queue }) => queue))]
    const queues = names
      .slice(0, MAX_LINKS)
      .map((name) => `"${name}"`)
      .join(', ')
    const count = runs.length === 1 ? 'A document no longer waits' : `${runs.length} documents no longer wait`
    const links = runs
      .slice(0, MAX_LINKS)
      .map(({ annotation_id }) => `${baseUrl(deps.config)}/v1/annotations/${annotation_id}`)
    await queueLetter({ ...deps, db: tx }, first!.organization_id, {
      to,
      subject: names.length === 1 ? `Approval ended in ${names[0]}` : 'Approvals ended',
      text: [
        `${count} for your approval in ${queues}. ${reason}`,
        [...links, ...(runs.length > MAX_LINKS ? [`and ${runs.length - MAX_LINKS} more`] : [])].join('\n'),
      ].join('\n\n'),
    })
  }
}

async function record(
  tx: Tx,
  { user_id }: Pick<Actor, 'user_id'>,
  { organization_id, annotation_id }: Pending,
  details: Record<string, unknown>,
): Promise<void> {
  const entry = { object_type: 'annotation', object_id: annotation_id, action: 'update', details } as const
  if (isAudited()) return writeAudit(tx, [entry])
  return auditMoves(tx, [{ ...entry, organization_id, actor_id: user_id, request_id: null }])
}
