import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/provision/ports.ts'
import { hiddenHost, startUiProxy } from '../../src/provision/ui-proxy.ts'

let ui: Server
let proxy: Awaited<ReturnType<typeof startUiProxy>>
let port: number
const received: string[] = []
const HOST = hiddenHost()

beforeAll(async () => {
  ui = createServer((incoming, response) => {
    let body = ''
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
