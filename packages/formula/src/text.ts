/** `str`, `repr` and format specifications. */
import { spend } from './budget.ts'
import { fixed, repr as reprFloat, scientific } from './decimals.ts'
import { failure } from './errors.ts'
import {
  Callable,
  DateValue,
  Dict,
  Duration,
  Empty,
  isNumeric,
  Iteration,
  numeric,
  own,
  plain,
  Range,
  Sequence,
  SetValue,
  typeName,
  type Value,
} from './values.ts'

/** Lists that contain themselves are shown as `[...]` below this depth. */
const MAX_DEPTH = 20
/** Digits before or after the point that a format may ask for. */
const MAX_WIDTH = 1_000

export function str(given: Value): string {
  const value = plain(given)
  if (typeof value === 'string') return value
  if (value instanceof Empty) return ''
  if (value instanceof DateValue) return value.iso
  if (value instanceof Duration) return durationText(value)
  return repr(value)
}

export function repr(given: Value, depth = 0): string {
  const value = plain(given)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return reprFloat(value)
  if (typeof value === 'string') return quoted(value)
  if (value instanceof DateValue) return dateRepr(value)
  if (value instanceof Duration) return durationRepr(value)
  if (value instanceof Range) return rangeRepr(value)
  if (value instanceof Empty) return 'Empty'
  if (value instanceof Callable) return value.isTypeOf ? `<class '${value.name}'>` : `<function ${value.name}>`
  if (value instanceof Iteration) return `<${value.type} object>`
  // Lists can contain the same list many times.
  spend(1)
  const inner = (items: Iterable<Value>) => [...items].map((item) => repr(item, depth + 1)).join(', ')
  if (value instanceof Sequence) {
    const [open, close] = value.type === 'tuple' ? '()' : '[]'
    if (depth > MAX_DEPTH) return `${open}...${close}`
    const comma = value.type === 'tuple' && value.items.length === 1 ? ',' : ''
    return `${open}${inner(value.items)}${comma}${close}`
  }
  if (value instanceof SetValue) return value.items.size > 0 ? `{${inner(value.items.values())}}` : 'set()'
  if (!(value instanceof Dict)) return `<${value.host}>`
  if (depth > MAX_DEPTH) return '{...}'
  const entries = [...value.entries.values()]
  return `{${entries.map(([key, item]) => `${repr(key, depth + 1)}: ${repr(item, depth + 1)}`).join(', ')}}`
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = text.replaceAll(/[\\'"\n\r\t]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (char) => {
    if (char === quote || char === '\\') return `\\${char}`
    if (char === "'" || char === '"') return char
    if (char === '\n') return '\\n'
    if (char === '\r') return '\\r'
    if (char === '\t') return '\\t'
    const code = char.codePointAt(0)!.toString(16)
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`
  })
  return quote + inner + quote
}

function dateRepr(value: DateValue): string {
  const { year, month, day } = value.parts
  return `datetime.date(${year}, ${month}, ${day})`
}

function rangeRepr({ start, stop, step }: Range): string {
  return step === 1n ? `range(${start}, ${stop})` : `range(${start}, ${stop}, ${step})`
}

function durationText({ days, seconds, micros }: Duration): string {
  const part = (value: number, size = 2) => String(value).padStart(size, '0')
  const rest = micros % 1_000_000
  const clock = `${Math.floor(seconds / 3600)}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`
  const fraction = rest ? `.${part(rest, 6)}` : ''
  return days === 0 ? clock + fraction : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${clock}${fraction}`
}

function durationRepr({ days, seconds, micros }: Duration): string {
  const rest = micros % 1_000_000
  const parts = [
    ...(days ? [`days=${days}`] : []),
    ...(seconds ? [`seconds=${seconds}`] : []),
    ...(rest ? [`microseconds=${rest}`] : []),
  ]
  return `datetime.timedelta(${parts.join(', ') || '0'})`
}

const SPEC = /^(?:(.)?([<>=^]))?([+\- ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su

interface Spec {
  fill: string
  align: string | undefined
  sign: string
  alternate: boolean
  width: number
  grouping: string
  precision: number | undefined
  type: string | undefined
}

/** Formats a value like `format(value, spec)`. Throws FormulaError (ValueError) for an invalid specification. */
export function format(given: Value, text: string): string {
  const value = plain(given)
  if (text === '') return str(value)
  if (value instanceof DateValue) return strftime(value, text)
  const found = SPEC.exec(text)
  if (!found) throw failure('ValueError', `Invalid format specifier '${text}' for object of type '${typeName(value)}'`)
  const [, fill, align, sign, hash, zero, width, grouping, precision, type] = found
  const spec: Spec = {
    fill: fill ?? (zero ? '0' : ' '),
    align: align ?? (zero && isNumeric(value) ? '=' : undefined),
    sign: sign ?? '-',
    alternate: hash !== undefined,
    width: Number(width ?? 0),
    grouping: grouping ?? '',
    precision: precision === undefined ? undefined : Number(precision),
    type,
  }
  if (spec.width > MAX_WIDTH || (spec.precision ?? 0) > MAX_WIDTH)
    throw failure('LimitError', `A format may ask for at most ${MAX_WIDTH} characters.`)
  if (typeof value === 'string' || value instanceof Empty) return formatText(str(value), spec)
  if (isNumeric(value)) return formatNumber(numeric(value), spec)
  throw failure('TypeError', `unsupported format string passed to ${typeName(value)}.__format__`)
}

function formatText(text: string, { type, precision, align = '<', sign, ...spec }: Spec): string {
  if (type !== undefined && type !== 's') throw unknownCode(type, 'str')
  if (align === '=') throw failure('ValueError', "'=' alignment not allowed in string format specifier")
  if (sign !== '-') throw failure('ValueError', 'Sign not allowed in string format specifier')
  const chars = Array.from(text)
  return padded(precision === undefined ? text : chars.slice(0, precision).join(''), '', { ...spec, align })
}

const unknownCode = (type: string, of: string) =>
  failure('ValueError', `Unknown format code '${type}' for object of type '${of}'`)

function padded(text: string, sign: string, { fill, align, width }: Pick<Spec, 'fill' | 'align' | 'width'>): string {
  const missing = width - Array.from(sign + text).length
  if (missing <= 0) return sign + text
  if (align === '=') return sign + fill.repeat(missing) + text
  if (align === '<') return sign + text + fill.repeat(missing)
  if (align === '^') return fill.repeat(Math.floor(missing / 2)) + sign + text + fill.repeat(Math.ceil(missing / 2))
  return fill.repeat(missing) + sign + text
}

const BASES: Record<string, { radix: number; prefix: string }> = {
  x: { radix: 16, prefix: '0x' },
  X: { radix: 16, prefix: '0X' },
  o: { radix: 8, prefix: '0o' },
  b: { radix: 2, prefix: '0b' },
}

function formatNumber(value: bigint | number, spec: Spec): string {
  const isNegative = typeof value === 'bigint' ? value < 0n : value < 0 || Object.is(value, -0)
  const sign = isNegative ? '-' : spec.sign === '-' ? '' : spec.sign
  const { type } = spec
  const base = own(BASES, type ?? '')
  if (typeof value === 'bigint' && (type === undefined || type === 'd' || type === 'n' || base)) {
    if (spec.precision !== undefined) throw failure('ValueError', 'Precision not allowed in integer format specifier')
    const digits = (value < 0n ? -value : value).toString(base?.radix ?? 10)
    const text = type === 'X' ? digits.toUpperCase() : digits
    return aligned(text, '', sign + (spec.alternate && base ? base.prefix : ''), spec, base ? 4 : 3)
  }
  if (base || type === 'd') throw unknownCode(type!, 'float')
  return formatFloat(Math.abs(Number(value)), sign, spec)
}

/** Groups the digits of the whole part; a zero fill is grouped too. */
function aligned(whole: string, rest: string, sign: string, spec: Spec, group = 3): string {
  const { grouping } = spec
  let digits = whole
  if (grouping && spec.align === '=' && spec.fill === '0')
    while (grouped(digits, grouping, group).length + rest.length + sign.length < spec.width) digits = `0${digits}`
  const text = grouping ? grouped(digits, grouping, group) : digits
  return padded(text + rest, sign, { ...spec, align: spec.align ?? '>' })
}

const grouped = (digits: string, mark: string, size: number): string =>
  digits.replaceAll(new RegExp(`\\B(?=(?:\\w{${size}})+$)`, 'g'), mark)

function formatFloat(value: number, sign: string, spec: Spec): string {
  const { type = '', precision, alternate } = spec
  if (!Number.isFinite(value)) return aligned(Number.isNaN(value) ? 'nan' : 'inf', '', sign, { ...spec, grouping: '' })
  const upper = (text: string) => (/[A-Z]/.test(type) ? text.toUpperCase() : text)
  const parts = (text: string, suffix = '') => {
    const [, whole, rest] = /^(\w*?)((?:\.\d*)?(?:e[+-]\d+)?)$/.exec(text)!
    return aligned(whole!, upper(rest!) + suffix, sign, spec)
  }
  switch (type.toLowerCase()) {
    case 'f':
      return parts(fixed(value, precision ?? 6))
    case '%':
      return parts(fixed(value * 100, precision ?? 6), '%')
    case 'e':
      return parts(exponential(value, precision ?? 6))
    case 'g':
    case 'n':
      return parts(general(value, precision ?? 6, alternate))
    case '':
      if (precision === undefined) return parts(reprFloat(value))
      return parts(general(value, precision, alternate, true))
    default:
      throw unknownCode(type, 'float')
  }
}

function exponential(value: number, precision: number): string {
  const { digits, exponent } = scientific(value, precision)
  const rest = digits.slice(1)
  return `${digits[0]}${rest && `.${rest}`}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** `precision` significant digits, without zeros at the end. Without a type, at least one digit follows the point. */
function general(value: number, precision: number, keepsZeros: boolean, isRepr = false): string {
  const significant = precision || 1
  const { digits, exponent } = scientific(value, significant - 1)
  const shown = keepsZeros ? digits : digits.replace(/0+$/, '') || '0'
  if (exponent < -4 || exponent >= significant - (isRepr ? 1 : 0)) {
    const rest = shown.slice(1)
    return `${shown[0]}${rest && `.${rest}`}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${shown}`
  const all = shown.padEnd(exponent + 1, '0')
  const rest = all.slice(exponent + 1) || (isRepr ? '0' : '')
  return `${all.slice(0, exponent + 1)}${rest && `.${rest}`}`
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = ('January February March April May June July August September October November ' + 'December').split(' ')

/** Formats a date like `strftime` in the C locale; hours, minutes and seconds of a date are 0. */
export function strftime(value: DateValue, text: string): string {
  const { year, month, day } = value.parts
  const two = (number: number) => String(number).padStart(2, '0')
  const ordinal = value.ordinal - DateValue.of(year, 1, 1).ordinal + 1
  const codes: Record<string, () => string> = {
    Y: () => String(year),
    y: () => two(year % 100),
    m: () => two(month),
    d: () => two(day),
    j: () => String(ordinal).padStart(3, '0'),
    A: () => DAYS[value.weekday]!,
    a: () => DAYS[value.weekday]!.slice(0, 3),
    B: () => MONTHS[month - 1]!,
    b: () => MONTHS[month - 1]!.slice(0, 3),
    u: () => String(value.weekday + 1),
    w: () => String((value.weekday + 1) % 7),
    H: () => '00',
    M: () => '00',
    S: () => '00',
    U: () => two(Math.floor((ordinal + 6 - ((value.weekday + 1) % 7)) / 7)),
    W: () => two(Math.floor((ordinal + 6 - value.weekday) / 7)),
    '%': () => '%',
  }
  return text.replaceAll(/%([\s\S])/g, (whole, code: string) => own(codes, code)?.() ?? whole)
}
