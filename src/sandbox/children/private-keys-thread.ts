/** The thread that opens private keys; src/sandbox/private-keys.ts limits it. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import ssh2 from 'ssh2'
import { answerChecks } from './answer-checks.ts'

/** A key without its passphrase in a form that `ssh2` reads, or why it cannot be read. */
export type OpenedKey = { key: string } | { error: string }

const FORMATS = 'Must be a private RSA, ECDSA or Ed25519 key as ssh-keygen, OpenSSL or PuTTY (version 2) writes it.'

function open(text: string, passphrase: string | null): OpenedKey {
  // Their number of iterations is not limited, and OpenSSL cannot be interrupted.
  if (text.includes('BEGIN ENCRYPTED PRIVATE KEY'))
    return { error: 'A key in PKCS #8 must have no passphrase; ssh-keygen -p converts it.' }
  const trimmed = `${text.trim()}\n`
  try {
    const key = trimmed.includes('BEGIN PRIVATE KEY') ? trimmed : parse(trimmed, passphrase)
    return { key: readable(written(createPrivateKey(key))) }
  } catch (error) {
    return { error: error instanceof Refused ? error.message : FORMATS }
  }
}

class Refused extends Error {}

/** Returns the key in the form of OpenSSL. */
function parse(text: string, passphrase: string | null): string {
  const parsed = ssh2.utils.parseKey(text, passphrase ?? undefined)
  const found = Array.isArray(parsed) ? parsed[0] : parsed
  if (!found) throw new Refused(FORMATS)
  if (found instanceof Error) {
    if (/no passphrase given/.test(found.message)) throw new Refused('The key needs its passphrase.')
    throw new Refused(/passphrase/i.test(found.message) ? 'The passphrase is not that of the key.' : FORMATS)
  }
  if (!found.isPrivateKey()) throw new Refused(FORMATS)
  return found.getPrivatePEM()
}

/** Returns the key if `ssh2` will read it: it knows few curves. */
function readable(key: string): string {
  if (ssh2.utils.parseKey(key) instanceof Error) throw new Refused(FORMATS)
  return key
}

function written(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return String(key.export({ type: 'pkcs1', format: 'pem' }))
  if (key.asymmetricKeyType === 'ec') return String(key.export({ type: 'sec1', format: 'pem' }))
  if (key.asymmetricKeyType === 'ed25519') return ed25519(key)
  throw new Refused(FORMATS)
}

const sized = (part: Buffer | string): Buffer => {
  const bytes = Buffer.from(part)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(bytes.length)
  return Buffer.concat([size, bytes])
}

/** The only form of these keys that `ssh2` reads is that of OpenSSH (PROTOCOL.key), here without a passphrase. */
function ed25519(key: KeyObject): string {
  const { d, x } = key.export({ format: 'jwk' })
  const [seed, point] = [Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')]
  const type = sized('ssh-ed25519')
  const pair = Buffer.concat([Buffer.alloc(8), type, sized(point), sized(Buffer.concat([seed, point])), sized('')])
  const padding = Buffer.from(Array.from({ length: (8 - (pair.length % 8)) % 8 }, (_, at) => at + 1))
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(sized),
    Buffer.from([0, 0, 0, 1]),
    sized(Buffer.concat([type, sized(point)])),
    sized(Buffer.concat([pair, padding])),
  ])
  const lines = bytes
    .toString('base64')
    .match(/.{1,70}/g)!
    .join('\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`
}

const privateKeys = { open }
export type PrivateKeyTypes = typeof privateKeys

answerChecks(privateKeys)
