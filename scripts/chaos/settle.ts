import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'

/** Work that the service has not finished, by kind. */
export type OpenWork = Record<'uploads' | 'tasks' | 'annotations' | 'deliveries', number>

export async function openWork(db: Knex): Promise<OpenWork> {
  const { rows } = await db.raw<{ rows: OpenWork[] }>(
    `select (select count(*) from uploads where finished_at is null) as uploads,
            (select count(*) from tasks where status = 'running') as tasks,
            (select count(*) from annotations where status in ('created', 'importing', 'exporting')) as annotations,
            (select count(*) from deliveries where state = 'pending') as deliveries`,
  )
  return rows[0]!
}

/** Waits until no work is open, at most `patienceMs`. Returns the seconds that it took, and the work that is left. */
export async function settle(db: Knex, patienceMs: number): Promise<{ seconds: number; left: OpenWork }> {
  const started = performance.now()
  for (;;) {
    const left = await openWork(db)
    const waited = performance.now() - started
    if (Object.values(left).every((count) => count === 0) || waited > patienceMs)
      return { seconds: waited / 1000, left }
    await wait(500)
  }
}
