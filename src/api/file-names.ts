/** File names sent by clients in paths and headers. */
import { decodeWords } from '../rules/mail/encoded-words.ts'
import { cleanFileName } from '../rules/input/file-names.ts'

/** Returns `filename*` (RFC 5987), else `filename`, which may be UTF-8 decoded as Latin-1; null if the header has neither. */
export function nameOfDisposition(header: string): string | null {
  const name = fileNameIn(header)
  return name ? cleanName(name) : null
}

/**
 * Returns the name as sent: `''` if the header has an empty name, null if it has none. `filename*` (RFC 8187) precedes `filename` unless it
 * is empty or cannot be decoded.
 */
export function fileNameIn(header: string): string | null {
  const parameters = parametersOf(header)
  const extended = parameters.get('filename*')
  const plain = parameters.get('filename')
  return (extended && decodeExtended(extended)) || (plain === undefined ? null : decodePlain(plain))
}

/** One parameter of a header: a name with a quoted or a plain value. Takes linear time. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gs

/** Returns the parameters after the type of the disposition; of several with one name the first. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name, quoted, plain] of header.matchAll(PARAMETER)) {
    const key = name!.toLowerCase()
    if (!found.has(key)) found.set(key, quoted === undefined ? plain!.trim() : unescapeQuoted(quoted))
  }
  return found
}

/** The characters that browsers escape in a quoted name of a form (HTML, "multipart/form-data"). Other `%xx` belong to the name. */
const ESCAPED_IN_FORMS: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

/** Only `\"` and `\\` are escapes: other backslashes are separators in a path of Windows, which some clients send as it is. */
const unescapeQuoted = (text: string): string =>
  text.replace(/\\(["\\])/g, '$1').replace(/%(?:22|0D|0A)/gi, (escape) => ESCAPED_IN_FORMS[escape.toUpperCase()]!)

/** A name that consists of encoded words (RFC 2047), as the HTTP client of .NET writes every name with other letters than those of ASCII. */
const ENCODED_WORDS = /^(?:=\?[^?\s]+\?[bq]\?[^?]*\?=\s*)+$/i

const decodePlain = (text: string): string => (ENCODED_WORDS.test(text) ? decodeWords(text) : asUtf8(text))

/**
 * Decodes `charset'language'text` in UTF-8 or Latin-1, the two charsets of RFC 5987. Returns undefined for anything else. Some clients leave
 * out the hyphen of `utf-8`, or quote the text.
 */
function decodeExtended(value: string): string | undefined {
  const [, charset, quoted] = /^(utf-?8|iso-8859-1)'[^']*'(.+)$/is.exec(value) ?? []
  const text = quoted?.replace(/^"(.*)"$/s, '$1')
  if (!charset || !text) return undefined
  if (charset.toLowerCase() === 'iso-8859-1')
    return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Decodes text that was read as Latin-1 as UTF-8; returns it unchanged if it is not valid UTF-8. */
export function asUtf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\uFFFD') ? text : decoded
}

/** Returns the last part of a path as a name for a file. */
export const cleanName = (name: string): string =>
  cleanFileName(name.replace(/\\/g, '/').split('/').at(-1)!) || 'document'
