import { FUNCTIONS } from './functions.ts'
import { Unsupported, type Area, type Node } from './parse.ts'
import { compare, FormulaError, isTrue, numberOf, single, textOf, type Argument } from './values.ts'

/** Longer texts are no result: a text of texts could double with every cell. */
const MAX_TEXT = 2000

/** What a formula refers to. */
export interface Surroundings {
  /** Counts a step; throws when there have been too many. */
  step(): void
  /** The value of one cell. */
  cell(area: Area): Argument
  /** The values of a range. */
  range(area: Area): Argument
  /** The formula or range of a defined name. */
  name(name: string): Node
}

/** Returns the value of a tree. Throws `FormulaError` for an error of the formula, and `Unsupported` if its value is unknown. */
export function evaluate(node: Node, around: Surroundings): Argument {
  around.step()
  switch (node.kind) {
    case 'value':
      return node.value
    case 'cell':
      return around.cell(node.area)
    case 'range':
      return around.range(node.area)
    case 'name':
      return evaluate(around.name(node.name), around)
    case 'unary':
      return finite({ '-': -1, '+': 1, '%': 0.01 }[node.operator]! * numberOf(evaluate(node.operand, around)))
    case 'binary':
      return binary(node.operator, evaluate(node.left, around), evaluate(node.right, around))
    case 'call':
      return call(node.name.replace(/^_XLFN\./, ''), node.parameters, around)
  }
}

function binary(operator: string, left: Argument, right: Argument): Argument {
  switch (operator) {
    case '&':
      return short(textOf(left) + textOf(right))
    case '=':
      return compare(single(left), single(right)) === 0
    case '<>':
      return compare(single(left), single(right)) !== 0
    case '<':
      return compare(single(left), single(right)) < 0
    case '>':
      return compare(single(left), single(right)) > 0
    case '<=':
      return compare(single(left), single(right)) <= 0
    case '>=':
      return compare(single(left), single(right)) >= 0
  }
  const [a, b] = [numberOf(left), numberOf(right)]
  switch (operator) {
    case '+':
      return finite(a + b)
    case '-':
      return finite(a - b)
    case '*':
      return finite(a * b)
    case '^':
      return finite(a ** b)
  }
  if (b === 0) throw new FormulaError('#DIV/0!')
  return finite(a / b)
}

/** Of these functions only the chosen parameter is computed. */
function call(name: string, parameters: (Node | null)[], around: Surroundings): Argument {
  const compute = (node: Node | null | undefined): Argument => (node ? evaluate(node, around) : null)
  const [first, second, third] = parameters
  if (name === 'IF') {
    if (isTrue(compute(first))) return compute(second)
    return parameters.length < 3 ? false : compute(third)
  }
  if (name === 'IFERROR' || name === 'IFNA') {
    try {
      return compute(first)
    } catch (error) {
      if (error instanceof FormulaError && (name === 'IFERROR' || error.message === '#N/A')) return compute(second)
      throw error
    }
  }
  if (name === 'ISERROR') {
    try {
      compute(first)
      return false
    } catch (error) {
      if (error instanceof FormulaError) return true
      throw error
    }
  }
  if (!Object.hasOwn(FUNCTIONS, name)) throw new Unsupported(name)
  const result = FUNCTIONS[name]!(parameters.map(compute))
  return typeof result === 'number' ? finite(result) : typeof result === 'string' ? short(result) : result
}

function finite(number: number): number {
  if (!Number.isFinite(number)) throw new FormulaError('#NUM!')
  return number
}

function short(text: string): string {
  if (text.length > MAX_TEXT) throw new Unsupported('long text')
  return text
}
