/** A server between a client and another server, which can stop to forward, as if the other server or the network were frozen. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Forwarder {
  port: number
  /** Connections stay open, new ones are accepted, and nothing is forwarded until `thaw`. Both may be called repeatedly. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Forwards connections from a free port of the loopback interface. */
export async function forwardTo(port: number): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  const pairs = new Set<[Socket, Socket]>()
  let isFrozen = false
  const join = ([one, other]: [Socket, Socket]) => {
    one.pipe(other)
    other.pipe(one)
  }
  const part = ([one, other]: [Socket, Socket]) => {
    for (const socket of [one, other]) socket.unpipe().pause()
  }
  const server = createServer((inner) => {
    const pair: [Socket, Socket] = [inner, connect(port, '127.0.0.1')]
    pairs.add(pair)
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        pairs.delete(pair)
        sockets.delete(socket)
        for (const one of pair) one.destroy()
      })
    }
    if (!isFrozen) join(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true
      for (const pair of pairs) part(pair)
    },
    thaw: () => {
      // A pair that is joined twice forwards every byte twice.
      if (!isFrozen) return
      isFrozen = false
      for (const pair of pairs) join(pair)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
