/** What hangs on an annotation is seen exactly by who sees the annotation. */
import { ownQueues, type Visible } from '../access.ts'

/** Rows whose column names an annotation. Needs no join, so that references can be resolved through it too. */
export const partOfAnnotation =
  (table: string, column = 'annotation_id'): Visible =>
  (query, caller) => {
    void query.where(`${table}.organization_id`, caller.who.organization_id)
    const mine = ownQueues(caller)
    if (!mine) return
    void query.whereExists(
      caller.db('annotations').whereRaw(`annotations.id = ${table}.${column}`).whereIn('annotations.queue_id', mine),
    )
  }
