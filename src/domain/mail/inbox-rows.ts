/** Inboxes as administrators write them. The settings of bounces are also written to the queue, which keeps them now. */
import { Inbox, type RowOf } from '../../models/index.ts'
import { BOUNCES } from '../../rules/inbox.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { freeAddress, mirrorBounces } from './inboxes.ts'

type Columns = Partial<RowOf<Inbox>>

/** Settings of bounces that a new inbox has. */
export const BOUNCE_DEFAULTS = {
  bounce_email_to: null,
  bounce_unprocessable_attachments: false,
  bounce_postponed_annotations: false,
  bounce_deleted_annotations: false,
  bounce_email_with_no_attachments: true,
}

const rows = rowsOf(Inbox)
export const deleteInbox = rows.delete

/** Of the settings of bounces those that differ: an older name that is sent back unchanged must not undo a change made in the queue. */
function changedBounces(columns: Columns, before: Columns): Record<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(columns))
  const stored = new Map<string, unknown>(Object.entries(before))
  const changed = Object.keys(BOUNCES).filter(
    (name) => given.get(name) !== undefined && given.get(name) !== stored.get(name),
  )
  return Object.fromEntries(changed.map((name) => [name, given.get(name)]))
}

/** Creates an inbox; without an address it gets a free one of the mail domain that begins with its prefix. */
export async function createQueueInbox(tx: Tx, writer: Writer, columns: Columns, mailDomain: string): Promise<number> {
  const email = columns.email ?? (await freeAddress(tx, columns.email_prefix ?? '', mailDomain))
  const id = await rows.create(tx, writer, { ...columns, email })
  if (columns.queue_id) await mirrorBounces(tx, columns.queue_id, changedBounces(columns, BOUNCE_DEFAULTS))
  return id
}

/** Changes an inbox. A new prefix makes a new address. PATCH mirrors the settings of bounces that it names, PUT (`full`) those it changes. */
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
