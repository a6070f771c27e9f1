/** Methods of texts. */
import { bind, intOf, textOf } from './arguments.ts'
import { failure } from './errors.ts'
import { charsOf } from './indexing.ts'
import { iterate, requireLength } from './iterate.ts'
import { format } from './text.ts'
import { listOf, plain, Sequence, tupleOf, typeName, type Named, type Value } from './values.ts'

type Method = (text: string, args: Value[], named: Named) => Value

const WHITESPACE = '[\\s\\x1c-\\x1f\\x85]'
const EDGES = { left: new RegExp(`^${WHITESPACE}+`), right: new RegExp(`${WHITESPACE}+$`) }

/** `strip` and its variants: removes white space, or any of the given characters. */
function strip(text: string, args: Value[], sides: ('left' | 'right')[]): string {
  const given = plain(args[0] ?? null)
  if (given === null) return sides.reduce((rest, side) => rest.replace(EDGES[side], ''), text)
  const removed = new Set(textOf(given, 'strip arg'))
  const chars = charsOf(text)
  let [from, to] = [0, chars.length]
  if (sides.includes('left')) while (from < to && removed.has(chars[from]!)) from++
  if (sides.includes('right')) while (to > from && removed.has(chars[to - 1]!)) to--
  return chars.slice(from, to).join('')
}

function split(text: string, args: Value[], named: Named): Value {
  const [separator, max] = bind('split', ['sep', 'maxsplit'], 0, args, named)
  const limit = max === undefined ? -1 : intOf(max)
  if (separator === undefined || plain(separator) === null) return listOf(splitAtSpace(text, limit))
  const mark = textOf(separator, 'sep')
  if (mark === '') throw failure('ValueError', 'empty separator')
  const parts = text.split(mark)
  if (limit < 0 || parts.length <= limit + 1) return listOf(parts)
  return listOf([...parts.slice(0, limit), parts.slice(limit).join(mark)])
}

function splitAtSpace(text: string, limit: number): string[] {
  const parts: string[] = []
  let rest = text.replace(EDGES.left, '')
  while (rest !== '') {
    if (limit >= 0 && parts.length === limit) return [...parts, rest]
    const [, word, after] = new RegExp(`^((?:(?!${WHITESPACE})[\\s\\S])+)${WHITESPACE}*([\\s\\S]*)$`).exec(rest)!
    parts.push(word!)
    rest = after!
  }
  return parts
}

function splitFromRight(text: string, args: Value[], named: Named): Value {
  const [separator, max] = bind('rsplit', ['sep', 'maxsplit'], 0, args, named)
  const limit = max === undefined ? -1 : intOf(max)
  const reversed = (value: string) => charsOf(value).reverse().join('')
  const mark = separator === undefined || plain(separator) === null ? null : textOf(separator, 'sep')
  const parts = split(reversed(text), [mark === null ? null : reversed(mark), BigInt(limit)], new Map()) as Sequence
  return listOf(parts.items.map((part) => reversed(part as string)).reverse())
}

function join(text: string, args: Value[]): string {
  const parts = [...iterate(args[0] ?? null, () => 'can only join an iterable')].map(plain)
  const texts = parts.map((part, index) => {
    if (typeof part === 'string') return part
    throw failure('TypeError', `sequence item ${index}: expected str instance, ${typeName(part)} found`)
  })
  requireLength(texts.reduce((sum, { length }) => sum + length + text.length, 0))
  return texts.join(text)
}

function replace(text: string, args: Value[], named: Named): string {
  const [from, to, count] = bind('replace', ['old', 'new', 'count'], 2, args, named)
  const [old, fresh] = [textOf(from, 'replace() argument 1'), textOf(to, 'replace() argument 2')]
  const limit = count === undefined ? -1 : intOf(count)
  const parts = old === '' ? ['', ...charsOf(text), ''] : text.split(old)
  const replaced = limit < 0 ? parts.length - 1 : Math.min(limit, parts.length - 1)
  requireLength(text.length + replaced * fresh.length)
  return (
    parts.slice(0, replaced + 1).join(fresh) +
    parts
      .slice(replaced + 1)
      .map((part) => old + part)
      .join('')
  )
}

/** Index of a part in characters, or -1; `args` may have a start and an end. */
function find(text: string, args: Value[], last: boolean): number {
  const chars = charsOf(text)
  const part = textOf(args[0], 'must be str')
  const { from, to } = range(chars.length, args)
  const inner = chars.slice(from, to).join('')
  if (from > chars.length || (to < from && part !== '')) return -1
  const at = last ? inner.lastIndexOf(part) : inner.indexOf(part)
  return at < 0 ? -1 : from + charsOf(inner.slice(0, at)).length
}

function range(length: number, [, start, end]: Value[]): { from: number; to: number } {
  const absolute = (value: Value | undefined, otherwise: number) => {
    if (value === undefined || plain(value) === null) return otherwise
    const index = intOf(value)
    return index < 0 ? Math.max(0, index + length) : index
  }
  return { from: absolute(start, 0), to: Math.min(absolute(end, length), length) }
}

function indexOf(text: string, args: Value[], last: boolean): bigint {
  const at = find(text, args, last)
  if (at < 0) throw failure('ValueError', 'substring not found')
  return BigInt(at)
}

function hasEdge(text: string, args: Value[], test: (inner: string, part: string) => boolean): boolean {
  const given = plain(args[0] ?? null)
  const parts = given instanceof Sequence && given.type === 'tuple' ? given.items : [given]
  const chars = charsOf(text)
  const { from, to } = range(chars.length, args)
  const inner = chars.slice(from, to).join('')
  return parts.some((part) => test(inner, textOf(part, 'first arg')))
}

