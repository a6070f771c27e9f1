import { SaxesParser } from 'saxes'
import { ReadError } from '../../types.ts'
import type { Block, Cell, Paragraph } from './blocks.ts'

const TWIPS_TO_PIXELS = 150 / 1440

type Attributes = Record<string, string>

/** The target of text while the file is traversed: the body, a cell or a text box. */
interface Container {
  blocks: Block[]
  cell?: Cell
}

interface OpenParagraph extends Paragraph {
  letters: number
  boldLetters: number
}

export const damaged = (): ReadError => new ReadError('damaged', 'The Word document is damaged and cannot be read.')

/**
 * Returns the blocks of a WordprocessingML file (body, header or footer of a DOCX). Throws `ReadError` `damaged` if it is not well-formed.
 */
export function readWordXml(xml: string): Block[] {
  const walk = new Walk()
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => walk.open(tag.name, tag.attributes as Attributes))
  parser.on('text', (text) => walk.text(text))
  parser.on('closetag', (tag) => walk.close(tag.name))
  parser.on('error', () => {
    throw damaged()
  })
  parser.write(xml).close()
  return walk.finish()
}

/** The open elements during the traversal. */
class Walk {
  readonly #body: Container = { blocks: [] }
  readonly #containers: Container[] = [this.#body]
  readonly #tables: { rows: Cell[][] }[] = []
  readonly #paragraphs: OpenParagraph[] = []
  /** Text boxes that wait for the end of the paragraph with their anchor. */
  readonly #boxes: Block[][] = []
  #run = { bold: false, size: undefined as number | undefined, hidden: false }
  #inRun = false
  #inText = false
  /** Number of open `mc:Fallback` elements, which repeat the element before them for older programs. */
  #skip = 0

