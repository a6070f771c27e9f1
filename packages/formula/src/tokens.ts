/** The first step: text → tokens, after "Lexical analysis" in the reference of Python 3.12, without bytes and complex numbers. */
import { FormulaError, type Place } from './errors.ts'
import { readString, type FormatPart } from './strings.ts'

export type { FormatField, FormatPart } from './strings.ts'

export type Token = Place &
  (
    | { type: 'name' | 'operator'; text: string }
    | { type: 'int'; value: bigint }
    | { type: 'float'; value: number }
    | { type: 'string'; value: string }
    /** An f-string: texts, and the source of expressions with their place. */
    | { type: 'format'; parts: FormatPart[] }
    | { type: 'newline' | 'indent' | 'dedent' | 'end' }
  )

const OPERATORS = /(?:\*\*=|\/\/=|\*\*|\/\/|==|!=|<=|>=|->|:=|\+=|-=|\*=|\/=|%=|[+\-*/%<>=()[\]{},:.;@&|^~])/y
const NUMBER =
  /(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?\.\d(?:_?\d)*(?:[eE][+-]?\d(?:_?\d)*)?|\d(?:_?\d)*\.?(?:[eE][+-]?\d(?:_?\d)*)?)/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const STRING_START = /([rRuUfF]{0,2})("""|'''|"|')/y

/** Returns the tokens; the last one is `end`. Throws FormulaError (SyntaxError). */
export function tokenize(text: string): Token[] {
  return new Lexer(text.replaceAll(/\r\n?/g, '\n')).run()
}

class Lexer {
  readonly #text: string
  readonly #tokens: Token[] = []
  readonly #indents = [0]
  #at = 0
  #line = 1
  #lineStart = 0
  /** Open brackets; newlines inside them do not end a statement. */
  #open: { bracket: string; place: Place }[] = []

  constructor(text: string) {
    this.#text = text
  }

  run(): Token[] {
    this.#indentation()
    while (this.#at < this.#text.length) this.#next()
    const unclosed = this.#open.at(-1)
    if (unclosed) throw new FormulaError('SyntaxError', `'${unclosed.bracket}' was never closed`, unclosed.place)
    if (!['newline', undefined].includes(this.#tokens.at(-1)?.type)) this.#push({ type: 'newline' })
    while (this.#indents.pop()! > 0) this.#push({ type: 'dedent' })
    this.#push({ type: 'end' })
    return this.#tokens
  }

  get #place(): Place {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 }
  }

  #push(token: DistributiveOmit<Token, 'line' | 'column'>, place = this.#place): void {
    this.#tokens.push({ ...token, ...place } as Token)
  }

  #fail(message: string, place = this.#place): never {
    throw new FormulaError('SyntaxError', message, place)
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)
  }

  #next(): void {
    const char = this.#text[this.#at]!
    if (char === ' ' || char === '\t' || char === '\f') this.#at++
    else if (char === '#') this.#skipComment()
    else if (char === '\n') this.#newline()
    else if (char === '\\' && this.#text[this.#at + 1] === '\n') this.#advanceLine(2)
    else if (!this.#string() && !this.#number() && !this.#name() && !this.#operator())
      this.#fail(`invalid character '${String.fromCodePoint(this.#text.codePointAt(this.#at)!)}'`)
  }

  #skipComment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end
  }

  #advanceLine(characters: number): void {
    this.#at += characters
    this.#line++
    this.#lineStart = this.#at
  }

  #newline(): void {
    if (this.#open.length > 0) return this.#advanceLine(1)
    this.#push({ type: 'newline' })
    this.#advanceLine(1)
    this.#indentation()
  }

  /** Compares the indentation of the next line that has a statement with that of the lines before. */
  #indentation(): void {
    for (;;) {
      const spaces = this.#match(/[ \t\f]*/y)![0]
      const after = this.#text[this.#at + spaces.length]
      if (after === '\n') this.#advanceLine(spaces.length + 1)
      else if (after === '#') {
        this.#at += spaces.length
        this.#skipComment()
      } else {
        this.#at += spaces.length
        if (after !== undefined) this.#indent(spaces)
        return
      }
      if (this.#text[this.#at] === '\n' && after === '#') this.#advanceLine(1)
      if (this.#at >= this.#text.length) return
    }
  }

  #indent(spaces: string): void {
    // A tab counts up to the next multiple of eight.
    let width = 0
    for (const space of spaces) width = space === '\t' ? width - (width % 8) + 8 : width + 1
    if (width > this.#indents.at(-1)!) {
      if (this.#tokens.length === 0) this.#fail('unexpected indent')
      this.#indents.push(width)
      this.#push({ type: 'indent' })
    }
    while (width < this.#indents.at(-1)!) {
      this.#indents.pop()
      this.#push({ type: 'dedent' })
    }
    if (width !== this.#indents.at(-1)!) this.#fail('unindent does not match any outer indentation level')
  }

  #string(): boolean {
    const start = this.#match(STRING_START)
    if (!start) return false
    const place = this.#place
    const { token, end } = readString(this.#text, this.#at, start, place)
    this.#push(token, place)
    for (
      let line = this.#text.indexOf('\n', this.#at);
      line >= 0 && line < end;
      line = this.#text.indexOf('\n', line + 1)
    ) {
      this.#line++
      this.#lineStart = line + 1
    }
    this.#at = end
    return true
  }

  #number(): boolean {
    const found = this.#match(NUMBER)?.[0]
    if (!found) return false
    const place = this.#place
    this.#at += found.length
    if (/[\p{L}\p{N}_]/u.test(this.#text[this.#at] ?? '')) this.#fail('invalid decimal literal', place)
    const plain = found.replaceAll('_', '')
    if (/^0[xXoObB]/.test(plain)) this.#push({ type: 'int', value: BigInt(plain.toLowerCase()) }, place)
    else if (/[.eE]/.test(plain)) this.#push({ type: 'float', value: Number(plain) }, place)
    else {
      if (/^0+[1-9]/.test(plain)) this.#fail('leading zeros in decimal integer literals are not permitted', place)
      this.#push({ type: 'int', value: BigInt(plain) }, place)
    }
    return true
  }

  #name(): boolean {
    const found = this.#match(NAME)?.[0]
    if (!found) return false
    this.#push({ type: 'name', text: found })
    this.#at += found.length
    return true
  }

  #operator(): boolean {
    const found = this.#match(OPERATORS)?.[0]
    if (!found) return false
    if ('([{'.includes(found)) this.#open.push({ bracket: found, place: this.#place })
    else if (')]}'.includes(found)) this.#close(found)
    this.#push({ type: 'operator', text: found })
    this.#at += found.length
    return true
  }

  #close(bracket: string): void {
    const opened = this.#open.pop()
    if (!opened) this.#fail(`unmatched '${bracket}'`)
    if (opened.bracket !== '([{'[')]}'.indexOf(bracket)])
      this.#fail(`closing parenthesis '${bracket}' does not match opening parenthesis '${opened.bracket}'`)
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
