/** Public keys that customers register for signing JWTs: accepted types and stored form. */
import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

export const KEY_TYPES = ['Ed25519', 'Ed448', 'RSA'] as const
export type KeyType = (typeof KEY_TYPES)[number]
export type JwtAlgorithm = 'EdDSA' | 'RS512'
export interface PublicKey {
  type: KeyType
  algorithm: JwtAlgorithm
  /** SubjectPublicKeyInfo. */
  pem: string
  /** SHA-256 of the DER form, hexadecimal. */
  fingerprint: string
}

/** Members of a JWK that only private and symmetric keys have (RFC 7518, 6.2.2, 6.3.2, 6.4.1). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const TYPES: Record<string, KeyType> = { ed25519: 'Ed25519', ed448: 'Ed448', rsa: 'RSA' }
/** Shorter keys are too easy to break (RFC 7518, 3.3); longer keys make the verification of signatures too expensive. */
const RSA_BITS = { least: 2048, most: 8192 }

/** Reads a PEM text, a JWK or a JWK as text. `error` is a sentence for the client and never repeats the input. */
export function readPublicKey(given: string | object): PublicKey | { error: string } {
  const key = typeof given === 'string' && !given.trim().startsWith('{') ? fromPem(given) : fromJwk(given)
  if ('error' in key) return key
  const type = TYPES[key.asymmetricKeyType ?? '']
  if (!type) return { error: 'The key must be an Ed25519, Ed448 or RSA key.' }
  const bits = key.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && (bits < RSA_BITS.least || bits > RSA_BITS.most))
    return { error: `An RSA key must have ${RSA_BITS.least} to ${RSA_BITS.most} bits.` }
  return {
    type,
    algorithm: type === 'RSA' ? 'RS512' : 'EdDSA',
    pem: key.export({ type: 'spki', format: 'pem' }) as string,
    fingerprint: createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  }
}

type Read = KeyObject | { error: string }
const IS_PRIVATE = { error: 'This is a private key. Keep it secret and register the public key instead.' }

function fromPem(text: string): Read {
  if (/PRIVATE KEY/.test(text)) return IS_PRIVATE
  if (!/^\s*-----BEGIN (RSA )?PUBLIC KEY-----/.test(text))
    return { error: 'The key must be PEM text that starts with "-----BEGIN PUBLIC KEY-----", or a JWK.' }
  return made(() => createPublicKey(text))
}

function fromJwk(given: string | object): Read {
  let jwk: Record<string, unknown>
  try {
    jwk = (typeof given === 'string' ? JSON.parse(given) : given) as Record<string, unknown>
  } catch {
    return { error: 'The JWK is not valid JSON.' }
  }
  if (PRIVATE_MEMBERS.some((name) => name in jwk)) return IS_PRIVATE
  return made(() => createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }))
}

function made(make: () => KeyObject): Read {
  try {
    return make()
  } catch {
    return { error: 'The key cannot be read.' }
  }
}
