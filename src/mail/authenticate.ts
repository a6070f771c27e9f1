/** Checks where a received message comes from: SPF, DKIM, DMARC and ARC. */
import { Resolver } from 'node:dns/promises'
import { authenticate } from 'mailauth'
import type { DnsResolver, Envelope } from '../rules/incoming-mail.ts'

export interface Authentication {
  /** `fail` only if the domain of the sender publishes a DMARC policy that the message violates. */
  dmarc: 'pass' | 'fail' | 'none' | 'error'
  /** The results in the form of an `Authentication-Results` header, without its name. */
  results: string
}

const TOTAL_MS = 30_000
/** Each signature costs DNS queries and a hash of the message; real messages have a few. */
const MAX_SIGNATURES = 20
/** The parser of headers is not in a child process, so it gets no more than real messages have. */
const MAX_HEADER_BYTES = 256 * 1024

const system = (): DnsResolver => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return (domain, type) => resolver.resolve(domain, type) as Promise<string[][] | string[]>
}

const unknown: Authentication = { dmarc: 'error', results: '' }

/** Returns the results. Errors of DNS, and messages with too many signatures, give `error` and never `fail`. */
export async function authenticateMessage(
  raw: Buffer,
  { from = '', ip, helo }: Envelope,
  { resolver = system(), host }: { resolver?: DnsResolver | undefined; host: string },
): Promise<Authentication> {
  if (!ip || exceedsLimits(raw)) return unknown
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Authentication>((resolve) => {
    timer = setTimeout(() => resolve(unknown), TOTAL_MS)
  })
  const checked = authenticate(raw, { ip, helo: helo ?? ip, sender: from, mta: host, resolver, disableBimi: true })
    .then(({ dmarc, dkim, spf, headers }): Authentication => {
      const checks = [...(dkim?.results ?? []), ...(spf ? [spf] : [])]
      const isUnsure = checks.some(({ status }) => status.result === 'temperror')
      const found = dmarc ? dmarc.status.result : 'none'
      // A key that could not be looked up might have confirmed the message.
      const result = found === 'fail' && isUnsure ? 'temperror' : found
      const [, results = ''] = /^Authentication-Results:\s*([^]*?)\r?\n(?!\s)/im.exec(`${headers}\r\n`) ?? []
      return {
        dmarc: result === 'pass' || result === 'fail' || result === 'none' ? result : 'error',
        results: results.replaceAll(/\s+/g, ' ').slice(0, 2000),
      }
    })
    .catch(() => unknown)
  try {
    return await Promise.race([checked, late])
  } finally {
    clearTimeout(timer)
  }
}

function exceedsLimits(raw: Buffer): boolean {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.subarray(0, end < 0 ? raw.length : end)
  if (headers.length > MAX_HEADER_BYTES) return true
  return (headers.toString('latin1').match(/^(dkim-signature|arc-[\w-]+):/gim)?.length ?? 0) > MAX_SIGNATURES
}
