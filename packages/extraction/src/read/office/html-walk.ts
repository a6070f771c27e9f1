import type { Note } from '../../types.ts'
import type { Block, Cell, OfficeContent, Paragraph } from './blocks.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS } from './grid.ts'
import { addEffects, CUTTING, effectsOf, HidingRules, INHERITED, type Effects } from './html-styles.ts'
import { partly, partlyOf, type Cut } from './limits.ts'
import { plainText } from './word-xml.ts'

const MAX_LETTERS = 1_000_000

/** Elements whose content is no text of the page. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'head script style template noscript iframe object embed svg math audio video canvas select datalist textarea title del'.split(
    ' ',
  ),
)
/** Elements that end a line. All others are part of one. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
const SIZES: ReadonlyMap<string, number> = new Map([
  ['h1', 20],
  ['h2', 16],
  ['h3', 13],
])
const BOLD: ReadonlySet<string> = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

interface OpenTable {
  /** Where the table belongs. */
  target: Container
  rows: Cell[][]
  /** Rows below the open one that a cell covers, by column. */
  covered: number[]
  /** The columns of the open row that cells above cover. */
  taken: ReadonlySet<number>
  /** Whether a cell of the open row contains a table. */
  isArranging: boolean
  /** Whether the open row exceeds the limit. */
  isFull: boolean
}

/** The target of text: the page, or a cell. */
interface Container {
  blocks: Block[]
  cell?: Cell
}

/** Collects the visible text of a web page. Rows that contain tables only arrange them, so their content is read cell by cell. */
export class HtmlWalk {
  readonly #rules = new HidingRules()
  readonly #containers: Container[] = [{ blocks: [] }]
  readonly #tables: OpenTable[] = []
  readonly #hiddenBlocks: Block[] = []
  #line: Paragraph = { kind: 'paragraph', text: '' }
  #endsWithSpace = false
  readonly #inherited: Effects[] = []
  /** What exceeded a limit of tables. */
  readonly #cut = new Set<Cut>()
  #letters = 0
  #isFull = false
  #leftOut = 0
  #hidden = 0
  #bold = 0
  #style: string | null = null
  #isPlain = 0

  /** Whether text was left out because there is too much. */
  get isFull(): boolean {
    return this.#isFull
  }

