/** Values of bodies that are sent as forms, where every value is text. */
import type { TSchema } from 'typebox'
import { invalid } from '../../errors.ts'
import { errorOfJson, errorOfJsonText } from '../../rules/input/json-limits.ts'

const forms = new WeakSet<object>()

/** Marks a body as read from a form. */
export const markForm = (body: object): void => void forms.add(body)

/**
 * Replaces the texts of a form by the values that the fields of `schema` have: an object, list, number or boolean is written as JSON.
 * Fields that may be texts stay as they are, and so does what is no JSON, which the check of the body then refuses. Other bodies are not
 * changed. Throws 400 on a field whose JSON exceeds the limits of bodies.
 */
export function readForm(schema: TSchema, body: object): void {
  if (!forms.delete(body)) return
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  const values = body as Record<string, unknown>
  for (const [name, field] of Object.entries(properties)) {
    const text = values[name]
    if (typeof text !== 'string' || acceptsText(field)) continue
    const value = parse(name, text)
    if (value !== undefined) values[name] = value
  }
}

/** Python's `str(True)`, as clients of forms write booleans. */
const BOOLEANS: Record<string, boolean> = { True: true, False: false }

function parse(name: string, text: string): unknown {
  if (Object.hasOwn(BOOLEANS, text)) return BOOLEANS[text]
  const exceeded = errorOfJsonText(text, 'Value')
  if (exceeded) throw invalid({ [name]: [exceeded] })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const error = errorOfJson(value, 'Value')
  if (error) throw invalid({ [name]: [error] })
  return value
}

/** Whether a field may be a text. A schema that says nothing about types accepts any value. */
function acceptsText(schema: TSchema): boolean {
  const { type, anyOf, oneOf, allOf, enum: choices, const: constant } = schema as Record<string, unknown>
  if (type !== undefined) return [type].flat().includes('string')
  const branches = anyOf ?? oneOf
  if (Array.isArray(branches)) return branches.some((one) => acceptsText(one as TSchema))
  if (Array.isArray(allOf)) return allOf.every((one) => acceptsText(one as TSchema))
  const values = Array.isArray(choices) ? choices : constant === undefined ? [] : [constant]
  return values.length === 0 || values.some((one) => typeof one === 'string')
}
