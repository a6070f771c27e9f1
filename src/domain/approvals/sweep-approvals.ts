/** What the sweep does about pending approvals: rights that end with time, and steps for which no approver is left. */
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { queueLetter } from '../mail/outgoing.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { releaseApprovals } from './release-approvals.ts'

type Sweeper = Pick<Deps, 'db' | 'signals' | 'config' | 'log'>

/** Unassigns approvers whose membership has expired from pending approvals. Returns the number of these users. */
export const releaseExpired = (deps: Sweeper): Promise<number> =>
  transact(deps, async (tx) => {
    const { rows } = await tx.raw<{ rows: { user_id: number }[] }>(
      `select distinct s.user_id
         from workflow_runs r
         join annotation_assignees s on s.annotation_id = r.annotation_id
         join memberships m on m.user_id = s.user_id and m.organization_id = r.organization_id
        where r.workflow_status = 'pending' and m.expires_at <= now()`,
    )
    if (rows.length > 0)
      releaseApprovals(
        tx,
        rows.map(({ user_id }) => user_id),
      )
    return rows.length
  })

/** Links in one email. */
const MAX_LINKS = 20

/** SQL of the pending approvals `r` at a step that no active assignee can complete any more. */
const STUCK = `r.workflow_status = 'pending' and r.current_step_id is not null
  and not exists (
    select from annotation_assignees s join users u on u.id = s.user_id and u.is_active
     where s.annotation_id = r.annotation_id
       and not exists (select from workflow_activities v
                        where v.workflow_run_id = r.id and v.workflow_step_id = r.current_step_id
                          and v.action = 'approved' and coalesce(v.on_behalf_of, v.created_by) = s.user_id))`

/**
 * Reminds the administrators of each organization of the documents that wait for them, because the step has no approver: one email with all of
 * them, at most once a day. Without a mail server, the log says so. Returns the number of organizations.
 */
export const remindAdministrators = (deps: Sweeper): Promise<number> =>
  transact(deps, async (tx) => {
    const { rows: due } = await tx.raw<{ rows: { id: number }[] }>(
      `update organizations o set approvals_reminded_at = now()
        where (o.approvals_reminded_at is null or o.approvals_reminded_at <= now() - interval '1 day')
          and o.id in (select r.organization_id from workflow_runs r
                         join annotations a on a.id = r.annotation_id and a.status = 'in_workflow'
                        where ${STUCK})
       returning o.id`,
    )
    if (due.length > 0 && !deps.config.smtp)
      deps.log.warn(
        { organizations: due.length },
        'administrators cannot be reminded of approvals: SMTP_HOST is not set',
      )
    if (deps.config.smtp) for (const { id } of due) await remind(deps, tx, id)
    return due.length
  })

interface Stuck {
  annotation_id: number
  queue: string
  total: number
}

async function remind(deps: Sweeper, tx: Tx, organization_id: number): Promise<void> {
  const { rows: stuck } = await tx.raw<{ rows: Stuck[] }>(
    `select r.annotation_id, q.name as queue, (count(*) over ())::integer as total
       from workflow_runs r
       join annotations a on a.id = r.annotation_id and a.status = 'in_workflow'
       join queues q on q.id = a.queue_id
      where r.organization_id = ? and ${STUCK}
      order by r.id limit ?`,
    [organization_id, MAX_LINKS],
  )
  const [first] = stuck
  if (!first) return
  const addresses = await tx('users as u')
    .join('user_groups as ug', 'ug.user_id', 'u.id')
    .join('groups as g', 'g.id', 'ug.group_id')
    .where({ 'u.organization_id': organization_id, 'u.is_active': true })
    .whereIn('g.name', ['admin', 'organization_group_admin'])
    .whereNull('u.deleted_at')
    .whereNotNull('u.email')
    .distinct('u.email')
    .orderBy('u.email')
    .pluck<string[]>('u.email')
  const { total } = first
  const links = stuck.map(
    ({ annotation_id, queue }) => `${queue}: ${baseUrl(deps.config)}/v1/annotations/${annotation_id}`,
  )
  for (const to of addresses.filter(Boolean))
    await queueLetter({ ...deps, db: tx }, organization_id, {
      to,
      subject: total === 1 ? 'A document waits for an administrator' : `${total} documents wait for an administrator`,
      text: [
        'No approver is left for the approval steps of these documents. Approve them, or assign them to other users.',
        [...links, ...(total > stuck.length ? [`and ${total - stuck.length} more`] : [])].join('\n'),
      ].join('\n\n'),
    })
}
