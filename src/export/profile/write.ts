/** Writes the table of an export profile. */
import { columnName } from '../../rules/export-profiles/check.ts'
import { fillIn, type NameFacts } from '../../rules/export-profiles/names.ts'
import type { ExportColumn, ExportSettings } from '../../rules/export-profiles/types.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { makeCellWriter } from '../csv.ts'
import { textCell } from '../table.ts'
import { makeEncoder } from './encode.ts'
import { makeLines } from './lines.ts'
import { ExportProblems, MAX_PROBLEMS, type Problem, type ProfileDocument } from './types.ts'
import { written, type Written } from './values.ts'

export interface TableJob {
  settings: ExportSettings
  /** The schema of the queue. */
  schema: SchemaContent
  facts: NameFacts
}

export interface Counts {
  documents: number
  lines: number
  /** Characters that the encoding lacks. */
  replaced: number
}

const LINE_ENDS = { crlf: '\r\n', lf: '\n' } as const
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Yields the table in pieces, and counts in `counts` while it does. Throws ExportProblems, at the end or once there are many problems, if
 * an expression fails for a document, or a character cannot be written in a profile that refuses this.
 */
export async function* writeTable(
  { settings, schema, facts }: TableJob,
  documents: AsyncIterable<ProfileDocument>,
  counts: Counts,
): AsyncGenerator<Buffer> {
  const problems: Problem[] = []
  const { columns } = settings
  const encoder = makeEncoder(settings)
  const names = columns.map(columnName)
  const linesOf = makeLines(settings, schema, facts.at.slice(0, 10))
  const write = makeValueWriter(settings)
  const end = LINE_ENDS[settings.line_end]
  const alone = columns.length === 1
  const encode = (text: string) => {
    const { text: fitted, lacking } = encoder.fit(text)
    counts.replaced += lacking.length
    return fitted
  }
  const cell = (value: Written, index: number, document: number): string => {
    const fitted = encoder.fit(value.text)
    counts.replaced += fitted.lacking.length
    const [first] = fitted.lacking
    if (first !== undefined && settings.unencodable === 'refuse')
      problems.push({ document, sentence: `${names[index]}: ${lackingSentence(first, settings.encoding)}` })
    return write({ ...value, text: fitted.text }, columns[index]!, alone)
  }

  const head = settings.preamble.map((line) => fillIn(line, facts))
  if (settings.headings)
    head.push(columns.map((column) => write(written(column.heading), {}, alone)).join(settings.delimiter))
  yield encoder.bytes((settings.bom ? BYTE_ORDER_MARK : '') + head.map((line) => encode(line) + end).join(''))
  for await (const document of documents) {
    counts.documents++
    const text: string[] = []
    for await (const line of linesOf(document, problems)) {
      counts.lines++
      text.push(line.map((value, index) => cell(value, index, document.id)).join(settings.delimiter) + end)
      if (problems.length >= MAX_PROBLEMS) break
    }
    if (problems.length >= MAX_PROBLEMS) break
    yield encoder.bytes(text.join(''))
  }
  if (problems.length > 0) throw new ExportProblems(problems.slice(0, MAX_PROBLEMS))
}

function lackingSentence(character: string, encoding: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `The encoding ${encoding} has no character "${character}" (U+${code}).`
}

/** Returns the function that writes a value with the quotes of its column or of the profile. */
function makeValueWriter(settings: ExportSettings) {
  const dialect = { ...settings, escape_char: null }
  const always = makeCellWriter({ ...dialect, quoting: 'quote_all' })
  const ifNeeded = makeCellWriter({ ...dialect, quoting: 'quote_minimal' })
  return ({ text, isPlain }: Written, { quoted }: Pick<ExportColumn, 'quoted'>, alone: boolean): string => {
    const isQuoted =
      quoted ?? (settings.quoting === 'quote_all' || (settings.quoting === 'quote_non_numeric' && !isPlain))
    return (isQuoted ? always : ifNeeded)(textCell(text), alone)
  }
}
