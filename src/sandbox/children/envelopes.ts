/** Envelopes around messages: S/MIME (RFC 8551) and PGP (RFC 3156). Encrypted ones cannot be opened, signed ones can. */
import { Constructed, fromBER, ObjectIdentifier, OctetString, Sequence, type AsnType } from 'asn1js'
import { ReadError } from '@sheaf/extraction/types'
import type { EmailPart } from '../email-types.ts'

const SIGNED = '1.2.840.113549.1.7.2'
const ENCRYPTED = ['1.2.840.113549.1.7.3', '1.2.840.113549.1.9.16.1.23']
const DATA = '1.2.840.113549.1.7.1'

/** The first part of `multipart/encrypted`, which says no more than that the second is encrypted. */
export const isControlPart = (declared: string): boolean => declared === 'application/pgp-encrypted'

const isPgp = (name: string, bytes: Buffer): boolean =>
  /\.(pgp|gpg)$/i.test(name) ||
  bytes.subarray(0, 200).toString('latin1').trimStart().startsWith('-----BEGIN PGP MESSAGE')

const isSmime = (declared: string, name: string): boolean =>
  /^application\/(x-)?pkcs7-mime$/.test(declared) || /\.p7m$/i.test(name)

/**
 * Returns the message in a signed envelope, and null for a part that is no envelope. Throws ReadError: `encrypted`, or `damaged` for what is
 * only declared as an envelope. The signature is not verified: what counts for the import is the text.
 */
export function openEnvelope({ declared, name }: EmailPart, bytes: Buffer): Buffer | null {
  if (isPgp(name, bytes)) throw new ReadError('encrypted', 'The part is encrypted (PGP).')
  if (!isSmime(declared, name)) return null
  const { result, offset } = fromBER(bytes)
  const [kind, content] = offset === -1 ? [] : childrenOf(result)
  const type = kind instanceof ObjectIdentifier ? kind.getValue() : ''
  if (ENCRYPTED.includes(type)) throw new ReadError('encrypted', 'The message is encrypted (S/MIME).')
  const found = type === SIGNED ? signedContent(content) : null
  if (!found) throw new ReadError('damaged', 'The S/MIME envelope cannot be read.')
  return found
}

const childrenOf = (value: AsnType | undefined): AsnType[] =>
  value instanceof Sequence || value instanceof Constructed ? value.valueBlock.value : []

/** ContentInfo.content of SignedData: version, algorithms, and the content with its type (RFC 5652, 5.1). */
function signedContent(content: AsnType | undefined): Buffer | null {
  const [, , wrapped] = childrenOf(childrenOf(content)[0])
  const [type, explicit] = childrenOf(wrapped)
  const octets = childrenOf(explicit)[0]
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== DATA || !(octets instanceof OctetString)) return null
  return Buffer.from(octets.getValue())
}
