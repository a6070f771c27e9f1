/**
 * Marks requests of functions to the service's own API. They come from the address of a worker, which all organizations share, so whatever is
 * limited per address would let the function of one organization use up the share of the others.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

export const CALLER_HEADER = 'x-sheaf-function'

/** A mark is made for one request; the clocks of the processes may differ. */
const VALID_MS = 10 * 60_000

/** Headers with which a proxy says where a request comes from. A function has none. */
const OF_PROXIES = /^(x-forwarded-.*|x-real-ip|forwarded|host)$/i

type Keys = Pick<Config, 'secretKey'> & Partial<Pick<Config, 'secretKeyPrevious'>>

const macOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'requests of functions', 32)))
    .update(text)
    .digest()

/** Returns the headers of a function's request with the mark of its organization, which the function itself cannot set. */
export function withCaller(
  { secretKey }: Keys,
  headers: Record<string, string>,
  { organization_id, now }: { organization_id: number; now: number },
): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !OF_PROXIES.test(name) && name.toLowerCase() !== CALLER_HEADER,
  )
  const text = `${organization_id}.${now}`
  return { ...Object.fromEntries(kept), [CALLER_HEADER]: `${text}.${macOf(secretKey, text).toString('base64url')}` }
}

/** Returns the organization whose function makes a request with this mark; null for any other request. */
export function organizationOfCaller({ secretKey, secretKeyPrevious }: Keys, mark: string, now: number): number | null {
  const [, text, id, at, mac] = /^((\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/.exec(mark) ?? []
  if (text === undefined || mac === undefined || Math.abs(now - Number(at)) > VALID_MS) return null
  const given = Buffer.from(mac, 'base64url')
  const isRight = [secretKey, secretKeyPrevious].some(
    (secret) => secret !== undefined && timingSafeEqual(given, macOf(secret, text)),
  )
  return isRight ? Number(id) : null
}
