/** The module `re` on RE2: matching takes linear time, so there are no back-references and no look-around. */
import type { Matcher, RE2JS } from 're2js'
import { compilePattern, isCompiled } from './patterns.ts'
import { bind, intOf, textOf } from './arguments.ts'
import { spend } from './budget.ts'
import { failure } from './errors.ts'
import { charsOf } from './indexing.ts'
import { requireLength } from './iterate.ts'
import { Callable, isHost, listOf, own, plain, tupleOf, typeName, type Host, type Named, type Value } from './values.ts'

/** Flags are the letters that RE2 knows at the start of a pattern. */
const FLAGS: Record<string, bigint> = { I: 2n, IGNORECASE: 2n, M: 8n, MULTILINE: 8n, S: 16n, DOTALL: 16n }
const LETTERS: [bigint, string][] = [
  [2n, 'i'],
  [8n, 'm'],
  [16n, 's'],
]

/** Compiles a pattern, and counts steps for one that is not in the cache: formulas can make any number of patterns. */
function compileCounted(pattern: string): RE2JS | null {
  if (isCompiled(pattern)) return compilePattern(pattern)
  spend(10 * pattern.length)
  const program = compilePattern(pattern)
  spend(30 * (program?.programSize() ?? 0))
  return program
}

type Mode = 'match' | 'fullmatch' | 'search'

class Pattern implements Host {
  readonly host = 're.Pattern'
  readonly text: string
  readonly program: RE2JS

  constructor(text: string, flags: bigint) {
    const letters = LETTERS.flatMap(([bit, letter]) => (flags & bit ? [letter] : [])).join('')
    const program = compileCounted(letters ? `(?${letters})${text}` : text)
    if (!program)
      throw failure('ValueError', `"${text}" is not a valid regular expression (RE2 syntax), or it is too complex`)
    this.text = text
    this.program = program
  }

  attribute(name: string): Value | undefined {
    if (name === 'pattern') return this.text
    const method = own(METHODS, name)
    return method && new Callable(name, (args, named) => method(this, args, named))
  }
}

/** Counts the steps of matching, which takes time linear in the text and in the size of the program. */
function matcherOf({ program }: Pattern, text: string): Matcher {
  spend((text.length * (10 + program.programSize())) / 12)
  return program.matcher(text)
}

/** Returns the match, or undefined. `from` is an index of the text. */
function matchAt(pattern: Pattern, text: string, mode: Mode): Match | null {
  const matcher = matcherOf(pattern, text)
  const isFound = mode === 'search' ? matcher.find() : mode === 'match' ? matcher.lookingAt() : matcher.matches()
  return isFound ? new Match(pattern, text, matcher) : null
}

class Match implements Host {
  readonly host = 're.Match'
  readonly #text: string
  readonly #groups: (string | null)[]
  readonly #names: Record<string, number>
  readonly #spans: [number, number][]

