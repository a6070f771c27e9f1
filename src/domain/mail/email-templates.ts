/** The default templates of a queue, the values of placeholders, and statistics of the use of templates. */
import type { Knex } from 'knex'
import { DEFAULT_TEMPLATES } from '../../rules/mail/default-templates.ts'
import type { Tx } from '../outbox/transaction.ts'
import {
  Organization,
  User,
  type Annotation,
  type AnnotationContent,
  type Document,
  type RowOf,
  type Trigger,
} from '../../models/index.ts'

const SENDER = JSON.stringify([{ email: '{{sender_email}}' }])

/** Creates the five templates of a new queue with the triggers of four of them. Part of the transaction that creates the queue. */
export async function createDefaultTemplates(
  tx: Tx,
  { organization_id, queue_id, user_id }: { organization_id: number; queue_id: number; user_id: number | null },
): Promise<void> {
  const events = DEFAULT_TEMPLATES.flatMap(({ event }) => (event ? [event] : []))
  const made = await tx<RowOf<Trigger>>('triggers')
    .insert(events.map((event) => ({ organization_id, queue_id, event, modified_by: user_id })))
    .returning(['id', 'event'])
  await tx('email_templates').insert(
    DEFAULT_TEMPLATES.map(({ event, ...template }) => ({
      ...template,
      organization_id,
      queue_id,
      trigger_id: made.find((trigger) => trigger.event === event)?.id ?? null,
      to: SENDER,
    })),
  )
}

/**
 * Records that an email was created from a template, by a trigger (`automated`) or by a user. Part of the transaction that creates the
 * email.
 */
export const recordSending = async (db: Knex, email_template_id: number, automated: boolean): Promise<void> => {
  await db('email_template_sendings').insert({ email_template_id, automated })
}

/** Period of the statistics. */
const WINDOW = '90 days'

/** Counts the emails of the last 90 days by template, for the templates of the query (which selects ids). */
export async function countSendings(
  db: Knex,
  templates: Knex.QueryBuilder,
): Promise<{ id: number; manual_count: number; automated_count: number }[]> {
  const rows = await db
    .with('shown', templates)
    .from('shown')
    .leftJoin('email_template_sendings as s', (join) =>
      join.on('s.email_template_id', 'shown.id').andOn(db.raw(`s.sent_at >= now() - interval '${WINDOW}'`)),
    )
    .groupBy('shown.id')
    .orderBy('shown.id')
    .select<{ id: number; manual_count: string; automated_count: string }[]>(
      'shown.id',
      db.raw('count(*) filter (where not s.automated) as manual_count'),
      db.raw('count(*) filter (where s.automated) as automated_count'),
    )
  return rows.map((row) => ({
    id: row.id,
    manual_count: Number(row.manual_count),
    automated_count: Number(row.automated_count),
  }))
}

export interface MailFacts {
  organization_id: number
  annotation_ids: number[]
  document_ids: number[]
  /** The email that is answered, if there is one. */
  parent: { subject: string | null; from: string | null } | null
  /** Senders of the emails with which the annotations arrived. */
  senders: string[]
  app_url: string
  urlOf: (annotation_id: number) => string
  /** The sending user; null for a trigger. */
  user_id: number | null
}

/** `fields` is null before there is content. */
type NamedAnnotation = Pick<RowOf<Annotation>, 'id' | 'modifier_id'> &
  Pick<RowOf<Document>, 'original_file_name'> & { fields: RowOf<AnnotationContent>['fields'] | null }

/** Returns the value of every placeholder and the addresses of the annotations' reviewers. */
export async function placeholderValues(
  db: Knex,
  facts: MailFacts,
): Promise<{ values: Map<string, string[]>; annotators: string[] }> {
  const annotations = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .whereIn('a.id', facts.annotation_ids)
    .orderBy('a.id')
    .select<NamedAnnotation[]>(
      'a.id',
      'a.modifier_id',
      'd.original_file_name',
      db.raw('content_fields(a.id) as fields'),
    )
  const documents = await db<RowOf<Document>>('documents')
    .whereIn('id', facts.document_ids)
    .orderBy('id')
    .pluck('original_file_name')
  const assignees = await emailsOf(
    db,
    db('annotation_assignees').whereIn('annotation_id', facts.annotation_ids).select('user_id'),
  )
  const reviewers = await emailsOf(
    db,
    annotations.flatMap(({ modifier_id }) => (modifier_id === null ? [] : [modifier_id])),
  )
  const organization = await Organization.query(db).findById(facts.organization_id).throwIfNotFound()
  const names = annotations.map((annotation) => annotation.original_file_name)
  const values = new Map<string, string[]>([
    ['organization_name', [organization.name]],
    ['app_url', [facts.app_url]],
    ['parent_email_subject', facts.parent?.subject ? [facts.parent.subject] : []],
    ['sender_email', facts.parent?.from ? [facts.parent.from] : facts.senders],
    ['document_list', documents.length ? documents : names],
    ['annotation.document.original_file_name', names],
    ['annotation.id', annotations.map(({ id }) => String(id))],
    ['annotation.url', annotations.map(({ id }) => facts.urlOf(id))],
    ['annotation.assignee_email', assignees],
    ...(await callerValues(db, facts.user_id)),
  ])
  for (const { fields } of annotations)
    for (const [schema_id, found] of Object.entries(fields ?? {})) {
      const name = `annotation.content.value.${schema_id}`
      const texts = found.map((value) => value.string).filter((text) => text !== '')
      values.set(name, [...(values.get(name) ?? []), ...texts])
    }
  return { values, annotators: assignees.length ? assignees : reviewers }
}

async function emailsOf(db: Knex, ids: number[] | Knex.QueryBuilder): Promise<string[]> {
  const rows = await db<RowOf<User>>('users')
    .where((query) => void query.whereIn('id', ids))
    .whereNull('deleted_at')
    .orderBy('id')
    .select('email', 'username')
  return rows.map(({ email, username }) => email || username)
}

async function callerValues(db: Knex, user_id: number | null): Promise<[string, string[]][]> {
  if (user_id === null) return []
  const user = await User.query(db).findById(user_id).throwIfNotFound()
  return [
    ['user_name', [user.username]],
    ['current_user_fullname', [`${user.first_name} ${user.last_name}`.trim()]],
    ['current_user_email', [user.email || user.username]],
  ]
}
