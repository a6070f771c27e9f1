import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openTemporalConnection } from '../../src/temporal-connection.ts'

const uncaught: Error[] = []
const keep = (error: Error) => uncaught.push(error)
afterEach(() => {
  process.off('uncaughtException', keep)
  uncaught.length = 0
})

/** Returns a port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('a call to a Temporal server that accepts connections and does not answer ends after a time', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const connection = openTemporalConnection({ address: `127.0.0.1:${port}` })
  await expect(connection.workflowService.describeNamespace({})).rejects.toMatchObject({ code: 4 })
  await connection.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

describe('a Temporal connection closed while calls wait for an unavailable server', () => {
  it('cancels the calls without an uncaught exception', async () => {
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', keep)
    try {
      const connection = openTemporalConnection({ address: `127.0.0.1:${await closedPort()}` })
      const call = (within: number) =>
        connection.withDeadline(Date.now() + within, () => connection.workflowService.describeNamespace({}))
      const ends = Promise.allSettled([call(60_000), call(60_000), call(60_000)])
      // By now each call has failed and waits for its next attempt.
      await expect(call(300)).rejects.toThrow()
      await connection.close()
      for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 1 } })
      expect(uncaught).toEqual([])
    } finally {
      for (const listener of others) process.on('uncaughtException', listener)
    }
  })
})
