/** Reads server-sent events of the API, as a client does. */
export interface ServerEvent {
  event: string
  id: string
  data: Record<string, any> // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON of the API
}

export interface EventStream {
  status: number
  /** Resolves with the next event; rejects if the stream ends before. */
  next(): Promise<ServerEvent>
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>
  close(): void
}

export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const controller = new AbortController()
  const response = await fetch(url, { headers, signal: controller.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    text += value ?? ''
    return !done
  }
  const take = (): ServerEvent | undefined => {
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const of = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      if (of('event')) return { event: of('event'), id: of('id'), data: JSON.parse(of('data')) }
    }
    return undefined
  }
  return {
    status: response.status,
    async next() {
      for (;;) {
        const found = take()
        if (found) return found
        if (!(await read())) throw new Error(`The stream has ended: ${text}`)
      }
    },
    async ended() {
      while (await read());
    },
    close: () => controller.abort(),
  }
}
