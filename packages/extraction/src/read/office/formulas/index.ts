/** Computes formulas whose results a workbook does not contain, as files of programs that are not spreadsheets often do. */
import type { CellObject, WorkBook } from '@e965/xlsx'
import { evaluate, type Surroundings } from './evaluate.ts'
import { parseFormula, Unsupported, type Area, type Node } from './parse.ts'
import { FormulaError, formatNumber, single, type Argument, type Value } from './values.ts'

/** Formulas of a workbook, and steps for all of them: nodes of trees, and cells of ranges. A step takes microseconds.*/
const MAX_FORMULAS = 20_000
const MAX_STEPS = 1_000_000
const MAX_MS = 10_000
/** Formulas within formulas. Deeper ones are computed in a later pass, when those below them have results. */
const MAX_CHAIN = 30
const MAX_PASSES = 6
const MAX_NAMES = 10

type Grid = (CellObject | undefined)[][]

interface Sheet {
  name: string
  cells: Grid
  /** Rows below these were not read. */
  isPartial: boolean
}

interface Place {
  sheet: Sheet
  row: number
  column: number
}

/** There was too much to compute. */
class Exhausted extends Error {}
/** The formula refers to one that is in a chain of too many. */
class TooDeep extends Error {}

/**
 * Gives each cell whose formula has no result its value and text. Cells that cannot be computed stay empty. Returns whether there are such cells.
 * The same workbook gives the same result, unless the time limit is reached.
 */
export function computeFormulas(book: WorkBook, maxRows: number): boolean {
  const sheets = book.SheetNames.map((name): Sheet => {
    const sheet = book.Sheets[name] as { '!data'?: Grid; '!fullref'?: string } | undefined
    const cells = sheet?.['!data'] ?? []
    return { name, cells, isPartial: sheet?.['!fullref'] !== undefined || cells.length >= maxRows }
  })
  const isStale = (book.Workbook as { CalcPr?: { fullCalcOnLoad?: unknown } } | undefined)?.CalcPr?.fullCalcOnLoad
  const places = sheets.flatMap((sheet) => formulasOf(sheet, isStale === true || isStale === 'true' || isStale === '1'))
  if (places.length === 0) return false
  const computation = new Computation(book, sheets, places.slice(0, MAX_FORMULAS))
  computation.run()
  return places.length > MAX_FORMULAS || computation.isIncomplete
}

/** Some libraries write 0 as the result of each formula, and that the workbook has to be computed when it is opened. */
function formulasOf(sheet: Sheet, isStale: boolean): Place[] {
  const found: Place[] = []
  sheet.cells.forEach((cells, row) =>
    cells?.forEach((cell, column) => {
      if (!cell?.f || !(cell.t === 'z' || (isStale && cell.t === 'n' && cell.v === 0))) return
      cell.t = 'z'
      found.push({ sheet, row, column })
    }),
  )
  return found
}

class Computation {
  readonly #book: WorkBook
  readonly #sheets: Map<string, Sheet>
  readonly #places: Place[]
  readonly #open = new Set<CellObject>()
  readonly #failed = new Set<CellObject>()
  readonly #errors = new Map<CellObject, string>()
  #steps = 0
  #names = 0
  readonly #end = Date.now() + MAX_MS

  constructor(book: WorkBook, sheets: Sheet[], places: Place[]) {
    this.#book = book
    this.#sheets = new Map(sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]))
    this.#places = places
  }

  /** A formula that refers to an error has one too; that is a result which shows nothing. */
  get isIncomplete(): boolean {
    return this.#places.some(({ sheet, row, column }) => sheet.cells[row]?.[column]?.t === 'z')
  }

