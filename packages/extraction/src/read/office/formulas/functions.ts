/**
 * The functions of formulas that are computed: those of invoices, in constant time or that of reading their ranges. Functions whose result changes from
 * day to day (TODAY, RAND) have no value of the document.
 */
import { Unsupported } from './parse.ts'
import {
  compare,
  FormulaError,
  formatNumber,
  isTrue,
  matrixOf,
  numberOf,
  single,
  textOf,
  type Argument,
  type Matrix,
  type Value,
} from './values.ts'

/** Numbers among the arguments: those of ranges only if they are numbers, others also as texts. */
const numbersOf = (parameters: Argument[]): number[] =>
  parameters.flatMap((parameter) =>
    Array.isArray(parameter)
      ? parameter.flat().filter((value) => typeof value === 'number')
      : parameter === null
        ? []
        : [numberOf(parameter)],
  )

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Returns the nearest number with `digits` decimals, in the direction of `way`. Binary fractions just below a half count as a half. */
function roundTo(parameters: Argument[], way: (size: number) => number): number {
  const [number, digits] = [numberOf(parameters[0] ?? null), Math.trunc(numberOf(parameters[1] ?? null))]
  const factor = 10 ** Math.min(15, Math.max(-15, digits))
  return (Math.sign(number) * way(Number((Math.abs(number) * factor).toPrecision(15)))) / factor
}

/** Returns whether a value meets a criterion such as 5, "paid" or ">=10". Patterns are not supported. */
function meets(value: Value, criterion: Value): boolean {
  if (typeof criterion !== 'string') return value !== null && compare(value, criterion) === 0
  if (/[*?~]/.test(criterion)) throw new Unsupported('pattern')
  const [, operator = '', rest = ''] = /^(<>|<=|>=|[<>=]?)(.*)$/s.exec(criterion) ?? []
  const wanted: Value = rest.trim() !== '' && !Number.isNaN(Number(rest)) ? Number(rest) : rest
  const isSame = typeof value === typeof wanted && compare(value, wanted) === 0
  if (operator === '' || operator === '=') return isSame || (wanted === '' && value === null)
  if (operator === '<>') return !isSame
  if (typeof value !== typeof wanted) return false
  const order = compare(value, wanted)
  return operator === '<' ? order < 0 : operator === '>' ? order > 0 : operator === '<=' ? order <= 0 : order >= 0
}

/** Returns the cells of `range` whose counterparts in all ranges of criteria meet them. */
function selected(range: Matrix, criteria: Argument[]): Value[] {
  const tests: { matrix: Matrix; criterion: Value }[] = []
  for (let at = 0; at + 1 < criteria.length; at += 2)
    tests.push({ matrix: matrixOf(criteria[at]!), criterion: single(criteria[at + 1]!) })
  return range.flatMap((row, y) =>
    row.filter((_, x) => tests.every(({ matrix, criterion }) => meets(matrix[y]?.[x] ?? null, criterion))),
  )
}

const numeric = (values: readonly Value[]): number[] => values.filter((value) => typeof value === 'number')

function average(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new FormulaError('#DIV/0!')
  return sum(numbers) / numbers.length
}

/** Returns the first place of a value in a list; with `isSorted` that of the largest value that is not greater. */
function find(list: readonly Value[], wanted: Value, isSorted: boolean): number {
  if (typeof wanted === 'string' && /[*?~]/.test(wanted)) throw new Unsupported('pattern')
  const at = isSorted
    ? list.findLastIndex((value) => value !== null && typeof value === typeof wanted && compare(value, wanted) <= 0)
    : list.findIndex((value) => value !== null && compare(value, wanted) === 0)
  if (at < 0) throw new FormulaError('#N/A')
  return at
}

function lookUp([wanted, table, place, isSorted = true]: Argument[], turn: (matrix: Matrix) => Matrix): Value {
  const lines = turn(matrixOf(table ?? null))
  const at = find(
    lines.map((line) => line[0] ?? null),
    single(wanted ?? null),
    isTrue(isSorted),
  )
  const index = Math.trunc(numberOf(place ?? null)) - 1
  if (index < 0 || index >= lines[at]!.length) throw new FormulaError('#REF!')
  return lines[at]![index]!
}

