import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { classOf } from '../../src/outgoing/address-class.ts'
import { allowedAddress } from '../../src/outgoing/allowed-address.ts'
import {
  openOutgoing,
  type Outgoing,
  type OutgoingError,
  type OutgoingRequest,
  type Resolver,
} from '../../src/outgoing/outgoing-http.ts'
import { callWebhook, pollWebhook } from '../../src/outgoing/webhooks.ts'
import { CERTIFICATE, ITS_KEY } from '../support/client-certificate.ts'

/** Listens on all addresses of this machine, of which tests allow one or none. */
let receiver: Server
let port: number
let connections = 0
const hosts: string[] = []
const LIMITS = { timeout_ms: 10_000, limit: 1000 }
const ATTEMPT = {
  id: 'e1-h1',
  at: new Date(),
  timeout_ms: 10_000,
  names: { vendorNames: false, sha1Signatures: false },
}
const UNUSABLE = {
  name: 'OutgoingError',
  reason: 'unreachable',
  message: '"hook.example" cannot be resolved, or its addresses are not allowed.',
}
const open: Outgoing[] = []

beforeAll(async () => {
  receiver = createServer(({ headers, url }, response) => {
    hosts.push(headers.host ?? '')
    response.setHeader('Connection', 'close')
    if (url === '/redirect') response.writeHead(302, { Location: `http://127.0.0.1:${port}/` })
    response.end('reached')
  })
  receiver.on('connection', () => connections++)
  await new Promise<void>((done) => receiver.listen(0, '::', done))
  port = (receiver.address() as AddressInfo).port
})
beforeEach(() => {
  connections = 0
  hosts.length = 0
})
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()))
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
})

/** Resolves any name to the first list of addresses, then to the second, and so on. */
function answering(...answers: (string | LookupAddress)[][]): Resolver {
  return (_, __, callback) => {
    const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    callback(
      null,
      found.map((one) => (typeof one === 'string' ? { address: one, family: one.includes(':') ? 6 : 4 } : one)),
    )
  }
}

function outgoingTo(allowedPrivateNetworks: string[], resolve?: Resolver): Outgoing {
  const outgoing = openOutgoing({ allowedPrivateNetworks, ...(resolve ? { resolve } : {}) })
  open.push(outgoing)
  return outgoing
}

const fetchFrom = (outgoing: Outgoing, host: string, more: Partial<OutgoingRequest> = {}) =>
  outgoing.request(`http://${host}:${port}/`, { ...LIMITS, ...more })

