/**
 * Headers by which the receiver of a webhook verifies sender, content and age of a request. Two schemes are sent side by side:
 * the service's own (`X-Svc-Signature-SHA256`) and Standard Webhooks (https://www.standardwebhooks.com).
 */
import { createHmac } from 'node:crypto'

export interface Delivery {
  /** Id of the delivery. All attempts have the same, by which receivers recognize repetitions. Must not contain a dot. */
  id: string
  /** Time of the attempt. Receivers of Standard Webhooks refuse requests that are older than a few minutes. */
  at: Date
  /** The body exactly as it is sent; empty for a poll. */
  body: string | Uint8Array
}

export interface SignatureNames {
  /** Also send the names of the existing vendor (COMPAT_VENDOR_NAMES). */
  vendorNames: boolean
  /** Also send the SHA-1 signature that old receivers verify (COMPAT_SHA1_SIGNATURES). */
  sha1Signatures: boolean
}

const PREFIX = 'whsec_'

/**
 * Returns the key of Standard Webhooks: the decoded Base64 text after `whsec_`, as its libraries generate secrets; for any other secret
 * its UTF-8 bytes, which the libraries call the format `raw`.
 */
export function standardKey(secret: string): Buffer {
  const encoded = secret.slice(PREFIX.length)
  const isEncoded = secret.startsWith(PREFIX) && encoded.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(encoded)
  return isEncoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8')
}

const hmac = (algorithm: string, key: string | Buffer, ...parts: (string | Uint8Array)[]) =>
  parts.reduce((mac, part) => mac.update(part), createHmac(algorithm, key))

/**
 * Returns the headers of one attempt. `webhook-id` and `webhook-timestamp` are always sent, signatures only if the hook has a secret. The
 * key of `X-Svc-Signature-SHA256` is always the UTF-8 bytes of the secret, including a prefix `whsec_`.
 */
export function signatureHeaders(
  secret: string | null | undefined,
  { id, at, body }: Delivery,
  { vendorNames, sha1Signatures }: SignatureNames,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const identity = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (!secret) return identity
  const sha256 = `sha256=${hmac('sha256', secret, body).digest('hex')}`
  const sha1 = `sha1=${hmac('sha1', secret, body).digest('hex')}`
  const signature = hmac('sha256', standardKey(secret), `${id}.${timestamp}.`, body).digest('base64')
  return {
    ...identity,
    'webhook-signature': `v1,${signature}`,
    'X-Svc-Signature-SHA256': sha256,
    ...(vendorNames ? { 'X-Rossum-Signature-SHA256': sha256 } : {}),
    ...(sha1Signatures ? { 'X-Svc-Signature': sha1 } : {}),
    ...(sha1Signatures && vendorNames ? { 'X-Elis-Signature': sha1 } : {}),
  }
}