const transposed = (matrix: Matrix): Matrix => (matrix[0] ?? []).map((_, x) => matrix.map((row) => row[x] ?? null))

function productSum(parameters: Argument[]): number {
  const matrices = parameters.map(matrixOf)
  const [first] = matrices
  if (!first || matrices.some((one) => one.length !== first.length || one[0]?.length !== first[0]?.length))
    throw new FormulaError('#VALUE!')
  return sum(
    first.flatMap((row, y) =>
      row.map((_, x) =>
        matrices.reduce((product, matrix) => {
          const value = matrix[y]?.[x]
          return product * (typeof value === 'number' ? value : 0)
        }, 1),
      ),
    ),
  )
}

/** The numbers of SUBTOTAL that are sums and the like of all rows; those above 100 leave out hidden rows. */
const SUBTOTALS: Record<number, string> = {
  1: 'AVERAGE',
  2: 'COUNT',
  3: 'COUNTA',
  4: 'MAX',
  5: 'MIN',
  6: 'PRODUCT',
  9: 'SUM',
}

const DAY_MS = 86_400_000
/** Day 0, after the day in February 1900 that spreadsheets have and the calendar has not. */
const EPOCH = Date.UTC(1899, 11, 30)

const dateOf = (day: Argument): Date => new Date(EPOCH + Math.floor(numberOf(day)) * DAY_MS)

/** Returns the number of a day; years below 1900 count from there. */
function dayOf(year: number, month: number, day: number): number {
  const number = (Date.UTC(year < 1900 ? year + 1900 : year, month, day) - EPOCH) / DAY_MS
  if (!(number >= 1 && number < 2_958_466)) throw new FormulaError('#NUM!')
  return number
}

function monthsLater([start = null, months = null]: Argument[]): { year: number; month: number; day: number } {
  const date = dateOf(start)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + Math.trunc(numberOf(months)),
    day: date.getUTCDate(),
  }
}

const lettersOf = (count: Argument | undefined): number => {
  const number = count === undefined ? 1 : Math.trunc(numberOf(count))
  if (number < 0) throw new FormulaError('#VALUE!')
  return number
}

