/** What the annotations of an email's files have from the email: its thread, the values of its hooks, and their relation. */
import type { Knex } from 'knex'
import { Annotation, Email, Relation } from '../../models/index.ts'
import { replaceMembers } from '../annotations/relations.ts'
import type { Tx } from '../outbox/transaction.ts'
import { emailDecisions, filesOfEmail } from './email-hooks.ts'

export interface EmailLinks {
  email_thread_id: number | null
  /** Values by document. */
  values: Map<number, Record<string, string>>
}

export async function emailLinks(db: Knex, email_id: number): Promise<EmailLinks> {
  const email = await Email.query(db).findById(email_id).select('email_thread_id')
  const decisions = await emailDecisions(db, email_id)
  const values = new Map(
    (await filesOfEmail(db, email_id)).map(({ number, document_id }) => [document_id, decisions.values(number)]),
  )
  for (const { document_id, values: given } of decisions.additional) values.set(document_id, given)
  return { email_thread_id: email?.email_thread_id ?? null, values }
}

/** Relates the annotations of an email: the first is the parent of the others. Nothing for a single one. Idempotent by email. */
export async function relateAttachments(
  tx: Tx,
  { email_id, organization_id }: { email_id: number | null; organization_id: number },
): Promise<void> {
  const [first, ...others] = await Annotation.query(tx).where({ email_id, organization_id }).orderBy('id').select('id')
  if (!first || others.length === 0) return
  const known = await Relation.query(tx).findOne({ type: 'attachment', parent_id: first.id })
  const relation =
    known ??
    (await Relation.query(tx).insert({ organization_id, type: 'attachment', parent_id: first.id }).returning('id'))
  await replaceMembers(tx, relation.id, { from: [], to: others.map(({ id }) => id) })
}
