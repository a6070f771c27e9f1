/** Large inserts, in statements that PostgreSQL accepts. */

/** A statement has at most 65,535 values; no table has more than 60 columns. */
export const ROWS_PER_STATEMENT = 1_000

/** Calls `insert` with the rows in batches, one after the other, and returns its results in order. */
export async function inBatches<Row, Made>(
  rows: readonly Row[],
  insert: (batch: Row[]) => PromiseLike<readonly Made[]>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    for (const row of await insert(rows.slice(at, at + ROWS_PER_STATEMENT))) made.push(row)
  return made
}
