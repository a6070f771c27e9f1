/** Text of spreadsheets on the clipboard: cells separated by tabs, commas or semicolons, quoted where they contain separators. */

/** Returns the separator of a text: a tab if there is one, else the more frequent of semicolon and comma if every line has it. */
function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t'
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '')
  // A single line is a value with a comma in it, such as `1,200.50`, more often than a row.
  if (lines.length < 2) return '\t'
  // The number of separators outside quotes must be the same in all lines; prose is not.
  const fits = (separator: string): boolean => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length)
    return counts[0]! > 1 && counts.every((count) => count === counts[0])
  }
  return [';', ','].find(fits) ?? '\t'
}

/** Returns the rows of a text from the clipboard, each with its cells. A line break at the end is no row. */
export function parseDelimited(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let at = 0
  const endRow = (): void => void rows.push([])
  while (at <= text.length) {
    const [cell, next] = text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator)
    rows.at(-1)!.push(cell)
    at = next
    if (text[at] === separator) at += 1
    else if (at >= text.length) break
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      if (at >= text.length) break
      endRow()
    }
  }
  return rows
}

/** Reads a quoted cell, which may contain line breaks and doubled quotes. An unclosed quote is a part of the text. */
function quoted(text: string, at: number, separator: string): [string, number] {
  const found = /"((?:[^"]|"")*)"/y
  found.lastIndex = at
  const match = found.exec(text)
  const end = found.lastIndex
  if (!match || !(end === text.length || [separator, '\r', '\n'].includes(text[end]!)))
    return plain(text, at, separator)
  return [oneLine(match[1]!.replaceAll('""', '"')), end]
}

function plain(text: string, at: number, separator: string): [string, number] {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return [oneLine(text.slice(at, end)), end]
}

/** Values have one line. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').trim()

/** Returns rows as text that spreadsheets read. */
export const writeDelimited = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => cells.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
