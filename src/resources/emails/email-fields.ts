/** Parts that emails and their threads share: counts of annotations, lists of what hangs on an email. */
import { Type } from 'typebox'
import type { Knex } from 'knex'
import { PROCESSED, UNPROCESSED } from '../../rules/email.ts'
import { f, Url, type Row } from '../legacy/fields.ts'
import { by, type Filter } from '../legacy/filters.ts'
import { group, resolveReferences, visibleIds } from '../legacy/references.ts'

const Addressee = Type.Object({ email: Type.String(), name: Type.Optional(Type.String()) })
export const Addressees = Type.Array(Addressee)

/** Who wrote it: `{email, name?}`, null when that is not known. */
export const sender = () =>
  f.computed(Type.Union([Addressee, Type.Null()]), ({ from_email, from_name }) =>
    from_email === null ? null : { email: from_email, ...(from_name === null ? {} : { name: from_name }) },
  )

const list = (statuses: string[]) => statuses.map((status) => `'${status}'`).join(', ')
const COUNTS = {
  annotations: '',
  annotations_processed: `filter (where a.status in (${list(PROCESSED)}))`,
  annotations_purged: `filter (where a.status = 'purged')`,
  annotations_unprocessed: `filter (where a.status in (${list(UNPROCESSED)}))`,
  annotations_rejected: `filter (where a.status = 'rejected')`,
}
const NAMES = [...Object.keys(COUNTS), 'related_annotations']

/** Of the annotations that came with an email, or with the emails of a thread; `key` is the column of `emails`. */
export const annotationCounts = (key: 'id' | 'email_thread_id') =>
  f.loaded(Type.Object(Object.fromEntries(NAMES.map((name) => [name, Type.Integer()]))), async (rows, { db }) => {
    const ids = rows.map((row) => row.id as number)
    const came = (await db('emails as e')
      .join('annotations as a', 'a.email_id', 'e.id')
      .whereIn(`e.${key}`, ids)
      .groupBy(`e.${key}`)
      .select(
        `e.${key} as owner`,
        ...Object.entries(COUNTS).map(([name, filter]) => db.raw(`count(*) ${filter}::int as ${name}`.trim())),
      )) as Row[]
    const related = (await db('emails as e')
      .join('email_related_annotations as r', 'r.email_id', 'e.id')
      .whereIn(`e.${key}`, ids)
      .groupBy(`e.${key}`)
      .select(`e.${key} as owner`, db.raw('count(distinct r.annotation_id)::int as n'))) as Row[]
    const counts = new Map(came.map((row) => [row.owner as number, row]))
    const relations = new Map(related.map((row) => [row.owner as number, row.n as number]))
    return ({ id }) =>
      Object.fromEntries(
        NAMES.map((name) => [
          name,
          name === 'related_annotations'
            ? (relations.get(id as number) ?? 0)
            : ((counts.get(id as number)?.[name] as number | undefined) ?? 0),
        ]),
      )
  })

/** URLs of what a table pairs with emails, of which the caller sees only some. */
export const pairedWith = (collection: 'annotations' | 'documents', table: string, other: string) =>
  f.loaded(Type.Array(Url), async (rows, caller) => {
    const pairs = (await caller
      .db(table)
      .whereIn(
        'email_id',
        rows.map((row) => row.id),
      )
      .orderBy(other)
      .select('email_id', `${other} as other`)) as Row[]
    return visibleOnly(collection, pairs, caller)
  })

/** URLs of the annotations that came with an email. */
export const cameWith = () =>
  f.loaded(Type.Array(Url), async (rows, caller) => {
    const found = (await caller
      .db('annotations')
      .whereIn(
        'email_id',
        rows.map((row) => row.id),
      )
      .orderBy('id')
      .select('email_id', 'id as other')) as Row[]
    return visibleOnly('annotations', found, caller)
  })

async function visibleOnly(collection: string, pairs: Row[], caller: Parameters<typeof visibleIds>[2]) {
  const seen = new Set(
    await visibleIds(
      collection,
      pairs.map((pair) => pair.other as number),
      caller,
    ),
  )
  const shown = pairs.filter((pair) => seen.has(pair.other as number))
  return group(shown, 'email_id', (pair) => caller.urls.of(collection, pair.other as number))
}

/** The answers to an email; writing the list makes them its answers, and no others of the caller's sight. */
export const children = () =>
  f.custom({
    output: Type.Array(Url),
    input: Type.Array({ ...Type.String(), 'x-references': 'emails' }),
    default: [],
    load: async (rows, caller) => {
      const found = (await caller
        .db('emails')
        .whereIn(
          'parent_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('parent_id as email_id', 'id as other')) as Row[]
      return visibleOnly('emails', found, caller)
    },
    accept: async (value, caller) => {
      await resolveReferences('emails', value as unknown[], caller)
      return {}
    },
    after: async (id, value, caller) => {
      const { db } = caller
      const ids = await resolveReferences('emails', value as unknown[], caller)
      await db('emails').where('parent_id', id).whereNotIn('id', ids).update({ parent_id: null })
      await db('emails').whereIn('id', ids).update({ parent_id: id })
    },
  })

/** Incoming within 14 days, without documents, and nobody has answered. */
export const unanswered = (email: string) =>
  `${email}.type = 'incoming' and ${email}.created_at > now() - interval '14 days'
   and not exists (select 1 from email_documents ed where ed.email_id = ${email}.id)
   and not exists (select 1 from emails answer where answer.parent_id = ${email}.id and answer.type = 'outgoing')`

/** An address among the recipients in `to`. */
export const recipientFilter = (column: string): Filter =>
  by.custom('Addresses, separated by commas.', (query: Knex.QueryBuilder, values) => {
    void query.whereRaw(`(${values.map(() => `${column} @> ?::jsonb`).join(' or ')})`, [
      ...values.map((email) => JSON.stringify([{ email }])),
    ])
  })
