/** Finds the documents and emails of a supplier or person, as the items of a deletion request. */
import type { Schema, RowOf } from '../../models/index.ts'
import { customerFields, type Term } from '../../rules/deletion/search.ts'
import type { Tx } from '../outbox/transaction.ts'
import { KEPT_UNTIL } from './legal-retention.ts'

/** How a value is compared, as SQL; both sides are converted in the same way. */
const SAME: Record<Term['comparison'], (value: string) => string> = {
  words: (value) => `${simple(value, ' ')} = ${simple(':term::text', ' ')}`,
  compact: (value) => `${simple(value, '')} = ${simple(':term::text', '')}`,
  exact: (value) => `lower(${trimmed(value)}) = lower(:term::text)`,
  domain: (value) => `right(lower(${trimmed(value)}), length(:term::text)) = lower(:term::text)`,
}
const trimmed = (value: string) => `btrim(${value}, E' \\t\\r\\n')`
/** Letters and digits, whatever the locale of the database: otherwise Müller could be the same as Möller. */
const OTHERS = '[^a-zA-Z0-9\\u00C0-\\u1FFF\\u2C00-\\uFFFF]+'
const simple = (value: string, between: string) =>
  `btrim(lower(regexp_replace(${value}, '${OTHERS}', '${between}', 'g')))`

/** An account number must not find an amount or a date with the same digits. */
const NO_ID: Partial<Record<Term['comparison'], string>> = {
  compact: `and not jsonb_exists(v, 'number') and not jsonb_exists(v, 'date')`,
}

/** Schemas whose fields are read at once. */
const SCHEMAS = 100

/** The fields about the customer, by schema. */
async function fieldsOfCustomers(tx: Tx, organization_id: number): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (let last = 0; ;) {
    const schemas = await tx<RowOf<Schema>>('schemas')
      .where({ organization_id })
      .where('id', '>', last)
      .orderBy('id')
      .limit(SCHEMAS)
      .select('id', 'content')
    for (const { id, content } of schemas) {
      const fields = customerFields(content)
      if (fields.length > 0) found[id] = fields
    }
    if (schemas.length < SCHEMAS) return found
    last = schemas.at(-1)!.id
  }
}

interface Finding {
  request: { id: number; organization_id: number }
  term: Term
  customer: string
}

/** Adds items for rows of `kind, object_id, found_in`; of an object that is found twice, both places are noted. */
const add = (tx: Tx, rows: string, bindings: Record<string, string | number>) =>
  tx.raw<{ rowCount: number }>(
    `insert into deletion_items (deletion_request_id, kind, object_id, found_in)
       select :request::bigint, f.kind, f.object_id, array_agg(distinct f.found_in order by f.found_in)
         from (${rows}) as f (kind, object_id, found_in) group by f.kind, f.object_id
     on conflict (deletion_request_id, kind, object_id) do update
       set found_in = (select array_agg(distinct x order by x)
                         from unnest(deletion_items.found_in || excluded.found_in) x)`,
    bindings,
  )

/** Documents with a field that has the value. The index of words narrows the search to few of them. */
const findInFields = (tx: Tx, { request, term, customer }: Finding) =>
  add(
    tx,
    `select 'annotation', c.annotation_id, :kind::text || ': ' || f.key
       from content_pieces c
       join annotations a on a.id = c.annotation_id
       cross join lateral jsonb_each(c.fields) f
       cross join lateral jsonb_array_elements(f.value) v
      where a.organization_id = :organization and a.status <> 'purged'
        and c.words @@ to_tsquery('simple', :query)
        and not jsonb_exists(coalesce(:customer::jsonb -> a.schema_id::text, '[]'), f.key)
        ${NO_ID[term.comparison] ?? ''}
        and ${SAME[term.comparison](`(v ->> 'string')`)}`,
    {
      request: request.id,
      organization: request.organization_id,
      kind: term.kind,
      term: term.value,
      query: term.query,
      customer: term.kind === 'values' ? '{}' : customer,
    },
  )

/** Emails that the address has sent or received, and the documents that arrived with them. */
const findInEmails = (tx: Tx, { request, term }: Finding) => {
  const same = SAME[term.comparison]
  const sent = `e.organization_id = :organization and e.type = 'incoming' and ${same('e.from_email')}`
  return add(
    tx,
    `select 'email', e.id, 'emails: sender' from emails e where ${sent}
     union all
     select 'annotation', a.id, 'emails: sender' from emails e join annotations a on a.email_id = e.id
      where ${sent} and a.organization_id = :organization and a.status <> 'purged'
     union all
     select 'email', e.id, 'emails: recipient' from emails e
      where e.organization_id = :organization and e.type = 'outgoing'
        and exists (select from jsonb_array_elements(e."to" || e.cc || e.bcc) r where ${same(`(r ->> 'email')`)})`,
    { request: request.id, organization: request.organization_id, term: term.value },
  )
}

