import { createServer, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classOf } from '../../src/outgoing/address-class.ts'
import { openOutgoing, type Outgoing } from '../../src/outgoing/outgoing-http.ts'
import { CERTIFICATE, ITS_KEY } from '../support/client-certificate.ts'
import { SERVER_CERTIFICATE, SERVER_KEY } from '../support/server-certificate.ts'

let receiver: Server
let port: number
let inside: Outgoing
let outside: Outgoing
const seen: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
const LIMITS = { timeout_ms: 10_000, limit: 1000 }

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      if (url === '/redirect') response.writeHead(302, { Location: `http://127.0.0.1:${port}/target` }).end()
      else if (url === '/large') response.end('x'.repeat(1001))
      else if (url === '/endless') {
        response.write('x')
        response.on('close', () => seen.push({ method: 'closed', url, headers: {}, body: '' }))
      } else if (url !== '/silent') response.writeHead(201, { 'X-Two': ['a', 'b'] }).end('taken')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  port = (receiver.address() as AddressInfo).port
  inside = openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] })
  outside = openOutgoing({ allowedPrivateNetworks: [] })
})
afterAll(async () => {
  receiver.closeAllConnections()
  await Promise.all([inside.close(), outside.close()])
  await new Promise((done) => receiver.close(done))
})

const at = (path: string) => `http://127.0.0.1:${port}${path}`

describe('an outgoing request', () => {
  it('sends method, headers and body, and returns status, headers and body', async () => {
    const answer = await inside.request(at('/any?x=1'), {
      ...LIMITS,
      method: 'POST',
      headers: { 'X-Own': '7' },
      body: 'hello',
    })
    expect(answer).toMatchObject({ status: 201, headers: { 'x-two': 'a, b' } })
    expect(answer.body.toString()).toBe('taken')
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/any?x=1', body: 'hello', headers: { 'x-own': '7' } })
  })

  it('reaches names that resolve to allowed addresses', async () => {
    expect((await inside.request(`http://localhost:${port}/`, LIMITS)).status).toBe(201)
  })

  it('presents a certificate to servers that request one', async () => {
    const trusted = getCACertificates('default')
    const asks = { cert: SERVER_CERTIFICATE, key: SERVER_KEY, ca: CERTIFICATE, requestCert: true }
    const server = createTlsServer({ ...asks, rejectUnauthorized: false }, ({ socket }, response) =>
      response.end((socket as TLSSocket).getPeerCertificate().subject?.CN ?? 'anonymous'),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`
    try {
      setDefaultCACertificates([SERVER_CERTIFICATE])
      const certificate = { cert: CERTIFICATE, key: ITS_KEY }
      const first = await inside.request(url, { ...LIMITS, certificate })
      expect(first.body.toString()).toBe('client.example.org')
      // Requests without the certificate do not reuse its connection.
      expect((await inside.request(url, LIMITS)).body.toString()).toBe('anonymous')
      await expect(outside.request(url, { ...LIMITS, certificate })).rejects.toMatchObject({ reason: 'unreachable' })
    } finally {
      setDefaultCACertificates(trusted)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  })

  it('does not follow redirects', async () => {
    const answer = await inside.request(at('/redirect'), LIMITS)
    expect(answer).toMatchObject({ status: 302, headers: { location: at('/target') } })
    expect(seen.some(({ url }) => url === '/target')).toBe(false)
  })

  it('is refused for private addresses, literal or by name, before anything is sent', async () => {
    let connections = 0
    const listener = createSocketServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    const { port: other } = listener.address() as AddressInfo
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'])
      await expect(outside.request(`http://${host}:${other}/`, LIMITS), host).rejects.toMatchObject({
        name: 'OutgoingError',
        reason: host === 'localhost' ? 'unreachable' : 'refused',
      })
    expect(connections).toBe(0)
    await new Promise((done) => listener.close(done))
  })

  it('is refused with other schemes and with credentials in the URL', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', `http://user:pw@127.0.0.1:${port}/`])
      await expect(inside.request(url, LIMITS), url).rejects.toMatchObject({ reason: 'refused' })
  })

  it('without TLS is sent only to allowed networks if TLS is required', async () => {
    expect((await inside.request(at('/'), { ...LIMITS, assertTls: true })).status).toBe(201)
    await expect(outside.request('http://192.0.2.1/', { ...LIMITS, assertTls: true })).rejects.toMatchObject({
      reason: 'refused',
    })
    await expect(outside.request('http://8.8.8.8/', { ...LIMITS, assertTls: true })).rejects.toMatchObject({
      reason: 'refused',
    })
  })

  it('stops reading when the response is too large', async () => {
    await expect(inside.request(at('/large'), LIMITS)).rejects.toMatchObject({ reason: 'too_large' })
    expect((await inside.request(at('/large'), { ...LIMITS, limit: 1001 })).body).toHaveLength(1001)
    await expect(inside.request(at('/endless'), { ...LIMITS, limit: 0 })).rejects.toMatchObject({ reason: 'too_large' })
    await expect.poll(() => seen.some(({ method }) => method === 'closed')).toBe(true)
  })

  it('times out if the headers or the rest of the body do not arrive', async () => {
    for (const path of ['/silent', '/endless'])
      await expect(inside.request(at(path), { ...LIMITS, timeout_ms: 50 }), path).rejects.toMatchObject({
        reason: 'timeout',
      })
  })

  it('reports an address without a listening server', async () => {
    const closed = createSocketServer()
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
    const { port: free } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    await expect(inside.request(`http://127.0.0.1:${free}/`, LIMITS)).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

describe('classification of addresses', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['10.0.0.1', 'refused'],
    ['172.16.0.1', 'refused'],
    ['192.168.1.1', 'refused'],
    ['100.64.0.1', 'refused'],
    ['169.254.169.254', 'refused'],
    ['127.0.0.1', 'refused'],
    ['0.0.0.0', 'refused'],
    ['224.0.0.1', 'refused'],
    ['255.255.255.255', 'refused'],
    ['::', 'refused'],
    ['::1', 'refused'],
    ['fe80::1%eth0', 'refused'],
    ['fd00::1', 'refused'],
    ['::ffff:10.0.0.1', 'refused'],
    ['64:ff9b::a00:1', 'refused'],
    ['2002:a00:1::', 'refused'],
    ['not an address', 'refused'],
  ])('%s is %s', (address, expected) => {
    expect(classOf(address, [])).toBe(expected)
  })

  it('allows only addresses of an allowed network, also in IPv6 form', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(byte, byte, byte, (b, c, d) => {
        const address = `10.${b}.${c}.${d}`
        const expected = b === 20 ? 'allowed' : 'refused'
        expect(classOf(address, ['fd00::/8', '10.20.0.0/16'])).toBe(expected)
        expect(classOf(`::ffff:${address}`, ['10.20.0.0/16'])).toBe(expected)
      }),
    )
    expect(classOf('fd00::7', ['fd00::/8'])).toBe('allowed')
  })
})
