import type { Knex } from 'knex'
import type { Memory } from '../../engines/port.ts'
import { searchKeys, hashText, type Fingerprint, type LearnedLayout } from '@sheaf/extraction/learn'
import { LearnedLayout as Layout, TaughtLesson } from '../../models/index.ts'

/** Layouts of a queue that are compared with a document, and their newest lessons: they bound the request to the child process. */
export const MAX_COMPARED = 6
export const MAX_RECALLED = 10

/** Search keys differ between queues, so that a search does not read what other queues have learned. */
export const queueKeys = (queue_id: number, fingerprint: Fingerprint): number[] =>
  searchKeys(fingerprint).map((key) => hashText(`${queue_id}:${key}`))

/** The memory of a queue: its enabled layouts. */
export const queueMemory = (db: Knex, queue_id: number): Memory => ({
  layoutsLike: (fingerprint) => layoutsLike(db, queue_id, fingerprint, { enabled: true }),
})

/** Returns the layouts of a queue that share most search keys with a document, each with its newest lessons, the oldest first. */
export async function layoutsLike(
  db: Knex,
  queue_id: number,
  fingerprint: Fingerprint,
  { enabled }: { enabled?: boolean } = {},
): Promise<LearnedLayout[]> {
  const keys = queueKeys(queue_id, fingerprint)
  if (keys.length === 0) return []
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select l.id from learned_layouts l join lessons s on s.learned_layout_id = l.id
      where s.queue_id = :queue_id and s.keys && :keys::integer[] ${enabled ? 'and l.enabled' : ''}
      group by l.id
      order by max(cardinality(array(select unnest(s.keys) intersect select unnest(:keys::integer[])))) desc, l.id
      limit :most`,
    { queue_id, keys, most: MAX_COMPARED },
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const lessons = await TaughtLesson.query(db)
    .whereIn('learned_layout_id', ids)
    .orderBy(['taught_at', 'annotation_id'])
    .select('learned_layout_id', 'lesson', 'outcomes')
  const byLayout = Map.groupBy(lessons, ({ learned_layout_id }) => learned_layout_id)
  return ids.map((id) => ({
    id,
    lessons: (byLayout.get(id) ?? []).slice(-MAX_RECALLED).map(({ lesson, outcomes }) => ({ lesson, outcomes })),
  }))
}

/** The layouts of a queue that has the most allowed make room for a new one: the one that was confirmed least recently goes. */
export async function makeRoom(tx: Knex, queue_id: number, most: number): Promise<void> {
  if ((await Layout.query(tx).where({ queue_id }).resultSize()) < most) return
  await tx.raw(
    `delete from learned_layouts where id = (
       select l.id from learned_layouts l left join lessons s on s.learned_layout_id = l.id
        where l.queue_id = ? group by l.id order by max(s.taught_at) nulls first, l.id limit 1)`,
    [queue_id],
  )
}
