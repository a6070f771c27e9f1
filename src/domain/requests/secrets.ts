/** Customers' secrets at rest: AES-256-GCM with a key derived from SECRETS_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Values are sealed with the first key, and opened with either, so that keys can be replaced while the service runs. */
type Keys = Pick<Config, 'secretsKey'> & Partial<Pick<Config, 'secretsKeyPrevious'>>

/** Versions of the byte layout: the second one names the key. */
const [WITHOUT_ID, VERSION] = [1, 2]
const KEY_ID = 4
const NONCE = 12
const TAG = 16

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'secrets of hooks and connectors', 32))

/** Identifies a key without revealing it. */
const keyIdOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'id of the key', KEY_ID))

/**
 * Encrypts a JSON value. `place` names its column (`hooks.secrets`); bytes copied to another place cannot be decrypted. Layout: version, id
 * of the key, nonce, tag, ciphertext.
 */
export function seal({ secretsKey }: Keys, place: string, value: unknown): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretsKey), nonce, { authTagLength: TAG }).setAAD(
    Buffer.from(place),
  )
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), keyIdOf(secretsKey), nonce, cipher.getAuthTag(), text])
}

/**
 * Decrypts a value of `seal`, of the type stored in this place. Throws if the bytes were modified, belong to another place, or were sealed
 * with neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS.
 */
export function unseal<T>({ secretsKey, secretsKeyPrevious }: Keys, place: string, sealed: Buffer): T {
  const text = open(secretsKey, place, sealed) ?? (secretsKeyPrevious && open(secretsKeyPrevious, place, sealed))
  if (!text) throw new Error(`A secret in ${place} cannot be decrypted. Was SECRETS_KEY changed?`)
  return JSON.parse(text)
}

/** Returns the value sealed with SECRETS_KEY, or null if it already is. Throws like `unseal`. */
export function reseal(config: Keys, place: string, sealed: Buffer): Buffer | null {
  if (open(config.secretsKey, place, sealed) !== null) return null
  return seal(config, place, unseal(config, place, sealed))
}

/** Returns the text of a sealed value, or null if it was not sealed with this key for this place. */
function open(secret: string, place: string, sealed: Buffer): string | null {
  const version = sealed[0]
  if (version !== VERSION && version !== WITHOUT_ID) throw new Error(`The secret in ${place} has an unknown layout.`)
  const start = version === VERSION ? 1 + KEY_ID : 1
  if (version === VERSION && !sealed.subarray(1, start).equals(keyIdOf(secret))) return null
  const nonce = sealed.subarray(start, start + NONCE)
  const tag = sealed.subarray(start + NONCE, start + NONCE + TAG)
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce, { authTagLength: TAG })
      .setAAD(Buffer.from(place))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(start + NONCE + TAG)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
