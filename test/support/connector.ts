/** A connector as a customer would run it: a real HTTP server that records its requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './as.ts'

export interface Call {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Json
}

export interface TestConnector {
  url: string
  calls: Call[]
  /** Responses to calls of these paths, which are not recorded. */
  answers: Map<string, (body: Json) => Promise<Json>>
  /** Responds to the following calls. Without a response the connection stays open. */
  answer: (response: ServerResponse, call: Call) => void
  stop(): Promise<void>
}

export async function testConnector(): Promise<TestConnector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const text = Buffer.concat(chunks).toString()
      const call = { method, url, headers, body: text ? (JSON.parse(text) as unknown) : null }
      const answer = connector.answers.get(url)
      if (answer) {
        void answer(call.body).then((body: unknown) => response.end(JSON.stringify(body)))
        return
      }
      connector.calls.push(call)
      connector.answer(response, call)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const connector: TestConnector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answers: new Map(),
    answer: (response) => void response.writeHead(204).end(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return connector
}
