import type { Word } from '../types.ts'
import type { Column } from './columns.ts'
import { countLetters, type Figure, type TableLine } from './figures.ts'
import type { Heading } from './runs.ts'
import { saysDescription, type HeaderClass } from './lexicon.ts'
import type { Solution } from './solve.ts'

/** A horizontal range of a table. */
export interface Area {
  left: number
  right: number
}

const center = (word: Word): number => (word.box[0] + word.box[2]) / 2
export const isIn = (word: Word, area: Area): boolean => center(word) >= area.left && center(word) < area.right

/** Returns columns of figures that are in most rows or under a heading for figures. */
export function numericColumns(solution: Solution): Column[] {
  const { roles, rows, columns } = solution
  const named: ReadonlySet<HeaderClass> = new Set([
    'quantity',
    'unit_price',
    'amount',
    'rate',
    'tax',
    'discount',
    'position',
    'base',
  ])
  return columns.filter((column) => {
    if (column === roles.amount) return true
    if (isInText(column, solution)) return false
    if (column === roles.price || column === roles.quantity) return true
    const support = rows.filter((row) => column.cells.has(row.line)).length
    const classes = column.heading?.classes
    if (classes && (classes.has('description') || classes.has('code')) && !classes.has('rate')) return false
    if (classes && [...classes.keys()].some((name) => named.has(name))) return support > 0
    return support >= Math.max(2, 0.6 * rows.length) || (support === rows.length && column.percent)
  })
}

/**
 * Returns whether the figures of a column without a heading are words of a description: `Cork sheet 6 mm`, `Photographs of 9 people`. One row
 * whose arithmetic they complete by chance, or as in `64 km at 0.40`, makes them no column.
 */
function isInText(column: Column, { roles, rows }: Solution): boolean {
  if (column.heading) return false
  const cells = rows.filter((row) => column.cells.has(row.line))
  const inside = cells.filter(({ line }) => followsWord(column.cells.get(line)!, line))
  if (inside.length * 2 <= cells.length) return false
  const isRole = column === roles.price || column === roles.quantity
  return !isRole || cells.filter((row) => row.agreement).length * 2 <= rows.length
}

/** Returns whether a word is directly before a figure, with the space of running text. */
function followsWord(figure: Figure, line: TableLine): boolean {
  const before = line.words[line.words.indexOf(figure.words[0]!) - 1]
  return before !== undefined && /\p{L}/u.test(before.text) && figure.box[0] - before.box[2] < 0.6 * line.size
}

/** Returns the range between the columns of figures that has the most letters on the lines of the rows and their neighbours. */
export function descriptionArea(
  solution: Solution,
  numeric: readonly Column[],
  freeWords: (line: TableLine) => Word[],
): Area {
  const edges = numeric
    .map((column) => ({ left: leftOf(column), right: rightOf(column) }))
    .sort((a, b) => a.left - b.left)
  const areas: Area[] = []
  let left = -Infinity
  for (const edge of edges) {
    areas.push({ left, right: edge.left })
    left = edge.right
  }
  areas.push({ left, right: Infinity })
  const letters = areas.map((area) => {
    const heading = solution.headings.some(
      (item) =>
        item.classes.has('description') &&
        (item.box[0] + item.box[2]) / 2 >= area.left &&
        (item.box[0] + item.box[2]) / 2 < area.right,
    )
    let count = 0
    for (const line of nearLines(solution)) {
      for (const word of freeWords(line)) if (isIn(word, area)) count += (word.text.match(/\p{L}/gu) ?? []).length
    }
    return heading ? 3 * count : count
  })
  return areas[letters.indexOf(Math.max(...letters))]!
}

function nearLines(solution: Solution): TableLine[] {
  const near = new Set<number>()
  for (const row of solution.rows) for (const step of [-1, 0, 1]) near.add(row.line.index + step)
  return solution.body.filter((line) => near.has(line.index))
}

const leftOf = (column: Column): number =>
  Math.min(...[...column.cells.values()].map((figure) => figure.box[0]), column.left)
const rightOf = (column: Column): number =>
  Math.max(...[...column.cells.values()].map((figure) => figure.box[2]), column.right)

