/** The functions that every formula can call. */
import { absolute, extreme, itemsOf, length, round, sum, type Function } from './aggregates.ts'
import { bind, intOf, numberOf, textOf } from './arguments.ts'
import { dictOf, entriesOf } from './collection-methods.ts'
import { floatOf, toInt } from './conversions.ts'
import { failure } from './errors.ts'
import { iterate } from './iterate.ts'
import { binary } from './operators.ts'
import { re, substituteIn } from './regular-expressions.ts'
import { sorted } from './sorting.ts'
import { format, repr, str } from './text.ts'
import {
  Callable,
  DateValue,
  Dict,
  Duration,
  Empty,
  isTrue,
  Iteration,
  listOf,
  plain,
  Range,
  Sequence,
  SetValue,
  tupleOf,
  typeName,
  type Named,
  type Value,
} from './values.ts'

function rangeOf(args: Value[]): Range {
  const [a, b, c] = args.map((value) => BigInt(intOf(value)))
  if (a === undefined) throw failure('TypeError', 'range expected at least 1 argument, got 0')
  return b === undefined ? new Range(0n, a, 1n) : new Range(a, b, c ?? 1n)
}

function isInstance([given = null, types = null]: Value[]): boolean {
  const value = plain(given)
  const list = types instanceof Sequence ? types.items : [types]
  return list.some((type) => {
    if (type instanceof Callable && type.isTypeOf) return type.isTypeOf(value)
    throw failure('TypeError', 'isinstance() arg 2 must be a type, a tuple of types, or a union')
  })
}

function* mapped(callee: Value, lists: Value[]): Generator<Value> {
  for (const items of zipped(lists)) yield call(callee, items)
}

function call(callee: Value, args: Value[]): Value {
  if (callee instanceof Callable) return callee.call(args, new Map())
  throw failure('TypeError', `'${typeName(callee)}' object is not callable`)
}

function* filtered(callee: Value, items: Value): Generator<Value> {
  for (const item of iterate(items)) if (callee === null ? isTrue(item) : isTrue(call(callee, [item]))) yield item
}

function* zipped(lists: Value[]): Generator<Value[]> {
  const iterators = lists.map((list) => iterate(list)[Symbol.iterator]())
  while (iterators.length > 0) {
    const results = []
    for (const iterator of iterators) {
      const result = iterator.next()
      if (result.done) return
      results.push(result.value)
    }
    yield results
  }
}

function* tuples(lists: Value[]): Generator<Value> {
  for (const items of zipped(lists)) yield tupleOf(items)
}

function* numbered(items: Value, start: bigint): Generator<Value> {
  let number = start
  for (const item of iterate(items)) yield tupleOf([number++, item])
}

/** An unset field, None, an empty text; of a column or list: no value that is set. */
export function isEmpty(given: Value): boolean {
  const value = plain(given)
  if (value instanceof Sequence) return value.items.every(isEmpty)
  return value === null || value instanceof Empty || value === ''
}

function defaultTo([given = null, otherwise = null]: Value[]): Value {
  const value = plain(given)
  if (value instanceof Sequence && value.type === 'column')
    return new Sequence(
      'column',
      value.items.map((item) => defaultTo([item, otherwise])),
    )
  return isEmpty(value) ? otherwise : value
}

function timedelta(args: Value[], named: Named): Duration {
  const units = ['days', 'seconds', 'microseconds', 'milliseconds', 'minutes', 'hours', 'weeks']
  const [days = 0, seconds = 0, micros = 0, millis = 0, minutes = 0, hours = 0, weeks = 0] = bind(
    'timedelta',
    units,
    0,
    args,
    named,
  ).map((value) => (value === undefined ? 0 : Number(numberOf(value, 'unsupported type for timedelta component'))))
  const whole = Math.trunc(days + weeks * 7)
  const rest = (days + weeks * 7 - whole) * 86_400_000_000
  return new Duration(whole, Math.round(rest + micros + millis * 1e3 + (seconds + minutes * 60 + hours * 3600) * 1e6))
}