  open(name: string, attributes: Attributes): void {
    if (!Object.hasOwn(this.#opened, name)) return
    if (this.#skip === 0 || name === 'mc:Fallback') this.#opened[name]!(attributes)
  }

  text(text: string): void {
    if (this.#inText && this.#skip === 0) this.#add(text)
  }

  close(name: string): void {
    if (!Object.hasOwn(this.#closed, name)) return
    if (this.#skip === 0 || name === 'mc:Fallback') this.#closed[name]!()
  }

  finish(): Block[] {
    return [...this.#body.blocks, ...this.#boxes.flat()]
  }

  get #paragraph(): OpenParagraph | undefined {
    return this.#paragraphs.at(-1)
  }

  get #container(): Container {
    return this.#containers.at(-1)!
  }

  #add(text: string): void {
    const [paragraph, run] = [this.#paragraph, this.#run]
    if (!paragraph || run.hidden) return
    paragraph.text += text
    paragraph.letters += text.trim().length
    if (run.bold) paragraph.boldLetters += text.trim().length
    if (run.size) paragraph.size = Math.max(paragraph.size ?? 0, run.size)
  }

  /** Pages break only between paragraphs of the body, not inside a cell or a text box. */
  #breakPage(): void {
    if (this.#containers.length === 1) this.#closeParagraph(true)
  }

  /** Ends the open paragraph; at a page break its second half becomes a new one. */
  #closeParagraph(atBreak = false): void {
    const paragraph = this.#paragraphs.pop()
    const { blocks } = this.#container
    if (paragraph?.text.trim()) blocks.push(finishParagraph(paragraph))
    if (!atBreak) return
    if (blocks.length > 0) blocks.push({ kind: 'break' })
    if (paragraph) this.#paragraphs.push({ ...paragraph, text: '', letters: 0, boldLetters: 0 })
  }

  #closeCell(): void {
    const { blocks, cell } = this.#containers.pop()!
    if (!cell) return
    cell.text = blocks.flatMap(plainText).join('\n')
    const paragraphs = blocks.filter((block) => block.kind === 'paragraph')
    if (paragraphs.length > 0 && paragraphs.every((block) => block.bold)) cell.bold = true
  }

  #setTab(attributes: Attributes): void {
    if (this.#inRun) return this.#add('\t')
    const paragraph = this.#paragraph
    if (!paragraph || attributes['w:val'] === 'clear') return
    const right = ['right', 'end', 'decimal'].includes(attributes['w:val'] ?? '')
    ;(paragraph.tabs ??= []).push({ at: Number(attributes['w:pos'] ?? 0) * TWIPS_TO_PIXELS, right })
  }

  #align(value: string | undefined): void {
    const paragraph = this.#paragraph
    if (!paragraph || this.#inRun) return
    if (value === 'right' || value === 'end') paragraph.align = 'right'
    if (value === 'center') paragraph.align = 'center'
  }

  readonly #opened: Record<string, (attributes: Attributes) => void> = {
    'w:p': () => this.#paragraphs.push({ kind: 'paragraph', text: '', letters: 0, boldLetters: 0 }),
    'w:r': () => {
      this.#run = { bold: false, size: undefined, hidden: false }
      this.#inRun = true
    },
    'w:b': (a) => {
      if (this.#inRun) this.#run.bold = !isOff(a['w:val'])
    },
    'w:sz': (a) => {
      if (this.#inRun) this.#run.size = Number(a['w:val']) / 2 || undefined
    },
    'w:vanish': (a) => {
      if (this.#inRun) this.#run.hidden = !isOff(a['w:val'])
    },
    'w:jc': (a) => this.#align(a['w:val']),
    'w:tab': (a) => this.#setTab(a),
    'w:t': () => (this.#inText = true),
    'w:br': (a) => (a['w:type'] === 'page' ? this.#breakPage() : this.#add('\n')),
    'w:cr': () => this.#add('\n'),
    'w:noBreakHyphen': () => this.#add('-'),
    'w:lastRenderedPageBreak': () => this.#breakPage(),
    'w:tbl': () => this.#tables.push({ rows: [] }),
    'w:tr': () => this.#tables.at(-1)?.rows.push([]),
    'w:tc': () => {
      const cell: Cell = { text: '', span: 1 }
      this.#tables.at(-1)?.rows.at(-1)?.push(cell)
      this.#containers.push({ blocks: [], cell })
    },
    'w:gridSpan': (a) => {
      const { cell } = this.#container
      if (cell) cell.span = Math.min(60, Math.max(1, Number(a['w:val']) || 1))
    },
    'w:txbxContent': () => this.#containers.push({ blocks: [] }),
    'mc:Fallback': () => this.#skip++,
  }

  readonly #closed: Record<string, () => void> = {
    'w:p': () => {
      this.#closeParagraph()
      // A text box belongs to the paragraph with its anchor and precedes the following text.
      const { blocks } = this.#container
      if (this.#paragraphs.length === 0) for (const block of this.#boxes.splice(0).flat()) blocks.push(block)
    },
    'w:r': () => (this.#inRun = false),
    'w:t': () => (this.#inText = false),
    'w:tc': () => this.#closeCell(),
    'w:tbl': () => {
      const rows = this.#tables.pop()!.rows.filter((row) => row.some((cell) => cell.text.trim()))
      if (rows.length > 0) this.#container.blocks.push({ kind: 'table', rows })
    },
    'w:txbxContent': () => {
      this.#boxes.push(this.#containers.pop()!.blocks)
      this.#inRun = true
    },
    'mc:Fallback': () => this.#skip--,
  }
}

const isOff = (value: string | undefined): boolean => value === '0' || value === 'false' || value === 'off'

function finishParagraph(open: OpenParagraph): Paragraph {
  const { letters, boldLetters, ...paragraph } = open
  if (letters > 0 && boldLetters > letters / 2) paragraph.bold = true
  return paragraph
}

/** Returns the lines of a cell's content; the rows of a nested table become lines. */
export function plainText(block: Block): string[] {
  if (block.kind === 'paragraph') return [block.text]
  if (block.kind === 'break') return []
  return block.rows.map((row) => row.map((cell) => cell.text.replaceAll('\n', ' ')).join('   '))
}
