/** Checks where a received message comes from: SPF, DKIM, DMARC and ARC. */
import { Resolver } from 'node:dns/promises'
import { authenticate, dmarc as checkAlignment } from 'mailauth'
import { getDomain } from 'tldts'
import type { DnsResolver, Envelope } from '../rules/incoming-mail.ts'
import { isHostName, type Author } from '../rules/message-author.ts'
import { splitMessage } from '../rules/header-fields.ts'
import { limitedResolver } from './limited-resolver.ts'

export interface Authentication {
  /**
   * `fail` if the domain of the author publishes a DMARC policy that the message violates, or if the message makes the check impossible.
   * `error` if the DNS of the author's domain does not answer.
   */
  dmarc: 'pass' | 'fail' | 'none' | 'error'
  /** The results in the form of an `Authentication-Results` header, without its name. */
  results: string
}

const TOTAL_MS = 30_000
/** Each signature costs DNS queries and a hash of the message; real messages have a few. */
const MAX_SIGNATURES = 20
/** Longer chains of forwarding are not looked at: they are only shown. */
const MAX_ARC_HEADERS = 30
/** The parser of headers is not in a child process, so it gets no more than real messages have. */
const MAX_HEADER_BYTES = 256 * 1024

const system = (): DnsResolver => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return (domain, type) => resolver.resolve(domain, type) as Promise<string[][] | string[]>
}

const unchecked: Authentication = { dmarc: 'error', results: '' }

/**
 * Returns the results for this author. Without the address of a client (`ip`) there is nothing to check, which is `error`. What the sender of
 * the message decides never leads to `error`: neither its size and signatures nor the DNS of domains other than the author's.
 */
export async function authenticateMessage(
  raw: Buffer,
  { author, envelope: { from = '', ip, helo } }: { author: Author; envelope: Envelope },
  {
    resolver = system(),
    host,
    totalMs = TOTAL_MS,
  }: { resolver?: DnsResolver | undefined; host: string; totalMs?: number },
): Promise<Authentication> {
  if (!ip) return unchecked
  const impossible = { dmarc: 'fail', results: `${host}; dmarc=fail (the message cannot be checked)` } as const
  const header = splitMessage(raw)?.header ?? null
  if (header === null || exceedsLimits(header)) return impossible
  const isOwn = (domain: string): boolean => organization(domain) === organization(author.domain)
  const sender = senderOf(from)
  const dns = limitedResolver(resolver, { isOwn, isOwnSender: isOwn(domainOf(sender) || (helo ?? '')) })
  const options = { ip, helo: helo ?? ip, sender, mta: host, resolver: dns.resolve }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Authentication>((resolve) => {
    // With nothing to wait for, the message itself takes the time.
    timer = setTimeout(() => resolve(dns.isWaiting() ? unchecked : impossible), totalMs)
  })
  try {
    return await Promise.race([check(raw, author, { ...options, isOwn, header }), late])
  } catch {
    // Errors of DNS are results; anything else is a message that the library cannot read.
    return impossible
  } finally {
    clearTimeout(timer)
  }
}

interface Options {
  ip: string
  helo: string
  sender: string
  mta: string
  resolver: DnsResolver
  isOwn: (domain: string) => boolean
  header: string
}

async function check(raw: Buffer, author: Author, { isOwn, header, ...options }: Options): Promise<Authentication> {
  // Its own reading of the author is not used: there is only one (`readAuthor`).
  const disableArc =
    (header.match(/^arc-(seal|message-signature|authentication-results)[ \t]*:/gim)?.length ?? 0) > MAX_ARC_HEADERS
  const found = await authenticate(raw, { ...options, disableBimi: true, disableDmarc: true, disableArc })
  const signatures = found.dkim?.results ?? []
  const spf = found.spf || undefined
  const aligned = await checkAlignment({
    headerFrom: author.domain,
    spfDomains: spf?.status.result === 'pass' ? [spf.domain] : [],
    dkimDomains: signatures
      .filter(({ status }) => status.result === 'pass')
      .map(({ id, signingDomain, status }) => ({
        id,
        domain: signingDomain,
        aligned: status.aligned,
        underSized: status.underSized,
      })),
    arcResult: found.arc || undefined,
    resolver: options.resolver,
  })
  const checks = [
    ...signatures.map(({ signingDomain, status }) => ({ domain: signingDomain, status })),
    ...(spf ? [{ domain: spf.domain, status: spf.status }] : []),
  ]
  // A record of the author's domain that could not be looked up might have confirmed the message. Those of other domains could not.
  const isUnsure = checks.some(({ domain, status }) => status.result === 'temperror' && isOwn(domain))
  const result = aligned ? aligned.status.result : 'none'
  const [, results = ''] = /^Authentication-Results:\s*([^]*?)\r?\n(?!\s)/im.exec(`${found.headers}\r\n`) ?? []
  const all = aligned && aligned.info ? `${results}; ${aligned.info}` : results
  return {
    dmarc:
      result === 'fail' && isUnsure
        ? 'error'
        : result === 'pass' || result === 'fail' || result === 'none'
          ? result
          : 'error',
    results: all.replaceAll(/\s+/g, ' ').slice(0, 2000),
  }
}

/** The domain that an organization has registered, such as `example.co.uk`. */
const organization = (domain: string): string => {
  const name = domain.toLowerCase().replace(/\.$/, '')
  return getDomain(name, { allowIcannDomains: true, allowPrivateDomains: true }) ?? name
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/**
 * The sender of the envelope, for SPF. Notifications have none. Servers and libraries disagree about routes, comments and several `@`; such a
 * sender belongs to no domain.
 */
function senderOf(from: string): string {
  if (from === '') return ''
  const isPlain = /^[^\s@<>()[\],:;"\\]{1,64}@[^\s@]+$/.test(from) && isHostName(domainOf(from).toLowerCase())
  return isPlain ? from : 'unknown@sender.invalid'
}

/** Whether the message has more than can be checked. Only headers that cost something count. */
function exceedsLimits(header: string): boolean {
  if (header.length > MAX_HEADER_BYTES) return true
  return (header.match(/^dkim-signature[ \t]*:/gim)?.length ?? 0) > MAX_SIGNATURES
}
