/** The client of PostgreSQL, which knex names by `client: 'pg'`; its package has no types for it. */
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'
  export default class PgClient extends Knex.Client {
    acquireConnection(): Promise<unknown>
    releaseConnection(connection: unknown): Promise<void>
  }
}
