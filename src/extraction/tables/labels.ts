import { foldTokens, isAllowanceLabel, isCarryLabel, isIncludedLabel, isSummaryLabel } from './lexicon.ts'
import type { TableLine } from './figures.ts'

export type LineLabel = 'summary' | 'carry' | 'allowance' | 'included' | 'text' | 'none'

/** Tokens of the words on a line that belong to no figure, nearest to the given x last when it is given. */
function textTokens(line: TableLine): string[] {
  const inFigure = new Set(line.figures.flatMap((figure) => figure.words))
  return foldTokens(
    line.words
      .filter((word) => !inFigure.has(word))
      .map((word) => word.text)
      .join(' '),
  )
}

/** The label left of the last figure, up to the figure before it: `Total` in `Base 593,36   Total 717,97`. */
function lastLabel(line: TableLine): string[] {
  const money = line.figures.filter((figure) => !figure.percent)
  const last = money[money.length - 1]
  const before = money[money.length - 2]
  if (!last) return []
  const words = line.words.filter(
    (word) =>
      word.box[2] <= last.box[0] + 1 && (!before || word.box[0] >= before.box[2] - 1) && !last.words.includes(word),
  )
  return foldTokens(words.map((word) => word.text).join(' '))
}

/** What the words of a line say it is; decided by its first words, or by those right before its last figure. */
export function labelOf(line: TableLine): LineLabel {
  const tokens = textTokens(line)
  if (tokens.length === 0) return 'none'
  if (isCarryLabel(tokens)) return 'carry'
  if (isIncludedLabel(tokens)) return 'included'
  if (isAllowanceLabel(tokens)) return 'allowance'
  if (isSummaryLabel(tokens) || isSummaryLabel(lastLabel(line))) return 'summary'
  return 'text'
}

/**
 * What the rows may add up to: the given totals and the figures of lines labelled as sums, anywhere in the document;
 * also those below a row of such labels.
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
    for (const below of lines.slice(index + 1, index + 4))
      if (below.page === line.page && below.figures.length > 1) take(below)
  }
  return [...values]
}
