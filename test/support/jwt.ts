/** JWTs as a customer's system creates them, with only `node:crypto`. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface Signer {
  algorithm: string
  privateKey: KeyObject
  publicKey: KeyObject
  pem: string
}

const makers = {
  Ed25519: () => generateKeyPairSync('ed25519'),
  Ed448: () => generateKeyPairSync('ed448'),
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
export type SignerType = keyof typeof makers

export function aSigner(type: SignerType): Signer {
  const { privateKey, publicKey } = makers[type]()
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
  return { algorithm: type === 'RSA' ? 'RS512' : 'EdDSA', privateKey, publicKey, pem }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a signed JWT. With `digest` null the key determines the digest, as for EdDSA. */
export function makeJwt(header: object, payload: unknown, key: KeyObject, digest: string | null): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${sign(digest, Buffer.from(text), key).toString('base64url')}`
}
