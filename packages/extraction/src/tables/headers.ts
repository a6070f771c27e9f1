import { foldTokens, isQualifier, isTaxWord, matchHeader } from './lexicon.ts'
import type { HeaderClass } from './lexicon.ts'
import { unionBox } from './figures.ts'
import type { TableLine } from './figures.ts'
import { classify, makeHeading, partsOf, splitRuns } from './runs.ts'
import type { Heading, Run } from './runs.ts'

export interface TableHeader {
  page: number
  /** Index of the first and last line of the label block. */
  first: number
  last: number
  headings: Heading[]
  /** The content below: line items, or the sums per tax rate. */
  kind: 'items' | 'taxes'
  score: number
}

const NUMERIC: readonly HeaderClass[] = ['quantity', 'unit_price', 'amount', 'discount', 'rate', 'tax', 'base']

/** Returns all blocks of column labels of the document, top to bottom. */
export function findHeaders(lines: readonly TableLine[]): TableHeader[] {
  const headers: TableHeader[] = []
  for (let i = 0; i < lines.length; i++) {
    const best = scoreLine(lines[i]!)
    if (!best) continue
    // Of adjacent lines, the richer one is the core of the block.
    const next = lines[i + 1]
    if (next && next.page === lines[i]!.page && isClose(lines[i]!, next)) {
      const rival = scoreLine(next)
      if (rival && rival.score > best.score) continue
    }
    const header = buildBlock(lines, i)
    if (header) {
      const previous = headers[headers.length - 1]
      if (previous && previous.last >= header.first) continue
      headers.push(header)
      i = header.last
    }
  }
  return headers
}

const isClose = (above: TableLine, below: TableLine): boolean =>
  below.box[1] - above.box[3] < 0.9 * Math.max(above.size, below.size) && below.box[1] >= above.box[1] - 2

export function holdsMoney(line: TableLine): boolean {
  return line.figures.some((figure) => !figure.percent && (figure.currency || figure.places >= 2))
}

function scoreLine(line: TableLine): { score: number; runs: Run[] } | null {
  if (line.words.length < 2 || line.words.length > 40 || holdsMoney(line)) return null
  const runs = splitRuns(line.words, line.size)
  const score = scoreRuns(runs)
  return score >= 2 ? { score, runs } : null
}

function scoreRuns(runs: readonly Run[]): number {
  const named = runs.filter((run) => run.classes.size > 0)
  if (named.length < 2) return 0
  const words = runs.reduce((sum, run) => sum + run.tokens.length, 0)
  const covered = named.reduce((sum, run) => sum + Math.min(run.tokens.length, coverage(run.tokens)), 0)
  if (covered * 5 < words * 2) return 0
  // The values of labels with colons are next to them, not below.
  const colons = runs.filter((run) => run.words.some((word) => /\p{L}:$/u.test(word.text))).length
  if (colons >= 2 && colons * 3 >= runs.length) return 0
  const distinct = distinctClasses(named)
  if (!NUMERIC.some((name) => distinct.has(name))) return 0
  return distinct.size + 0.2 * named.length
}

function coverage(tokens: readonly string[]): number {
  let covered = 0
  for (let i = 0; i < tokens.length;) {
    const match = matchHeader(tokens, i)
    if (match) covered += match.length
    else if (isQualifier(tokens[i]!) || isTaxWord(tokens[i]!)) covered++
    i += match?.length ?? 1
  }
  return covered
}

/** Every run counts for one class, the rarest first, so that `Unit price` and `Price` are not two different columns. */
function distinctClasses(runs: readonly Run[]): Set<HeaderClass> {
  const distinct = new Set<HeaderClass>()
  for (const run of [...runs].sort((a, b) => a.classes.size - b.classes.size)) {
    const fresh = [...run.classes].sort((a, b) => b[1] - a[1]).find(([name]) => !distinct.has(name))
    if (fresh) distinct.add(fresh[0])
  }
  return distinct
}

function buildBlock(lines: readonly TableLine[], core: number): TableHeader | null {
  let first = core
  let last = core
  const center = lines[core]!
  for (let i = core - 1; i >= Math.max(0, core - 3); i--) {
    if (lines[i]!.page !== center.page || !isClose(lines[i]!, lines[i + 1]!) || !continuesHeader(lines[i]!, center))
      break
    first = i
  }
  for (let i = core + 1; i <= Math.min(lines.length - 1, core + 4); i++) {
    if (lines[i]!.page !== center.page || !isClose(lines[i - 1]!, lines[i]!) || !continuesHeader(lines[i]!, center))
      break
    last = i
  }
  const runs: Run[] = []
  for (let i = first; i <= last; i++) runs.push(...splitRuns(lines[i]!.words, lines[i]!.size))
  const headings = stackRuns(runs)
  const has = (name: HeaderClass): boolean => headings.some((heading) => heading.classes.has(name))
  const items = has('description') || has('quantity') || has('unit_price') || has('code')
  const taxes = !has('quantity') && !has('unit_price') && (has('rate') || has('tax')) && (has('base') || has('amount'))
  const describes = headings.some((heading) => heading.classes.has('description') && !heading.classes.has('rate'))
  if (!items && !taxes) return null
  const kind = taxes && !(describes && has('amount') && !has('base')) ? 'taxes' : 'items'
  const score = scoreRuns(runs) || 2
  return { page: center.page, first, last, headings, kind, score }
}

/** Another line of labels: known words, or words directly above or below a label, and no line item. */
function continuesHeader(line: TableLine, core: TableLine): boolean {
  if (holdsMoney(line) || line.figures.some((figure) => figure.places > 0 || figure.value > 99)) return false
  const tokens = foldTokens(line.words.map((word) => word.text).join(' '))
  if (tokens.length === 0) return false
  const known = coverage(tokens)
  if (known * 2 < tokens.length) return false
  if (scoreLine(line)) return true
  return line.box[0] > core.box[0] - 2 * core.size && line.box[2] < core.box[2] + 15 * core.size
}

/** Joins the runs of several adjacent label lines. */
function stackRuns(runs: readonly Run[]): Heading[] {
  const stacks: Run[][] = []
  for (const run of runs) {
    const box = unionBox(run.words)
    let home: Run[] | undefined
    let most = 0
    for (const stack of stacks) {
      const other = unionBox(stack.flatMap((item) => item.words))
      const shared = Math.min(box[2], other[2]) - Math.max(box[0], other[0])
      const lower = box[1] > other[1] + 2
      if (lower && shared > 0.3 * Math.min(box[2] - box[0], other[2] - other[0]) && shared > most) {
        most = shared
        home = stack
      }
    }
    if (home) home.push(run)
    else stacks.push([run])
  }
  return stacks
    .map((stack) => {
      const words = stack.flatMap((run) => run.words)
      const tokens = stack.flatMap((run) => run.tokens)
      const classes = classify(tokens)
      for (const run of stack) {
        for (const [name, weight] of run.classes) classes.set(name, Math.max(classes.get(name) ?? 0, weight))
      }
      const heading = makeHeading(words, tokens, classes)
      const parts = stack.length === 1 ? partsOf(stack[0]!.phrases ?? []) : []
      return parts.length > 1 ? { ...heading, parts } : heading
    })
    .sort((a, b) => a.box[0] - b.box[0])
}
