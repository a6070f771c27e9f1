/** A language model for tests: an endpoint on the loopback interface that replies as the test says. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  path: string | undefined
  authorization: string | undefined
  body: {
    model: string
    temperature: number
    response_format: object
    messages: [{ role: 'system'; content: string }, { role: 'user'; content: string }]
  }
}

export interface ModelServer {
  /** `LLM_BASE_URL`. */
  url: string
  /** The requests so far. */
  asked: Asked[]
  /** Sends the next responses. */
  reply: (response: ServerResponse) => void
  close(): Promise<void>
}

/** A response of `chat/completions` with this content. */
export const completion = (content: unknown): string =>
  JSON.stringify({
    choices: [
      { message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) } },
    ],
  })

/** Replies that the model has found these texts; a number beside a text is its probability. */
export const states =
  (fields: Record<string, string | readonly [string, number]>) =>
  (response: ServerResponse): void => {
    const claims = Object.entries(fields).map(([name, given]) => {
      const [text, confidence] = typeof given === 'string' ? [given, 0.9] : given
      return [name, { text, confidence }] as const
    })
    response.end(completion({ fields: Object.fromEntries(claims) }))
  }

export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { authorization } = request.headers
      model.asked.push({ path: request.url, authorization, body: JSON.parse(text) as Asked['body'] })
      model.reply(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    reply: (response) => response.end(completion({ fields: {} })),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return model
}
