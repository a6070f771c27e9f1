/** What hangs on an annotation is seen exactly by who sees the annotation. */
import { ownQueues, type Visible } from '../access.ts'

/** Rows whose column names an annotation. Needs no join, so that references can be resolved through it too. */
export const partOfAnnotation =
  (table: string, column = 'annotation_id'): Visible =>
  (query, state) => {
    void query.where(`${table}.organization_id`, state.who.organization_id)
    const mine = ownQueues(state)
    if (!mine) return
    void query.whereExists(
      state.db('annotations').whereRaw(`annotations.id = ${table}.${column}`).whereIn('annotations.queue_id', mine),
    )
  }
