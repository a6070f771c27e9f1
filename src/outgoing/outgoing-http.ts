/**
 * Sends all requests to addresses that customers choose (OpenID providers, webhooks, connectors): only to allowed
 * addresses, without redirects, limited in time and size.
 */
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { Agent, buildConnector, request as send } from 'undici'
import { classOf } from './address-class.ts'

export interface OutgoingSettings {
  /** CIDRs allowed in addition to public addresses. */
  allowedPrivateNetworks: readonly string[]
  /** Resolves names; by default `dns.lookup`, as for all connections of Node. Tests pass answers that change. */
  resolve?: Resolver
}

export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** For addresses that operators configure. */
export const ANYWHERE: OutgoingSettings = { allowedPrivateNetworks: ['0.0.0.0/0', '::/0'] }

export interface OutgoingRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | null
  /** Timeout of the whole exchange, in milliseconds. */
  timeout_ms: number
  /** Maximum size of the response body, in bytes. */
  limit: number
  /** Refuses `http:` to public addresses, where the connection could be intercepted. */
  assertTls?: boolean
  /** Client certificate for servers that request one, in PEM format. */
  certificate?: { cert: string; key: string }
  /** Accepts any TLS certificate of the server. Everyone on the way can then read and change the exchange. */
  insecureTls?: boolean
  signal?: AbortSignal
}

export interface OutgoingAnswer {
  status: number
  /** Names in lower case; repeated headers are joined with commas. */
  headers: Record<string, string>
  body: Buffer
}

/** `refused`: the request is not allowed. `timeout`, `too_large`, `unreachable`: the request failed. */
export class OutgoingError extends Error {
  readonly reason: 'refused' | 'timeout' | 'too_large' | 'unreachable'
  constructor(reason: OutgoingError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutgoingError'
    this.reason = reason
  }
}

export interface Outgoing {
  /** Returns the response with any status, including redirects. Throws OutgoingError. */
  request(url: string | URL, options: OutgoingRequest): Promise<OutgoingAnswer>
  close(): Promise<void>
}

export function openOutgoing({ allowedPrivateNetworks, resolve = lookup }: OutgoingSettings): Outgoing {
  const classify = (address: string) => classOf(address, allowedPrivateNetworks)
  const isAny = (address: string) => classify(address) !== 'refused'
  const agentFor = (assertTls: boolean | undefined, tls: TlsOptions = {}) =>
    openAgent({ isAllowed: assertTls ? isSafe : isAny, resolve, tls })
  const agents = { any: agentFor(false), tls: agentFor(true) }
  function isSafe(address: string, protocol: string) {
    return protocol === 'https:' ? classify(address) !== 'refused' : classify(address) === 'allowed'
  }
  return {
    request: async (url, options) => {
      const { assertTls, certificate, insecureTls } = options
      if (!certificate && !insecureTls) return exchange(assertTls ? agents.tls : agents.any, url, options)
      // A separate agent: connections opened with one customer's certificate, or to a server whose certificate was not verified, must not
      // serve other requests.
      const agent = agentFor(assertTls, { ...certificate, ...(insecureTls ? { rejectUnauthorized: false } : {}) })
      try {
        return await exchange(agent, url, options)
      } finally {
        await agent.destroy()
      }
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.close()))
    },
  }
}

interface TlsOptions {
  cert?: string
  key?: string
  rejectUnauthorized?: boolean
}

interface AgentOptions {
  isAllowed: (address: string, protocol: string) => boolean
  resolve: Resolver
  tls: TlsOptions
}

/** The error for an IP address that a customer chose. */
export const refusedAddress = (address: string): OutgoingError =>
  new OutgoingError('refused', `"${address}" is an address that is not allowed.`)

/**
 * The error for a name. The same whether it is unknown, cannot be resolved now or has only refused addresses: otherwise customers could find
 * out which names the network of the service knows.
 */
export const unusableName = (host: string): OutgoingError =>
  new OutgoingError('unreachable', `"${host}" cannot be resolved, or its addresses are not allowed.`)

/**
 * Checks addresses when a name is resolved, so that nothing is sent to refused addresses, and again on the connected socket,
 * because a name may resolve differently a moment later.
 */
function openAgent({ isAllowed, resolve, tls }: AgentOptions): Agent {
  const connectorOf = (protocol: string) =>
    buildConnector({
      timeout: 10_000,
      ...tls,
      lookup: (hostname, options, callback) => {
        resolve(hostname, { ...options, all: true }, (error, found) => {
          if (error) return callback(unusableName(hostname), [])
          const good = found.filter(({ address }) => isAllowed(address, protocol))
          if (!good.length) return callback(unusableName(hostname), [])
          if (options.all) callback(null, good)
          else callback(null, good[0]!.address, good[0]!.family)
        })
      },
    })
  const connectors = { 'http:': connectorOf('http:'), 'https:': connectorOf('https:') }
  return new Agent({
    connect: (options, callback) => {
      const { hostname } = options
      const protocol = options.protocol as 'http:' | 'https:'
      // IP addresses in the URL are never looked up.
      const literal = hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) && !isAllowed(literal, protocol)) return callback(refusedAddress(literal), null)
      connectors[protocol](options, (...result) => {
        const [error, socket] = result
        if (error) return callback(error, null)
        if (isAllowed((socket as Socket).remoteAddress ?? '', protocol)) return callback(null, socket)
        socket.destroy()
        callback(unusableName(hostname), null)
      })
    },
  })
}

async function exchange(dispatcher: Agent, url: string | URL, options: OutgoingRequest): Promise<OutgoingAnswer> {
  const target = new URL(url)
  if (!['http:', 'https:'].includes(target.protocol) || target.username || target.password)
    throw new OutgoingError('refused', 'Only http and https URLs without credentials are allowed.')
  const { method = 'GET', headers = {}, body = null, timeout_ms, limit } = options
  const deadline = AbortSignal.timeout(timeout_ms)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  try {
    const answer = await send(target, { dispatcher, method: method as 'GET', headers, body, signal })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length
      // Leaving the loop closes the connection, so the rest is never received.
      if (size > limit) throw new OutgoingError('too_large', `The response has more than ${limit} bytes.`)
      chunks.push(chunk)
    }
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(flat) as Record<string, string>,
      body: Buffer.concat(chunks),
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    if (deadline.aborted)
      throw new OutgoingError('timeout', `There was no response within ${timeout_ms} ms.`, { cause: error })
    throw new OutgoingError('unreachable', `"${target.host}" could not be reached.`, { cause: error })
  }
}
