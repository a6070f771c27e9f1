import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOutgoing, type Outgoing } from '../../src/outgoing/outgoing-http.ts'
import { callWebhook, pollWebhook } from '../../src/outgoing/webhooks.ts'
import { CERTIFICATE, ITS_KEY } from '../support/client-certificate.ts'
import { SERVER_CERTIFICATE, SERVER_KEY } from '../support/server-certificate.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: Record<string, string>
  body: Buffer
  client: string | undefined
}

let outgoing: Outgoing
const servers: Server[] = []
let own: string
let other: string
let tls: string
const seen: Seen[] = []
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const attempt = {
  id: 'e17-h3',
  at: new Date(),
  timeout_ms: 10_000,
  names: { vendorNames: false, sha1Signatures: false },
}

function respond(request: IncomingMessage, body: Buffer, response: Parameters<RequestListener>[1]): void {
  const { method, url, headers, socket } = request
  const client = 'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate().subject?.CN : undefined
  seen.push({ method, url, headers: headers as Record<string, string>, body, client: client?.toString() })
  if (url === '/later') response.writeHead(202, { Location: '/results/1?x=1' })
  else if (url === '/elsewhere') response.writeHead(202, { Location: `${other}/results/2` })
  else if (url === '/created') response.writeHead(201, { Location: '/ignored' })
  else if (url?.startsWith('/busy?'))
    response.writeHead(503, { 'Retry-After': decodeURIComponent(url.slice('/busy?'.length)) })
  else if (url === '/large') return void response.end('x'.repeat(5_000_001))
  else if (url === '/silent') return
  response.end('{"messages": []}')
}

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const handler: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => respond(request, Buffer.concat(chunks), response))
  }
  own = `http://127.0.0.1:${await listen(createServer(handler))}`
  other = `http://127.0.0.1:${await listen(createServer(handler))}`
  const options = { cert: SERVER_CERTIFICATE, key: SERVER_KEY, requestCert: true, rejectUnauthorized: false }
  tls = `https://localhost:${await listen(createTlsServer(options, handler))}`
  outgoing = openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8', '::1/128'] })
})
beforeEach(() => void (seen.length = 0))
afterAll(async () => {
  await outgoing.close()
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

const call = (url: string, target: object = {}, more: object = {}) =>
  callWebhook(outgoing, { url, secret: SECRET, ...target }, { ...attempt, body: '{"event":"x","é":"ž"}', ...more })
const poll = (location: string, target: object = {}) =>
  pollWebhook(outgoing, { url: `${own}/hook`, secret: SECRET, ...target }, location, attempt)

describe('a call of a webhook', () => {
  it('is a POST of the exact bytes as JSON, signed for both schemes', async () => {
    expect(await call(`${own}/hook?a=1`)).toMatchObject({ status: 200, body: '{"messages": []}', location: null })
    const [{ method, url, headers, body }] = seen as [Seen]
    expect([method, url, body.toString()]).toEqual(['POST', '/hook?a=1', '{"event":"x","é":"ž"}'])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Sheaf-Hooks',
      'webhook-id': 'e17-h3',
      'x-svc-signature-sha256': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    })
    expect(new Webhook(SECRET).verify(body, headers)).toEqual({ event: 'x', é: 'ž' })
  })

  it('has the status and the absolute Location of a 202, and no other Location', async () => {
    expect(await call(`${own}/later`)).toMatchObject({ status: 202, location: `${own}/results/1?x=1` })
    expect(await call(`${own}/created`)).toMatchObject({ status: 201, location: null })
  })

  it.each([
    ['20', 20],
    ['0', 0],
    [' 7 ', 7],
    [new Date(attempt.at.getTime() + 3_600_000).toUTCString(), expect.any(Number)],
    [new Date(attempt.at.getTime() - 3_600_000).toUTCString(), 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
  ])('has the seconds of Retry-After: %s', async (text, seconds) => {
    const { retry_after_s } = (await call(`${own}/busy?${encodeURIComponent(text)}`)) as {
      retry_after_s: number | null
    }
    expect(retry_after_s).toEqual(seconds)
    if (text.includes('GMT') && retry_after_s) expect(Math.abs(retry_after_s - 3600)).toBeLessThan(600)
  })

  it('fails with a sentence if the response is late, too large or not available', async () => {
    expect(await call(`${own}/silent`, {}, { timeout_ms: 50 })).toMatchObject({
      failure: 'timeout',
      message: 'There was no response within 50 ms.',
    })
    expect(await call(`${own}/large`)).toMatchObject({ failure: 'too_large' })
    const closed = createServer()
    const port = await listen(closed)
    await new Promise((done) => servers.splice(servers.indexOf(closed), 1)[0]?.close(done))
    expect(await call(`http://127.0.0.1:${port}/`)).toMatchObject({
      failure: 'unreachable',
      message: `"127.0.0.1:${port}" could not be reached (ECONNREFUSED).`,
    })
    expect(await call('http://10.0.0.1/')).toMatchObject({ failure: 'refused' })
  })

  it('throws the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('The worker stops.'))
    await expect(call(`${own}/hook`, {}, { signal })).rejects.toThrow('The worker stops.')
  })

  it('verifies the certificate of the server unless insecure_ssl is set, for this hook only', async () => {
    const refused = { failure: 'unreachable', message: expect.stringContaining('(DEPTH_ZERO_SELF_SIGNED_CERT)') }
    expect(await call(`${tls}/hook`)).toMatchObject(refused)
    expect(await call(`${tls}/hook`, { insecure_ssl: true })).toMatchObject({ status: 200 })
    expect(await call(`${tls}/hook`)).toMatchObject(refused)
  })

  it('presents the client certificate of the hook', async () => {
    const certificate = { cert: CERTIFICATE, key: ITS_KEY }
    await call(`${tls}/hook`, { insecure_ssl: true, certificate })
    await call(`${tls}/hook`, { insecure_ssl: true })
    expect(seen.map(({ client }) => client)).toEqual(['client.example.org', undefined])
  })
})

