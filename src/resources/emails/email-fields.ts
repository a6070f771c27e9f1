/** Fields that emails and their threads share. */
import { Type, type TSchema } from 'typebox'
import type { Knex } from 'knex'
import { PROCESSED, UNPROCESSED } from '../../rules/mail/email.ts'
import { makers, type FieldBuilder } from '../framework/fields.ts'
import type { FilterMaker } from '../framework/filters.ts'

const addressee = (person: string) =>
  Type.Object({
    email: Type.String({ description: `Address of the ${person}.` }),
    name: Type.Optional(Type.String({ description: `Name of the ${person}.` })),
  })

/** Schema of the recipients of an email. */
export const addressees = (description: string): TSchema => Type.Array(addressee('recipient'), { description })

/** The sender of an email: `{email, name?}`, with an empty address if unknown, because typed clients need an object. */
export const sender = (description: string): FieldBuilder =>
  makers.computed(
    description,
    addressee('sender'),
    ({ from_email, from_name }: { from_email: string | null; from_name: string | null }) => ({
      email: from_email ?? '',
      ...(from_name === null ? {} : { name: from_name }),
    }),
  )

/** Returns columns that count the rows for which each condition is true. */
export const countsOf = (db: Knex, conditions: Record<string, string>): Knex.Raw[] =>
  Object.entries(conditions).map(([name, condition]) => db.raw(`count(*) filter (where ${condition})::int as ${name}`))

const list = (statuses: readonly string[]) => statuses.map((status) => `'${status}'`).join(', ')

/** Counts of annotations: their descriptions, and SQL conditions on the annotation `a`. */
const COUNTED = {
  annotations: { words: 'All annotations created from its files.', condition: 'true' },
  annotations_processed: {
    words: 'Annotations that are exported, deleted, purged or split.',
    condition: `a.status in (${list(PROCESSED)})`,
  },
  annotations_purged: { words: 'Annotations whose data has been purged.', condition: `a.status = 'purged'` },
  annotations_unprocessed: {
    words: 'Annotations that are not finished yet.',
    condition: `a.status in (${list(UNPROCESSED)})`,
  },
  annotations_rejected: { words: 'Rejected annotations.', condition: `a.status = 'rejected'` },
}
const CONDITIONS = Object.fromEntries(Object.entries(COUNTED).map(([name, { condition }]) => [name, condition]))
const count = (description: string) => Type.Integer({ description })
const Counts = Type.Object({
  ...Object.fromEntries(Object.entries(COUNTED).map(([name, { words }]) => [name, count(words)])),
  related_annotations: count('Annotations related to it later, e.g. by a reply.'),
})

/** Counts the annotations created from an email, or from the emails of a thread; `key` is the column of `emails`. */
export const annotationCounts = (key: 'id' | 'email_thread_id'): FieldBuilder =>
  makers.loaded('Numbers of annotations by progress.', Counts, async (rows: { id: number }[], { db }) => {
    const ids = rows.map(({ id }) => id)
    const came: ({ owner: number } & Record<string, number>)[] = await db('emails as e')
      .join('annotations as a', 'a.email_id', 'e.id')
      .whereIn(`e.${key}`, ids)
      .groupBy(`e.${key}`)
      .select(`e.${key} as owner`, ...countsOf(db, CONDITIONS))
    const related: { owner: number; n: number }[] = await db('emails as e')
      .join('email_related_annotations as r', 'r.email_id', 'e.id')
      .whereIn(`e.${key}`, ids)
      .groupBy(`e.${key}`)
      .select(`e.${key} as owner`, db.raw('count(distinct r.annotation_id)::int as n'))
    const counts = new Map(came.map(({ owner, ...found }) => [owner, found]))
    const relations = new Map(related.map(({ owner, n }) => [owner, n]))
    const none = Object.fromEntries(Object.keys(COUNTED).map((name) => [name, 0]))
    return ({ id }: { id: number }) => ({ ...none, ...counts.get(id), related_annotations: relations.get(id) ?? 0 })
  })

/** Returns an SQL condition for incoming emails of the last 14 days without documents and without a reply. */
export const unanswered = (email: string): string =>
  `${email}.type = 'incoming' and ${email}.created_at > now() - interval '14 days'
   and not exists (select 1 from email_documents ed where ed.email_id = ${email}.id)
   and not exists (select 1 from emails answer where answer.parent_id = ${email}.id and answer.type = 'outgoing')`

/** Filters by addresses among the recipients in `column`. */
export const recipientFilter =
  (column: string): FilterMaker =>
  () => ({
    schema: Type.String(),
    description: 'Email addresses, separated by commas.',
    apply: (query, values) => {
      const any = values.map(() => `${column} @> ?::jsonb`).join(' or ')
      void query.whereRaw(
        `(${any})`,
        values.map((email) => JSON.stringify([{ email }])),
      )
    },
  })