function partition(text: string, args: Value[], last: boolean): Value {
  const mark = textOf(args[0], 'must be str')
  if (mark === '') throw failure('ValueError', 'empty separator')
  const at = last ? text.lastIndexOf(mark) : text.indexOf(mark)
  if (at < 0) return tupleOf(last ? ['', '', text] : [text, '', ''])
  return tupleOf([text.slice(0, at), mark, text.slice(at + mark.length)])
}

function pad(text: string, args: Value[], side: 'left' | 'right' | 'both'): string {
  const fill = args[1] === undefined ? ' ' : textOf(args[1], 'The fill character')
  if (charsOf(fill).length !== 1) throw failure('TypeError', 'The fill character must be exactly one character long')
  const width = intOf(args[0])
  const missing = Math.max(0, width - charsOf(text).length)
  requireLength(missing)
  if (side === 'left') return fill.repeat(missing) + text
  if (side === 'right') return text + fill.repeat(missing)
  const left = Math.floor(missing / 2) + (missing & width & 1)
  return fill.repeat(left) + text + fill.repeat(missing - left)
}

function fillZeros(text: string, args: Value[]): string {
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  const width = intOf(args[0])
  requireLength(width)
  return sign + text.slice(sign.length).padStart(width - sign.length, '0')
}

const capital = (word: string) => {
  const [first = '', ...rest] = charsOf(word)
  return first.toUpperCase() + rest.join('').toLowerCase()
}
const every = (pattern: RegExp) => (text: string) => pattern.test(text)
const isCased = (text: string, same: (value: string) => string, other: (value: string) => string) =>
  text === same(text) && text !== other(text)
const upper = (text: string) => text.toUpperCase()
const lower = (text: string) => text.toLowerCase()

function count(text: string, args: Value[]): bigint {
  const part = textOf(args[0], 'must be str')
  const chars = charsOf(text)
  const { from, to } = range(chars.length, args)
  if (part === '') return BigInt(Math.max(0, to - from + 1))
  return BigInt(chars.slice(from, to).join('').split(part).length - 1)
}

/** The control characters FS, GS, RS and NEL end lines too. */
const CONTROLS = String.fromCharCode(0x1c, 0x1d, 0x1e, 0x85)
const LINES = new RegExp(`\r\n|[\n\r\v\f${CONTROLS}\u2028\u2029]`)

/** `'{} {name}'.format(…)`. */
function formatMethod(text: string, args: Value[], named: Named): string {
  let next = 0
  return text.replaceAll(/\{\{|\}\}|\{([^{}!:]*)(?:!([rs]))?(?::([^{}]*))?\}|[{}]/g, (whole, key, conversion, spec) => {
    if (whole === '{{' || whole === '}}') return whole[0]!
    if (whole === '{' || whole === '}') throw failure('ValueError', `Single '${whole}' encountered in format string`)
    const name = key as string
    const value = name === '' ? args[next++] : /^\d+$/.test(name) ? args[Number(name)] : named.get(name)
    if (value === undefined && (name === '' || /^\d+$/.test(name)))
      throw failure('IndexError', `Replacement index ${name || next - 1} out of range for positional args tuple`)
    if (value === undefined) throw failure('KeyError', `'${name}'`)
    return format(conversion === 'r' ? format(value, '') : value, (spec as string | undefined) ?? '')
  })
}

export const textMethods: Record<string, Method> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  casefold: (text) => text.toLowerCase().replaceAll('ß', 'ss'),
  capitalize: capital,
  title: (text) => text.replaceAll(/\p{L}+/gu, capital),
  swapcase: (text) =>
    charsOf(text)
      .map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase()))
      .join(''),
  strip: (text, args) => strip(text, args, ['left', 'right']),
  lstrip: (text, args) => strip(text, args, ['left']),
  rstrip: (text, args) => strip(text, args, ['right']),
  split,
  rsplit: splitFromRight,
  splitlines: (text) => listOf(text === '' ? [] : text.replace(new RegExp(`(?:${LINES.source})$`), '').split(LINES)),
  join: (text, args) => join(text, args),
  replace,
  find: (text, args) => BigInt(find(text, args, false)),
  rfind: (text, args) => BigInt(find(text, args, true)),
  index: (text, args) => indexOf(text, args, false),
  rindex: (text, args) => indexOf(text, args, true),
  count,
  startswith: (text, args) => hasEdge(text, args, (inner, part) => inner.startsWith(part)),
  endswith: (text, args) => hasEdge(text, args, (inner, part) => inner.endsWith(part)),
  removeprefix: (text, args) => {
    const part = textOf(args[0], 'removeprefix() argument')
    return part && text.startsWith(part) ? text.slice(part.length) : text
  },
  removesuffix: (text, args) => {
    const part = textOf(args[0], 'removesuffix() argument')
    return part && text.endsWith(part) ? text.slice(0, -part.length) : text
  },
  partition: (text, args) => partition(text, args, false),
  rpartition: (text, args) => partition(text, args, true),
  ljust: (text, args) => pad(text, args, 'right'),
  rjust: (text, args) => pad(text, args, 'left'),
  center: (text, args) => pad(text, args, 'both'),
  zfill: (text, args) => fillZeros(text, args),
  format: formatMethod,
  isdigit: every(/^[\p{Nd}²³¹⁰-⁹₀-₉]+$/u),
  isdecimal: every(/^\p{Nd}+$/u),
  isnumeric: every(/^\p{N}+$/u),
  isalpha: every(/^\p{L}+$/u),
  isalnum: every(/^[\p{L}\p{N}]+$/u),
  isspace: every(new RegExp(`^${WHITESPACE}+$`)),
  isupper: (text) => isCased(text, upper, lower),
  islower: (text) => isCased(text, lower, upper),
}
