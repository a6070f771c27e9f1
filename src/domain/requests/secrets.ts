/** Secrets of customers at rest: AES-256-GCM under a key derived from SECRETS_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

type Key = Pick<Config, 'secretsKey'>

/** Which layout the bytes have; distinguishes later layouts. */
const VERSION = 1
const NONCE = 12
const TAG = 16

const keyOf = ({ secretsKey }: Key): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'secrets of hooks and connectors', 32))

/**
 * Encrypts a JSON value. `place` says what it is (`hooks.secrets`); bytes copied to another place do not open. Layout:
 * version, nonce, tag, ciphertext.
 */
export function seal(config: Key, place: string, value: unknown): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce, { authTagLength: TAG }).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text])
}

/** What `seal` was given, of the type that this place holds. Throws when the bytes were changed, belong elsewhere, or SECRETS_KEY is another. */
export function unseal<T>(config: Key, place: string, sealed: Buffer): T {
  if (sealed[0] !== VERSION) throw new Error(`The secret in ${place} has an unknown layout.`)
  const nonce = sealed.subarray(1, 1 + NONCE)
  const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), nonce, { authTagLength: TAG })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag)
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw new Error(`A secret in ${place} cannot be read: was SECRETS_KEY changed?`)
  }
}
