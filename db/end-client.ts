import type pg from 'pg'

/** A server that runs closes the connection at once. */
const PATIENCE_MS = 1_000

/** Ends a connection, without the farewell of the protocol if the server does not answer it. Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), PATIENCE_MS)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}
