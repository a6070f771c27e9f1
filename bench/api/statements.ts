/** Statements of the API, repeated by the bare route of the benchmark. */
import type { Knex } from 'knex'

/** A statement as the driver received it: `$1`, `$2` and so on for its bindings. */
export interface Statement {
  sql: string
  bindings: unknown[]
}

/** Runs a recorded statement and returns its rows. Question marks in it belong to JSON paths and are escaped for knex. */
export async function repeat(db: Knex, { sql, bindings }: Statement): Promise<unknown> {
  const text = sql.replaceAll('?', '\\?').replace(/\$\d+/g, '?')
  const answer = (await db.raw(text, bindings as string[])) as { rows: unknown }
  return answer.rows
}