/**
 * Documents that were divided, if all their parts were found: their file has the pages of the parts. If another part is left, the file stays.
 * A part may have been divided again.
 */
async function findDivided(tx: Tx, request: Finding['request']): Promise<void> {
  for (let found = 1; found > 0;) {
    const { rowCount } = await add(
      tx,
      `select 'annotation', p.id, 'documents: all parts'
         from annotations p
        where p.organization_id = :organization and p.status = 'split'
          and p.id in (
            select e.parent_id from page_edits e
              join deletion_items i on i.kind = 'annotation' and i.object_id = e.annotation_id
             where i.deletion_request_id = :request)
          and not exists (
            select from page_edits e join annotations a on a.id = e.annotation_id
             where e.parent_id = p.id and a.status <> 'purged' and ${isNoItem('a.id')})
          and ${isNoItem('p.id')}`,
      { request: request.id, organization: request.organization_id },
    )
    found = rowCount
  }
}
const isNoItem = (annotation: string) =>
  `not exists (select from deletion_items x
                where x.deletion_request_id = :request and x.kind = 'annotation' and x.object_id = ${annotation})`

/** Emails with which the documents that were found arrived, or that are about them. */
const findEmailsOfDocuments = (tx: Tx, request: Finding['request']) =>
  add(
    tx,
    `select 'email', e.email_id, 'emails: about a document'
       from deletion_items i
       cross join lateral (
         select r.email_id from email_related_annotations r where r.annotation_id = i.object_id
         union select a.email_id from annotations a where a.id = i.object_id and a.email_id is not null) e
       join emails m on m.id = e.email_id and m.organization_id = :organization
      where i.deletion_request_id = :request and i.kind = 'annotation'`,
    { request: request.id, organization: request.organization_id },
  )

/**
 * Marks what has to be kept: finished documents by law, what they were divided from, and emails with a document that is
 * not deleted.
 */
async function markKept(tx: Tx, { id }: Finding['request']): Promise<void> {
  await tx.raw(
    `update deletion_items i set kept_because = 'law', kept_until = k.until
       from (select a.id, ${KEPT_UNTIL} as until
               from deletion_items d
               join annotations a on a.id = d.object_id
               join queues q on q.id = a.queue_id
               join organizations o on o.id = a.organization_id
              where d.deletion_request_id = :id and d.kind = 'annotation') k
      where i.deletion_request_id = :id and i.kind = 'annotation' and i.object_id = k.id and k.until is not null`,
    { id },
  )
  await tx.raw(
    `update deletion_items i set kept_because = 'document'
      where i.deletion_request_id = :id and i.kind = 'annotation' and i.kept_because is null
        and exists (
          select from page_edits e
            join deletion_items p on p.deletion_request_id = :id and p.kind = 'annotation' and p.object_id = e.annotation_id
           where e.parent_id = i.object_id and p.kept_because = 'law')`,
    { id },
  )
  await tx.raw(
    `update deletion_items i set kept_because = 'document'
      where i.deletion_request_id = :id and i.kind = 'email'
        and exists (
          select from (
            select r.annotation_id from email_related_annotations r where r.email_id = i.object_id
            union select a.id from annotations a where a.email_id = i.object_id) l
          join annotations a on a.id = l.annotation_id and a.status <> 'purged'
          left join deletion_items d on d.deletion_request_id = :id and d.kind = 'annotation' and d.object_id = a.id
          where d.object_id is null or d.kept_because is not null)`,
    { id },
  )
}

/**
 * Stores what the terms find as items of the request, each with the reason for which it would be kept. `pace` runs before each step, and may end
 * the search.
 */
export async function findItems(
  tx: Tx,
  request: Finding['request'],
  terms: readonly Term[],
  pace: () => Promise<void>,
): Promise<void> {
  await pace()
  const customer = JSON.stringify(await fieldsOfCustomers(tx, request.organization_id))
  for (const term of terms) {
    await pace()
    await findInFields(tx, { request, term, customer })
    if (term.kind === 'emails') await findInEmails(tx, { request, term, customer })
  }
  for (const step of [findDivided, findEmailsOfDocuments, markKept]) {
    await pace()
    await step(tx, request)
  }
}