describe('a request of the service to a URL of a user', () => {
  it.each([
    ['a loopback address', '127.0.0.1'],
    ['an address with a final dot', '127.0.0.1.'],
    ['a decimal host', '2130706433'],
    ['a hexadecimal host', '0x7f000001'],
    ['a host with hexadecimal parts', '0x7f.0x0.0x0.0x1'],
    ['an octal host', '017700000001'],
    ['a host with octal parts', '0177.0.0.01'],
    ['a short host', '127.1'],
    ['a host in other digits of Unicode', '①②⑦.⓪.⓪.①'],
    ['the unspecified address', '0.0.0.0'],
    ['the unspecified address as a number', '0'],
    ['the unspecified address of IPv6', '[::]'],
    ['the loopback address of IPv6', '[::1]'],
    ['an IPv4-mapped address', '[::ffff:127.0.0.1]'],
    ['an IPv4-mapped address in hexadecimal', '[::ffff:7f00:1]'],
    ['an IPv4-compatible address', '[::127.0.0.1]'],
    ['an IPv4-compatible address in hexadecimal', '[::7f00:1]'],
    ['an IPv4-translated address', '[::ffff:0:127.0.0.1]'],
    ['an address of NAT64', '[64:ff9b::7f00:1]'],
    ['a local address of NAT64', '[64:ff9b:1::7f00:1]'],
    ['an address of 6to4', '[2002:7f00:1::1]'],
    ['an address of Teredo', '[2001:0:7f00:1::1]'],
    ['an address of ISATAP', '[2a00:1450:4001::5efe:127.0.0.1]'],
    ['a link-local address of IPv6', '[fe80::1]'],
    ['a site-local address of IPv6', '[fec0::1]'],
    ['a unique local address', '[fd00::1]'],
    ['the metadata of a cloud', '169.254.169.254'],
    ['the metadata of a cloud by IPv6', '[fd00:ec2::254]'],
    ['the metadata of a cloud in decimal', '2852039166'],
    ['the metadata of Alibaba Cloud', '100.100.100.200'],
    ['the platform of Azure', '168.63.129.16'],
    ['an address that was never assigned', '[4000::1]'],
  ])('is refused for %s before anything is sent', async (_, host) => {
    await expect(fetchFrom(outgoingTo([]), host)).rejects.toMatchObject({ reason: 'refused' })
    expect(connections).toBe(0)
  })

  it.each([
    ['the metadata of a cloud', '169.254.169.254'],
    ['this machine', '::1'],
    ['this machine by IPv4-mapped IPv6', '::ffff:127.0.0.1'],
    ['this machine by IPv4-compatible IPv6', '::127.0.0.1'],
    ['a link-local address with a zone', 'fe80::1%lo'],
    ['a unique local address with a zone', 'fd00::1%eth0'],
    ['something that is no address', 'localhost'],
  ])('is refused for a name that resolves to %s', async (_, address) => {
    const error = await fetchFrom(outgoingTo([], answering([address])), 'hook.example').catch((one: unknown) => one)
    expect(error).toMatchObject(UNUSABLE)
    expect(connections).toBe(0)
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEOUT'])(
    'fails for an unknown name as for a refused one: %s',
    async (code) => {
      const unknown: Resolver = (_, __, callback) =>
        callback(Object.assign(new Error(`${code} hook.example`), { code }), [])
      const failuresOf = async (resolve: Resolver) => {
        const outgoing = outgoingTo([], resolve)
        const errors = [
          await fetchFrom(outgoing, 'hook.example').catch((error: OutgoingError) => error),
          await allowedAddress('hook.example', { allowedPrivateNetworks: [], resolve }).catch((error: Error) => error),
        ]
        const target = { url: `http://hook.example:${port}/` }
        const { ms, ...call } = await callWebhook(outgoing, target, { ...ATTEMPT, body: '{}' })
        expect(ms).toBeGreaterThanOrEqual(0)
        return [...errors.map((error) => ({ ...(error as Error), message: (error as Error).message })), call]
      }
      expect(await failuresOf(unknown)).toEqual(await failuresOf(answering(['127.0.0.1'])))
      expect(await failuresOf(unknown)).toEqual([
        UNUSABLE,
        UNUSABLE,
        { failure: UNUSABLE.reason, message: UNUSABLE.message },
      ])
      expect(connections).toBe(0)
    },
  )

  it('is refused as well with a client certificate or without verification of TLS', async () => {
    const certificate = { cert: CERTIFICATE, key: ITS_KEY }
    for (const more of [{ certificate }, { insecureTls: true }, { assertTls: true }])
      for (const protocol of ['http', 'https']) {
        const request = outgoingTo([]).request(`${protocol}://127.0.0.1:${port}/`, { ...LIMITS, ...more })
        await expect(request).rejects.toMatchObject({ reason: 'refused' })
      }
    expect(connections).toBe(0)
  })
})

describe('a name whose DNS answer changes', () => {
  it('is resolved and checked again for each connection', async () => {
    const outgoing = outgoingTo(['127.0.0.2/32'], answering(['127.0.0.2'], ['127.0.0.1']))
    expect((await fetchFrom(outgoing, 'hook.example')).body.toString()).toBe('reached')
    await expect(fetchFrom(outgoing, 'hook.example')).rejects.toMatchObject(UNUSABLE)
    expect(hosts).toEqual([`hook.example:${port}`])
  })

  it('is reached only at its allowed addresses', async () => {
    const outgoing = outgoingTo(['127.0.0.2/32'], answering(['127.0.0.1', '::1', '127.0.0.2']))
    const sockets: (string | undefined)[] = []
    receiver.once('connection', ({ localAddress }) => sockets.push(localAddress))
    await fetchFrom(outgoing, 'hook.example')
    expect([connections, sockets]).toEqual([1, ['::ffff:127.0.0.2']])
  })

  it('is refused by the address of the socket if it changes after the check', async () => {
    let reads = 0
    const turning = {
      family: 4,
      get address() {
        return reads++ ? '127.0.0.1' : '127.0.0.2'
      },
    }
    const outgoing = outgoingTo(['127.0.0.2/32'], answering([turning]))
    await expect(fetchFrom(outgoing, 'hook.example')).rejects.toMatchObject(UNUSABLE)
    // The connection was opened, but no request was sent.
    expect([connections, hosts]).toEqual([1, []])
  })
})

describe('the list of allowed networks', () => {
  it('allows its addresses in any notation, and no others', async () => {
    const outgoing = outgoingTo(['127.0.0.0/8'])
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
      expect((await fetchFrom(outgoing, host)).status, host).toBe(200)
    for (const host of ['[::1]', '10.0.0.1', '0.0.0.0', '169.254.169.254', '[::127.0.0.1]', '[2002:7f00:1::1]'])
      await expect(fetchFrom(outgoing, host), host).rejects.toMatchObject({ reason: 'refused' })
  })

  it('allows networks of IPv6', async () => {
    const outgoing = outgoingTo(['::1/128'])
    expect((await fetchFrom(outgoing, '[::1]')).status).toBe(200)
    await expect(fetchFrom(outgoing, '127.0.0.1')).rejects.toMatchObject({ reason: 'refused' })
    expect(classOf('fe80::7%eth0', ['fe80::/64'])).toBe('allowed')
    expect(classOf('64:ff9b::808:808', ['64:ff9b::/96'])).toBe('allowed')
  })
})

describe('a webhook', () => {
  it('that redirects to a private address is not followed', async () => {
    const outgoing = outgoingTo(['127.0.0.2/32'])
    const target = { url: `http://127.0.0.2:${port}/redirect` }
    expect(await callWebhook(outgoing, target, { ...ATTEMPT, body: '{}' })).toMatchObject({ status: 302 })
    expect(hosts).toEqual([`127.0.0.2:${port}`])
  })

  it('whose deferred response has a private address is refused', async () => {
    const outgoing = outgoingTo(['127.0.0.2/32'])
    const target = { url: `http://127.0.0.2:${port}/` }
    expect(await pollWebhook(outgoing, target, `http://localhost:${port}/`, ATTEMPT)).toMatchObject({
      failure: 'unreachable',
    })
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '169.254.169.254'])
      expect(await pollWebhook(outgoing, target, `http://${host}:${port}/`, ATTEMPT), host).toMatchObject({
        failure: 'refused',
      })
    for (const location of ['file:///etc/passwd', 'http://user:pw@127.0.0.2/', `/${'x'.repeat(2000)}`])
      expect(await pollWebhook(outgoing, target, location, ATTEMPT)).toMatchObject({ failure: 'refused' })
    expect(connections).toBe(0)
  })
})
