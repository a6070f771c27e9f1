import pg from 'pg'
import { connectionLimits, PATIENCE, type Purpose } from './patience.ts'
import { watchConnections } from './watch.ts'

/**
 * Returns a connection of its own for `name`, not connected yet, with the limits of the purpose on a server that does not answer. End it
 * with `endClient`.
 */
export function openClient(url: string, name: string, purpose: Purpose): pg.Client {
  const client = new pg.Client({ connectionString: url, application_name: name, ...connectionLimits(purpose) })
  // The statement that fails with the connection reports the error.
  client.on('error', () => undefined)
  watchConnections({ url, patience: PATIENCE[purpose] }).add(client)
  return client
}
