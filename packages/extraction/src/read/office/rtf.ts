import type { Block, Cell, OfficeContent, Paragraph } from './blocks.ts'
import { ReadError } from '../../types.ts'
import { MAX_CELL } from './grid.ts'
import { RtfTokens, type RtfToken } from './rtf-tokens.ts'

/** Groups within groups; their state is kept. */
const MAX_DEPTH = 10_000
/** Letters of a document. */
const MAX_LETTERS = 4_000_000
const TWIPS_TO_PIXELS = 150 / 1440

/** Groups whose text is not part of the document. Others of this kind begin with `\*`. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'fonttbl colortbl stylesheet info pict object objdata fldinst listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl footnote annotation atnid atnauthor bkmkstart bkmkend nonshppict shppict private revtbl filetbl'.split(
    ' ',
  ),
)
const HEADERS: ReadonlySet<string> = new Set(['header', 'headerl', 'headerr', 'headerf'])
const FOOTERS: ReadonlySet<string> = new Set(['footer', 'footerl', 'footerr', 'footerf'])

/** Character sets of fonts, by `\fcharset`. */
const CHARSETS: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** Characters that have a word of their own. */
const SYMBOLS: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  '~': ' ',
  _: '-',
}

/** What applies to the text of a group, and ends with it. */
interface State {
  isLeftOut: boolean
  isHidden: boolean
  bold: boolean
  size: number | undefined
  /** Characters that stand for a character of Unicode in older programs. */
  fallback: number
  encoding: string
  isFontTable: boolean
  margin: Block[] | undefined
}

/**
 * Returns the paragraphs and tables of an RTF document (version 1.9.1): headers, body, footers. Hidden and deleted text is left out. Throws `ReadError`
 * `damaged` if groups are nested too deeply.
 */
export function readRtf(bytes: Buffer): OfficeContent {
  const walk = new RtfWalk()
  for (const token of new RtfTokens(bytes)) if (!walk.take(token)) break
  return walk.finish()
}

