import { fontOf, printable } from './fonts.ts'

/** Part of a text that prints values of the truth. */
export interface Piece {
  text: string
  keys: readonly string[]
  /** Pieces of one printed value, for example the lines of an address, share it. */
  mark: object
}
export type Text = readonly (string | Piece)[]

export interface Style {
  family: string
  size: number
  bold?: boolean
  colour?: string
}

/** One text object of the PDF: `x` is the start of the pen and `y` the baseline, in points from the top left corner. */
export interface Run extends Style {
  text: string
  x: number
  y: number
}
export interface Shape {
  kind: 'line' | 'fill' | 'frame'
  x: number
  y: number
  width: number
  height: number
  colour: string
  weight: number
}
export interface DrawnPage {
  width: number
  height: number
  runs: Run[]
  shapes: Shape[]
}

/** Where a value is printed: corners in points. */
export interface Place {
  keys: readonly string[]
  page: number
  text: string
  box: [number, number, number, number]
}

export const piece = (keys: string | readonly string[], text: string, mark: object = {}): Piece => ({
  text,
  keys: typeof keys === 'string' ? [keys] : keys,
  mark,
})

export const plain = (text: Text): string => text.map((part) => (typeof part === 'string' ? part : part.text)).join('')

/** The width of a text as `write` prints it. */
export const measure = (text: Text | string, { family, size, bold = false }: Style): number =>
  fontOf(family, bold).width(printable(typeof text === 'string' ? text : plain(text), family, bold)) * size

/** Breaks a text into lines of at most `width` points; a word that is longer has a line of its own. */
export function wrap(text: Text, width: number, style: Style): Text[] {
  if (measure(text, style) <= width) return [text]
  const gap = measure(' ', style)
  const lines: (string | Piece)[][] = []
  let used = Infinity
  for (const word of wordsIn(text)) {
    const needs = measure(word.parts, style)
    if (used + gap + needs > width) {
      lines.push([...word.parts])
      used = needs
    } else {
      lines.at(-1)!.push(word.space, ...word.parts)
      used += gap + needs
    }
  }
  return lines
}

/** Words of a text with the space before them; a word may consist of several pieces, such as an amount and its currency. */
function wordsIn(text: Text): { space: string | Piece; parts: (string | Piece)[] }[] {
  const words: { space: string | Piece; parts: (string | Piece)[] }[] = []
  let space: string | Piece = ' '
  let open: (string | Piece)[] | undefined
  for (const part of text) {
    const like = (token: string): string | Piece => (typeof part === 'string' ? token : { ...part, text: token })
    for (const token of (typeof part === 'string' ? part : part.text).split(/( +)/)) {
      if (token === '') continue
      if (token.startsWith(' ')) {
        space = like(' ')
        open = undefined
      } else if (open) open.push(like(token))
      else words.push({ space, parts: (open = [like(token)]) })
    }
  }
  return words
}

/** The pages while they are laid out. */
export class Sheet {
  readonly width: number
  readonly height: number
  readonly pages: DrawnPage[] = []
  readonly places: Place[] = []
  private readonly marks = new Map<object, Place>()

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.addPage()
  }

  get page(): DrawnPage {
    return this.pages.at(-1)!
  }

  addPage(): void {
    this.pages.push({ width: this.width, height: this.height, runs: [], shapes: [] })
  }

  /** Writes one line and returns its width. `at` is the left edge, the right edge or the centre, depending on `align`. */
  write(text: Text | string, at: number, y: number, style: Style, align: 'left' | 'right' | 'center' = 'left'): number {
    const parts: Text = typeof text === 'string' ? [text] : text
    const whole = printable(plain(parts), style.family, style.bold ?? false)
    if (whole.trim() === '') return 0
    const width = measure(whole, style)
    const x = align === 'left' ? at : align === 'right' ? at - width : at - width / 2
    this.page.runs.push({ ...style, text: whole, x, y })
    let start = x
    for (const part of parts) {
      const end = start + measure([part], style)
      if (typeof part !== 'string') this.record(part, [start, y - 0.78 * style.size, end, y + 0.22 * style.size])
      start = end
    }
    return width
  }

  line(x: number, y: number, width: number, height = 0, weight = 0.6, colour = '#333333'): void {
    this.page.shapes.push({ kind: 'line', x, y, width, height, colour, weight })
  }

  fill(x: number, y: number, width: number, height: number, colour: string): void {
    this.page.shapes.push({ kind: 'fill', x, y, width, height, colour, weight: 0 })
  }

  frame(x: number, y: number, width: number, height: number, weight = 0.6, colour = '#333333'): void {
    this.page.shapes.push({ kind: 'frame', x, y, width, height, colour, weight })
  }

  private record(part: Piece, box: Place['box']): void {
    const page = this.pages.length
    const known = this.marks.get(part.mark)
    if (known && known.page === page) {
      known.box = [
        Math.min(known.box[0], box[0]),
        Math.min(known.box[1], box[1]),
        Math.max(known.box[2], box[2]),
        Math.max(known.box[3], box[3]),
      ]
      known.text = `${known.text} ${part.text}`.replace(/ +/g, ' ')
      return
    }
    const place: Place = { keys: part.keys, page, text: part.text, box }
    this.marks.set(part.mark, place)
    this.places.push(place)
  }
}
