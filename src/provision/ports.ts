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

/** A port of the loopback interface that nobody listens on at this moment. */
export const freePort = (): Promise<number> => tryPort('127.0.0.1', 0)

/** Throws one sentence that names `variable` when somebody else listens on the port. */
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
