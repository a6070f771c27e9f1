import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { queueLetter } from '../mail/outgoing.ts'
import { transact } from '../outbox/transaction.ts'
import { delegatesOf } from './delegations.ts'
import { lookAtApproval, REMIND_EVERY } from './look-at-approval.ts'

type Reminder = Pick<Deps, 'db' | 'signals' | 'config' | 'log'>

/**
 * Sends a reminder to every approver who has not decided, and to their delegates, if it is due. Idempotent: the guarded update lets one caller per interval send.
 * Without a mail server, the reminder is only logged.
 */
export const remindApprovers = (deps: Reminder, run_id: number): Promise<void> =>
  transact(deps, async (tx) => {
    const { rows } = await tx.raw<{ rows: { annotation_id: number; organization_id: number }[] }>(
      `update workflow_runs r set reminded_at = now(), reminders = r.reminders + 1
         from annotations a join queues q on q.id = a.queue_id
        where r.id = ? and a.id = r.annotation_id and r.workflow_status = 'pending' and a.status = 'in_workflow'
          and coalesce(r.reminded_at, r.step_started_at) + ${REMIND_EVERY} <= now()
       returning r.annotation_id, r.organization_id`,
      [run_id],
    )
    const [due] = rows
    const found = due && (await lookAtApproval({ ...deps, db: tx }, run_id))
    if (!due || !found) return
    const { state } = found
    if (!deps.config.smtp) {
      deps.log.warn(
        { run: run_id, annotation: due.annotation_id },
        'approvers cannot be reminded: SMTP_HOST is not set',
      )
      return
    }
    const waiting = await tx('annotation_assignees as s')
      .join('users as u', 'u.id', 's.user_id')
      .where('s.annotation_id', due.annotation_id)
      .whereIn('u.username', state.waiting_for)
      .pluck<number[]>('u.id')
    const emails = await tx('users')
      .whereIn('id', [...waiting, ...(await delegatesOf(tx, due.organization_id, waiting))])
      .where('is_active', true)
      .whereNotNull('email')
      .orderBy('id')
      .pluck<string[]>('email')
    for (const to of new Set(emails.filter(Boolean)))
      await queueLetter({ ...deps, db: tx }, due.organization_id, {
        to,
        subject: `Approval required in ${state.queue}`,
        text: [
          `A document in the queue "${state.queue}" has been waiting for your approval since ${state.since}.`,
          `Workflow: ${state.workflow}, step: ${state.step?.name ?? ''}`,
          `${baseUrl(deps.config)}/v1/annotations/${due.annotation_id}`,
        ].join('\n\n'),
      })
  })
