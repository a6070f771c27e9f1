/** What a formula cannot do: reach the service, use much time or memory, or hide where it failed. */
import { describe, expect, it } from 'vitest'
import { builtins } from '../src/builtins.ts'
import { FormulaError } from '../src/errors.ts'
import { evaluate } from '../src/evaluate.ts'
import { parse } from '../src/parse.ts'
import { DateValue } from '../src/values.ts'

const names = builtins(DateValue.of(2026, 11, 22))
const run = (text: string) => evaluate(parse(text), { builtins: names })

/** Returns the description of the error that the formula ends with. */
function errorOf(text: string): string {
  try {
    run(text)
  } catch (error) {
    if (error instanceof FormulaError) return error.describe()
    throw error
  }
  return 'no error'
}

describe('an error', () => {
  it.each([
    ['1 +\n2', 'line 1, column 4: SyntaxError: invalid syntax'],
    ['x = 1\ny = x / 0', 'line 2, column 5: ZeroDivisionError: division by zero'],
    ['x = 1\nif x:\n    y', "line 3, column 5: NameError: name 'y' is not defined"],
    ["f'{1} {missing}'", "line 1, column 8: NameError: name 'missing' is not defined"],
    ['[1, 2][5]', 'line 1, column 1: IndexError: list index out of range'],
    ["1 + 'a'", "line 1, column 1: TypeError: unsupported operand type(s) for +: 'int' and 'str'"],
    ['(lambda x: x / 0)(1)', 'line 1, column 12: ZeroDivisionError: division by zero'],
    ['"""a\nb""" + 1', 'line 1, column 1: TypeError: can only concatenate str (not "int") to str'],
    ['(1 +\n 2', "line 1, column 1: SyntaxError: '(' was never closed"],
  ])('has the place where it happened: %j', (text, message) => {
    expect(errorOf(text)).toBe(message)
  })

  it.each([
    'assert 1',
    'class A: pass',
    'def f(): pass',
    'del x',
    'from a import b',
    'import os',
    'return 1',
    'try:\n  pass',
    'with a: pass',
    'yield 1',
  ])('names a statement that formulas leave out: %j', (text) => {
    expect(errorOf(text)).toBe(`line 1, column 1: SyntaxError: '${text.split(/\W/)[0]}' is not supported in formulas`)
  })

  it.each([
    ['[*x]', 'unpacking is not supported'],
    ['f(*x)', 'unpacking of arguments is not supported'],
    ['field.amount = 1', 'formulas cannot assign to fields'],
  ])('names what formulas leave out: %j', (text, message) => {
    expect(errorOf(text)).toContain(message)
  })
})

describe('a formula', () => {
  it.each([
    "''.constructor",
    "''.__class__",
    '[].__proto__',
    '{}.constructor',
    '(1).toString',
    're.constructor',
    "re.compile('a').constructor",
    "re.match('a', 'a').__proto__",
    'date(2024, 1, 1).constructor',
    'timedelta(1).hasOwnProperty',
    'len.call',
    'str.prototype',
    '(lambda: 1).constructor',
  ])('reaches nothing of the service by attributes: %s', (text) => {
    expect(errorOf(text)).toContain('AttributeError')
  })

  it.each(['constructor', 'globalThis', 'process', 'require', 'eval', 'open', '__import__', 'getattr', 'toString'])(
    'reaches nothing of the service by names: %s',
    (name) => {
      expect(errorOf(name)).toContain('NameError')
    },
  )

  it('keeps keys that objects of JavaScript inherit apart', () => {
    expect(run("d = {'__proto__': 1, 'constructor': 2}\nd['__proto__'] + d['constructor']")).toBe(3n)
    expect(errorOf("{}['constructor']")).toContain('KeyError')
    expect(errorOf("'{constructor}'.format(a=1)")).toContain('KeyError')
    expect(errorOf("re.match('(?P<a>x)', 'x').group('constructor')")).toContain('IndexError')
  })

  it.each(
    [
      ['while True:\n  pass', 'steps'],
      ['for x in range(10 ** 9):\n  pass', 'steps'],
      ['[x for x in range(10 ** 9)]', 'steps'],
      ['sum(1 for x in range(10 ** 9))', 'steps'],
      ['list(range(10 ** 12))', '20000 items'],
      ["'a' * 10 ** 9", '20000 items'],
      ['[0] * 10 ** 9', '20000 items'],
      ["x = 'aaaaaaaaaa'\nwhile True:\n  x = x + x", '20000 items'],
      ['l = [1]\nwhile True:\n  l.extend(l.copy())', '20000 items'],
      ["','.join(['a' * 50000] * 50000)", '20000 items'],
      ["('a' * 300).replace('a', 'b' * 50000)", '20000 items'],
      ["'x'.ljust(10 ** 9)", '20000 items'],
      ["'x'.zfill(10 ** 9)", '20000 items'],
      ["f'{1:1000000000}'", '1000 characters'],
      ["f'{1:.999999f}'", '1000 characters'],
      ['2 ** 10 ** 9', '3,000 digits'],
      ['x = 10\nwhile True:\n  x = x * x', '3,000 digits'],
      ['x = [1]\nfor i in range(40):\n  x = [x, x]\nstr(x)', 'steps'],
      ['x = y = [1]\nfor i in range(40):\n  x = [x, x]\n  y = [y, y]\nx == y', 'steps'],
      ['x = (1,)\nwhile True:\n  x = (x,)\n  y = {x}', 'steps'],
      ["s = 'a' * 20000\nwhile True:\n  s[5]", 'steps'],
      ["s = 'ab' * 10000\nwhile True:\n  re.findall('a', s)", 'steps'],
      ["i = 0\nwhile True:\n  i += 1\n  re.match('(a{1,30}b?){1,30}' + str(i), 'x')", 'steps'],
      ['l = list(range(20000))\nwhile True:\n  l.count(3)', 'steps'],
      ["while True:\n  f'{1e300:.900f}'", 'steps'],
      ["while True:\n  int('9' * 3000)", 'steps'],
      ["int('9' * 3001)", '3,000 digits'],
      ["re.sub('', 'b' * 50000, 'a' * 50000)", '20000 items'],
      ['f = lambda g: g(g)\nf(f)', '50 calls'],
      [`${'('.repeat(200)}1${')'.repeat(200)}`, 'too many nested'],
      [`${'-'.repeat(5000)}1`, 'too many nested'],
      [`${'not '.repeat(5000)}1`, 'too many nested'],
      [`${"f'{".repeat(100)}1${"}'".repeat(100)}`, 'too many nested'],
    ].map(([text, message]) => ({ text: text!, message: message!, shown: text!.slice(0, 60) })),
  )('is stopped by a limit: $shown', ({ text, message }) => {
    expect(errorOf(text)).toContain(message)
    expect(errorOf(text)).toMatch(/LimitError|SyntaxError/)
  })

  it('that adds many numbers in one line is not nested', () => {
    expect(run(Array.from({ length: 900 }, () => '1').join(' + '))).toBe(900n)
  })

  it('matches patterns in linear time', () => {
    expect(run("re.match('(a+)+$', 'a' * 15000 + 'b') is None")).toBe(true)
    expect(errorOf("re.match('(a)\\\\1', 'aa')")).toContain('RE2')
  })

  it('shows a list that contains itself', () => {
    expect(run('l = []\nl.append(l)\nlen(str(l)) < 1000')).toBe(true)
  })
})
