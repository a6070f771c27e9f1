import { FormulaError, type Place } from './errors.ts'
import type { Token } from './tokens.ts'

/** Words that cannot be names. */
export const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)
/** Nested brackets, blocks and operators; the stack of the process must suffice. */
const MAX_DEPTH = 60

/** Reads tokens one after the other. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth: number

  /** `outer` is the reader of the formula around an expression in an f-string. */
  constructor(tokens: readonly Token[], outer?: TokenReader) {
    this.#tokens = tokens
    this.#depth = outer ? outer.#depth : 0
  }

  get token(): Token {
    return this.#tokens[this.#at]!
  }

  get place(): Place {
    const { line, column } = this.token
    return { line, column }
  }

  get after(): Token {
    return this.#tokens[this.#at + 1] ?? this.token
  }

  move(): void {
    this.#at++
  }

  is(text: string): boolean {
    const { token } = this
    return (token.type === 'operator' || token.type === 'name') && token.text === text
  }

  /** Moves past an operator or keyword if it is next. */
  take(text: string): boolean {
    if (!this.is(text)) return false
    this.move()
    return true
  }

  /** Moves past a token of this type if it is next. */
  takes(type: Token['type']): boolean {
    if (this.token.type !== type) return false
    this.move()
    return true
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`expected '${text}'`)
  }

  name(): string {
    const { token } = this
    if (token.type !== 'name' || KEYWORDS.has(token.text)) return this.fail('expected a name')
    this.move()
    return token.text
  }

  fail(message = 'invalid syntax', place = this.place): never {
    throw new FormulaError('SyntaxError', message, place)
  }

  /** Limits the recursion of the parser, and with it that of the evaluation. */
  nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) this.fail('too many nested parentheses, blocks or operators')
    const result = read()
    this.#depth--
    return result
  }
}