  get #isUnseen(): boolean {
    const inherited = this.#inherited.at(-1)
    return INHERITED.some((aspect) => inherited?.[aspect]?.hides)
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#leftOut > 0) this.#leftOut++
    else if (LEFT_OUT.has(name)) this.#leftOut = 1
    if (name === 'style') this.#style = ''
    if (this.#leftOut > 0) return
    if (this.#hidden > 0) this.#hidden++
    else if (!this.#show(name, attributes)) this.#hidden = 1
    if (this.#hidden > 0) return
    if (BLOCKS.has(name)) this.#endLine()
    if (BOLD.has(name)) this.#bold++
    const size = SIZES.get(name)
    if (size) this.#line.size = size
    if (name === 'pre') this.#isPlain++
    if (name === 'br') this.#add('\n')
    if (name === 'input' && /^(text|number|date)?$/.test(attributes.type ?? ''))
      this.text(` ${attributes.value ?? ''} `)
    if (name === 'table') this.#openTable()
    if (name === 'tr') this.#openRow()
    if (name === 'td' || name === 'th') this.#openCell(attributes)
  }

  /** Adds what is inherited from an element; returns false if it is hidden with all that it contains. */
  #show(name: string, attributes: Record<string, string>): boolean {
    const effects = this.#rules.effects(name, attributes)
    // A size or a colour of the element `font` is one of a style without a rule.
    const own = effectsOf(attributes.style ?? '')
    if (name === 'font' && attributes.size) own.size ??= { hides: false, important: false }
    if (name === 'font' && attributes.color) own.ink ??= { hides: false, important: false }
    addEffects(effects, own)
    if (CUTTING.some((aspect) => effects[aspect]?.hides)) return false
    // A value for `display` replaces the attribute.
    if (Object.hasOwn(attributes, 'hidden') && !effects.display) return false
    if (attributes.type === 'hidden') return false
    const inherited = this.#inherited.at(-1)
    this.#inherited.push({ ...inherited, ...effects })
    return true
  }

  close(name: string): void {
    if (name === 'style' && this.#style !== null) {
      this.#rules.read(this.#style)
      this.#style = null
    }
    if (this.#leftOut > 0) {
      this.#leftOut--
      return
    }
    if (this.#hidden > 0) {
      this.#hidden--
      return
    }
    this.#inherited.pop()
    if (name === 'td' || name === 'th') this.#closeCell()
    else if (BLOCKS.has(name)) this.#endLine()
    if (BOLD.has(name)) this.#bold--
    if (name === 'pre') this.#isPlain--
    if (name === 'table') this.#closeTable()
  }

  text(text: string): void {
    if (this.#style !== null) this.#style += this.#style.length < MAX_LETTERS ? text : ''
    if (this.#leftOut > 0) return
    const read = text.slice(0, MAX_LETTERS - this.#letters)
    this.#letters += read.length
    if (/\S/.test(text.slice(read.length))) this.#isFull = true
    if (this.#hidden > 0 || this.#isUnseen) {
      if (read.trim()) this.#hiddenBlocks.push({ kind: 'paragraph', text: read.trim().slice(0, MAX_CELL) })
      return
    }
    this.#add(this.#isPlain > 0 ? read : read.replaceAll(/[ \t\r\n\f]+/g, ' '))
  }

  finish(): OfficeContent {
    this.#endLine()
    while (this.#containers.length > 1) this.#closeCell()
    while (this.#tables.length > 0) this.#closeTable()
    const notes: Note[] = [...(this.#isFull ? [partly(MAX_LETTERS, 'letters')] : []), ...partlyOf(this.#cut)]
    return { blocks: this.#containers[0]!.blocks, hidden: this.#hiddenBlocks, ...(notes.length > 0 ? { notes } : {}) }
  }

  #add(text: string): void {
    // Only the end of the piece is looked at: looking at the whole line for each piece would take quadratic time.
    const isStart = this.#line.text === '' || this.#endsWithSpace
    // Spaces that do not break, which arrange columns in plain pages, are spaces.
    const plain = text.replaceAll(/[\u00a0\u200b\u200c\ufeff]/g, (space) => (space === '\u00a0' ? ' ' : ''))
    const added = isStart && this.#isPlain === 0 ? plain.replace(/^ +/, '') : plain
    if (added === '') return
    this.#line.text += added
    this.#endsWithSpace = /[ \n]$/.test(added.slice(-1))
    if (plain.trim()) this.#line.bold = this.#line.bold !== false && this.#bold > 0
  }

  #endLine(): void {
    const { text, bold, size } = this.#line
    this.#line = { kind: 'paragraph', text: '' }
    if (!text.trim()) return
    this.#containers.at(-1)!.blocks.push({
      kind: 'paragraph',
      text: text.trimEnd(),
      ...(bold ? { bold } : {}),
      ...(size ? { size } : {}),
    })
  }

  #openTable(): void {
    const outer = this.#tables.at(-1)
    if (outer && this.#containers.length > 1) {
      this.#writeRows(outer)
      outer.isArranging = true
    }
    this.#tables.push({
      target: this.#containers.at(-1)!,
      rows: [],
      covered: [],
      taken: new Set(),
      isArranging: false,
      isFull: false,
    })
  }

  #openRow(): void {
    const table = this.#tables.at(-1)
    if (!table) return
    table.isFull = table.rows.length >= MAX_ROWS
    if (table.isFull) return
    table.isArranging = false
    table.rows.push([])
    const taken = new Set<number>()
    table.covered.forEach((rows, column) => {
      if (rows > 0) taken.add(column)
      table.covered[column] = rows - 1
    })
    table.taken = taken
  }

  #openCell({ colspan, rowspan }: Record<string, string>): void {
    this.#endLine()
    const table = this.#tables.at(-1)
    if (table?.rows.length === 0) table.rows.push([])
    const cell: Cell = { text: '', span: countOf(colspan, MAX_COLUMNS) }
    const row = table?.isFull ? undefined : table?.rows.at(-1)
    if (table && row && row.length < MAX_COLUMNS) {
      while (table.taken.has(widthOf(row)) && row.length < MAX_COLUMNS) row.push({ text: '', span: 1 })
      const start = widthOf(row)
      const below = countOf(rowspan, MAX_ROWS) - 1
      for (let column = start; column < start + cell.span && below > 0; column++) table.covered[column] = below
      row.push(cell)
    }
    this.#containers.push({ blocks: [], cell })
  }

  #closeCell(): void {
    this.#endLine()
    if (this.#containers.length < 2) return
    const { blocks, cell } = this.#containers.pop()!
    const table = this.#tables.at(-1)
    if (!cell || !table) return
    if (table.isArranging) {
      const target = this.#containers.at(-1)!.blocks
      for (const block of blocks) target.push(block)
      return
    }
    const text = blocks.flatMap(plainText).join('\n')
    if (text.length > MAX_CELL) this.#cut.add('cells')
    cell.text = text.slice(0, MAX_CELL)
    if (text.trim() && !table.rows.at(-1)?.includes(cell)) this.#cut.add(table.isFull ? 'rows' : 'columns')
    if (blocks.length > 0 && blocks.every((block) => block.kind === 'paragraph' && block.bold)) cell.bold = true
  }

  #closeTable(): void {
    const table = this.#tables.pop()
    if (table) this.#writeRows(table)
  }

  #writeRows(table: OpenTable): void {
    const rows = table.rows.filter((row) => row.some(({ text }) => text.trim()))
    table.rows = []
    if (rows.length > 0) table.target.blocks.push({ kind: 'table', rows })
  }
}

const widthOf = (row: Cell[]): number => row.reduce((width, { span }) => width + span, 0)

const countOf = (value: string | undefined, limit: number): number =>
  Math.min(limit, Math.max(1, Math.trunc(Number(value ?? 1)) || 1))
