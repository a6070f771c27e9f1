/**
 * Emails to delegates: a delegation that is created, changed or deleted is announced at once, also if it starts later, because nothing else
 * happens at its start. Its times are in the email, so that its end needs no other one.
 */
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { User, type Delegation, type RowOf } from '../../models/index.ts'
import { queueLetter } from '../mail/outgoing.ts'
import type { Tx } from '../outbox/transaction.ts'

export type Announcer = Pick<Deps, 'signals' | 'config' | 'log'>
type Times = Pick<RowOf<Delegation>, 'id' | 'organization_id' | 'user_id' | 'delegate_id' | 'starts_at' | 'ends_at'>

const isOver = ({ ends_at }: Times): boolean => Date.parse(ends_at) <= Date.now()

/** Informs the delegates of a change: `before` is undefined for a new delegation, `after` for a deleted one. Those that are over are silent. */
export async function announceDelegation(
  deps: Announcer,
  tx: Tx,
  before: Times | undefined,
  after: Times | undefined,
): Promise<void> {
  const ended = before && !isOver(before) ? before : undefined
  const begun = after && !isOver(after) ? after : undefined
  if (ended && begun && ended.delegate_id === begun.delegate_id) {
    if (periodOf(ended) !== periodOf(begun)) await send(deps, tx, begun, 'changed')
    return
  }
  if (ended) await send(deps, tx, ended, 'ended')
  if (begun) await send(deps, tx, begun, 'begun')
}

async function send(deps: Announcer, tx: Tx, delegation: Times, what: 'begun' | 'changed' | 'ended'): Promise<void> {
  const { id, organization_id, user_id, delegate_id } = delegation
  if (!deps.config.smtp) {
    deps.log.warn({ delegation: id }, 'the delegate cannot be informed: SMTP_HOST is not set')
    return
  }
  const [approver, delegate] = [await User.query(tx).findById(user_id), await User.query(tx).findById(delegate_id)]
  if (!approver || !delegate?.email || !delegate.is_active || delegate.deleted_at) return
  const name = `${approver.first_name} ${approver.last_name}`.trim() || approver.username
  const link = `${baseUrl(deps.config)}/v1/delegations/${id}`
  await queueLetter({ ...deps, db: tx }, organization_id, {
    to: delegate.email,
    subject: what === 'ended' ? `You no longer approve for ${name}` : `Approvals for ${name}`,
    text: {
      begun: [`You can approve and reject documents that wait for ${name}, ${periodOf(delegation)}.`, link],
      changed: [
        `You can approve and reject documents that wait for ${name} at other times: ${periodOf(delegation)}.`,
        link,
      ],
      ended: [`The delegation of the approvals of ${name} to you has ended. It was planned ${periodOf(delegation)}.`],
    }[what].join('\n\n'),
  })
}

const periodOf = ({ starts_at, ends_at }: Times): string => `from ${minuteOf(starts_at)} to ${minuteOf(ends_at)} (UTC)`
const minuteOf = (time: string): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ')