  constructor(pattern: Pattern, text: string, matcher: Matcher) {
    this.#text = text
    const count = matcher.groupCount()
    this.#groups = Array.from({ length: count + 1 }, (_, index) => matcher.group(index) ?? null)
    this.#spans = this.#groups.map((group, index) =>
      group === null ? [-1, -1] : [matcher.start(index), matcher.end(index)],
    )
    this.#names = pattern.program.namedGroups() as Record<string, number>
  }

  group(given: Value): string | null {
    const name = plain(given)
    const index = typeof name === 'string' ? own(this.#names, name) : intOf(name)
    if (index === undefined || this.#groups[index] === undefined) throw failure('IndexError', 'no such group')
    return this.#groups[index]
  }

  groups(): (string | null)[] {
    return this.#groups.slice(1)
  }

  attribute(name: string): Value | undefined {
    const chars = (index: number) => BigInt(index < 0 ? -1 : charsOf(this.#text.slice(0, index)).length)
    const spanOf = (args: Value[]) => this.#spans[args[0] === undefined ? 0 : intOf(args[0])] ?? [-1, -1]
    const methods: Record<string, (args: Value[]) => Value> = {
      group: (args) => (args.length > 1 ? tupleOf(args.map((one) => this.group(one))) : this.group(args[0] ?? 0n)),
      groups: () => tupleOf(this.groups()),
      start: (args) => chars(spanOf(args)[0]),
      end: (args) => chars(spanOf(args)[1]),
      span: (args) => tupleOf(spanOf(args).map(chars)),
    }
    const method = own(methods, name)
    return method && new Callable(name, method)
  }

  item(index: Value): Value {
    return this.group(index)
  }
}

/** Calls `use` for each match, in order; `max` 0 is all of them. */
function eachMatch(
  pattern: Pattern,
  text: string,
  max: number,
  use: (matcher: Matcher, start: number) => void,
): number {
  const matcher = matcherOf(pattern, text)
  let end = 0
  for (let count = 0; (max === 0 || count < max) && matcher.find(); count++) {
    use(matcher, end)
    end = matcher.end(0)
  }
  return end
}

const CONTROLS: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\' }

type Replacement = (matcher: Matcher) => string

function replacementOf(pattern: Pattern, text: string, given: Value): Replacement {
  const value = plain(given)
  if (value instanceof Callable)
    return (matcher) => textOf(value.call([new Match(pattern, text, matcher)], new Map()), 'The result')
  const template = textOf(value, 'The replacement')
  const names = pattern.program.namedGroups() as Record<string, number>
  return (matcher) =>
    template.replaceAll(/\\(?:g<(\w+)>|([1-9]\d?)|([\s\S]))/g, (whole, name, number, escape) => {
      if (escape !== undefined) return own(CONTROLS, escape as string) ?? whole
      const key = (name ?? number) as string
      const index = /^\d+$/.test(key) ? Number(key) : own(names, key)
      if (index === undefined || index > matcher.groupCount())
        throw failure('ValueError', `invalid group reference ${key}`)
      return matcher.group(index) ?? ''
    })
}

function substitute(pattern: Pattern, args: Value[], named: Named): string {
  const [by, given, count] = bind('sub', ['repl', 'string', 'count'], 2, args, named)
  const text = textOf(given, 'string')
  const replace = replacementOf(pattern, text, by!)
  let result = ''
  const end = eachMatch(pattern, text, count === undefined ? 0 : intOf(count), (matcher, before) => {
    result += text.slice(before, matcher.start(0)) + replace(matcher)
    requireLength(result.length)
  })
  return result + text.slice(end)
}

function findAll(pattern: Pattern, [given]: Value[]): Value {
  const text = textOf(given, 'string')
  const found: Value[] = []
  eachMatch(pattern, text, 0, (matcher) => {
    const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1) ?? '')
    found.push(groups.length === 0 ? (matcher.group(0) ?? '') : groups.length === 1 ? groups[0]! : tupleOf(groups))
  })
  return listOf(found)
}

function splitBy(pattern: Pattern, args: Value[], named: Named): Value {
  const [given, max] = bind('split', ['string', 'maxsplit'], 1, args, named)
  const text = textOf(given, 'string')
  const parts: Value[] = []
  const end = eachMatch(pattern, text, max === undefined ? 0 : intOf(max), (matcher, before) => {
    parts.push(text.slice(before, matcher.start(0)))
    for (let index = 1; index <= matcher.groupCount(); index++) parts.push(matcher.group(index) ?? null)
  })
  return listOf([...parts, text.slice(end)])
}

const METHODS: Record<string, (pattern: Pattern, args: Value[], named: Named) => Value> = {
  match: (pattern, [text]) => matchAt(pattern, textOf(text, 'string'), 'match'),
  fullmatch: (pattern, [text]) => matchAt(pattern, textOf(text, 'string'), 'fullmatch'),
  search: (pattern, [text]) => matchAt(pattern, textOf(text, 'string'), 'search'),
  findall: findAll,
  sub: substitute,
  split: splitBy,
}

function patternOf(given: Value | undefined, flags: bigint): Pattern {
  const value = plain(given ?? null)
  if (value instanceof Pattern) return value
  if (typeof value !== 'string')
    throw failure('TypeError', `first argument must be string or compiled pattern, not ${typeName(value)}`)
  return new Pattern(value, flags)
}

/** The last argument of functions of `re`, or `flags=…`. */
function flagsOf(args: Value[], named: Named, position: number): bigint {
  const given = plain(named.get('flags') ?? args[position] ?? 0n)
  return typeof given === 'bigint' ? given : 0n
}

/** Positions of `flags` among the arguments; `sub` and `split` take a count before it. */
const POSITIONS: Record<string, number> = { match: 2, fullmatch: 2, search: 2, findall: 2, sub: 4, split: 3 }

/** `re`. */
export const re: Host = {
  host: 'module',
  attribute: (name) => {
    const flag = own(FLAGS, name)
    if (flag !== undefined) return flag
    if (name === 'compile') return new Callable(name, (args, named) => patternOf(args[0], flagsOf(args, named, 1)))
    if (name === 'escape')
      return new Callable(name, ([text]) =>
        textOf(text, 'pattern').replaceAll(/[\s!"#$%&'()*+,./:;<=>?@[\]^`{|}~\\-]/g, (char) =>
          /[!"%',/:;<=>@`]/.test(char) ? char : `\\${char}`,
        ),
      )
    const method = own(METHODS, name)
    const position = own(POSITIONS, name)
    if (!method || position === undefined) return undefined
    return new Callable(name, (args, named) => {
      const others = new Map([...named].filter(([key]) => key !== 'flags'))
      return method(patternOf(args[0], flagsOf(args, named, position)), args.slice(1, position), others)
    })
  },
}

/** `substitute(pattern, replacement, text)`: `re.sub`. */
export const substituteIn = (args: Value[], named: Named): Value => (re.attribute('sub') as Callable).call(args, named)

export const isMatch = (value: Value): boolean => isHost(value) && value instanceof Match