describe('a poll of a webhook', () => {
  const signatures = ({ headers }: Seen) => Object.keys(headers).filter((name) => /signature/.test(name))

  it('is a GET with the signature of an empty body', async () => {
    expect(await poll(`${own}/created`)).toMatchObject({ status: 201, body: '{"messages": []}' })
    const [{ method, headers, body }] = seen as [Seen]
    expect([method, body.length]).toEqual(['GET', 0])
    expect(new Webhook(SECRET).verify('', headers)).toBeUndefined()
    expect(headers['x-svc-signature-sha256']).toMatch(/^sha256=/)
  })

  it('follows a relative Location from the URL of the hook', async () => {
    await poll('/created')
    expect(seen[0]).toMatchObject({ url: '/created' })
  })

  it('of another origin has no signature and no client certificate, and TLS is verified', async () => {
    const { location } = (await call(`${own}/elsewhere`)) as { location: string }
    expect(await poll(location)).toMatchObject({ status: 200 })
    expect(seen.map((request) => signatures(request).length)).toEqual([2, 0])
    const certificate = { cert: CERTIFICATE, key: ITS_KEY }
    expect(await poll(`${tls}/created`, { insecure_ssl: true, certificate })).toMatchObject({ failure: 'unreachable' })
    expect(seen).toHaveLength(2)
    await poll(`${tls}/created`, { url: `${tls}/hook`, insecure_ssl: true, certificate })
    expect(seen[2]?.client).toBe('client.example.org')
  })

  it('of a hook with TLS uses no plain http outside of allowed networks', async () => {
    const strict = openOutgoing({ allowedPrivateNetworks: [] })
    const target = { url: 'https://hook.example/', secret: SECRET }
    expect(await pollWebhook(strict, target, 'http://8.8.8.8/', attempt)).toMatchObject({ failure: 'refused' })
    await strict.close()
    expect(await poll(`${own}/created`, { url: 'https://hook.example/' })).toMatchObject({ status: 201 })
  })
})
