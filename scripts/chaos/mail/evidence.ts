/** Reads from the database what became of the messages. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'

/** A received email with what was made of it. */
export interface Received {
  id: number
  message_id: string
  /** SHA-256 of its documents, one for each row. */
  documents: string[]
  /** Statuses of its annotations, one for each row. */
  annotations: string[]
  uploads: number
  /** `Message-ID` of the answers to it. */
  answers: string[]
}

export async function receivedEmails(db: Knex): Promise<Received[]> {
  const { rows } = await db.raw<{ rows: Received[] }>(
    `select e.id, e.message_id,
            array(select d.sha256 from documents d where d.email_id = e.id order by d.id) as documents,
            array(select a.status from annotations a where a.email_id = e.id order by a.id) as annotations,
            (select count(*) from uploads u where u.email_id = e.id) as uploads,
            array(select o.message_id from emails o where o.parent_id = e.id and o.type = 'outgoing') as answers
       from emails e where e.type = 'incoming' order by e.id`,
  )
  return rows
}

/** Stored messages by outcome. */
export async function outcomes(db: Knex): Promise<Record<string, number>> {
  const rows = await db('incoming_messages')
    .groupBy('outcome')
    .orderBy('outcome')
    .select<{ outcome: string | null; n: string }[]>('outcome', db.raw('count(*) as n'))
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome ?? 'open', Number(n)]))
}

export interface Open {
  /** Messages that were confirmed and are not finished. */
  messages: number
  /** Annotations that are being imported. */
  imports: number
  deliveries: number
}

export async function openWork(db: Knex): Promise<Open> {
  const { rows } = await db.raw<{ rows: Open[] }>(
    `select (select count(*) from incoming_messages where state <> 'finished') as messages,
            (select count(*) from annotations where status in ('created', 'importing')) as imports,
            (select count(*) from deliveries where state = 'pending') as deliveries`,
  )
  return rows[0]!
}

/** Waits until nothing is open, at most `patienceMs`. Returns what is left. */
export async function workEnded(db: Knex, patienceMs: number): Promise<Open> {
  for (const end = performance.now() + patienceMs; ; await wait(250)) {
    const left = await openWork(db)
    if (left.messages + left.imports + left.deliveries === 0 || performance.now() > end) return left
  }
}
