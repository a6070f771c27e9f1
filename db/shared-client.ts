/** A client of knex whose connections are divided among organizations (places.ts). */
import knexModule from 'knex'
import type { Knex } from 'knex'
import PgClient from 'knex/lib/dialects/postgres/index.js'
import { openPlaces, type Lane } from './places.ts'

/** For whom a connection is requested. Called in the asynchronous context of the caller. */
export interface Sharing {
  lane(): Lane
  /** Called when the caller begins a transaction, before it requests the connection for it. */
  begins(): void
  /** Called when the caller gets a connection, and whether it had to wait for it. Its error refuses the connection. */
  admitted(hasWaited: boolean): void
}

/** With fewer connections each caller waits for the only ones there are. */
export const MIN_SHARED = 5

/** Returns a class for the option `client` of knex: the client of PostgreSQL with a place for each of `total` connections in use. */
export function sharedClient(total: number, patience_ms: number, sharing: Sharing): typeof Knex.Client {
  const places = openPlaces(total)
  const lanes = new WeakMap<object, { lane: Lane }>()
  const late = () =>
    new knexModule.KnexTimeoutError('Timeout acquiring a connection: those for this organization are in use.')
  return class extends PgClient {
    override transaction(...args: Parameters<Knex.Client['transaction']>): Knex.Transaction {
      sharing.begins()
      return super.transaction(...args)
    }

    override async acquireConnection(): Promise<object> {
      const lane = sharing.lane()
      const hasWaited = await places.enter(lane, patience_ms, late)
      try {
        sharing.admitted(hasWaited)
        const connection = (await super.acquireConnection()) as object
        lanes.set(connection, { lane })
        return connection
      } catch (error) {
        places.leave(lane)
        throw error
      }
    }

    override async releaseConnection(connection: object): Promise<void> {
      const place = lanes.get(connection)
      lanes.delete(connection)
      await super.releaseConnection(connection)
      if (place) places.leave(place.lane)
    }
  }
}
