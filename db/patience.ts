/** How long a client of PostgreSQL waits for a server that does not answer. */

export interface Patience {
  /** For a new connection, with its login. */
  connectMs: number
  /** For a free connection of a pool. */
  acquireMs: number
  /** Without a byte from or to the server while a statement runs; then a new connection shows whether the server still answers. */
  silentMs: number
  /** For the answer to that new connection. */
  answerMs: number
}

/**
 * Per purpose. `requests`: a client waits for the answer, and gets 503 within ten seconds: the longest ways are `silentMs + answerMs +
 * connectMs` (a statement, then another one on a new connection) and `acquireMs`. `maintenance`: migrations, backups and commands that may
 * work for hours lose more by a wrong guess than by waiting, so they give a server that is only slow more time. No limit ends
 * a long statement while the server answers others; STATEMENT_TIMEOUT_S does.
 */
export const PATIENCE = {
  requests: { connectMs: 4_000, acquireMs: 8_000, silentMs: 2_500, answerMs: 2_500 },
  maintenance: { connectMs: 20_000, acquireMs: 60_000, silentMs: 30_000, answerMs: 30_000 },
} as const satisfies Record<string, Patience>

export type Purpose = keyof typeof PATIENCE

/** TCP keep-alive of idle connections: the first probe after this time; Node then sends one per second and closes after ten without an answer. */
export const KEEP_ALIVE_MS = 10_000

/** Options of a connection of this purpose, for pg. */
export const connectionLimits = (purpose: Purpose) => ({
  connectionTimeoutMillis: PATIENCE[purpose].connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})
