/** A workbook that exceljs writes to a stream, only as fast as the stream is read. */
import type { stream as streams, Worksheet } from 'exceljs'
import { once } from 'node:events'
import type { Transform, Writable } from 'node:stream'
import { headerStyle, describeText, type BookCell } from './xlsx-cells.ts'

// Files are 12 % larger than at level 6 and take 4/5 of the time.
const compressionLevel = 3

/** A column of every sheet: its header, and its width in characters. */
export type BookColumn = { header: string; width: number }

// Not declared by exceljs. It writes a sheet to `pipes` without waiting for them, so the caller has to.
type OpenSheet = Worksheet & { stream: { pipes: Writable[] }; commit: () => void }
type OpenBook = streams.xlsx.WorkbookWriter & { zip: Transform & { abort: () => unknown } }

/** Writes rows to the sheets `Export`, `Export 2`, …; each has a frozen header with a filter, and at most `maxRows` rows. */
export class BookWriter {
  readonly #book: OpenBook
  readonly #columns: readonly BookColumn[]
  readonly #maxRows: number
  readonly #stopped = new AbortController()
  #sheet: OpenSheet
  #rows = 0
  #sheets = 0

  /** @param output `addRow` rejects after it is closed. */
  constructor(
    Writer: typeof streams.xlsx.WorkbookWriter,
    output: Writable,
    { columns, maxRows }: { columns: readonly BookColumn[]; maxRows: number },
  ) {
    this.#columns = columns
    this.#maxRows = maxRows
    this.#book = new Writer({
      stream: output,
      useStyles: true,
      useSharedStrings: false,
      zip: { zlib: { level: compressionLevel } },
    }) as OpenBook
    this.#book.creator = this.#book.lastModifiedBy = 'Sheaf'
    this.#book.zip.on('error', (error) => output.destroy(error))
    output.once('close', () => {
      this.#stopped.abort()
      this.#book.zip.abort()
    })
    this.#sheet = this.#openSheet()
  }

  /** Writes a row and resolves when the stream can accept another. */
  async addRow(cells: readonly BookCell[]): Promise<void> {
    if (this.#rows === this.#maxRows) {
      this.#closeSheet()
      this.#sheet = this.#openSheet()
    }
    this.#writeRow(this.#sheet, cells)
    const { signal } = this.#stopped
    signal.throwIfAborted()
    for (const target of this.#sheet.stream.pipes) {
      // Writing an empty string returns the state of a stream; no other way works in all versions of `readable-stream`.
      if (!target.write('')) await once(target, 'drain', { signal })
    }
  }

  /** Finishes the workbook. Resolves when the stream has accepted all of it. */
  async close(): Promise<void> {
    this.#closeSheet()
    await this.#book.commit()
  }

  #openSheet(): OpenSheet {
    this.#sheets++
    const title = this.#sheets === 1 ? 'Export' : `Export ${this.#sheets}`
    const sheet = this.#book.addWorksheet(title, { views: [{ state: 'frozen', ySplit: 1 }] }) as OpenSheet
    sheet.columns = this.#columns.map(({ width }) => ({ width }))
    this.#rows = 0
    this.#writeRow(
      sheet,
      this.#columns.map(({ header }) => describeText(header, headerStyle)),
    )
    return sheet
  }

  #writeRow(sheet: OpenSheet, cells: readonly BookCell[]): void {
    const row = sheet.addRow([])
    cells.forEach(({ value, style }, index) => {
      if (value === null) return
      const cell = row.getCell(index + 1)
      cell.value = value
      cell.style = style
    })
    row.commit()
    this.#rows++
  }

  #closeSheet(): void {
    const column = this.#columns.length
    if (column) this.#sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: this.#rows, column } }
    this.#sheet.commit()
  }
}
