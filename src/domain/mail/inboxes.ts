/** Inboxes and their queues: a queue has at most one inbox, and an inbox at most one queue. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { completeFilters, inboxAddress, notificationsOf, prefixFrom } from '../../rules/mail/inbox.ts'
import type { Tx } from '../outbox/transaction.ts'
import { Inbox } from '../../models/index.ts'

/** Returns an address that no inbox of any organization has. */
export async function freeAddress(db: Knex, prefix: string, domain: string): Promise<string> {
  for (;;) {
    const address = inboxAddress(prefix, randomBytes(3).toString('hex'), domain)
    if (!(await isTaken(db, address))) return address
  }
}

export const isTaken = async (db: Knex, address: string): Promise<boolean> =>
  Boolean(await db('inboxes').whereRaw('lower(email) = lower(?)', [address]).first('id'))

/** Creates the inbox of a queue made from a template, named after the queue. Part of the transaction that creates the queue. */
export async function createInbox(
  tx: Tx,
  input: { organization_id: number; queue_id: number; user_id: number; name: string; mail_domain: string },
): Promise<number> {
  const email_prefix = prefixFrom(input.name)
  const { id } = await Inbox.query(tx).insert({
    organization_id: input.organization_id,
    queue_id: input.queue_id,
    name: `${input.name} inbox`.slice(0, 255),
    email_prefix,
    email: await freeAddress(tx, email_prefix, input.mail_domain),
    filters: { ...completeFilters() },
    modified_by: input.user_id,
  })
  return id
}

/** Links the queue to this inbox or, with null, to none. Removes the queue's previous inbox and the inbox's previous queue. */
export async function linkInbox(db: Knex, queue_id: number, inbox_id: number | null): Promise<void> {
  // Serializes writers that link inboxes to the same queue.
  await db('queues').where('id', queue_id).forNoKeyUpdate().select('id')
  await db('inboxes')
    .where('queue_id', queue_id)
    .modify((query) => void (inbox_id !== null && query.whereNot('id', inbox_id)))
    .update({ queue_id: null })
  if (inbox_id !== null) await db('inboxes').where('id', inbox_id).update({ queue_id })
}

/** Writes bounce settings of an inbox to the queue, where they are stored now. Keys that are not passed are kept. */
export async function mirrorBounces(db: Knex, queue_id: number, bounces: Record<string, unknown>): Promise<void> {
  const notifications = notificationsOf(bounces)
  if (!Object.keys(notifications).length) return
  await db('queues')
    .where('id', queue_id)
    .update({
      settings: db.raw(
        `settings || jsonb_build_object('email_notifications', coalesce(settings->'email_notifications', '{}') || ?::jsonb)`,
        [JSON.stringify(notifications)],
      ),
    })
}
