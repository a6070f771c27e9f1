import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/provision/ports.ts'
import { hiddenHost, startUiProxy } from '../../src/provision/ui-proxy.ts'

let ui: Server
let proxy: Awaited<ReturnType<typeof startUiProxy>>
let port: number
const received: string[] = []
/** The headers of these requests. */
const seen: IncomingHttpHeaders[] = []
const HOST = hiddenHost()

beforeAll(async () => {
  ui = createServer((incoming, response) => {
    let body = ''
    seen.push(incoming.headers)
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
    incoming.on('end', () => {
      received.push(`${incoming.method} ${incoming.url} ${body}`)
      response.writeHead(201, { 'X-Kept': 'yes' }).end('from the UI')
    })
  })
  await new Promise<void>((resolve) => ui.listen(0, HOST, resolve))
  port = await freePort()
  proxy = await startUiProxy(port, { host: HOST, port: (ui.address() as AddressInfo).port })
})
afterAll(async () => {
  await proxy.close()
  await new Promise((resolve) => ui.close(resolve))
})

/** Sends a request with exactly these headers. */
const ask = (headers: Record<string, string>, method = 'POST') =>
  new Promise<{ status: number; text: string; kept: unknown }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: '/api/v1/x?y=1', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode!, text, kept: response.headers['x-kept'] }))
    })
    sent.on('error', reject).end(method === 'POST' ? 'terminate' : undefined)
  })

