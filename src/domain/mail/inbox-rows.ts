/** Inboxes as written by administrators. The bounce settings are also written to the queue, where they are stored now. */
import { Inbox, type RowOf } from '../../models/index.ts'
import { BOUNCES } from '../../rules/mail/inbox.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { freeAddress, mirrorBounces } from './inboxes.ts'

type Columns = Partial<RowOf<Inbox>>

/** Bounce settings of a new inbox. */
export const BOUNCE_DEFAULTS = {
  bounce_email_to: null,
  bounce_unprocessable_attachments: false,
  bounce_postponed_annotations: false,
  bounce_deleted_annotations: false,
  bounce_email_with_no_attachments: true,
}

const rows = rowsOf(Inbox)
export const deleteInbox = rows.delete

/** Returns the bounce settings that differ: an older name sent back unchanged must not undo a change made in the queue. */
function changedBounces(columns: Columns, before: Columns): Record<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(columns))
  const stored = new Map<string, unknown>(Object.entries(before))
  const changed = Object.keys(BOUNCES).filter(
    (name) => given.get(name) !== undefined && given.get(name) !== stored.get(name),
  )
  return Object.fromEntries(changed.map((name) => [name, given.get(name)]))
}

/** Creates an inbox. Without an address it gets an unused one of the mail domain that starts with its prefix. */
export async function createQueueInbox(tx: Tx, writer: Writer, columns: Columns, mailDomain: string): Promise<number> {
  const email = columns.email ?? (await freeAddress(tx, columns.email_prefix ?? '', mailDomain))
  const id = await rows.create(tx, writer, { ...columns, email })
  if (columns.queue_id) await mirrorBounces(tx, columns.queue_id, changedBounces(columns, BOUNCE_DEFAULTS))
  return id
}

/** Changes an inbox. A new prefix creates a new address. PATCH mirrors the bounce settings it contains, PUT (`full`) those it changes. */
export async function updateInbox(
  tx: Tx,
  writer: Writer,
  row: RowOf<Inbox>,
  columns: Columns,
  { full, mailDomain }: { full: boolean; mailDomain: string },
): Promise<void> {
  const { email_prefix = row.email_prefix, queue_id = row.queue_id } = columns
  const email = email_prefix === row.email_prefix ? {} : { email: await freeAddress(tx, email_prefix, mailDomain) }
  await rows.update(tx, writer, row.id, { ...columns, ...email })
  if (queue_id !== null) await mirrorBounces(tx, queue_id, changedBounces(columns, full ? row : {}))
}
