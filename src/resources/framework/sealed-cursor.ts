/** The text of cursors: encrypted, so that clients cannot depend on what they contain. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { invalid } from '../../errors.ts'

/** Where a page starts. */
export interface Position {
  /** Values of the sort keys in the row next to the page. */
  at: string[]
  /** Whether the page is before that row. */
  backwards: boolean
}
type Sealed = [order: string, at: string[], backwards: 0 | 1]

const NONCE = 12
const TAG = 16
const refuse = (sentence: string) => invalid({ cursor: [sentence] })

function keysOf(secret: string): { key: Buffer; nonceKey: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'cursors of lists', 64))
  return { key: bytes.subarray(0, 32), nonceKey: bytes.subarray(32) }
}

/** A short name of an order: orders are SQL, which is long. */
const nameOf = (order: string) => createHash('sha256').update(order).digest('base64url').slice(0, 12)

/** The nonce follows from the content: a page has the same links each time, and no nonce encrypts two contents. */
export function sealCursor(order: string, { at, backwards }: Position, secret: string): string {
  const { key, nonceKey } = keysOf(secret)
  const text = JSON.stringify([nameOf(order), at, backwards ? 1 : 0] satisfies Sealed)
  const nonce = createHmac('sha256', nonceKey).update(text).digest().subarray(0, NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws 400 on `cursor` for a text that `sealCursor` did not return with one of the secrets, or that belongs to another order. */
export function openCursor(cursor: string, order: string, secrets: readonly string[]): Position {
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding ignores characters outside of the alphabet, and unused bits at the end.
  if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== cursor) throw refuse('Invalid cursor.')
  const sealed = secrets.map((secret) => decrypt(bytes, secret)).find((found) => found !== null)
  if (!sealed) throw refuse('Invalid cursor.')
  const [name, at, backwards] = sealed
  if (name !== nameOf(order)) throw refuse('The cursor belongs to another ordering.')
  return { at, backwards: backwards === 1 }
}

/** Returns null for bytes that were not encrypted with this secret. */
function decrypt(bytes: Buffer, secret: string): Sealed | null {
  const decipher = createDecipheriv('aes-256-gcm', keysOf(secret).key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as Sealed
  } catch {
    return null
  }
}
