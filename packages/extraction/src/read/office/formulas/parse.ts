/** Parses formulas of spreadsheets (ECMA-376 part 1, 18.17.2) into trees. */

/** Longer formulas, and deeper ones, are not computed. */
const MAX_LETTERS = 2000
const MAX_DEPTH = 50

/** A rectangle of cells, 0-based; `Infinity` for whole rows or columns. */
export interface Area {
  /** Undefined for the sheet of the formula. */
  sheet: string | undefined
  top: number
  left: number
  bottom: number
  right: number
}

export type Node =
  | { kind: 'value'; value: number | string | boolean }
  | { kind: 'cell' | 'range'; area: Area }
  | { kind: 'name'; name: string }
  | { kind: 'unary'; operator: string; operand: Node }
  | { kind: 'binary'; operator: string; left: Node; right: Node }
  | { kind: 'call'; name: string; parameters: (Node | null)[] }

/** The formula uses something that is not supported, so its result is unknown. */
export class Unsupported extends Error {}

const SHEET = /(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!/uy
const CELLS = /\$?([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?(?![\p{L}\p{N}_.(])/iuy
const COLUMNS = /\$?([A-Z]{1,3}):\$?([A-Z]{1,3})(?![\p{L}\p{N}_.(])/iuy
const ROWS = /\$?([0-9]{1,7}):\$?([0-9]{1,7})(?![\p{L}\p{N}_.(])/uy
const NUMBER = /[0-9]+(?:\.[0-9]*)?(?:E[+-]?[0-9]+)?|\.[0-9]+(?:E[+-]?[0-9]+)?/iy
const TEXT = /"((?:[^"]|"")*)"/y
const NAME = /[\p{L}_\\][\p{L}\p{N}_.\\]*/uy
const OPERATOR = /<>|<=|>=|[-+*/^&=<>]/y

/** Binary operators by how strongly they bind. Those of one line are read from the left. */
const STRENGTH: Record<string, number> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '>': 1,
  '<=': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
}

/** Returns the tree of a formula without its equals sign. Throws `Unsupported` for what it does not know, and for long or deep formulas. */
export function parseFormula(formula: string): Node {
  if (formula.length > MAX_LETTERS) throw new Unsupported('long')
  return new Reader(formula).readAll()
}

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  readAll(): Node {
    const node = this.#expression(0)
    this.#space()
    if (this.#at < this.#text.length) throw new Unsupported('syntax')
    return node
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  #take(letter: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== letter) return false
    this.#at++
    return true
  }

  #expression(weakest: number): Node {
    if (++this.#depth > MAX_DEPTH) throw new Unsupported('deep')
    let left = this.#operand()
    for (;;) {
      this.#space()
      const start = this.#at
      const operator = this.#match(OPERATOR)?.[0]
      const strength = operator ? STRENGTH[operator]! : 0
      if (!operator || strength <= weakest) {
        this.#at = start
        break
      }
      left = { kind: 'binary', operator, left, right: this.#expression(strength) }
    }
    this.#depth--
    return left
  }

  /** A sign binds more strongly than a power: -2^2 is 4. */
  #operand(): Node {
    this.#space()
    const sign = this.#text[this.#at]
    if (sign === '-' || sign === '+') {
      if (++this.#depth > MAX_DEPTH) throw new Unsupported('deep')
      this.#at++
      const operand = this.#operand()
      this.#depth--
      return { kind: 'unary', operator: sign, operand }
    }
    let node = this.#primary()
    while (this.#take('%')) node = { kind: 'unary', operator: '%', operand: node }
    return node
  }

  #primary(): Node {
    if (this.#take('(')) {
      const node = this.#expression(0)
      if (!this.#take(')')) throw new Unsupported('syntax')
      return node
    }
    const text = this.#match(TEXT)
    if (text) return { kind: 'value', value: text[1]!.replaceAll('""', '"') }
    const sheet = this.#match(SHEET)
    const area = this.#area(sheet ? (sheet[1]?.replaceAll("''", "'") ?? sheet[2]) : undefined)
    if (area) return area
    if (sheet) throw new Unsupported('reference')
    const number = this.#match(NUMBER)
    if (number) return { kind: 'value', value: Number(number[0]) }
    const name = this.#match(NAME)?.[0]
    if (!name) throw new Unsupported('syntax')
    if (this.#take('(')) return { kind: 'call', name: name.toUpperCase(), parameters: this.#parameters() }
    if (/^true$/i.test(name)) return { kind: 'value', value: true }
    if (/^false$/i.test(name)) return { kind: 'value', value: false }
    return { kind: 'name', name }
  }

  #area(sheet: string | undefined): Node | null {
    const cells = this.#match(CELLS)
    if (cells) {
      const [, left, top, right = left, bottom = top] = cells
      const area = areaOf(sheet, [columnOf(left!), columnOf(right!)], [Number(top) - 1, Number(bottom) - 1])
      return { kind: cells[3] === undefined ? 'cell' : 'range', area }
    }
    const columns = this.#match(COLUMNS)
    if (columns)
      return {
        kind: 'range',
        area: areaOf(sheet, [columnOf(columns[1]!), columnOf(columns[2]!)], [0, Infinity]),
      }
    const rows = this.#match(ROWS)
    if (!rows) return null
    return { kind: 'range', area: areaOf(sheet, [0, Infinity], [Number(rows[1]) - 1, Number(rows[2]) - 1]) }
  }

  /** Null for a parameter that is left out. */
  #parameters(): (Node | null)[] {
    const found: (Node | null)[] = []
    if (this.#take(')')) return found
    for (;;) {
      this.#space()
      const next = this.#text[this.#at]
      found.push(next === ',' || next === ')' ? null : this.#expression(0))
      if (this.#take(')')) return found
      if (!this.#take(',')) throw new Unsupported('syntax')
    }
  }
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const areaOf = (sheet: string | undefined, columns: [number, number], rows: [number, number]): Area => ({
  sheet,
  top: Math.min(...rows),
  left: Math.min(...columns),
  bottom: Math.max(...rows),
  right: Math.max(...columns),
})