  run(): void {
    let waiting = this.#places
    try {
      for (let pass = 0; pass < MAX_PASSES && waiting.length > 0; pass++) {
        // Sums are usually below what they add up; where they are above, the reverse order computes what is below first.
        const order = pass % 2 === 0 ? waiting : waiting.toReversed()
        const deep = new Set(order.filter((place) => !this.#isComputed(place)))
        waiting = waiting.filter((place) => deep.has(place))
      }
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error
    }
  }

  /** Returns false if the formula has to wait for another pass. */
  #isComputed({ sheet, row, column }: Place): boolean {
    const cell = sheet.cells[row]![column]!
    this.#open.clear()
    try {
      this.#valueOf(sheet, cell)
    } catch (error) {
      if (error instanceof TooDeep || error instanceof RangeError) return false
      if (!(error instanceof Unsupported) && !(error instanceof FormulaError)) throw error
    }
    return true
  }

  /** Returns the value of a cell, which is computed if it has none. */
  #valueOf(sheet: Sheet, cell: CellObject | undefined): Value {
    if (!cell) return null
    if (cell.t === 'z' && cell.f) return this.#compute(sheet, cell)
    const error = this.#errors.get(cell)
    if (error !== undefined) throw new FormulaError(error)
    if (cell.t === 'e') throw new FormulaError(cell.w ?? '#VALUE!')
    if (cell.v instanceof Date) throw new Unsupported('date')
    return cell.t === 'z' ? null : (cell.v ?? null)
  }

  #compute(sheet: Sheet, cell: CellObject): Value {
    if (this.#failed.has(cell)) throw new Unsupported('failed')
    // A circle has no value.
    if (this.#open.has(cell)) throw new Unsupported('circle')
    if (this.#open.size >= MAX_CHAIN) throw new TooDeep()
    this.#open.add(cell)
    try {
      this.#step(1 + cell.f!.length / 8)
      const value = single(evaluate(parseFormula(cell.f!), this.#around(sheet)))
      store(cell, value ?? 0)
      return value ?? 0
    } catch (error) {
      if (error instanceof FormulaError) {
        store(cell, '')
        this.#errors.set(cell, error.message)
      } else if (error instanceof Unsupported) {
        this.#failed.add(cell)
      }
      throw error
    } finally {
      this.#open.delete(cell)
    }
  }

  #around(sheet: Sheet): Surroundings {
    const sheetOf = ({ sheet: name }: Area): Sheet => {
      const found = name === undefined ? sheet : this.#sheets.get(name.toLowerCase())
      if (!found) throw new Unsupported('sheet')
      return found
    }
    return {
      step: () => this.#step(1),
      cell: (area) => {
        const on = sheetOf(area)
        if (on.isPartial && area.top >= on.cells.length) throw new Unsupported('row')
        return this.#valueOf(on, on.cells[area.top]?.[area.left])
      },
      range: (area) => this.#range(sheetOf(area), area),
      name: (name) => this.#name(name),
    }
  }

  #range(sheet: Sheet, { top, left, bottom, right }: Area): Argument {
    if (sheet.isPartial && bottom >= sheet.cells.length) throw new Unsupported('row')
    const last = Math.min(bottom, Math.max(top, sheet.cells.length - 1))
    const rows: Value[][] = []
    let width = 1
    for (let row = top; row <= last; row++) width = Math.max(width, sheet.cells[row]?.length ?? 0)
    const end = Math.min(right, Math.max(left, width - 1))
    this.#step((last - top + 1) * (end - left + 1))
    for (let row = top; row <= last; row++) {
      const values: Value[] = []
      for (let column = left; column <= end; column++) values.push(this.#valueOf(sheet, sheet.cells[row]?.[column]))
      rows.push(values)
    }
    return rows
  }

  #name(name: string): Node {
    const { Names: names = [] } = this.#book.Workbook ?? {}
    const found = names.find(({ Name }) => Name.toLowerCase() === name.toLowerCase())
    if (!found || ++this.#names > MAX_NAMES * MAX_FORMULAS) throw new Unsupported('name')
    const node = parseFormula(found.Ref)
    // A name of names could refer to itself.
    if (node.kind !== 'cell' && node.kind !== 'range' && node.kind !== 'value') throw new Unsupported('name')
    return node
  }

  #step(count: number): void {
    this.#steps += count
    if (this.#steps > MAX_STEPS || Date.now() > this.#end) throw new Exhausted()
  }
}

/** Writes the result as if the workbook had contained it. Amounts are sums of binary fractions, so their last digits are noise. */
function store(cell: CellObject, value: Exclude<Value, null>): void {
  cell.v = typeof value === 'number' ? Number(value.toPrecision(15)) : value
  cell.t = typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 's'
  cell.w = typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : display(cell, value)
}

function display({ z: format }: CellObject, value: number | string): string {
  if (typeof value === 'string') return value
  return formatNumber(value, typeof format === 'string' ? format : 'General') ?? String(value)
}