/** Returns the end of a description cell: the next column of figures, else the next heading. */
export function cellLimit(solution: Solution, numeric: readonly Column[], area: Area): number {
  const lefts = numeric.filter((column) => leftOf(column) >= area.right - 1).map((column) => column.left)
  if (lefts.length > 0) return Math.min(...lefts) + 2
  const headings = solution.headings.filter(
    (heading) => !heading.classes.has('description') && heading.box[0] > area.left,
  )
  return Math.min(area.right, ...headings.map((heading) => heading.box[0])) + 2
}

/** Splits the area at the headings of text columns: code, description, unit, date, other. */
export function splitArea(
  solution: Solution,
  numeric: readonly Column[],
  area: Area,
  rows: readonly Word[][],
): { description: Area; code?: Area; uom?: Area } {
  const headings = solution.headings.filter((heading) => {
    const middle = (heading.box[0] + heading.box[2]) / 2
    return middle >= area.left && middle < area.right && !numeric.some((column) => column.heading === heading)
  })
  const uomOutside = (): Area | undefined => {
    const heading = solution.headings.find((item) => item.classes.has('uom') && !headings.includes(item))
    return heading ? { left: heading.box[0] - 30, right: heading.box[2] + 30 } : undefined
  }
  const codeOutside = (): Area | undefined => {
    const heading = solution.headings.find(
      (item) => item.classes.has('code') && !item.classes.has('description') && !headings.includes(item),
    )
    return heading ? { left: heading.box[0] - 30, right: heading.box[2] + 30 } : undefined
  }
  const outside = {
    ...(uomOutside() ? { uom: uomOutside()! } : {}),
    ...(codeOutside() ? { code: codeOutside()! } : {}),
  }
  if (headings.length <= 1) return { description: area, ...outside }
  const cuts: number[] = [area.left]
  for (let i = 1; i < headings.length; i++) cuts.push(findRiver(headings[i - 1]!, headings[i]!, rows))
  cuts.push(area.right)
  const sections = headings.map((heading, i) => ({ heading, area: { left: cuts[i]!, right: cuts[i + 1]! } }))
  // "Article" may be the heading of the names or their numbers; the words below it decide.
  const isBare = (section: { area: Area }) =>
    rows.every((words) => countLetters(words.filter((word) => isIn(word, section.area))) < 2)
  const weigh = (section: { heading: Heading; area: Area }): number => {
    const { classes, text } = section.heading
    if (classes.has('description')) {
      if (isBare(section)) return 0.5
      return saysDescription(text) ? 10 : 2 + (classes.get('description') ?? 0)
    }
    return classes.size === 0 ? 1 : 0
  }
  const chosen = [...sections].sort((a, b) => weigh(b) - weigh(a))[0]!
  const others = sections.filter((section) => section !== chosen)
  const code =
    others.find((section) => section.heading.classes.has('code')) ??
    // "Item no." is the position of the row, or the number of the article.
    others.find((section) => section.heading.classes.has('position') && !isBare(section)) ??
    others.find((section) => section.heading.classes.has('description') && isBare(section))
  const uom = sections.find((section) => section !== chosen && section.heading.classes.has('uom'))
  return {
    description: chosen.area,
    ...outside,
    ...(code ? { code: code.area } : {}),
    ...(uom ? { uom: uom.area } : {}),
  }
}

/** Returns the x between two headings that intersects the fewest words of the rows, closest to the start of the right one. */
function findRiver(left: Heading, right: Heading, rows: readonly Word[][]): number {
  const from = left.box[0] + 1
  const to = Math.max(right.box[0], from + 1)
  let best = to - 1
  let least = Infinity
  for (let x = to - 1; x > from; x -= 2) {
    let cost = 0
    for (const words of rows) {
      for (let i = 0; i < words.length; i++) {
        const word = words[i]!
        if (word.box[0] < x && word.box[2] > x) cost += 3
        const next = words[i + 1]
        if (next && word.box[2] <= x && next.box[0] >= x && next.box[0] - word.box[2] < 0.6 * word.size) cost += 1
      }
    }
    if (cost < least) {
      least = cost
      best = x
    }
    if (cost === 0) break
  }
  return best
}
