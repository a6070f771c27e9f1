/** A receiver of webhooks that fails at random, and records every request that reaches it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Random } from '../../train/random.ts'

export type Reply = '200' | '500' | '503' | 'hangs' | 'resets' | 'resets before the body'

export interface Arrival {
  /** Path of the URL: one per hook. */
  path: string
  /** Header `webhook-id`. */
  id: string
  /** Null if the connection was reset before the body was read, or if the sender ended it. */
  body: string | null
  reply: Reply
}

export interface Receiver {
  url: string
  /** In the order in which the requests arrived. */
  arrivals: Arrival[]
  stop(): Promise<void>
}

/** The rest of the requests is answered with 200. */
const FAILURES: [Reply, number][] = [
  ['500', 0.12],
  ['503', 0.12],
  ['hangs', 0.04],
  ['resets', 0.08],
  ['resets before the body', 0.04],
]

function replyOf(random: Random): Reply {
  let left = random.next()
  for (const [reply, share] of FAILURES) {
    left -= share
    if (left < 0) return reply
  }
  return '200'
}

/** Starts the receiver on a free port of 127.0.0.1. `random` determines the replies by the order of the requests. */
export async function startReceiver(random: Random): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const reply = replyOf(random)
    const arrival: Arrival = {
      path: request.url ?? '',
      id: String(request.headers['webhook-id']),
      body: null,
      reply,
    }
    arrivals.push(arrival)
    if (reply === 'resets before the body') return void request.socket.resetAndDestroy()
    arrival.body = (await buffer(request)).toString()
    if (reply === 'resets') request.socket.resetAndDestroy()
    else if (reply !== 'hangs') response.writeHead(Number(reply), { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => {
    // The sender was killed while it sent the body.
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
