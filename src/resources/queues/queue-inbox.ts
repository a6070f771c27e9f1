/** `inbox` of a queue: the one inbox that names the queue. */
import { Type } from 'typebox'
import { linkInbox } from '../../domain/mail/inboxes.ts'
import { Url, type Field } from '../engine/fields.ts'
import { group, resolveReferences } from '../engine/references.ts'

export const queueInbox = (): Field => ({
  output: Type.Union([{ ...Url, 'x-references': 'inboxes' }, Type.Null()]),
  input: Type.Union([{ ...Type.String(), 'x-references': 'inboxes' }, Type.Null()]),
  default: null,
  load: async (rows, { db, urls }) => {
    const found = await db('inboxes')
      .whereIn(
        'queue_id',
        rows.map((row) => row.id),
      )
      .select('id', 'queue_id')
    const urlOf = group(found, 'queue_id', (inbox) => urls.of('inboxes', inbox.id as number))
    return (row) => urlOf(row)[0] ?? null
  },
  accept: async (value, caller) => {
    await resolveReferences('inboxes', [value ?? []].flat(), caller)
    return {}
  },
  after: async (id, value, caller) => {
    const { db } = caller
    const [inbox_id = null] = await resolveReferences('inboxes', [value ?? []].flat(), caller)
    await linkInbox(db, id, inbox_id)
  },
})

/** For filters and ordering of queues. */
export const INBOX_OF_QUEUE = '(select inboxes.id from inboxes where inboxes.queue_id = queues.id)'
