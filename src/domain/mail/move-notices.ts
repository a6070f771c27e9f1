/** Emails about postponed and deleted annotations, to the recipient in `email_notifications` of the queue. */
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { headerText } from '../../rules/mail/email.ts'
import { recipientOf } from '../../rules/mail/inbox.ts'
import type { QueueSettings } from '../../rules/queues/settings.ts'
import type { Tx } from '../outbox/transaction.ts'
import { queueLetter } from './outgoing.ts'

type Notifier = Pick<Deps, 'config' | 'signals'>

interface Move {
  to: 'postponed' | 'deleted'
  organization_id: number
  annotation_id: number
  settings: QueueSettings
  queue: string
  file: string | null
  username: string | null
}

/** Queues the email about a move, if the settings of the queue want one; in the transaction that finishes the event of the move. */
export async function notifyOfMove(deps: Notifier, tx: Tx, event_id: number): Promise<void> {
  const move = await tx('events as e')
    .join('queues as q', 'q.id', 'e.queue_id')
    .join('annotations as a', 'a.id', 'e.annotation_id')
    .join('documents as d', 'd.id', 'a.document_id')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .where({ 'e.id': event_id, 'e.kind': 'annotation_status.changed' })
    .whereRaw(`e.data->>'to' in ('postponed', 'deleted')`)
    .first<Move | undefined>(
      tx.raw(`e.data->>'to' as "to"`),
      'e.organization_id',
      'e.annotation_id',
      'q.settings',
      'q.name as queue',
      'd.original_file_name as file',
      'u.username',
    )
  if (!move) return
  const { to, settings, organization_id, annotation_id, queue, file, username } = move
  const address = recipientOf(settings.email_notifications)
  if (!address || settings.email_notifications?.[`${to}_annotations`] !== true) return
  const name = headerText(file ?? '') || `annotation ${annotation_id}`
  await queueLetter({ ...deps, db: tx }, organization_id, {
    to: address,
    subject: `Document ${to}: ${name}`.slice(0, 200),
    text: [
      `${username ? `${headerText(username)} has ${to}` : 'The service has ' + to} the document "${name}" of the queue "${headerText(queue)}".`,
      '',
      `${baseUrl(deps.config)}/v1/annotations/${annotation_id}`,
    ].join('\n'),
  })
}
