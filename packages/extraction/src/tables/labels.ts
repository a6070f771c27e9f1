import type { Word } from '../types.ts'
import { foldTokens, isAllowanceLabel, isCarryLabel, isIncludedLabel, isSummaryLabel, isTaxWord } from './lexicon.ts'
import type { Figure, TableLine } from './figures.ts'

export type LineLabel = 'summary' | 'carry' | 'allowance' | 'included' | 'text' | 'none'

/** Returns the tokens of a line that belong to no figure; if x is passed, those nearest to it come last. */
function textTokens(line: TableLine): string[] {
  const inFigure = new Set(line.figures.flatMap((figure) => figure.words))
  return foldTokens(
    line.words
      .filter((word) => !inFigure.has(word))
      .map((word) => word.text)
      .join(' '),
  )
}

/**
 * Returns the label directly before the last figure, limited by the previous figure and by wide gaps: `Total` in `Base 593,36   Total
 * 717,97` and in `Thank you!        Total 717,97`.
 */
function lastLabel(line: TableLine): string[] {
  const money = line.figures.filter((figure) => !figure.percent && (figure.places >= 2 || figure.currency))
  const last = money[money.length - 1]
  if (!last) return []
  const before = line.figures.findLast((figure) => !figure.percent && figure.box[2] <= last.box[0])
  const label: Word[] = []
  for (const word of [...line.words].reverse()) {
    if (last.words.includes(word) || word.box[0] >= last.box[0]) continue
    if (before && word.box[0] < before.box[2] - 1) break
    const next = label[0]
    if (next && next.box[0] - word.box[2] > 2 * line.size) break
    label.unshift(word)
  }
  const tokens = foldTokens(label.map((word) => word.text).join(' '))
  // `VAT 20 %` between price and amount is a cell, not a label.
  return before && tokens.every((token) => isTaxWord(token) || /^[\d%]+$/.test(token)) ? [] : tokens
}

/** Classifies a line by its first words, or by those directly before its last figure. */
export function labelOf(line: TableLine): LineLabel {
  const tokens = textTokens(line)
  if (tokens.length === 0) return 'none'
  if (isCarryLabel(tokens)) return 'carry'
  if (isIncludedLabel(tokens)) return 'included'
  if (isAllowanceLabel(tokens) || (tokens[0]!.length <= 3 && isAllowanceLabel(tokens.slice(1)))) return 'allowance'
  if (isSummaryLabel(tokens) || isSummaryLabel(lastLabel(line))) return 'summary'
  return 'text'
}

/** Returns the labels of all lines; a line with only figures gets the label half a line above or below it. */
export function labelLines(lines: readonly TableLine[]): Map<TableLine, LineLabel> {
  const labels = new Map(lines.map((line) => [line, labelOf(line)]))
  for (const [index, line] of lines.entries()) {
    if (labels.get(line) !== 'none' || line.figures.length === 0) continue
    for (const other of [lines[index - 1], lines[index + 1]]) {
      if (!other || other.page !== line.page) continue
      if (
        other.figures.some((figure) =>
          line.figures.some((own) => own.box[0] < figure.box[2] && own.box[2] > figure.box[0]),
        )
      )
        continue
      const apart = Math.max(line.box[1] - other.box[3], other.box[1] - line.box[3])
      if (apart < 0.1 * line.size && labels.get(other) === 'summary') labels.set(line, 'summary')
    }
  }
  return labels
}

/**
 * Returns the sums to which the rows may add up: the given totals and the figures of lines labelled as sums, anywhere in the document,
 * including those below a row of such labels.
 */
export function targetsOf(
  lines: readonly TableLine[],
  labels: ReadonlyMap<TableLine, LineLabel>,
  totals: readonly (number | undefined)[],
): number[] {
  const values = new Set<number>()
  const take = (line: TableLine): void => {
    for (const figure of line.figures) {
      if (
        !figure.percent &&
        figure.value !== 0 &&
        (figure.places >= 2 || figure.currency || Math.abs(figure.value) >= 10)
      ) {
        values.add(figure.value)
      }
    }
  }
  for (const total of totals) if (total !== undefined && total !== 0) values.add(total)
  for (const [index, line] of lines.entries()) {
    if (labels.get(line) !== 'summary') continue
    take(line)
    if (line.figures.length > 0) continue
    const below = lines.slice(index + 1, index + 4).find((other) => other.figures.length > 1)
    if (below?.page === line.page) take(below)
  }
  return [...values]
}

/** Returns one figure for each tax rate on the lines of sums. */
export function ratesOf(lines: readonly TableLine[], labels: ReadonlyMap<TableLine, LineLabel>): Figure[] {
  const rates = new Map<number, Figure>()
  for (const line of lines) {
    if (labels.get(line) !== 'summary') continue
    for (const figure of line.figures)
      if (figure.percent && figure.value > 0 && figure.value < 40) rates.set(figure.value, figure)
  }
  return [...rates.values()].slice(0, 4)
}
