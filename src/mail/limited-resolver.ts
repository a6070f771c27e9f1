/** A resolver for the checks of one message, in which domains that the sender of the message controls cannot use up the time. */
import { isHostName } from '../rules/mail/message-author.ts'
import type { DnsResolver } from '../rules/mail/incoming.ts'

/** For all names of other domains together. Their answers cannot confirm the author; they are only shown. */
const FOREIGN_MS = 8_000

const failure = (code: string): Error => Object.assign(new Error(code), { code })

export interface LimitedResolver {
  resolve: DnsResolver
  /** Whether an answer that could confirm the author is being waited for. */
  isWaiting: () => boolean
}

/**
 * `isOwn` says whether a name belongs to the author's organization. With `isOwnSender` the envelope is of that organization too, so all names
 * that its SPF record leads to count as its own.
 */
export function limitedResolver(
  resolver: DnsResolver,
  {
    isOwn,
    isOwnSender,
    foreignMs = FOREIGN_MS,
  }: { isOwn: (name: string) => boolean; isOwnSender: boolean; foreignMs?: number },
): LimitedResolver {
  let [waiting, end] = [0, 0]
  const ask = async (domain: string, type: string): Promise<string[][] | string[]> => {
    // A name that DNS cannot have is no temporary failure.
    if (!isHostName(domain.toLowerCase()) || /\.invalid$/i.test(domain)) throw failure('ENOTFOUND')
    const isKey = /(^|\.)_domainkey\./i.test(domain)
    if (isOwn(domain) || (isOwnSender && !isKey)) {
      waiting++
      try {
        return await resolver(domain, type)
      } finally {
        waiting--
      }
    }
    end ||= Date.now() + foreignMs
    const left = end - Date.now()
    if (left <= 0) throw failure('ETIMEOUT')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(failure('ETIMEOUT')), left)
    })
    try {
      return await Promise.race([resolver(domain, type), late])
    } finally {
      clearTimeout(timer)
    }
  }
  return { resolve: ask, isWaiting: () => waiting > 0 }
}
