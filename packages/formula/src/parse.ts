/** Tokens → tree: the statements of a formula. */
import { expression, expressions, targetList } from './parse-expression.ts'
import type { Place } from './errors.ts'
import { TokenReader } from './token-reader.ts'
import { tokenize } from './tokens.ts'
import type { BinaryOperator, Expression, Statement, Target } from './tree.ts'

const AUGMENTED: Record<string, BinaryOperator> = {
  '+=': '+',
  '-=': '-',
  '*=': '*',
  '/=': '/',
  '//=': '//',
  '%=': '%',
  '**=': '**',
}
/** Statements of Python that formulas leave out; the message names them instead of a general syntax error. */
const REFUSED = new Set(
  'assert async await class def del from global import nonlocal raise return try with yield'.split(' '),
)

/** Returns the statements of a formula. Throws FormulaError (SyntaxError) with the place. */
export function parse(text: string): Statement[] {
  const reader = new TokenReader(tokenize(text))
  const statements: Statement[] = []
  while (reader.token.type !== 'end') {
    if (reader.token.type === 'newline') reader.move()
    else statements.push(...statement(reader))
  }
  return statements
}

function statement(reader: TokenReader): Statement[] {
  const { token, place } = reader
  if (token.type === 'indent') reader.fail('unexpected indent')
  if (token.type === 'name' && REFUSED.has(token.text)) reader.fail(`'${token.text}' is not supported in formulas`)
  if (reader.is('if')) return [ifStatement(reader, place)]
  if (reader.is('for')) return [forStatement(reader, place)]
  if (reader.is('while')) return [whileStatement(reader, place)]
  return simpleStatements(reader)
}

/** One line: `a; b`. */
function simpleStatements(reader: TokenReader): Statement[] {
  const statements = [simpleStatement(reader)]
  while (reader.take(';')) {
    if (reader.token.type === 'newline') break
    statements.push(simpleStatement(reader))
  }
  if (reader.token.type !== 'newline') reader.fail()
  reader.move()
  return statements
}

function simpleStatement(reader: TokenReader): Statement {
  const { place, token } = reader
  for (const kind of ['pass', 'break', 'continue'] as const) if (reader.take(kind)) return { kind, ...place }
  if (token.type === 'name' && REFUSED.has(token.text)) reader.fail(`'${token.text}' is not supported in formulas`)
  const value = expressions(reader)
  const operator = Object.keys(AUGMENTED).find((text) => reader.take(text))
  if (operator) {
    const target = targetOf(value, reader)
    if (target.kind === 'names') reader.fail("'tuple' is an illegal expression for augmented assignment", place)
    return { kind: 'augmented', target, operator: AUGMENTED[operator]!, value: expressions(reader), ...place }
  }
  if (!reader.is('=')) return { kind: 'expression', value, ...place }
  const parts = [value]
  while (reader.take('=')) parts.push(expressions(reader))
  const assigned = parts.pop()!
  return { kind: 'assign', targets: parts.map((part) => targetOf(part, reader)), value: assigned, ...place }
}

/** Converts what was read as an expression before `=`. */
function targetOf(value: Expression, reader: TokenReader): Target {
  const { line, column } = value
  const place: Place = { line, column }
  if (value.kind === 'name') return { kind: 'name', name: value.name, ...place }
  if (value.kind === 'item') return { kind: 'item', of: value.of, index: value.index, ...place }
  if (value.kind === 'tuple' || value.kind === 'list')
    return { kind: 'names', targets: value.items.map((item) => targetOf(item, reader)), ...place }
  return reader.fail(
    value.kind === 'attribute' ? 'formulas cannot assign to fields' : 'cannot assign to this expression',
    place,
  )
}

function ifStatement(reader: TokenReader, place: Place): Statement {
  const branches: { condition: Expression; body: Statement[] }[] = []
  reader.expect('if')
  do branches.push({ condition: expression(reader), body: block(reader) })
  while (reader.take('elif'))
  return { kind: 'if', branches, otherwise: elseBlock(reader), ...place }
}

function forStatement(reader: TokenReader, place: Place): Statement {
  reader.expect('for')
  const target = targetList(reader)
  reader.expect('in')
  const items = expressions(reader)
  return { kind: 'for', target, items, body: block(reader), otherwise: elseBlock(reader), ...place }
}

function whileStatement(reader: TokenReader, place: Place): Statement {
  reader.expect('while')
  const condition = expression(reader)
  return { kind: 'while', condition, body: block(reader), otherwise: elseBlock(reader), ...place }
}

const elseBlock = (reader: TokenReader): Statement[] => (reader.take('else') ? block(reader) : [])

/** `: statement` on the same line, or an indented block. */
function block(reader: TokenReader): Statement[] {
  return reader.nested(() => {
    reader.expect(':')
    if (!reader.takes('newline')) return simpleStatements(reader)
    if (!reader.takes('indent')) reader.fail('expected an indented block')
    const statements: Statement[] = []
    while (reader.token.type !== 'dedent' && reader.token.type !== 'end') statements.push(...statement(reader))
    reader.takes('dedent')
    return statements
  })
}
