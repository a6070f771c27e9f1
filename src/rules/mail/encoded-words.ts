/** Decodes the encoded words of headers (RFC 2047). */

const WORD = /=\?([\w.:+-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,2000})\?=/gi

/** Returns the text with its encoded words decoded, once; words that cannot be decoded remain. Takes linear time. */
export function decodeWords(text: string): string {
  // White space between encoded words separates only them.
  const joined = text.replaceAll(/(\?=)\s+(?==\?[\w.:+-]{1,40}(\*[\w-]{1,20})?\?[bq]\?)/gi, '$1')
  const words = [...joined.matchAll(WORD)]
  let [result, end] = ['', 0]
  let pending: { charset: string; bytes: Buffer[]; source: string } | null = null
  const flush = (): void => {
    if (pending) result += decodeBytes(pending.charset, Buffer.concat(pending.bytes)) ?? pending.source
    pending = null
  }
  for (const { 0: source, 1: charset = '', 2: encoding = '', 3: content = '', index } of words) {
    const between = joined.slice(end, index)
    // A character may be divided between words of one charset.
    if (between || pending?.charset !== charset.toLowerCase()) flush()
    result += between
    pending ??= { charset: charset.toLowerCase(), bytes: [], source: '' }
    pending.bytes.push(encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : unquote(content))
    pending.source += source
    end = index + source.length
  }
  flush()
  return result + joined.slice(end)
}

const unquote = (content: string): Buffer =>
  Buffer.from(
    content
      .replaceAll('_', ' ')
      .replaceAll(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )

function decodeBytes(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return null
  }
}
