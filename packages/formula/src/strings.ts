/** String literals: prefixes, escapes and the parts of f-strings. */
import { FormulaError, type Place } from './errors.ts'

/** `{expression!conversion:format}` in an f-string; the format may contain expressions too. */
export interface FormatField extends Place {
  source: string
  conversion: 's' | 'r' | null
  format: FormatPart[]
}
export type FormatPart = string | FormatField

type StringToken = { type: 'string'; value: string } | { type: 'format'; parts: FormatPart[] }

const ESCAPES: Record<string, string> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g

/**
 * Reads the string whose prefix and quotes are `start`, at index `at`. Returns the token and the index after the string. Throws
 * FormulaError (SyntaxError).
 */
export function readString(
  text: string,
  at: number,
  start: RegExpExecArray,
  place: Place,
): { token: StringToken; end: number } {
  const [prefix, quotes] = [start[1]!.toLowerCase(), start[2]!]
  const [isRaw, isFormat] = [prefix.includes('r'), prefix.includes('f')]
  const from = at + start[0].length
  const to = endOf(text, from, quotes, isFormat)
  if (to < 0) {
    const kind = quotes.length === 3 ? 'unterminated triple-quoted string literal' : 'unterminated string literal'
    throw new FormulaError('SyntaxError', kind, place)
  }
  const source = text.slice(from, to)
  const end = to + quotes.length
  if (!isFormat) return { token: { type: 'string', value: isRaw ? source : unescape(source, place) }, end }
  const inner = { line: place.line, column: place.column + start[0].length }
  return { token: { type: 'format', parts: new FormatReader(source, inner, isRaw).read() }, end }
}

/** Returns the index of the closing quotes, or -1. The expressions of an f-string may contain the same quotes. */
function endOf(text: string, from: number, quotes: string, isFormat: boolean): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (isFormat && depth === 0 && text.startsWith('{{', at)) at++
    else if (isFormat && text[at] === '{') depth++
    else if (isFormat && depth > 0 && text[at] === '}') depth--
    else if (depth === 0 && text.startsWith(quotes, at)) return at
    else if (text[at] === '\n' && quotes.length === 1) return -1
  }
  return -1
}

function unescape(source: string, place: Place): string {
  return source.replaceAll(ESCAPE, (whole, hex, short, long, octal, other) => {
    const code = (hex ?? short ?? long) as string | undefined
    if (code !== undefined) return fromCode(Number.parseInt(code, 16), place)
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal as string, 8))
    if (['x', 'u', 'U', 'N'].includes(other as string))
      throw new FormulaError('SyntaxError', `(unicode error) invalid \\${other as string} escape`, place)
    // Python keeps unknown escapes as they are.
    return Object.hasOwn(ESCAPES, other as string) ? ESCAPES[other as string]! : whole
  })
}

function fromCode(code: number, place: Place): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    throw new FormulaError('SyntaxError', '(unicode error) illegal Unicode character', place)
  return String.fromCodePoint(code)
}

/** Separates the texts of an f-string from its expressions. */
class FormatReader {
  readonly #source: string
  readonly #start: Place
  readonly #isRaw: boolean
  #at = 0

  constructor(source: string, start: Place, isRaw: boolean) {
    this.#source = source
    this.#start = start
    this.#isRaw = isRaw
  }

  read(): FormatPart[] {
    return this.#parts(false)
  }

  get #place(): Place {
    const before = this.#source.slice(0, this.#at).split('\n')
    const column = before.at(-1)!.length
    return before.length === 1
      ? { line: this.#start.line, column: this.#start.column + column }
      : { line: this.#start.line + before.length - 1, column: column + 1 }
  }

  #fail(message: string): never {
    throw new FormulaError('SyntaxError', `f-string: ${message}`, this.#place)
  }

  /** Reads up to the end, or, inside the format of an expression, up to its `}`. */
  #parts(isNested: boolean): FormatPart[] {
    const parts: FormatPart[] = []
    let text = ''
    const flush = () => {
      if (text) parts.push(this.#isRaw ? text : unescape(text, this.#place))
      text = ''
    }
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at]!
      const isDouble = this.#source[this.#at + 1] === char
      if (char === '}' && isNested) break
      if (char === '}' && !isDouble) this.#fail("single '}' is not allowed")
      if ((char === '{' || char === '}') && isDouble && !isNested) {
        text += char
        this.#at += 2
      } else if (char === '{') {
        flush()
        parts.push(this.#field())
      } else if (char === '\\' && !this.#isRaw) {
        text += this.#source.slice(this.#at, this.#at + 2)
        this.#at += 2
      } else {
        text += char
        this.#at++
      }
    }
    flush()
    return parts
  }

  #field(): FormatField {
    this.#at++
    const place = this.#place
    const from = this.#at
    this.#skipExpression()
    const source = this.#source.slice(from, this.#at)
    if (!source.trim()) this.#fail("valid expression required before '}'")
    if (/[^=!<>]=\s*$/.test(source)) this.#fail("'=' after an expression is not supported")
    const conversion = this.#conversion()
    let format: FormatPart[] = []
    if (this.#source[this.#at] === ':') {
      this.#at++
      format = this.#parts(true)
    }
    if (this.#source[this.#at] !== '}') this.#fail("expecting '}'")
    this.#at++
    return { source, conversion, format, ...place }
  }

  #conversion(): FormatField['conversion'] {
    if (this.#source[this.#at] !== '!') return null
    const letter = this.#source[this.#at + 1]
    if (letter !== 's' && letter !== 'r') this.#fail("only the conversions '!s' and '!r' are supported")
    this.#at += 2
    return letter
  }

  /** Moves to the `!`, `:` or `}` that ends the expression. */
  #skipExpression(): void {
    let depth = 0
    for (; this.#at < this.#source.length; this.#at++) {
      const char = this.#source[this.#at]!
      if (char === "'" || char === '"') this.#skipString(char)
      else if ('([{'.includes(char)) depth++
      else if (depth > 0 && ')]}'.includes(char)) depth--
      else if (depth === 0 && (char === ':' || char === '}')) return
      else if (depth === 0 && char === '!' && this.#source[this.#at + 1] !== '=') return
    }
  }

  #skipString(quote: string): void {
    const end = this.#source.indexOf(quote, this.#at + 1)
    if (end < 0) this.#fail('unterminated string literal')
    this.#at = end
  }
}
