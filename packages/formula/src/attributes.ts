/** `value.name`: attributes and methods by type. */
import { dictMethods, listMethods, setMethods, tupleMethods } from './collection-methods.ts'
import { dateAttribute, durationAttribute } from './date-methods.ts'
import { failure } from './errors.ts'
import { repr } from './text.ts'
import { textMethods } from './text-methods.ts'
import {
  Callable,
  DateValue,
  Dict,
  Duration,
  isHost,
  own,
  plain,
  Sequence,
  SetValue,
  typeName,
  type Named,
  type Value,
} from './values.ts'

/** Returns an attribute. Throws FormulaError (AttributeError) if the value has none of this name. */
export function attribute(of: Value, name: string): Value {
  // None is a value of an attribute.
  const given = isHost(of) ? of.attribute(name) : undefined
  const found = given === undefined ? member(plain(of), name) : given
  if (found !== undefined) return found
  throw failure('AttributeError', `'${typeName(plain(of))}' object has no attribute '${name}'`)
}

function member(value: Value, name: string): Value | undefined {
  const method = <T>(table: Record<string, (of: T, args: Value[], named: Named) => Value>, of: T) => {
    const run = own(table, name)
    return run && new Callable(name, (args, named) => run(of, args, named))
  }
  if (typeof value === 'string') return method(textMethods, value)
  if (value instanceof Sequence) return method(value.type === 'list' ? listMethods : tupleMethods, value)
  if (value instanceof Dict) return method(dictMethods, value)
  if (value instanceof SetValue) return method(setMethods, value)
  if (value instanceof DateValue) return dateAttribute(value, name)
  if (value instanceof Duration) return durationAttribute(value, name)
  if (typeof value === 'number' && name === 'is_integer') return new Callable(name, () => Number.isInteger(value))
  if (value instanceof Callable && value.name === 'date' && name === 'fromisoformat')
    return new Callable(name, ([text]) => dateOfText(text ?? null))
  return undefined
}

function dateOfText(given: Value): DateValue {
  const text = plain(given)
  if (typeof text !== 'string') throw failure('TypeError', 'fromisoformat: argument must be str')
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text)
  if (!parts) throw failure('ValueError', `Invalid isoformat string: ${repr(text)}`)
  return DateValue.of(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}
