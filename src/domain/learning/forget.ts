import type { Knex } from 'knex'

/** Removes what these annotations have taught, and the layouts that have no other lesson. */
export async function forgetLessons(tx: Knex, annotation_ids: readonly number[]): Promise<void> {
  if (annotation_ids.length === 0) return
  await tx.raw(
    `with forgotten as (delete from lessons where annotation_id = any(:ids::bigint[]) returning learned_layout_id)
     delete from learned_layouts l
      where l.id in (select learned_layout_id from forgotten)
        and not exists (
          select from lessons s where s.learned_layout_id = l.id and s.annotation_id <> all(:ids::bigint[]))`,
    { ids: [...annotation_ids] },
  )
}
