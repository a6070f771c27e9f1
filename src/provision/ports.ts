import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { codeOf, ProvisionError } from './problem.ts'

function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}

/**
 * Returns a random free port of the loopback interface. It is below the ports for outgoing connections (from 32768 on Linux,
 * 49152 elsewhere), so that a connection cannot take it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    try {
      return await tryPort('127.0.0.1', port)
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error
    }
  }
}

/** Throws ProvisionError with one sentence that contains `variable` if the port is in use. */
export async function requireFreePort(host: string, port: number, variable: string, what: string): Promise<void> {
  try {
    await tryPort(host, port)
  } catch (error) {
    const reason =
      codeOf(error) === 'EADDRINUSE'
        ? 'is in use by another program'
        : `cannot be used on ${host} (${codeOf(error) ?? String(error)})`
    throw new ProvisionError(`Port ${port} for ${what} ${reason}; set ${variable} to a free port.`)
  }
}
