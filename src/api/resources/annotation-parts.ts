/** What hangs on an annotation is seen exactly by who sees the annotation. */
import { admins, type Visible } from './access.ts'

/** Rows whose column names an annotation. Needs no join, so that references can be resolved through it too. */
export const partOfAnnotation =
  (table: string, column = 'annotation_id'): Visible =>
  (query, { who, db }) => {
    void query.where(`${table}.organization_id`, who.organization_id)
    if (admins(who)) return
    void query.whereExists(
      db('annotations')
        .join('user_queues', 'user_queues.queue_id', 'annotations.queue_id')
        .whereRaw(`annotations.id = ${table}.${column}`)
        .where('user_queues.user_id', who.user_id),
    )
  }
