/** Expressions, after "Expressions" in the reference of Python 3.12. */
import type { Place } from './errors.ts'
import { braces, list, parentheses, text, type Parser } from './parse-atoms.ts'
import { KEYWORDS, type TokenReader } from './token-reader.ts'
import type { Argument, BinaryOperator, Comparison, Expression, ForClause, Target } from './tree.ts'

/** Binary operators from the weakest to the strongest; all are left-associative. */
const BINARY: readonly (readonly BinaryOperator[])[] = [['|'], ['^'], ['&'], ['+', '-'], ['*', '/', '//', '%']]
const COMPARISONS: readonly Comparison[] = ['==', '!=', '<', '<=', '>', '>=', 'in', 'is']
const REFUSED = new Set(['yield', 'await', 'async'])

/** `a, b` is a tuple; a single expression is itself. */
export function expressions(reader: TokenReader): Expression {
  const place = reader.place
  const first = expression(reader)
  if (!reader.is(',')) return first
  const items = [first]
  while (reader.take(',') && beginsExpression(reader)) items.push(expression(reader))
  return { kind: 'tuple', items, ...place }
}

function beginsExpression(reader: TokenReader): boolean {
  const { token } = reader
  if (token.type === 'name') return !KEYWORDS.has(token.text) || /^(True|False|None|not|lambda)$/.test(token.text)
  if (token.type === 'operator') return ['(', '[', '{', '-', '+'].includes(token.text)
  return ['int', 'float', 'string', 'format'].includes(token.type)
}

export const expression = (reader: TokenReader): Expression => reader.nested(() => conditional(reader))

function conditional(reader: TokenReader): Expression {
  const place = reader.place
  if (reader.is('lambda')) return lambda(reader)
  const then = disjunction(reader)
  if (!reader.take('if')) return then
  const condition = disjunction(reader)
  if (!reader.take('else')) reader.fail("expected 'else' after 'if' expression")
  return { kind: 'conditional', condition, then, else: expression(reader), ...place }
}

function lambda(reader: TokenReader): Expression {
  const place = reader.place
  reader.move()
  const parameters: string[] = []
  while (!reader.is(':')) {
    parameters.push(reader.name())
    if (!reader.take(',')) break
  }
  reader.expect(':')
  if (new Set(parameters).size < parameters.length) reader.fail('duplicate argument in function definition', place)
  return { kind: 'lambda', parameters, body: expression(reader), ...place }
}

function logical(reader: TokenReader, operator: 'and' | 'or', operand: () => Expression): Expression {
  const place = reader.place
  let left = operand()
  while (reader.take(operator)) left = { kind: 'logical', operator, left, right: operand(), ...place }
  return left
}

const disjunction = (reader: TokenReader): Expression =>
  logical(reader, 'or', () => logical(reader, 'and', () => inversion(reader)))

function inversion(reader: TokenReader): Expression {
  const place = reader.place
  if (!reader.take('not')) return comparison(reader)
  return reader.nested(() => ({ kind: 'unary', operator: 'not', value: inversion(reader), ...place }))
}

function comparison(reader: TokenReader): Expression {
  const place = reader.place
  const first = binary(reader, 0)
  const rest: { operator: Comparison; value: Expression }[] = []
  for (let operator = comparator(reader); operator; operator = comparator(reader))
    rest.push({ operator, value: binary(reader, 0) })
  return rest.length > 0 ? { kind: 'comparison', first, rest, ...place } : first
}

function comparator(reader: TokenReader): Comparison | null {
  if (reader.is('not')) {
    reader.move()
    if (!reader.take('in')) reader.fail()
    return 'not in'
  }
  const found = COMPARISONS.find((operator) => reader.take(operator))
  if (found === 'is' && reader.take('not')) return 'is not'
  return found ?? null
}

function binary(reader: TokenReader, level: number): Expression {
  const operators = BINARY[level]
  if (!operators) return unary(reader)
  const place = reader.place
  let left = binary(reader, level + 1)
  for (;;) {
    const operator = operators.find((one) => reader.take(one))
    if (!operator) return left
    left = { kind: 'binary', operator, left, right: binary(reader, level + 1), ...place }
  }
}

function unary(reader: TokenReader): Expression {
  const place = reader.place
  const operator = (['-', '+'] as const).find((one) => reader.take(one))
  if (operator) return reader.nested(() => ({ kind: 'unary', operator, value: unary(reader), ...place }))
  const base = primary(reader)
  if (!reader.take('**')) return base
  return reader.nested(() => ({ kind: 'binary', operator: '**', left: base, right: unary(reader), ...place }))
}

