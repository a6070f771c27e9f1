/** Reads large tables in pieces, as of one moment. */
import type { Knex } from 'knex'
import { unavailable } from '../../../errors.ts'
import type { ContentPart as PartRow, RowOf } from '../../../models/index.ts'
import type { RowNode } from '../../../rules/content/parts.ts'
import { beneficiary } from '../../../work/on-behalf.ts'
import { openTurns } from '../../../work/turns.ts'
import { readHollow, type Content } from './store.ts'

/** Yields the rows of a large table, some at a time. */
export type Rows = (multivalue_id: number) => AsyncGenerator<RowNode[]>

/** Parts that are read at once, about 600 nodes: parsing them takes some milliseconds. */
const PARTS_READ = 3

/** Readers of large content in this process at one time: each holds a connection of the pool, which others need. */
const readers = openTurns(2)
const READER_PATIENCE_MS = 60_000

/** Runs some work in the turn of its organization. Throws ApiError if others of the organization read for longer than a minute. */
async function asReader<T>(work: () => Promise<T>): Promise<T> {
  const organization_id = beneficiary()?.organization_id ?? 0
  const done = await readers.take(organization_id, READER_PATIENCE_MS, async () => ({ value: await work() }))
  if (!done) throw unavailable(BUSY, BUSY_S)
  return done.value
}

const BUSY_S = 10
const BUSY = 'Other requests of your organization are reading large content. Try again later.'

/** Reads large content as of one moment, in a transaction that lasts as long as `use`: it must not wait for a client. */
export const withRows = <T>(
  db: Knex,
  annotation_id: number,
  use: (content: Content, rows: Rows) => Promise<T>,
): Promise<T> =>
  asReader(() =>
    db.transaction(
      async (tx) => {
        const { tree, version } = await readHollow(tx, annotation_id)
        return use({ tree, version }, async function* (multivalue_id) {
          for (let place = -1; ;) {
            const parts = await tx<RowOf<PartRow>>('content_parts')
              .where({ annotation_id, multivalue_id })
              .where('place', '>', place)
              .orderBy('place')
              .limit(PARTS_READ)
              .select('place', 'nodes')
            for (const { nodes } of parts) yield nodes
            if (parts.length < PARTS_READ) return
            place = parts.at(-1)!.place
          }
        })
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    ),
  )
