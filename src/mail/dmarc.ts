/**
 * Judges a message by the DMARC policy of its author's domain (RFC 7489). The library (mailauth) finds the policy; whether a domain is aligned
 * with that of the author is decided here, because the library takes strict alignment for relaxed.
 */
import { dmarc as lookUp } from 'mailauth'
import { getDomain } from 'tldts'
import type { DnsResolver } from '../rules/mail/incoming.ts'

export interface Policy {
  /** `found`, `none` if the domain publishes no policy, and `error` if its DNS does not answer. */
  state: 'found' | 'none' | 'error'
  /** The record of DNS; empty without one. */
  record: string
  /** For `Authentication-Results`, with a result that is not that of the message. */
  info: string
}

/** Looks up the policy of a domain. `arc` is only shown. */
export async function findPolicy(domain: string, arc: object | undefined, resolver: DnsResolver): Promise<Policy> {
  // With no domain to compare, the result says only whether there is a policy.
  const found = await lookUp({ headerFrom: domain, spfDomains: [], dkimDomains: [], arcResult: arc as never, resolver })
  const { info = '', rr: record = '', status } = found || { status: { result: 'none' } }
  const { result } = status
  return { state: result === 'fail' ? 'found' : result === 'none' ? 'none' : 'error', record, info }
}

/** `spf` and `dkim` are the domains for which the checks have passed. One that is aligned with the author's suffices. */
export function judge(
  { state, record, info }: Policy,
  { author, spf, dkim }: { author: string; spf: string[]; dkim: string[] },
): { result: 'pass' | 'fail' | 'none' | 'error'; info: string } {
  if (state !== 'found') return { result: state, info }
  const isAligned = (domain: string, tag: 'aspf' | 'adkim'): boolean =>
    isStrict(record, tag) ? plain(domain) === plain(author) : organization(domain) === organization(author)
  const passes = spf.some((domain) => isAligned(domain, 'aspf')) || dkim.some((domain) => isAligned(domain, 'adkim'))
  const result = passes ? 'pass' : 'fail'
  return { result, info: info.replace(/^dmarc=\w+/, `dmarc=${result}`) }
}

/** Tags and their values are the same in either case, with spaces around them. */
const isStrict = (record: string, tag: 'aspf' | 'adkim'): boolean =>
  record.split(';').some((part) => {
    const [name = '', value = ''] = part.split('=', 2)
    return name.trim().toLowerCase() === tag && value.trim().toLowerCase() === 's'
  })

const plain = (domain: string): string => domain.toLowerCase().replace(/\.$/, '')

/** The domain that an organization has registered, such as `example.co.uk`. */
export const organization = (domain: string): string =>
  getDomain(plain(domain), { allowIcannDomains: true, allowPrivateDomains: true }) ?? plain(domain)
