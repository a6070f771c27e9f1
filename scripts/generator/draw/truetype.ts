import { readFileSync } from 'node:fs'

/** Measures of one character in units of the font size: the advance of the pen and the box of its ink. */
export interface Glyph {
  advance: number
  left: number
  right: number
  bottom: number
  top: number
}

/** The measures of a TrueType file, read without shaping: no kerning and no ligatures, which the PDF leaves out too. */
export class TrueType {
  readonly file: string
  private readonly data: Buffer
  private readonly tables = new Map<string, number>()
  private readonly unit: number
  private readonly longOffsets: boolean
  private readonly metrics: number
  private readonly subtable: number
  private readonly glyphs = new Map<number, Glyph | null>()

  constructor(file: string) {
    this.file = file
    const data = (this.data = readFileSync(file))
    for (let i = 0, count = data.readUInt16BE(4); i < count; i++) {
      const at = 12 + 16 * i
      this.tables.set(data.toString('latin1', at, at + 4), data.readUInt32BE(at + 8))
    }
    this.unit = data.readUInt16BE(this.table('head') + 18)
    this.longOffsets = data.readInt16BE(this.table('head') + 50) === 1
    this.metrics = data.readUInt16BE(this.table('hhea') + 34)
    this.subtable = this.findCharacterMap()
  }

  has(code: number): boolean {
    return this.glyphIndex(code) !== 0
  }

  glyph(code: number): Glyph {
    let known = this.glyphs.get(code)
    if (known === undefined) this.glyphs.set(code, (known = this.readGlyph(code)))
    return known ?? { advance: 0.5, left: 0, right: 0.5, bottom: 0, top: 0.7 }
  }

  /** Width of a text in units of the font size. */
  width(text: string): number {
    let sum = 0
    for (const letter of text) sum += this.glyph(letter.codePointAt(0)!).advance
    return sum
  }

  private table(name: string): number {
    const at = this.tables.get(name)
    if (at === undefined) throw new Error(`${this.file} has no table ${name}.`)
    return at
  }

  /** Position of the subtable of format 4 for Unicode, which every text font has. */
  private findCharacterMap(): number {
    const start = this.table('cmap')
    for (let i = 0, count = this.data.readUInt16BE(start + 2); i < count; i++) {
      const at = start + this.data.readUInt32BE(start + 8 + 8 * i)
      if (this.data.readUInt16BE(at) === 4) return at
    }
    throw new Error(`${this.file} has no character map of format 4.`)
  }

  private glyphIndex(code: number): number {
    const { data, subtable: at } = this
    const twice = data.readUInt16BE(at + 6)
    for (let i = 0; i < twice; i += 2) {
      if (data.readUInt16BE(at + 14 + i) < code) continue
      const first = data.readUInt16BE(at + 16 + twice + i)
      if (first > code) return 0
      const delta = data.readUInt16BE(at + 16 + 2 * twice + i)
      const place = at + 16 + 3 * twice + i
      const offset = data.readUInt16BE(place)
      if (offset === 0) return (code + delta) & 0xffff
      const index = data.readUInt16BE(place + offset + 2 * (code - first))
      return index === 0 ? 0 : (index + delta) & 0xffff
    }
    return 0
  }

  private readGlyph(code: number): Glyph | null {
    const { data, unit } = this
    const index = this.glyphIndex(code)
    const advance = data.readUInt16BE(this.table('hmtx') + 4 * Math.min(index, this.metrics - 1)) / unit
    const loca = this.table('loca')
    const offset = (i: number): number =>
      this.longOffsets ? data.readUInt32BE(loca + 4 * i) : 2 * data.readUInt16BE(loca + 2 * i)
    const [from, to] = [offset(index), offset(index + 1)]
    if (from === to) return { advance, left: 0, right: advance, bottom: 0, top: 0 }
    const at = this.table('glyf') + from
    const [left, bottom, right, top] = [2, 4, 6, 8].map((skip) => data.readInt16BE(at + skip) / unit)
    return { advance, left: left!, right: right!, bottom: bottom!, top: top! }
  }
}
