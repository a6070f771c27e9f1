/** Suggested recipients of an email about annotations. */
import type { Knex } from 'knex'
import type { Annotation, AnnotationContent, Queue, RowOf, User } from '../../models/index.ts'

export interface Recipient {
  source: string
  email: string
  name: string
}

type Asked = Pick<RowOf<Annotation>, 'id' | 'organization_id'> &
  Pick<RowOf<Queue>, 'settings'> & { fields: RowOf<AnnotationContent>['fields'] | null }

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/

/**
 * Returns recipients from the sources that the annotations' queues name, each address once per source. `extracted_value` reads a field of
 * the annotation, `organization_users` returns the users of the organization. The other sources refer to emails and vendor data and yield
 * no recipients if none are stored.
 */
export async function suggestRecipients(db: Knex, annotationIds: number[]): Promise<Recipient[]> {
  const annotations = await db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .leftJoin('annotation_contents as c', 'c.annotation_id', 'a.id')
    .whereIn('a.id', annotationIds)
    .orderBy('a.id')
    .select<Asked[]>('a.id', 'a.organization_id', 'q.settings', 'c.fields')
  const found: Recipient[] = []
  for (const annotation of annotations) {
    for (const { source, schema_id } of annotation.settings.suggested_recipients_sources ?? []) {
      if (source === 'extracted_value' && schema_id) {
        for (const value of annotation.fields?.[schema_id] ?? [])
          if (EMAIL.test(value.string.trim())) found.push({ source, email: value.string.trim(), name: '' })
      }
      if (source === 'organization_users') found.push(...(await peopleOf(db, annotation.organization_id)))
    }
  }
  return [...new Map(found.map((one) => [`${one.source} ${one.email.toLowerCase()}`, one])).values()]
}

async function peopleOf(db: Knex, organization_id: number): Promise<Recipient[]> {
  const rows = await db<RowOf<User>>('users')
    .where({ organization_id, is_active: true })
    .whereNull('deleted_at')
    .whereNot('email', '')
    .orderBy('id')
    .select('email', 'first_name', 'last_name')
  return rows.map(({ email, first_name, last_name }) => ({
    source: 'organization_users',
    email,
    name: `${first_name} ${last_name}`.trim(),
  }))
}