export const FUNCTIONS: Record<string, (parameters: Argument[]) => Argument> = {
  SUM: (p) => sum(numbersOf(p)),
  PRODUCT: (p) => numbersOf(p).reduce((product, number) => product * number, 1),
  AVERAGE: (p) => average(numbersOf(p)),
  MIN: (p) => numbersOf(p).reduce((least, number) => Math.min(least, number), Infinity),
  MAX: (p) => numbersOf(p).reduce((most, number) => Math.max(most, number), -Infinity),
  COUNT: (p) => p.flatMap((one) => matrixOf(one).flat()).filter((value) => typeof value === 'number').length,
  COUNTA: (p) => p.flatMap((one) => matrixOf(one).flat()).filter((value) => value !== null).length,
  COUNTBLANK: (p) => p.flatMap((one) => matrixOf(one).flat()).filter((value) => value === null || value === '').length,
  SUMPRODUCT: productSum,
  SUMIF: ([range = null, criterion = null, sums = range]) => sum(numeric(selected(matrixOf(sums), [range, criterion]))),
  SUMIFS: ([sums = null, ...criteria]) => sum(numeric(selected(matrixOf(sums), criteria))),
  COUNTIF: ([range = null, criterion = null]) => selected(matrixOf(range), [range, criterion]).length,
  AVERAGEIF: ([range = null, criterion = null, values = range]) =>
    average(numeric(selected(matrixOf(values), [range, criterion]))),
  SUBTOTAL: ([kind = null, ...ranges]) => {
    const name = SUBTOTALS[numberOf(kind)]
    if (!name) throw new Unsupported('SUBTOTAL')
    return FUNCTIONS[name]!(ranges)
  },
  ROUND: (p) => roundTo(p, Math.round),
  ROUNDUP: (p) => roundTo(p, Math.ceil),
  ROUNDDOWN: (p) => roundTo(p, Math.floor),
  TRUNC: (p) => roundTo(p, Math.floor),
  INT: ([number = null]) => Math.floor(numberOf(number)),
  ABS: ([number = null]) => Math.abs(numberOf(number)),
  SIGN: ([number = null]) => Math.sign(numberOf(number)),
  MOD: ([number = null, divisor = null]) => {
    const by = numberOf(divisor)
    if (by === 0) throw new FormulaError('#DIV/0!')
    return numberOf(number) - by * Math.floor(numberOf(number) / by)
  },
  AND: (p) => p.every((one) => isTrue(one)),
  OR: (p) => p.some((one) => isTrue(one)),
  NOT: ([value = null]) => !isTrue(value),
  ISBLANK: ([value = null]) => single(value) === null,
  ISNUMBER: ([value = null]) => typeof single(value) === 'number',
  ISTEXT: ([value = null]) => typeof single(value) === 'string',
  N: ([value = null]) => (typeof single(value) === 'string' ? 0 : numberOf(value)),
  VALUE: ([value = null]) => numberOf(value),
  VLOOKUP: (p) => lookUp(p, (matrix) => matrix),
  HLOOKUP: (p) => lookUp(p, transposed),
  MATCH: ([wanted = null, list = null, kind = 1]) => {
    const order = numberOf(kind)
    if (order < 0) throw new Unsupported('MATCH')
    return find(matrixOf(list).flat(), single(wanted), order > 0) + 1
  },
  INDEX: ([table = null, row = null, column = null]) => {
    const matrix = matrixOf(table)
    const isRow = matrix.length === 1 && column === null
    const [y, x] = isRow ? [1, numberOf(row)] : [numberOf(row), column === null ? 1 : numberOf(column)]
    const value = matrix[y - 1]?.[x - 1]
    if (value === undefined) throw new FormulaError('#REF!')
    return value
  },
  CONCATENATE: (p) => p.map(textOf).join(''),
  CONCAT: (p) =>
    p
      .flatMap((one) => matrixOf(one).flat())
      .map(textOf)
      .join(''),
  LEFT: ([text = null, count]) => textOf(text).slice(0, lettersOf(count)),
  RIGHT: ([text = null, count]) => {
    const [all, letters] = [textOf(text), lettersOf(count)]
    return letters === 0 ? '' : all.slice(-letters)
  },
  MID: ([text = null, start = null, count]) =>
    textOf(text)
      .slice(Math.max(1, lettersOf(start)) - 1)
      .slice(0, lettersOf(count)),
  LEN: ([text = null]) => textOf(text).length,
  TRIM: ([text = null]) => textOf(text).split(' ').filter(Boolean).join(' '),
  UPPER: ([text = null]) => textOf(text).toUpperCase(),
  LOWER: ([text = null]) => textOf(text).toLowerCase(),
  TEXT: ([value = null, format = null]) => {
    const one = single(value)
    const text = typeof one === 'string' ? one : formatNumber(numberOf(one), textOf(format).slice(0, 100))
    if (text === null) throw new Unsupported('format')
    return text
  },
  DATE: ([year = null, month = null, day = null]) =>
    dayOf(Math.trunc(numberOf(year)), Math.trunc(numberOf(month)) - 1, Math.trunc(numberOf(day))),
  YEAR: ([day = null]) => dateOf(day).getUTCFullYear(),
  MONTH: ([day = null]) => dateOf(day).getUTCMonth() + 1,
  DAY: ([day = null]) => dateOf(day).getUTCDate(),
  EDATE: (p) => {
    const { year, month, day } = monthsLater(p)
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    return dayOf(year, month, Math.min(day, last))
  },
  EOMONTH: (p) => {
    const { year, month } = monthsLater(p)
    return dayOf(year, month + 1, 0)
  },
}
