/** The values of formulas. None is null, int is bigint, float is number; the other types of Python are classes. */
import { spend } from './budget.ts'
import { failure } from './errors.ts'

export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Sequence
  | Dict
  | SetValue
  | DateValue
  | Duration
  | Range
  | Callable
  | Iteration
  | Empty
  | Host

/** The value of a number, date or enum field that is unset or cannot be parsed. */
export class Empty {
  static readonly value = new Empty()
}

/** A list, a tuple, or a column: all values of a field in a table, for which arithmetic is element by element. */
export class Sequence {
  readonly type: 'list' | 'tuple' | 'column'
  readonly items: Value[]

  constructor(type: Sequence['type'], items: Value[]) {
    this.type = type
    this.items = items
  }
}

export const listOf = (items: Value[]): Sequence => new Sequence('list', items)
export const tupleOf = (items: Value[]): Sequence => new Sequence('tuple', items)

/** Entries in the order of insertion, by `hashOf` the key. */
export class Dict {
  readonly entries = new Map<string, [key: Value, value: Value]>()

  get(key: Value): Value | undefined {
    return this.entries.get(hashOf(key))?.[1]
  }

  set(key: Value, value: Value): void {
    const hash = hashOf(key)
    const known = this.entries.get(hash)
    if (known) known[1] = value
    else this.entries.set(hash, [key, value])
  }
}

export class SetValue {
  readonly items = new Map<string, Value>()

  constructor(items: Iterable<Value> = []) {
    for (const item of items) this.add(item)
  }

  add(item: Value): void {
    const hash = hashOf(item)
    if (!this.items.has(hash)) this.items.set(hash, item)
  }
}

const DAY_MS = 86_400_000
/** Day 1 is 0001-01-01, as in Python's `toordinal`. */
const EPOCH_ORDINAL = 719_163
const LAST_ORDINAL = 3_652_059

export class DateValue {
  readonly ordinal: number

  /** Throws FormulaError (OverflowError) outside of the years 1 to 9999. */
  constructor(ordinal: number) {
    if (!(ordinal >= 1 && ordinal <= LAST_ORDINAL)) throw failure('OverflowError', 'date value out of range')
    this.ordinal = ordinal
  }

  /** Throws FormulaError (ValueError) for a day that does not exist. `month` and `day` are counted from 1. */
  static of(year: number, month: number, day: number): DateValue {
    if (!(year >= 1 && year <= 9999)) throw failure('ValueError', `year ${year} is out of range`)
    if (!(month >= 1 && month <= 12)) throw failure('ValueError', 'month must be in 1..12')
    const moment = new Date(0)
    moment.setUTCFullYear(year, month - 1, day)
    if (day < 1 || moment.getUTCDate() !== day) throw failure('ValueError', 'day is out of range for month')
    return new DateValue(Math.round(moment.getTime() / DAY_MS) + EPOCH_ORDINAL)
  }

  get parts(): { year: number; month: number; day: number } {
    const moment = new Date((this.ordinal - EPOCH_ORDINAL) * DAY_MS)
    return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() }
  }

  /** Monday is 0. */
  get weekday(): number {
    return (this.ordinal + 6) % 7
  }

  get iso(): string {
    const { year, month, day } = this.parts
    return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  }
}

const DAY_MICROS = 86_400_000_000

/** A `timedelta`: whole days, and microseconds of the last day (0 to 86,399,999,999). */
export class Duration {
  readonly days: number
  readonly micros: number

  constructor(days: number, micros: number) {
    const carried = Math.floor(micros / DAY_MICROS)
    this.days = days + carried
    this.micros = micros - carried * DAY_MICROS
    if (Math.abs(this.days) > 999_999_999)
      throw failure('OverflowError', `days=${this.days}; must have magnitude <= 999999999`)
  }

  get seconds(): number {
    return Math.floor(this.micros / 1_000_000)
  }

  get totalSeconds(): number {
    return this.days * 86_400 + this.micros / 1_000_000
  }
}

export class Range {
  readonly start: bigint
  readonly stop: bigint
  readonly step: bigint

  constructor(start: bigint, stop: bigint, step: bigint) {
    if (step === 0n) throw failure('ValueError', 'range() arg 3 must not be zero')
    this.start = start
    this.stop = stop
    this.step = step
  }

  get length(): number {
    const span = this.step > 0n ? this.stop - this.start : this.start - this.stop
    const size = this.step > 0n ? this.step : -this.step
    return span <= 0n ? 0 : Number((span + size - 1n) / size)
  }

