/** TCP connections to servers that customers choose. */
import { connect, type Socket } from 'node:net'
import { allowedAddress } from './allowed-address.ts'
import { OutgoingError, type OutgoingSettings } from './outgoing-http.ts'

/** Connects to an allowed address of a host, which is resolved once. Throws OutgoingError. */
export async function connectAllowed(
  { host, port }: { host: string; port: number },
  settings: OutgoingSettings,
  timeout_ms: number,
): Promise<Socket> {
  const address = await allowedAddress(host, settings)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: timeout_ms })
    const fail = (reason: 'timeout' | 'unreachable', sentence: string, cause?: unknown) => {
      socket.destroy()
      reject(new OutgoingError(reason, sentence, { cause }))
    }
    const onError = (error: Error) => fail('unreachable', `"${host}:${port}" could not be reached.`, error)
    const onTimeout = () => fail('timeout', `"${host}:${port}" did not accept a connection within ${timeout_ms} ms.`)
    socket.once('error', onError)
    socket.once('timeout', onTimeout)
    socket.once('connect', () => {
      socket.off('error', onError)
      socket.off('timeout', onTimeout)
      socket.setTimeout(0)
      // Without a listener, an error before the caller has one would end the process; `close` follows each.
      socket.on('error', () => undefined)
      resolve(socket)
    })
  })
}
