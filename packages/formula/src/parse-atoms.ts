/** Strings and everything in brackets, after "Atoms" in the reference of Python 3.12. */
import type { Place } from './errors.ts'
import { TokenReader } from './token-reader.ts'
import { tokenize, type FormatPart } from './tokens.ts'
import type { Expression, ForClause, FormattedValue } from './tree.ts'

/** What is inside of brackets. */
export interface Parser {
  expression: (reader: TokenReader) => Expression
  expressions: (reader: TokenReader) => Expression
  forClauses: (reader: TokenReader) => ForClause[]
}

/** Adjacent strings are one string. */
export function text(reader: TokenReader, parser: Parser): Expression {
  const place = reader.place
  const parts: (string | FormattedValue)[] = []
  let isFormat = false
  for (let { token } = reader; token.type === 'string' || token.type === 'format'; token = reader.token) {
    if (token.type === 'string') parts.push(token.value)
    else {
      isFormat = true
      parts.push(...token.parts.map((part) => formatted(part, reader, parser)))
    }
    reader.move()
  }
  if (isFormat) return { kind: 'format', parts, ...place }
  return { kind: 'string', value: parts.join(''), ...place }
}

function formatted(part: FormatPart, reader: TokenReader, parser: Parser): string | FormattedValue {
  if (typeof part === 'string') return part
  return reader.nested(() => {
    // In parentheses, so that the expression may begin with a space or contain a newline.
    const inner = new TokenReader(
      tokenize(`(${part.source})`).map((token) => ({
        ...token,
        line: token.line + part.line - 1,
        column: token.line === 1 ? token.column + part.column - 2 : token.column,
      })),
      reader,
    )
    const value = parser.expression(inner)
    if (inner.token.type !== 'newline') inner.fail('f-string: invalid syntax')
    return { value, conversion: part.conversion, format: part.format.map((one) => formatted(one, reader, parser)) }
  })
}

export function parentheses(reader: TokenReader, parser: Parser): Expression {
  const place = reader.place
  reader.move()
  if (reader.take(')')) return { kind: 'tuple', items: [], ...place }
  const first = parser.expressions(reader)
  const clauses = parser.forClauses(reader)
  if (!reader.take(')')) reader.fail('invalid syntax. Perhaps you forgot a comma?')
  return clauses.length > 0 ? { kind: 'comprehension', of: 'generator', item: first, clauses, ...place } : first
}

export function list(reader: TokenReader, parser: Parser): Expression {
  const place = reader.place
  reader.move()
  const items = itemsUntil(reader, ']', parser)
  const clauses = items.length === 1 ? parser.forClauses(reader) : []
  reader.expect(']')
  if (clauses.length > 0) return { kind: 'comprehension', of: 'list', item: items[0]!, clauses, ...place }
  return { kind: 'list', items, ...place }
}

function itemsUntil(reader: TokenReader, end: string, parser: Parser): Expression[] {
  const items: Expression[] = []
  while (!reader.is(end)) {
    if (reader.is('*')) reader.fail('unpacking is not supported')
    items.push(parser.expression(reader))
    if (!reader.take(',')) break
  }
  return items
}

export function braces(reader: TokenReader, parser: Parser): Expression {
  const place = reader.place
  reader.move()
  if (reader.take('}')) return { kind: 'dict', entries: [], ...place }
  if (reader.is('**') || reader.is('*')) reader.fail('unpacking is not supported')
  const first = parser.expression(reader)
  if (!reader.is(':')) return set(reader, first, place, parser)
  reader.move()
  const value = parser.expression(reader)
  const clauses = parser.forClauses(reader)
  const entries = [{ key: first, value }]
  while (clauses.length === 0 && reader.take(',') && !reader.is('}')) {
    const key = parser.expression(reader)
    reader.expect(':')
    entries.push({ key, value: parser.expression(reader) })
  }
  reader.expect('}')
  return clauses.length > 0
    ? { kind: 'dict comprehension', key: first, value, clauses, ...place }
    : { kind: 'dict', entries, ...place }
}

function set(reader: TokenReader, first: Expression, place: Place, parser: Parser): Expression {
  const clauses = parser.forClauses(reader)
  const items = [first, ...(reader.take(',') ? itemsUntil(reader, '}', parser) : [])]
  reader.expect('}')
  if (clauses.length > 0) return { kind: 'comprehension', of: 'set', item: first, clauses, ...place }
  return { kind: 'set', items, ...place }
}