function primary(reader: TokenReader): Expression {
  const place = reader.place
  let value = atom(reader)
  for (;;) {
    if (reader.take('.')) value = { kind: 'attribute', of: value, name: reader.name(), ...place }
    else if (reader.take('(')) value = { kind: 'call', callee: value, args: args(reader), ...place }
    else if (reader.take('[')) value = subscript(reader, value, place)
    else return value
  }
}

function args(reader: TokenReader): Argument[] {
  const list: Argument[] = []
  while (!reader.take(')')) {
    const { token, after, place } = reader
    if (token.type === 'name' && after.type === 'operator' && after.text === '=') {
      const name = reader.name()
      reader.move()
      if (list.some((one) => one.name === name)) reader.fail(`keyword argument repeated: ${name}`, place)
      list.push({ name, value: expression(reader) })
    } else {
      if (reader.is('*') || reader.is('**')) reader.fail('unpacking of arguments is not supported')
      if (list.some((one) => one.name !== null)) reader.fail('positional argument follows keyword argument')
      const item = expression(reader)
      const clauses = forClauses(reader)
      if (clauses.length > 0 && (list.length > 0 || !reader.is(')')))
        reader.fail('Generator expression must be parenthesized', place)
      const value: Expression =
        clauses.length > 0 ? { kind: 'comprehension', of: 'generator', item, clauses, ...place } : item
      list.push({ name: null, value })
    }
    if (!reader.take(',') && !reader.is(')')) reader.fail("expected ',' or ')'")
  }
  return list
}

function subscript(reader: TokenReader, of: Expression, place: Place): Expression {
  const part = () => (reader.is(':') || reader.is(']') ? null : expression(reader))
  const from = reader.is(':') ? null : expressions(reader)
  if (!reader.take(':')) {
    reader.expect(']')
    if (!from) return reader.fail()
    return { kind: 'item', of, index: from, ...place }
  }
  const to = part()
  const step = reader.take(':') ? part() : null
  reader.expect(']')
  return { kind: 'slice', of, from, to, step, ...place }
}

function atom(reader: TokenReader): Expression {
  const { token, place } = reader
  switch (token.type) {
    case 'int':
      reader.move()
      return { kind: 'int', value: token.value, ...place }
    case 'float':
      reader.move()
      return { kind: 'float', value: token.value, ...place }
    case 'string':
    case 'format':
      return text(reader, parser)
    case 'name':
      return named(reader, token.text)
    case 'operator':
      if (token.text === '(') return parentheses(reader, parser)
      if (token.text === '[') return list(reader, parser)
      if (token.text === '{') return braces(reader, parser)
      return reader.fail()
    default:
      return reader.fail(token.type === 'indent' ? 'unexpected indent' : 'invalid syntax')
  }
}

function named(reader: TokenReader, name: string): Expression {
  const place = reader.place
  if (REFUSED.has(name)) reader.fail(`'${name}' is not supported in formulas`)
  if (name === 'True' || name === 'False') {
    reader.move()
    return { kind: 'boolean', value: name === 'True', ...place }
  }
  if (name === 'None') {
    reader.move()
    return { kind: 'none', ...place }
  }
  if (KEYWORDS.has(name)) reader.fail()
  return { kind: 'name', name: reader.name(), ...place }
}

function forClauses(reader: TokenReader): ForClause[] {
  const clauses: ForClause[] = []
  while (reader.take('for')) {
    const target = targetList(reader)
    reader.expect('in')
    const items = disjunction(reader)
    const conditions: Expression[] = []
    while (reader.take('if')) conditions.push(disjunction(reader))
    clauses.push({ target, items, conditions })
  }
  return clauses
}

/** `a` or `a, (b, c)` before `in`. */
export function targetList(reader: TokenReader): Target {
  const place = reader.place
  const first = target(reader)
  if (!reader.is(',')) return first
  const targets = [first]
  while (reader.take(',') && !reader.is('in')) targets.push(target(reader))
  return { kind: 'names', targets, ...place }
}

function target(reader: TokenReader): Target {
  const place = reader.place
  if (!reader.take('(')) return { kind: 'name', name: reader.name(), ...place }
  const inner = reader.nested(() => targetList(reader))
  reader.expect(')')
  return inner
}

const parser: Parser = { expression, expressions, forClauses }
