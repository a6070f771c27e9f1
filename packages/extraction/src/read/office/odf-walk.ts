/** Walks through the XML of an OpenDocument file (OpenDocument 1.3, 5 to 9) and collects what it shows. */
import type { Block, Cell, Paragraph } from './blocks.ts'
import { holdsValue, MAX_CELL, MAX_COLUMNS, MAX_ROWS, tableOf } from './grid.ts'
import type { Attributes, Style, Styles } from './odf-styles.ts'
import { plainText } from './word-xml.ts'

const MAX_SHEETS = 20
/** Letters of a document. */
const MAX_LETTERS = 4_000_000

/** Elements whose text is not part of the document: comments, deleted text, help, names of pictures, fields that show their list. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'office:annotation',
  'office:forms',
  'office:scripts',
  'text:tracked-changes',
  'table:tracked-changes',
  'table:content-validations',
  'text:note-citation',
  'text:ruby-text',
  'svg:title',
  'svg:desc',
  'presentation:notes',
  'form:form',
])

interface OpenCell extends Cell {
  repeated: number
}

interface OpenTable {
  isSheet: boolean
  isHidden: boolean
  columns: boolean[]
  rows: string[][]
  cells: Cell[][]
  row: { repeated: number; isHidden: boolean; cells: OpenCell[] } | undefined
}

interface Container {
  blocks: Block[]
  cell?: OpenCell
}

export class OdfWalk {
  readonly #styles: Styles
  readonly #body: Container = { blocks: [] }
  readonly #containers: Container[] = [this.#body]
  readonly #tables: OpenTable[] = []
  readonly #paragraphs: Paragraph[] = []
  readonly #spans: Style[] = []
  readonly #boxes: Block[][] = []
  /** Blocks of headers, and those of footers. */
  readonly margins: [Block[][], Block[][]] = [[], []]
  readonly hidden = new Set<'rows' | 'columns' | 'sheets'>()
  readonly hiddenBlocks: Block[] = []
  isIncomplete = false
  hasBody = false
  #isSpreadsheet = false
  #sheets = 0
  #letters = 0
  /** Whether the last text ended a line; looking at the whole paragraph for each piece would take quadratic time. */
  #endsLine = false
  /** Number of open elements within one that is left out. */
  #leftOut = 0
  /** Number of open elements within one that is hidden. */
  #hiddenDepth = 0

  constructor(styles: Styles) {
    this.#styles = styles
  }

  get blocks(): Block[] {
    return [...this.#body.blocks, ...this.#boxes.flat()]
  }

  open(name: string, attributes: Attributes): void {
    if (this.#leftOut > 0 || LEFT_OUT.has(name)) {
      this.#leftOut++
      return
    }
    if (this.#hiddenDepth > 0) this.#hiddenDepth++
    else if (isHidden(name, attributes)) this.#hiddenDepth = 1
    this.#styles.open(name, attributes)
    if (Object.hasOwn(this.#opened, name)) this.#opened[name]!(attributes)
  }

  close(name: string): void {
    if (this.#leftOut > 0) {
      this.#leftOut--
      return
    }
    if (Object.hasOwn(this.#closed, name)) this.#closed[name]!()
    this.#styles.close(name)
    if (this.#hiddenDepth > 0) this.#hiddenDepth--
  }

  text(text: string): void {
    if (this.#leftOut > 0) return
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph) return
    // White space of the XML is a single space.
    const plain = text.replaceAll(/[ \t\r\n]+/g, ' ')
    this.#add(paragraph.text === '' || this.#endsLine ? plain.trimStart() : plain)
  }

  #add(text: string): void {
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph || this.#letters > MAX_LETTERS) return
    this.#letters += text.length
    const span = this.#spans.at(-1)
    if (this.#hiddenDepth > 0 || span?.hidden) {
      if (text.trim()) this.hiddenBlocks.push({ kind: 'paragraph', text: text.trim().slice(0, MAX_CELL) })
      return
    }
    paragraph.text += text
    if (text) this.#endsLine = text.endsWith('\n')
    if (span?.bold && paragraph.bold === undefined) paragraph.bold = true
    if (span?.size) paragraph.size = Math.max(paragraph.size ?? 0, span.size)
  }

  #openParagraph(attributes: Attributes): void {
    const style = this.#styles.find('paragraph', attributes['text:style-name'])
    const { blocks } = this.#containers.at(-1)!
    if (style.startsPage && this.#containers.length === 1 && blocks.length > 0) blocks.push({ kind: 'break' })
    const { size, align, tabs } = style
    this.#paragraphs.push({
      kind: 'paragraph',
      text: '',
      ...(style.bold ? { bold: true } : {}),
      ...(size ? { size } : {}),
      ...(align ? { align } : {}),
      ...(tabs ? { tabs } : {}),
    })
    this.#spans.push({ ...(style.hidden ? { hidden: true } : {}) })
  }

  #closeParagraph(): void {
    this.#spans.pop()
    const paragraph = this.#paragraphs.pop()
    const { blocks } = this.#containers.at(-1)!
    if (paragraph?.text.trim()) blocks.push(paragraph)
    // A text box belongs to the paragraph with its anchor and precedes the following text.
    if (this.#paragraphs.length === 0) for (const block of this.#boxes.splice(0).flat()) blocks.push(block)
  }

  #openTable(attributes: Attributes): void {
    const isSheet = this.#isSpreadsheet && this.#tables.length === 0
    const isHidden = this.#styles.find('table', attributes['table:style-name']).hidden === true
    this.#tables.push({ isSheet, isHidden, columns: [], rows: [], cells: [], row: undefined })
  }

  #openColumn(attributes: Attributes): void {
    const table = this.#tables.at(-1)
    const isHidden = isCollapsed(attributes)
    for (let n = countOf(attributes['table:number-columns-repeated'], MAX_COLUMNS); n > 0; n--)
      if (table && table.columns.length < MAX_COLUMNS) table.columns.push(isHidden)
  }

  #openRow(attributes: Attributes): void {
    const table = this.#tables.at(-1)
    if (!table) return
    table.row = {
      repeated: countOf(attributes['table:number-rows-repeated'], MAX_ROWS),
      isHidden: isCollapsed(attributes),
      cells: [],
    }
  }

  #openCell(attributes: Attributes): void {
    const row = this.#tables.at(-1)?.row
    const cell: OpenCell = {
      text: valueOf(attributes),
      span: countOf(attributes['table:number-columns-spanned'], MAX_COLUMNS),
      repeated: countOf(attributes['table:number-columns-repeated'], MAX_COLUMNS),
    }
    if (attributes['table:formula'] !== undefined && attributes['office:value-type'] === undefined)
      this.isIncomplete = true
    if (row && row.cells.length < MAX_COLUMNS) row.cells.push(cell)
    this.#containers.push({ blocks: [], cell })
  }

  #closeCell(): void {
    const { blocks, cell } = this.#containers.pop()!
    if (!cell) return
    const shown = blocks.flatMap(plainText).join('\n').trim()
    // The text is the value as it is displayed.
    cell.text = (shown || cell.text).slice(0, MAX_CELL)
    const paragraphs = blocks.filter((block) => block.kind === 'paragraph')
    if (paragraphs.length > 0 && paragraphs.every((block) => block.bold)) cell.bold = true
  }

  #closeRow(): void {
    const table = this.#tables.at(-1)
    const row = table?.row
    if (!table || !row) return
    table.row = undefined
    if (!table.isSheet) {
      if (!row.isHidden && row.cells.some(({ text }) => text.trim()))
        table.cells.push(row.cells.map(({ text, span, bold }) => ({ text, span, ...(bold ? { bold } : {}) })))
      return
    }
    const texts = row.cells.flatMap(({ text, repeated }) => Array<string>(repeated).fill(text)).slice(0, MAX_COLUMNS)
    if (!texts.some(Boolean)) return
    if (row.isHidden || table.isHidden) {
      if (texts.some(holdsValue)) this.hidden.add(table.isHidden ? 'sheets' : 'rows')
      return
    }
    if (texts.some((text, column) => table.columns[column] && holdsValue(text))) this.hidden.add('columns')
    const visible = texts.map((text, column) => (table.columns[column] ? '' : text))
    for (let n = row.repeated; n > 0 && table.rows.length < MAX_ROWS; n--) table.rows.push(visible)
  }

  #closeTable(): void {
    const table = this.#tables.pop()
    if (!table) return
    const { blocks } = this.#containers.at(-1)!
    if (!table.isSheet) {
      if (table.cells.length > 0 && !table.isHidden) blocks.push({ kind: 'table', rows: table.cells })
      return
    }
    const made = table.isHidden || ++this.#sheets > MAX_SHEETS ? null : tableOf(table.rows)
    if (made) blocks.push({ kind: 'break' }, made)
  }

  readonly #opened: Record<string, (attributes: Attributes) => void> = {
    'office:body': () => (this.hasBody = true),
    'office:spreadsheet': () => (this.#isSpreadsheet = true),
    'text:p': (a) => this.#openParagraph(a),
    'text:h': (a) => this.#openParagraph(a),
    'text:span': (a) => {
      const style = this.#styles.find('text', a['text:style-name'])
      const { hidden } = this.#spans.at(-1) ?? {}
      this.#spans.push({ ...style, ...(hidden ? { hidden } : {}) })
    },
    'text:tab': () => this.#add('\t'),
    'text:line-break': () => this.#add('\n'),
    'text:s': (a) => this.#add(' '.repeat(countOf(a['text:c'], 100))),
    'text:soft-page-break': () => {
      const { blocks } = this.#containers.at(-1)!
      if (
        this.#containers.length === 1 &&
        this.#paragraphs.length === 0 &&
        this.#tables.length === 0 &&
        blocks.length > 0
      )
        blocks.push({ kind: 'break' })
    },
    'draw:text-box': () => this.#containers.push({ blocks: [] }),
    'text:note-body': () => this.#containers.push({ blocks: [] }),
    'style:header': () => this.#containers.push({ blocks: [] }),
    'style:header-first': () => this.#containers.push({ blocks: [] }),
    'style:header-left': () => this.#containers.push({ blocks: [] }),
    'style:footer': () => this.#containers.push({ blocks: [] }),
    'style:footer-first': () => this.#containers.push({ blocks: [] }),
    'style:footer-left': () => this.#containers.push({ blocks: [] }),
    'table:table': (a) => this.#openTable(a),
    'table:table-column': (a) => this.#openColumn(a),
    'table:table-row': (a) => this.#openRow(a),
    'table:table-cell': (a) => this.#openCell(a),
    // In a sheet, the cells below a merged one have their place; in a text, the merged cell covers them.
    'table:covered-table-cell': (a) => this.#openCell(a),
  }

  readonly #closed: Record<string, () => void> = {
    'text:p': () => this.#closeParagraph(),
    'text:h': () => this.#closeParagraph(),
    'text:span': () => this.#spans.pop(),
    'draw:text-box': () => this.#boxes.push(this.#containers.pop()!.blocks),
    'text:note-body': () => this.#boxes.push(this.#containers.pop()!.blocks),
    'style:header': () => this.#closeMargin(0),
    'style:header-first': () => this.#closeMargin(0),
    'style:header-left': () => this.#closeMargin(0),
    'style:footer': () => this.#closeMargin(1),
    'style:footer-first': () => this.#closeMargin(1),
    'style:footer-left': () => this.#closeMargin(1),
    'table:table-cell': () => this.#closeCell(),
    'table:covered-table-cell': () => this.#closeCovered(),
    'table:table-row': () => this.#closeRow(),
    'table:table': () => this.#closeTable(),
  }

  #closeCovered(): void {
    const { cell } = this.#containers.at(-1)!
    this.#closeCell()
    const table = this.#tables.at(-1)
    if (!cell || !table?.row) return
    cell.text = ''
    if (!table.isSheet && table.row.cells.at(-1) === cell) table.row.cells.pop()
  }

  #closeMargin(which: 0 | 1): void {
    const { blocks } = this.#containers.pop()!
    if (blocks.length > 0) this.margins[which].push([...blocks, ...this.#boxes.splice(0).flat()])
  }
}

const isCollapsed = (attributes: Attributes): boolean =>
  attributes['table:visibility'] === 'collapse' || attributes['table:visibility'] === 'filter'

/** Sections and fields that are not shown. */
const isHidden = (name: string, attributes: Attributes): boolean =>
  (name === 'text:section' && attributes['text:display'] === 'none') ||
  ((name === 'text:hidden-text' || name === 'text:hidden-paragraph') && attributes['text:is-hidden'] === 'true')

/** Returns a positive number of an attribute, at most `limit`; 1 for others. */
const countOf = (value: string | undefined, limit: number): number =>
  Math.min(limit, Math.max(1, Math.trunc(Number(value ?? 1)) || 1))

/** Returns the stored value of a cell, for cells without text. */
const valueOf = (attributes: Attributes): string =>
  attributes['office:string-value'] ??
  attributes['office:date-value']?.slice(0, 10) ??
  (attributes['office:value-type'] === 'percentage' ? '' : (attributes['office:value'] ?? ''))
