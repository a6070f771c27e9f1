import knexModule from 'knex'
import type { Knex } from 'knex'
import pg from 'pg'
import { connectionLimits, PATIENCE, type Purpose } from './patience.ts'
import { MIN_SHARED, sharedClient, type Sharing } from './shared-client.ts'
import { watchConnections } from './watch.ts'

/** Object ids of PostgreSQL's types (stable across versions, `select oid, typname from pg_type`). */
const oid = {
  int8: 20,
  date: 1082,
  timestamptz: 1184,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
}

/** The parser is pg's; its type definitions list only types that are not arrays. */
const TEXT_ARRAY = 1009

/** `2026-11-21 03:50:22.1234+00` → `2026-11-21T03:50:22.123400Z`; a Date would lose the microseconds. */
function isoTimestamp(text: string): string {
  const [, date, time, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? []
  // Only `infinity`, years before Christ and sessions with another time zone reach this; openDatabase sets UTC.
  if (!date) throw new Error(`Not a timestamp in UTC: ${text}`)
  return `${date}T${time}.${fraction.padEnd(6, '0')}Z`
}

const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  ((pg.types.getTypeParser as (id: number) => (text: string) => unknown)(TEXT_ARRAY)(text) as (string | null)[]).map(
    (item) => (item === null ? null : parse(item)),
  )

// Ids and counts stay far below 2^53, and amounts have at most 15 digits, so numbers are exact enough. The API returns numbers.
const parsers: Record<number, (text: string) => unknown> = {
  [oid.int8]: Number,
  [oid.numeric]: Number,
  [oid.date]: String,
  [oid.timestamptz]: isoTimestamp,
  [oid.int8Array]: arrayOf(Number),
  [oid.numericArray]: arrayOf(Number),
  [oid.dateArray]: arrayOf(String),
}

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[id]) || pg.types.getTypeParser(id, format),
}

/** A failed connection rejects the query that needs it, so knex's line about it would be a second one. */
const firstLine = (warn: (message: string) => void) => (message: unknown) => {
  if (!String(message).startsWith('Acquire connection error')) warn(String(message).split('\n', 1)[0]!)
}

export interface DatabaseOptions {
  /** Maximum number of connections; default 10. */
  poolMax?: number
  /** Displayed in `pg_stat_activity`; default `sheaf`. */
  name?: string
  /** Limit on one statement, and on the time that a transaction waits for its next one, in seconds; default none. */
  statementTimeoutS?: number
  /** Which limits of patience.ts apply to a server that does not answer; default `maintenance`. */
  purpose?: Purpose
  /** Divides the connections among organizations, if there are enough; default none. */
  sharing?: Sharing
  /** Receives what the pool reports about broken connections, one line each; by default it is dropped: callers get the errors. */
  warn?: (message: string) => void
}

/** PostgreSQL itself ends a statement at its limit; so much later it has not, or its answer was lost. */
const LATE_MS = 5_000

/**
 * Returns a pool of connections, which connects on first use. Statements and requests for a connection fail if the server does not answer
 * (patience.ts), and the pool replaces connections on which it did not. Timestamps are returned as ISO text with microseconds, dates as text, bigint
 * and numeric as numbers.
 */
export function openDatabase(
  url: string,
  {
    poolMax = 10,
    name = 'sheaf',
    statementTimeoutS = 0,
    purpose = 'maintenance',
    sharing,
    warn = () => undefined,
  }: DatabaseOptions = {},
): Knex {
  const patience = PATIENCE[purpose]
  const longestMs = statementTimeoutS > 0 ? statementTimeoutS * 1000 + LATE_MS : Infinity
  const watch = watchConnections({ url, patience, longestMs })
  const limit = `${Math.trunc(statementTimeoutS)}s`
  const settings = [
    'set timezone to utc',
    `set statement_timeout to '${limit}'`,
    `set idle_in_transaction_session_timeout to '${limit}'`,
    // Processes of earlier releases do not say this, so that the database refuses their changes of schemas.
    `set sheaf.schema_versions to 'kept'`,
  ].join('; ')
  return knexModule.knex({
    client: sharing && poolMax >= MIN_SHARED ? sharedClient(poolMax, patience.acquireMs, sharing) : 'pg',
    connection: {
      connectionString: url,
      application_name: name,
      types,
      ...connectionLimits(purpose),
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: poolMax,
      // Of a connection that exists, but does not answer the first questions of knex.
      createTimeoutMillis: patience.connectMs + 1_000,
      afterCreate: (connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void) => {
        watch.add(connection)
        connection.query(settings, (error) => done(error, connection))
      },
    },
    acquireConnectionTimeout: patience.acquireMs,
    // By default knex prints colored lines and stack traces.
    log: { warn: firstLine(warn), error: firstLine(warn), deprecate: () => undefined, debug: () => undefined },
  })
}
