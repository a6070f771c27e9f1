import type { Knex } from 'knex'

/** A deleted schema is kept, but hidden, while annotations of a queue that is being deleted still refer to it. */
export const up = (db: Knex): Promise<void> =>
  db.raw('alter table schemas add column deleted_at timestamptz') as unknown as Promise<void>