describe("the proxy before Temporal's UI", () => {
  it.each([
    [(at: number) => ({ Host: `127.0.0.1:${at}` })],
    [(at: number) => ({ Host: `localhost:${at}`, Origin: `http://localhost:${at}` })],
    [(at: number) => ({ Host: `LOCALHOST:${at}`, Origin: `http://127.0.0.1:${at}` })],
    [(at: number) => ({ Host: `[::1]:${at}` })],
  ])('passes on requests of its own pages, whole', async (headers) => {
    received.length = 0
    expect(await ask(headers(port))).toEqual({ status: 201, text: 'from the UI', kept: 'yes' })
    expect(received).toEqual(['POST /api/v1/x?y=1 terminate'])
  })

  it.each([
    [(at: number) => ({ Host: `rebound.example:${at}` })],
    [(at: number) => ({ Host: `127.0.0.1.rebound.example:${at}` })],
    [() => ({ Host: '127.0.0.1' })],
    [(at: number) => ({ Host: `127.0.0.1:${at + 1}` })],
    [(at: number) => ({ Host: `${HOST}:${at}` })],
    [(at: number) => ({ Host: `127.0.0.1:${at}`, Origin: 'https://other.example' })],
    [(at: number) => ({ Host: `127.0.0.1:${at}`, Origin: 'null' })],
    [(at: number) => ({ Host: `127.0.0.1:${at}`, Origin: `http://127.0.0.1:${at}.other.example` })],
  ])('refuses other hosts and origins, and passes nothing on', async (headers) => {
    received.length = 0
    for (const method of ['GET', 'POST']) {
      const { status, text } = await ask(headers(port), method)
      expect([status, text]).toEqual([403, expect.stringContaining('http://127.0.0.1')])
    }
    expect(received).toEqual([])
  })

  const PAGE = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
  it.each([
    ['own', {}, 'POST', 201],
    ['own', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }, 'POST', 201],
    ['typed address', { 'Sec-Fetch-Site': 'none', ...PAGE }, 'GET', 201],
    ['link of another site', { 'Sec-Fetch-Site': 'cross-site', ...PAGE }, 'GET', 201],
    ['link of another port', { 'Sec-Fetch-Site': 'same-site', ...PAGE }, 'GET', 201],
    ['form of another site', { 'Sec-Fetch-Site': 'cross-site', ...PAGE }, 'POST', 403],
    ['form of another port', { 'Sec-Fetch-Site': 'same-site', ...PAGE }, 'POST', 403],
    ['frame of another site', { 'Sec-Fetch-Site': 'cross-site', ...PAGE, 'Sec-Fetch-Dest': 'iframe' }, 'GET', 403],
    ['image of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }, 'GET', 403],
    ['script of another port', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }, 'GET', 403],
    ['fetch of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }, 'GET', 403],
  ])('passes on what its own pages ask for, and links: %s', async (_, headers, method, status) => {
    received.length = 0
    expect((await ask({ Host: `127.0.0.1:${port}`, ...headers }, method)).status).toBe(status)
    expect(received).toHaveLength(status === 201 ? 1 : 0)
  })

  it('lets no page show the UI in a frame', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  /** Sends these lines, each followed by a line break, and returns the response. */
  const talk = (...lines: string[]) =>
    new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1').setEncoding('utf8')
      socket.on('data', (chunk: string) => (text += chunk))
      socket.on('error', reject).on('close', () => resolve(text))
      socket.write([...lines, ''].join('\r\n'))
    })
  const own = () => `Host: 127.0.0.1:${port}`

  it.each([
    ['Trailer: x', 'GET', []],
    ['TE: trailers', 'GET', []],
    ['Upgrade: websocket', 'GET', []],
    ['Keep-Alive: timeout=5', 'GET', []],
    ['Proxy-Authorization: Basic eDp5', 'GET', []],
    ['Expect: 100-continue', 'GET', []],
    ['X-Named: of this connection', 'GET', []],
    ['Trailer: x', 'POST', ['Content-Length: 2', '', 'hi']],
  ])('keeps headers about the connection to itself, and lives: %s', async (header, method, rest) => {
    received.length = 0
    const body = rest.length ? rest : ['']
    const text = await talk(`${method} /kept HTTP/1.1`, own(), 'Connection: close, X-Named', header, ...body)
    expect(text).toContain(' 201 ')
    const [name] = header.toLowerCase().split(':')
    expect(seen.at(-1)).not.toHaveProperty(name!)
    expect(received).toEqual([`${method} /kept ${rest.at(-1) ?? ''}`])
    expect((await ask({ Host: `127.0.0.1:${port}` })).status).toBe(201)
  })

  it.each(['GET', 'POST', 'DELETE'])('marks the end of a body without a length: %s', async (method) => {
    received.length = 0
    const smuggled = `GET /smuggled HTTP/1.1\r\n${own()}\r\n\r\n`
    const chunk = [smuggled.length.toString(16), smuggled, '0', '']
    const text = await talk(
      `${method} /kept HTTP/1.1`,
      own(),
      'Connection: close',
      'Transfer-Encoding: chunked',
      '',
      ...chunk,
    )
    expect(text).toContain(' 201 ')
    expect(received).toEqual([`${method} /kept ${smuggled}`])
  })

  it('does not let a request remove its own length or host', async () => {
    received.length = 0
    const rest = ['Content-Length: 2', '', 'hi']
    await talk('GET /kept HTTP/1.1', own(), 'Connection: close, Content-Length, Host', ...rest)
    expect(received).toEqual(['GET /kept hi'])
    expect(seen.at(-1)).toMatchObject({ host: `127.0.0.1:${port}`, 'content-length': '2' })
  })

  it('says that the UI does not answer', async () => {
    const own = await freePort()
    const lonely = await startUiProxy(own, { host: HOST, port: await freePort() })
    const answer = await fetch(`http://127.0.0.1:${own}/`)
    expect([answer.status, await answer.text()]).toEqual([502, "Temporal's UI does not answer.\n"])
    await lonely.close()
  })

  it('hides the UI at another address each time', () => {
    const hosts = Array.from({ length: 50 }, hiddenHost)
    expect(new Set(hosts).size).toBeGreaterThan(40)
    for (const host of hosts) expect(host).toMatch(/^127\.(?!0\.)\d+\.\d+\.\d+$/)
  })
})
