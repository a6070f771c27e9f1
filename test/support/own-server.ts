/** A server for each test, which the test starts with its own settings. */
import { afterEach } from 'vitest'
import { testServer, type TestServer } from './server.ts'

/** The server that the test has started. */
export let server: TestServer

/** Stops the server after each test of a file. */
export function useOwnServer(): void {
  afterEach(() => server.stop())
}

/** Starts the server of a test; the parameters are those of `testServer`. */
export async function startServer(...given: Parameters<typeof testServer>): Promise<void> {
  server = await testServer(...given)
}