const isInt = (value: Value): boolean => typeof value === 'bigint' || typeof value === 'boolean'
const type = (name: string, isTypeOf: (value: Value) => boolean, make: Function): [string, Callable] => [
  name,
  new Callable(name, make, isTypeOf),
]
const fn = (name: string, run: Function): [string, Callable] => [name, new Callable(name, run)]

const date = new Callable(
  'date',
  (args, named) => {
    const [year, month, day] = bind('date', ['year', 'month', 'day'], 3, args, named).map((value) => intOf(value))
    return DateValue.of(year!, month!, day!)
  },
  (value) => value instanceof DateValue,
)

/** Returns the names that every formula starts with. `today` is the current day of the organization. */
export function builtins(today: DateValue): Map<string, Value> {
  return new Map<string, Value>([
    type(
      'bool',
      (value) => typeof value === 'boolean',
      ([value = false]) => isTrue(value),
    ),
    type('int', isInt, toInt),
    type('float', (value) => typeof value === 'number', floatOf),
    type(
      'str',
      (value) => typeof value === 'string',
      ([value = '']) => str(value),
    ),
    type(
      'list',
      (value) => value instanceof Sequence && value.type !== 'tuple',
      ([items]) => listOf(items === undefined ? [] : itemsOf(items)),
    ),
    type(
      'tuple',
      (value) => value instanceof Sequence && value.type === 'tuple',
      ([items]) => tupleOf(items === undefined ? [] : itemsOf(items)),
    ),
    type(
      'set',
      (value) => value instanceof SetValue,
      ([items]) => new SetValue(items === undefined ? [] : itemsOf(items)),
    ),
    type(
      'dict',
      (value) => value instanceof Dict,
      ([items], named) =>
        dictOf([
          ...(items === undefined ? [] : entriesOf(items)),
          ...[...named].map(([key, value]) => [key, value] as const),
        ]),
    ),
    type('timedelta', (value) => value instanceof Duration, timedelta),
    ['date', date],
    ['re', re],
    fn('abs', absolute),
    fn('all', ([items = null]) => {
      for (const item of iterate(items)) if (!isTrue(item)) return false
      return true
    }),
    fn('any', ([items = null]) => {
      for (const item of iterate(items)) if (isTrue(item)) return true
      return false
    }),
    fn('divmod', ([left = null, right = null]) => tupleOf([binary('//', left, right), binary('%', left, right)])),
    fn('enumerate', (args, named) => {
      const [items, start] = bind('enumerate', ['iterable', 'start'], 1, args, named)
      return new Iteration('enumerate', numbered(items!, start === undefined ? 0n : BigInt(intOf(start))))
    }),
    fn('filter', ([callee = null, items = null]) => new Iteration('filter', filtered(plain(callee), items))),
    fn('format', ([value = null, spec]) =>
      format(value, spec === undefined ? '' : textOf(spec, 'format() argument 2')),
    ),
    fn('isinstance', isInstance),
    fn('len', length),
    fn('map', ([callee = null, ...lists]) => new Iteration('map', mapped(plain(callee), lists))),
    fn('max', extreme('max')),
    fn('min', extreme('min')),
    fn('pow', ([base = null, exponent = null]) => binary('**', base, exponent)),
    fn('range', rangeOf),
    fn('repr', ([value = null]) => repr(value)),
    fn('reversed', ([items = null]) => new Iteration('reversed', itemsOf(items).reverse()[Symbol.iterator]())),
    fn('round', round),
    fn('sorted', ([items = null], named) => listOf(sorted(itemsOf(items), named))),
    fn('sum', sum),
    fn('zip', (lists) => new Iteration('zip', tuples(lists))),
    fn('today', () => today),
    fn('is_empty', ([value = null]) => isEmpty(value)),
    fn('is_set', ([value = null]) => !isEmpty(value)),
    fn('default_to', defaultTo),
    fn('substitute', substituteIn),
  ])
}