  at(index: number): bigint {
    return this.start + BigInt(index) * this.step
  }
}

/** Arguments by name. */
export type Named = ReadonlyMap<string, Value>

export class Callable {
  readonly name: string
  readonly call: (args: Value[], named: Named) => Value
  /** Set for types, such as `str`: returns true for their values. */
  readonly isTypeOf: ((value: Value) => boolean) | null

  constructor(name: string, call: Callable['call'], isTypeOf: Callable['isTypeOf'] = null) {
    this.name = name
    this.call = call
    this.isTypeOf = isTypeOf
  }
}

/** A generator, or the result of `map`, `zip` and similar functions; it can be read once. */
export class Iteration {
  readonly type: string
  readonly values: Iterator<Value>

  constructor(type: string, values: Iterator<Value>) {
    this.type = type
    this.values = values
  }
}

/** Objects of the service with attributes to read, such as `annotation`, a row of a table, or a match of `re`. */
export interface Host {
  readonly host: string
  /** Undefined for an unknown attribute. */
  attribute(name: string): Value | undefined
  /** The value that every operation uses, except the access to an attribute. */
  readonly value?: Value
  /** `object[index]`. */
  item?(index: Value): Value
  iterate?(): Iterable<Value>
}

export const isHost = (value: Value): value is Host => typeof value === 'object' && value !== null && 'host' in value

/** Returns an entry of a table by a name that a formula chose, never what the table inherits from Object. */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Replaces a field by its value. */
export const plain = (value: Value): Value => (isHost(value) ? (value.value ?? value) : value)

/** Returns the number of items or characters that work on a value may have to handle. */
export function sizeOf(given: Value): number {
  if (typeof given !== 'object' && typeof given !== 'string') return 0
  const value = plain(given)
  if (typeof value === 'string') return value.length >> 1
  if (value instanceof Sequence) return value.items.length
  // Items of hash tables cost more.
  if (value instanceof Dict) return value.entries.size * 8
  return value instanceof SetValue ? value.items.size * 8 : 0
}

/** Returns the name of the type, as in messages of Python. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'str'
  if (value instanceof Sequence || value instanceof Iteration) return value.type
  if (value instanceof Dict) return 'dict'
  if (value instanceof SetValue) return 'set'
  if (value instanceof DateValue) return 'datetime.date'
  if (value instanceof Duration) return 'datetime.timedelta'
  if (value instanceof Range) return 'range'
  if (value instanceof Callable) return value.isTypeOf ? 'type' : 'function'
  if (value instanceof Empty) return 'empty value'
  return value.host
}

export const isNumeric = (value: Value): value is boolean | bigint | number =>
  typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'

/** Converts bool to int, which it is in arithmetic. */
export const numeric = (value: boolean | bigint | number): bigint | number =>
  typeof value === 'boolean' ? (value ? 1n : 0n) : value

export function isTrue(given: Value): boolean {
  const value = plain(given)
  if (value === null || value instanceof Empty) return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value !== 0n
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return value !== ''
  if (value instanceof Sequence) return value.items.length > 0
  if (value instanceof Dict) return value.entries.size > 0
  if (value instanceof SetValue) return value.items.size > 0
  if (value instanceof Duration) return value.days !== 0 || value.micros !== 0
  if (value instanceof Range) return value.length > 0
  return true
}

/** Returns a text that is equal for equal values: keys of dicts and members of sets. Throws FormulaError (TypeError) for mutable values. */
export function hashOf(given: Value): string {
  const value = plain(given)
  if (value === null) return 'n'
  if (isNumeric(value)) {
    const number = numeric(value)
    if (typeof number === 'bigint') return `i${number}`
    return Number.isInteger(number) ? `i${BigInt(number)}` : `f${number}`
  }
  if (typeof value === 'string') return `s${value}`
  if (value instanceof Sequence && value.type === 'tuple') {
    const hash = `t${value.items.map((item) => JSON.stringify(hashOf(item))).join(',')}`
    // Quotes within quotes double the length with each level.
    spend(hash.length / 32)
    return hash
  }
  if (value instanceof DateValue) return `d${value.ordinal}`
  if (value instanceof Duration) return `p${value.days},${value.micros}`
  if (value instanceof Empty) return 'e'
  throw failure('TypeError', `unhashable type: '${typeName(value)}'`)
}
