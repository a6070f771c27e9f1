/** Calls of webhooks: one attempt of a delivery, and one poll for a deferred response. */
import { signatureHeaders, type SignatureNames } from '../rules/hooks/signatures.ts'
import { OutgoingError, type Outgoing, type OutgoingAnswer, type OutgoingRequest } from './outgoing-http.ts'

export interface WebhookTarget {
  url: string
  /** Signs requests; null: they are not signed. */
  secret?: string | null
  /** Skips the verification of the server's TLS certificate. */
  insecure_ssl?: boolean
  /** Client certificate in PEM format. */
  certificate?: { cert: string; key: string }
}

export interface WebhookAttempt {
  /** Id of the delivery, the same for all of its attempts and polls. */
  id: string
  at: Date
  /** The frozen payload as JSON text. */
  body: string | Uint8Array
  /** Limit on the whole exchange, at least 1. */
  timeout_ms: number
  names: SignatureNames
  signal?: AbortSignal
}

/**
 * `ms` is the duration of the exchange. `location` is absolute; it is null unless the status is 202. `retry_after_s` are the seconds of
 * `Retry-After`, or those until its date; null without it.
 */
export type WebhookResult =
  | { status: number; body: string; location: string | null; retry_after_s: number | null; ms: number }
  | { failure: OutgoingError['reason']; message: string; ms: number }

const MAX_RESPONSE = 5_000_000
const MAX_LOCATION = 2000
const AGENT = { 'User-Agent': 'Sheaf-Hooks', Accept: 'application/json' }

type Exchange = Omit<OutgoingRequest, 'limit'> & { at: Date }

/** Sends the payload once. Redirects are not followed: a 3xx is a status like any other. Throws only the reason of `signal`. */
export async function callWebhook(
  outgoing: Pick<Outgoing, 'request'>,
  target: WebhookTarget,
  { id, at, body, timeout_ms, names, signal }: WebhookAttempt,
): Promise<WebhookResult> {
  return exchange(outgoing, target.url, {
    at,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...AGENT,
      ...signatureHeaders(target.secret, { id, at, body }, names),
    },
    body,
    timeout_ms,
    ...credentials(target),
    ...(signal ? { signal } : {}),
  })
}

/**
 * Asks once for a deferred response at the `location` of a 202. Within the origin of the hook's URL the request is signed like a call with an
 * empty body. A request to another origin has no signature, because its receiver could replay it to the hook, and no client certificate;
 * its TLS certificate is always verified. The response of a hook with `https:` is fetched without TLS only from allowed private networks.
 * Throws only the reason of `signal`.
 */
export async function pollWebhook(
  outgoing: Pick<Outgoing, 'request'>,
  target: WebhookTarget,
  location: string,
  { id, at, timeout_ms, names, signal }: Omit<WebhookAttempt, 'body'>,
): Promise<WebhookResult> {
  const url = location.length <= MAX_LOCATION ? URL.parse(location, target.url) : null
  if (!url) return { failure: 'refused', message: 'The Location of the response is not a valid URL.', ms: 0 }
  const own = new URL(target.url)
  const isOwn = url.origin === own.origin
  return exchange(outgoing, url.href, {
    at,
    method: 'GET',
    headers: { ...AGENT, ...(isOwn ? signatureHeaders(target.secret, { id, at, body: '' }, names) : {}) },
    timeout_ms,
    ...(isOwn ? credentials(target) : { assertTls: own.protocol === 'https:' }),
    ...(signal ? { signal } : {}),
  })
}

const credentials = ({ certificate, insecure_ssl }: WebhookTarget): Partial<Exchange> => ({
  ...(certificate ? { certificate } : {}),
  ...(insecure_ssl ? { insecureTls: true } : {}),
})

async function exchange(
  outgoing: Pick<Outgoing, 'request'>,
  url: string,
  { at, ...request }: Exchange,
): Promise<WebhookResult> {
  const start = performance.now()
  const elapsed = () => Math.round(performance.now() - start)
  try {
    const answer = await outgoing.request(url, { ...request, limit: MAX_RESPONSE })
    const { status, body } = answer
    const retry_after_s = retryAfterOf(answer, new Date(at.getTime() + elapsed()))
    return { status, body: body.toString('utf8'), location: locationOf(answer, url), retry_after_s, ms: elapsed() }
  } catch (error) {
    request.signal?.throwIfAborted()
    if (!(error instanceof OutgoingError)) throw error
    return { failure: error.reason, message: sentenceOf(error), ms: elapsed() }
  }
}

/** A text that is no URL, or too long, is returned too, so that the poll reports it. */
function locationOf({ status, headers }: OutgoingAnswer, url: string): string | null {
  const given = status === 202 ? headers.location?.slice(0, MAX_LOCATION + 1) : undefined
  return given ? (URL.parse(given, url)?.href ?? given) : null
}

/** `Retry-After` as a number of seconds or a date (RFC 9110, 10.2.3); null if it is neither. */
function retryAfterOf({ headers }: OutgoingAnswer, now: Date): number | null {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = /^[A-Za-z]/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/** Adds the code of the connection's error, such as ECONNREFUSED or CERT_HAS_EXPIRED, which shows authors what to change. */
function sentenceOf({ reason, message, cause }: OutgoingError): string {
  const code = reason === 'unreachable' && cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? message.replace(/\.$/, ` (${code}).`) : message
}