class RtfWalk {
  readonly #body: Block[] = []
  readonly #headers: Block[] = []
  readonly #footers: Block[] = []
  readonly #hidden: Block[] = []
  readonly #stack: State[] = []
  readonly #fonts = new Map<number, string>()
  #state: State = {
    isLeftOut: false,
    isHidden: false,
    bold: false,
    size: undefined,
    fallback: 1,
    encoding: 'windows-1252',
    isFontTable: false,
    margin: undefined,
  }
  #codePage = 'windows-1252'
  #paragraph: Paragraph = { kind: 'paragraph', text: '' }
  #format: Pick<Paragraph, 'align' | 'tabs'> = {}
  #isRightTab = false
  #isInTable = false
  #row: Cell[] = []
  #rows: Cell[][] = []
  #font = 0
  #bytes: number[] = []
  #left = 0
  #letters = 0
  #isOptional = false

  /** Returns false when enough has been read. */
  take(token: RtfToken): boolean {
    if (token.kind === 'byte') {
      if (this.#left > 0) this.#left--
      else this.#bytes.push(token.value)
      if (this.#bytes.length > 1000) this.#flush()
      return this.#letters < MAX_LETTERS
    }
    this.#flush()
    if (token.kind === 'open') {
      if (this.#stack.length >= MAX_DEPTH)
        throw new ReadError('damaged', 'The RTF document is damaged and cannot be read.')
      this.#stack.push({ ...this.#state })
    } else if (token.kind === 'close') {
      this.#close()
    } else {
      this.#word(token.word, token.number)
      this.#isOptional = token.word === '*'
    }
    return true
  }

  finish(): OfficeContent {
    this.#flush()
    while (this.#stack.length > 0) this.#close()
    this.#endParagraph()
    this.#endTable()
    return { blocks: [...distinct(this.#headers), ...this.#body, ...distinct(this.#footers)], hidden: this.#hidden }
  }

  /** A header ends with its group. */
  #close(): void {
    const before = this.#stack.pop()
    if (!before) return
    if (this.#state.margin !== before.margin) this.#endParagraph()
    this.#left = 0
    this.#state = before
  }

  /** Decodes the bytes that were collected: characters of some languages have two. */
  #flush(): void {
    if (this.#bytes.length === 0) return
    const text = new TextDecoder(this.#state.encoding).decode(Uint8Array.from(this.#bytes))
    this.#bytes = []
    this.#add(text)
  }

  #add(text: string): void {
    const { isLeftOut, isHidden, bold, size } = this.#state
    if (isLeftOut || this.#letters > MAX_LETTERS) return
    this.#letters += text.length
    if (isHidden) {
      if (text.trim()) this.#hidden.push({ kind: 'paragraph', text: text.slice(0, MAX_CELL) })
      return
    }
    this.#paragraph.text += text
    if (text.trim() && bold) this.#paragraph.bold ??= true
    if (text.trim() && size) this.#paragraph.size = Math.max(this.#paragraph.size ?? 0, size)
  }

  get #target(): Block[] {
    return this.#state.margin ?? this.#body
  }

  #endParagraph(): void {
    const paragraph = { ...this.#paragraph, ...this.#format }
    this.#paragraph = { kind: 'paragraph', text: '' }
    if (!paragraph.text.trim()) return
    this.#endTable()
    this.#target.push(paragraph)
  }

  #endCell(): void {
    const { text, bold } = this.#paragraph
    this.#paragraph = { kind: 'paragraph', text: '' }
    if (this.#row.length < 100)
      this.#row.push({ text: text.trim().slice(0, MAX_CELL), span: 1, ...(bold ? { bold } : {}) })
  }

  #endRow(): void {
    if (this.#row.some(({ text }) => text)) this.#rows.push(this.#row)
    this.#row = []
    this.#paragraph = { kind: 'paragraph', text: '' }
  }

  #endTable(): void {
    if (this.#rows.length > 0) this.#target.push({ kind: 'table', rows: this.#rows })
    this.#rows = []
  }

  #word(word: string, number: number | undefined): void {
    const state = this.#state
    if (this.#isOptional || LEFT_OUT.has(word)) {
      // The shapes of new programs contain text; what older programs show instead repeats it.
      if (word === 'fonttbl') state.isFontTable = true
      if (word !== 'shppict' && word !== 'shpinst') state.isLeftOut = true
      return
    }
    const isOn = number !== 0
    if (Object.hasOwn(SYMBOLS, word)) return this.#add(SYMBOLS[word]!)
    if (HEADERS.has(word) || FOOTERS.has(word)) state.margin = HEADERS.has(word) ? this.#headers : this.#footers
    else if (Object.hasOwn(this.#words, word)) this.#words[word]!(number, isOn)
  }

  readonly #words: Record<string, (number: number | undefined, isOn: boolean) => void> = {
    par: () => (this.#isInTable ? this.#add('\n') : this.#endParagraph()),
    pard: () => {
      this.#format = {}
      this.#isInTable = false
    },
    intbl: () => (this.#isInTable = true),
    cell: () => this.#endCell(),
    nestcell: () => this.#add('   '),
    nestrow: () => this.#add('\n'),
    row: () => this.#endRow(),
    page: () => {
      this.#endParagraph()
      this.#endTable()
      if (!this.#state.margin && this.#body.length > 0) this.#body.push({ kind: 'break' })
    },
    sect: () => this.#endParagraph(),
    plain: () => Object.assign(this.#state, { bold: false, size: undefined, isHidden: false }),
    b: (_, isOn) => (this.#state.bold = isOn),
    fs: (number) => (this.#state.size = number ? number / 2 : undefined),
    v: (_, isOn) => (this.#state.isHidden = isOn),
    deleted: (_, isOn) => (this.#state.isHidden = isOn),
    ql: () => delete this.#format.align,
    qc: () => (this.#format.align = 'center'),
    qr: () => (this.#format.align = 'right'),
    tqr: () => (this.#isRightTab = true),
    tqdec: () => (this.#isRightTab = true),
    tx: (number = 0) => {
      const tabs = (this.#format.tabs ??= [])
      if (tabs.length < 50) tabs.push({ at: number * TWIPS_TO_PIXELS, right: this.#isRightTab })
      this.#isRightTab = false
    },
    ansicpg: (number) => {
      this.#codePage = number === 65001 ? 'utf-8' : encodingOf(`windows-${number}`)
      this.#state.encoding = this.#codePage
    },
    mac: () => (this.#state.encoding = this.#codePage = 'macintosh'),
    f: (number = 0) => {
      this.#font = number
      if (!this.#state.isFontTable) this.#state.encoding = this.#fonts.get(number) ?? this.#codePage
    },
    fcharset: (number = 0) => {
      const encoding = CHARSETS[number]
      if (encoding && this.#fonts.size < 10_000) this.#fonts.set(this.#font, encoding)
    },
    uc: (number = 1) => (this.#state.fallback = Math.min(10, Math.max(0, number))),
    u: (number = 0) => {
      this.#add(String.fromCharCode(number < 0 ? number + 65_536 : number))
      this.#left = this.#state.fallback
    },
  }
}

function encodingOf(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return 'windows-1252'
  }
}

/** First, left and right pages usually repeat the same header. */
function distinct(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>()
  return blocks.filter((block) => seen.size < seen.add(JSON.stringify(block)).size)
}
