/** Splits the value of a header `From` into its address, names and comments (RFC 5322, 3.4), and refuses what is more than one address. */

export interface MailboxParts {
  /** As written, without angle brackets. */
  address: string
  names: { text: string; isQuoted: boolean }[]
  comments: string[]
}

const SEVERAL = { problem: 'The header From has more than one address.' }
const MALFORMED = { problem: 'The header From is malformed.' }

interface Token {
  kind: 'text' | 'quoted' | 'comment' | 'angle'
  text: string
}

export function splitMailbox(value: string): MailboxParts | { problem: string } {
  const tokens = tokensOf(value)
  if (!tokens) return MALFORMED
  const comments = tokens.filter(({ kind }) => kind === 'comment').map(({ text }) => text)
  const rest = tokens.filter(({ kind, text }) => kind !== 'comment' && (kind !== 'text' || text.trim()))
  const angles = rest.filter(({ kind }) => kind === 'angle')
  if (angles.length > 1) return SEVERAL
  const [angle] = angles
  if (!angle) {
    // The local part may be quoted.
    const address = rest.map(({ kind, text }) => (kind === 'quoted' ? `"${text}"` : text)).join('')
    return isList(address) ? SEVERAL : { address: address.trim(), names: [], comments }
  }
  if (rest.at(-1) !== angle) return SEVERAL
  const names = rest.slice(0, -1).map(({ kind, text }) => ({ text: text.trim(), isQuoted: kind === 'quoted' }))
  const unquoted = names.filter(({ isQuoted }) => !isQuoted).map(({ text }) => text)
  if (unquoted.some((text) => isList(text))) return SEVERAL
  return { address: angle.text.trim(), names, comments }
}

/**
 * A list or a group. A comma alone may be one that should have been quoted, as in `Doe, Ada <ada@example.org>`: without an `@` or an encoded
 * word there is no other address.
 */
const isList = (text: string): boolean => /[:;]/.test(text) || (text.includes(',') && /@|=\?|^\s*,|,\s*$/.test(text))

const CLOSING: Record<string, { kind: Token['kind']; end: string }> = {
  '"': { kind: 'quoted', end: '"' },
  '(': { kind: 'comment', end: ')' },
  '<': { kind: 'angle', end: '>' },
}

/** Null if a quotation, comment or bracket is not closed, or not opened. */
function tokensOf(value: string): Token[] | null {
  const tokens: Token[] = []
  let text = ''
  const flush = (): void => {
    if (text) tokens.push({ kind: 'text', text })
    text = ''
  }
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!
    const opened = CLOSING[character]
    if (!opened) {
      // A backslash quotes only within quotations and comments.
      if (/[>)\\[\]]/.test(character)) return null
      text += character
      continue
    }
    flush()
    const closed = closingOf(value, at, opened)
    if (!closed) return null
    tokens.push({ kind: opened.kind, text: closed.text })
    at = closed.end
  }
  flush()
  return tokens
}

function closingOf(
  value: string,
  start: number,
  { kind, end }: { kind: Token['kind']; end: string },
): { end: number; text: string } | null {
  let [text, depth, isInQuotes] = ['', 0, false]
  for (let at = start + 1; at < value.length; at++) {
    const character = value[at]!
    if (kind === 'angle') {
      if (character === '"') isInQuotes = !isInQuotes
      // No brackets in brackets, no comments in an address, no quoted characters.
      if (/[<(\\]/.test(character) || (isInQuotes && character === '>')) return null
    } else if (character === '\\') {
      text += value[++at] ?? ''
      continue
    }
    if (kind === 'comment' && character === '(') depth++
    if (character === end && depth-- === 0) return isInQuotes ? null : { end: at, text }
    text += character
  }
  return null
}
