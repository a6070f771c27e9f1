/**
 * The OpenAPI document as a file. Building it takes tenths of a second, so it is built once for a placeholder address. A client
 * without `PUBLIC_BASE_URL` chooses the address by its `Host`: such a document costs a copy.
 */
import { createHash } from 'node:crypto'
import { prepare, type Prepared } from '../prepared.ts'
import { apiDocument } from './document.ts'

/** Occurs nowhere else in the document. */
const ANY = 'https://address-of-the-service.invalid/api'
/** The address in `servers`. It is kept as given; addresses elsewhere are normalized, for example to lower case. */
const ANY_SERVER = 'https://server-of-the-document.invalid/api'
/** Documents of this many addresses are kept: those that clients use, and not all that a hostile one invents. */
const KEPT = 8

interface Pattern {
  version: string
  /** The bytes between the addresses, and the kind of address after each but the last. */
  parts: Buffer[]
  addresses: ('any' | 'server')[]
}

let pattern: Pattern | undefined
const patternOf = (): Pattern => (pattern ??= makePattern())

function makePattern(): Pattern {
  const text = JSON.stringify({ ...apiDocument(ANY), servers: [{ url: ANY_SERVER }] })
  const cut = text.split(new RegExp(`(${ANY}|${ANY_SERVER})`.replaceAll('.', '\\.')))
  return {
    version: createHash('sha256').update(text).digest('base64url'),
    parts: cut.filter((_, index) => index % 2 === 0).map((part) => Buffer.from(part)),
    addresses: cut.filter((_, index) => index % 2 === 1).map((found) => (found === ANY ? 'any' : 'server')),
  }
}

const kept = new Map<string, Prepared>()

/** Returns the document for the root of the API without `/v1`, as `apiDocument`. */
export function openapiFile(root: string): Prepared {
  const known = kept.get(root)
  if (known) {
    // The map is in the order of last use.
    kept.delete(root)
    kept.set(root, known)
    return known
  }
  const { version, parts, addresses } = patternOf()
  // In JSON, without its quotes.
  const inText = (address: string) => Buffer.from(JSON.stringify(address).slice(1, -1))
  const filled = { any: inText(new URL(root).href), server: inText(root) }
  const pieces = parts.flatMap((part, index) => (index === 0 ? [part] : [filled[addresses[index - 1]!], part]))
  const made = prepare(Buffer.concat(pieces), `${version} ${root}`)
  kept.set(root, made)
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return made
}
