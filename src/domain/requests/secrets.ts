/** Customers' secrets at rest: AES-256-GCM with a key derived from SECRETS_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

type Key = Pick<Config, 'secretsKey'>

/** Version of the byte layout, for later changes. */
const VERSION = 1
const NONCE = 12
const TAG = 16

const keyOf = ({ secretsKey }: Key): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'secrets of hooks and connectors', 32))

/**
 * Encrypts a JSON value. `place` names its column (`hooks.secrets`); bytes copied to another place cannot be decrypted. Layout: version,
 * nonce, tag, ciphertext.
 */
export function seal(config: Key, place: string, value: unknown): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce, { authTagLength: TAG }).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text])
}

/**
 * Decrypts a value of `seal`, of the type stored in this place. Throws if the bytes were modified, belong to another place, or SECRETS_KEY
 * has changed.
 */
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
    throw new Error(`A secret in ${place} cannot be decrypted. Was SECRETS_KEY changed?`)
  }
}
