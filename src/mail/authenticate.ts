/** Checks where a received message comes from: SPF, DKIM, DMARC and ARC. */
import { Resolver } from 'node:dns/promises'
import type { Readable } from 'node:stream'
import { authenticate } from 'mailauth'
import type { DnsResolver, Envelope } from '../rules/mail/incoming.ts'
import { fieldsOf, splitMessage } from '../rules/mail/header-fields.ts'
import { isHostName, readAuthorField, type Author } from '../rules/mail/message-author.ts'
import { findPolicy, judge, organization } from './dmarc.ts'
import { limitedResolver } from './limited-resolver.ts'
import { exceedsLimits, headersForLibrary, streamOf } from './message-limits.ts'

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
  const parts = splitMessage(raw)
  if (parts === null) return impossible
  const fields = fieldsOf(parts.header)
  if (exceedsLimits(parts.header, fields)) return impossible
  const authored = readAuthorField(parts.header)
  if ('problem' in authored) return impossible
  const isOwn = (domain: string): boolean => organization(domain) === organization(author.domain)
  const sender = senderOf(from)
  const dns = limitedResolver(resolver, { isOwn, isOwnSender: isOwn(domainOf(sender) || (helo ?? '')) })
  const options = { ip, helo: helo ?? ip, sender, mta: host, resolver: dns.resolve }
  const message = streamOf(headersForLibrary(fields), raw.subarray(parts.bodyStart))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Authentication>((resolve) => {
    // With nothing to wait for, the message itself takes the time.
    timer = setTimeout(() => resolve(dns.isWaiting() ? unchecked : impossible), totalMs)
  })
  try {
    return await Promise.race([check(message, author, { ...options, isOwn, field: authored.field }), late])
  } catch {
    // Errors of DNS are results; anything else is a message that the library cannot read.
    return impossible
  } finally {
    clearTimeout(timer)
    // Ends a check that was given up.
    message.destroy()
  }
}

interface Options {
  ip: string
  helo: string
  sender: string
  mta: string
  resolver: DnsResolver
  isOwn: (domain: string) => boolean
  /** The header `From` that was read. */
  field: string
}

async function check(
  message: Readable,
  author: Author,
  { isOwn, field, ...options }: Options,
): Promise<Authentication> {
  // Its own reading of the author is not used: there is only one (`readAuthor`).
  const found = await authenticate(message, { ...options, disableBimi: true, disableDmarc: true })
  const signatures = found.dkim?.results ?? []
  const spf = found.spf || undefined
  const proofs = signatures.filter((signature) => provesAuthor(signature as Signature, field))
  const domainsOf = (all: typeof proofs): string[] =>
    all.flatMap(({ signingDomain, status }) => (status.result === 'pass' && signingDomain ? [signingDomain] : []))
  const policy = await findPolicy(author.domain, found.arc || undefined, options.resolver)
  const { result, info } = judge(policy, {
    author: author.domain,
    spf: spf?.status.result === 'pass' ? [spf.domain] : [],
    dkim: domainsOf(proofs),
  })
  const checks = [
    ...proofs.map(({ signingDomain, status }) => ({ domain: signingDomain, status })),
    ...(spf ? [{ domain: spf.domain, status: spf.status }] : []),
  ]
  // A record of the author's domain that could not be looked up might have confirmed the message. Those of other domains could not.
  const isUnsure = checks.some(({ domain, status }) => status.result === 'temperror' && isOwn(domain ?? ''))
  const [, results = ''] = /^Authentication-Results:\s*([^]*?)\r?\n(?!\s)/im.exec(`${found.headers}\r\n`) ?? []
  const all = info ? `${results}; ${info}` : results
  return {
    dmarc: result === 'fail' && isUnsure ? 'error' : result,
    results: all.replaceAll(/\s+/g, ' ').slice(0, 2000),
  }
}

/** What the types of the library lack. */
interface Signature {
  algo?: string
  /** The signed headers as they were written. */
  signingHeaders?: { headers: string[] }
  canonBodyLengthLimited?: boolean
  canonBodyLengthLimit?: number
  canonBodyLengthTotal?: number
}

/**
 * Whether a signature can confirm the author: it covers the header `From` that was read (RFC 6376, 5.4) and the whole text, because what was
 * appended to a text signed in part (`l=`) is of anyone, and uses no SHA-1 (RFC 8301).
 */
function provesAuthor(signature: Signature, field: string): boolean {
  const { algo, signingHeaders, canonBodyLengthLimited, canonBodyLengthLimit, canonBodyLengthTotal } = signature
  if (!/^(rsa|ed25519)-sha256$/i.test(algo ?? '')) return false
  if (canonBodyLengthLimited && canonBodyLengthLimit !== canonBodyLengthTotal) return false
  return signingHeaders?.headers.includes(Buffer.from(field, 'latin1').toString()) ?? false
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
