/**
 * Conditions of workflows and their steps: a map from the path of a fact to the value it must equal, and `$expr` with a comparison. All
 * entries must hold; `{}` always holds. A path refers to a field (`field.amount_total`) or to an attribute of the annotation
 * (`annotation.automated`).
 */
/** A value that conditions compare; null if it is empty. */
export type Fact = string | number | boolean | null

export const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const
export type Comparison = (typeof COMPARISONS)[number]
/** The attributes of an annotation that conditions can refer to, as `annotation.<name>`. */
export const ATTRIBUTES = ['id', 'automated', 'einvoice', 'created_at', 'arrived_at'] as const
/** More than any real condition needs, and shallow enough for the stack. */
const DEPTH = 20
const PATH = new RegExp(`^(field(\\.[\\w-]+)+|annotation\\.(${ATTRIBUTES.join('|')}))$`)
/** What a path may be, for messages. */
const PATHS = `field.<schema id>, or annotation. with ${ATTRIBUTES.join(', ')}`

type Keyed = Record<string, unknown>
const isObject = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFact = (value: unknown): value is Fact =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Returns the errors of the condition; null if it is valid. */
export function checkWorkflowCondition(condition: unknown): string[] | null {
  if (!isObject(condition)) return ['Expected an object.']
  for (const [name, value] of Object.entries(condition)) {
    const error = name === '$expr' ? checkExpression(value, '$expr', 0) : checkEquality(name, value)
    if (error) return [error]
  }
  return null
}

function checkEquality(name: string, value: unknown): string | null {
  if (!PATH.test(name)) return `"${name}" is not the name of a field or attribute: use ${PATHS}.`
  return isFact(value) ? null : `${name}: the value must be a string, number, boolean or null.`
}

function checkExpression(value: unknown, where: string, depth: number): string | null {
  if (depth > DEPTH) return `${where}: nested too deeply.`
  const entries = isObject(value) ? Object.entries(value) : []
  if (entries.length !== 1) return `${where} must be an object with exactly one operator.`
  const [operator, operands] = entries[0]!
  const inside = `${where}.${operator}`
  if (operator === '$not') return checkExpression(operands, inside, depth + 1)
  if (operator === '$and' || operator === '$or') {
    if (!Array.isArray(operands) || !operands.length) return `${inside} must be a non-empty list.`
    for (const [index, one] of operands.entries()) {
      const error = checkExpression(one, `${inside}[${index}]`, depth + 1)
      if (error) return error
    }
    return null
  }
  if (!(COMPARISONS as readonly string[]).includes(operator)) return `${where}: "${operator}" is not allowed here.`
  if (!Array.isArray(operands) || operands.length !== 2) return `${inside} must be a list of two operands.`
  const text = (operands as Fact[]).find(isPathWithoutSign)
  // Compared as a text, it would never be equal to anything: no document would need an approval.
  if (text !== undefined) return `${inside}: "${text}" is a text; "$${text}" is the value of the field or attribute.`
  const wrong = operands.findIndex((operand) => !isFact(operand) || !isPathOrText(operand))
  return wrong < 0 ? null : `${inside}[${wrong}] must be a string, number, boolean, null or "$" with a path: ${PATHS}.`
}

/** Whether a text is meant as a path: conditions of earlier releases may have such texts. */
export const isPathWithoutSign = (operand: Fact): operand is string => typeof operand === 'string' && PATH.test(operand)

/** Returns the path that an operand refers to; undefined if it is a value. */
export const pathOf = (operand: Fact): string | undefined =>
  typeof operand === 'string' && operand.startsWith('$') ? operand.slice(1) : undefined

const isPathOrText = (operand: Fact): boolean => PATH.test(pathOf(operand) ?? 'field.none')
