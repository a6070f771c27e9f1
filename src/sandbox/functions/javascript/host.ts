import { createHash, createHmac, getHashes } from 'node:crypto'
import { readPackageFile, URL_PARTS } from '@sheaf/functions-runtime'

interface Surroundings {
  random(count: number): Buffer
  pack: 'default' | null
}

type Operation = (texts: [string, string], surroundings: Surroundings) => string | undefined

const MAX_RANDOM = 65_536

/**
 * What an isolate can call without an effect outside. Arguments are texts of the author's code, results are texts; undefined means that the
 * argument is not valid.
 */
export const operations: Record<string, Operation | undefined> = {
  /** The file that `require` of a name loads, seen from a file. */
  source: ([name, from], { pack }) => {
    const found = readPackageFile(name, from, pack)
    return found && JSON.stringify(found)
  },
  /** The parts of a URL. */
  url: ([text, base]) => {
    const url = URL.parse(text, base || undefined)
    return url
      ? JSON.stringify(Object.fromEntries(([...URL_PARTS, 'origin'] as const).map((part) => [part, url[part]])))
      : undefined
  },
  /** The parts of a URL after one of them has been set. */
  setUrl: ([text, change]) => {
    const url = URL.parse(text)
    const { part, value }: { part: (typeof URL_PARTS)[number]; value: string } = JSON.parse(change)
    if (!url || !URL_PARTS.includes(part)) return undefined
    url[part] = value
    return JSON.stringify(Object.fromEntries(URL_PARTS.map((one) => [one, url[one]])))
  },
  /** Random bytes as hexadecimal digits. */
  random: ([count], { random }) => random(Math.min(MAX_RANDOM, Math.max(0, Number(count) || 0))).toString('hex'),
  /** A digest of data in base64, with the key of an HMAC in the second text. */
  hash: ([request, data]) => {
    const { algorithm, key }: { algorithm: string; key?: string } = JSON.parse(request)
    if (!getHashes().includes(algorithm)) return undefined
    const hash = key === undefined ? createHash(algorithm) : createHmac(algorithm, Buffer.from(key, 'base64'))
    return hash.update(Buffer.from(data, 'base64')).digest('base64')
  },
}
