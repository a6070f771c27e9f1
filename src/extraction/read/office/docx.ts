import { unzipSync } from 'fflate'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { ReadError } from '../../types.ts'
import type { Block, Cell, Paragraph } from './blocks.ts'

/** A part of a document is never unpacked above this. */
const MAX_PART_BYTES = 60 * 2 ** 20
const TWIPS_TO_PIXELS = 150 / 1440

/**
 * Paragraphs and tables of a DOCX: headers, body with text boxes, footers. Read from WordprocessingML directly
 * (ECMA-376 part 1), since libraries that turn it into HTML lose headers, footers, text boxes and tab stops.
 */
export function readDocx(bytes: Uint8Array): Block[] {
  const parts = unpackParts(bytes)
  const main = [...parts.keys()].find((name) => /^word\/document\d*\.xml$/.test(name))
  if (!main) throw damaged()
  const pick = (pattern: RegExp): Block[] => {
    const seen = new Set<string>()
    return [...parts.keys()]
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => parsePart(parts.get(name)!))
      .filter((blocks) => {
        // First, odd and even pages mostly repeat the same header.
        const key = JSON.stringify(blocks)
        return seen.size < seen.add(key).size
      })
      .flat()
  }
  return [...pick(/^word\/header\d*\.xml$/), ...parsePart(parts.get(main)!), ...pick(/^word\/footer\d*\.xml$/)]
}

function unpackParts(bytes: Uint8Array): Map<string, string> {
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^word\/(document|header|footer)\d*\.xml$/.test(name)) return false
        if (originalSize > MAX_PART_BYTES) throw new ReadError('too_large', 'The document unpacks to too much text.')
        return true
      },
    })
    return new Map(Object.entries(files).map(([name, data]) => [name, Buffer.from(data).toString('utf8')]))
  } catch (error) {
    if (error instanceof ReadError) throw error
    throw damaged()
  }
}

const damaged = (): ReadError => new ReadError('damaged', 'The Word document is damaged and cannot be read.')

/** Where text goes while the part is walked: the body, a cell or a text box. */
interface Container {
  blocks: Block[]
  cell?: Cell
}

interface OpenParagraph extends Paragraph {
  letters: number
  boldLetters: number
}

function parsePart(xml: string): Block[] {
  const body: Container = { blocks: [] }
  const containers: Container[] = [body]
  const tables: { rows: Cell[][] }[] = []
  const paragraphs: OpenParagraph[] = []
  const boxes: Block[][] = []
  let run = { bold: false, size: undefined as number | undefined, hidden: false }
  let inRun = false
  let inText = false
  let skip = 0

  const add = (text: string): void => {
    const paragraph = paragraphs.at(-1)
    if (!paragraph || run.hidden) return
    paragraph.text += text
    paragraph.letters += text.trim().length
    if (run.bold) paragraph.boldLetters += text.trim().length
    if (run.size) paragraph.size = Math.max(paragraph.size ?? 0, run.size)
  }

  const opened: Record<string, (attributes: Record<string, string>) => void> = {
    'w:p': () => paragraphs.push({ kind: 'paragraph', text: '', letters: 0, boldLetters: 0 }),
    'w:r': () => {
      run = { bold: false, size: undefined, hidden: false }
      inRun = true
    },
    'w:b': (a) => {
      if (inRun) run.bold = !isOff(a['w:val'])
    },
    'w:sz': (a) => {
      if (inRun) run.size = Number(a['w:val']) / 2 || undefined
    },
    'w:vanish': (a) => {
      if (inRun) run.hidden = !isOff(a['w:val'])
    },
    'w:jc': (a) => {
      const paragraph = paragraphs.at(-1)
      if (!paragraph || inRun) return
      if (a['w:val'] === 'right' || a['w:val'] === 'end') paragraph.align = 'right'
      if (a['w:val'] === 'center') paragraph.align = 'center'
    },
    'w:tab': (a) => {
      const paragraph = paragraphs.at(-1)
      if (inRun) add('\t')
      else if (paragraph && a['w:val'] !== 'clear') {
        const right = ['right', 'end', 'decimal'].includes(a['w:val'] ?? '')
        ;(paragraph.tabs ??= []).push({ at: Number(a['w:pos'] ?? 0) * TWIPS_TO_PIXELS, right })
      }
    },
    'w:t': () => (inText = true),
    'w:br': (a) => {
      if (a['w:type'] !== 'page') return add('\n')
      if (containers.length === 1) closeParagraph(true)
    },
    'w:cr': () => add('\n'),
    'w:noBreakHyphen': () => add('-'),
    'w:lastRenderedPageBreak': () => {
      if (containers.length === 1) closeParagraph(true)
    },
    'w:tbl': () => tables.push({ rows: [] }),
    'w:tr': () => tables.at(-1)?.rows.push([]),
    'w:tc': () => {
      const cell: Cell = { text: '', span: 1 }
      tables.at(-1)?.rows.at(-1)?.push(cell)
      containers.push({ blocks: [], cell })
    },
    'w:gridSpan': (a) => {
      const cell = containers.at(-1)?.cell
      if (cell) cell.span = Math.min(60, Math.max(1, Number(a['w:val']) || 1))
    },
    'w:txbxContent': () => containers.push({ blocks: [] }),
    'mc:Fallback': () => skip++,
  }

  /** Ends the open paragraph; at a page break its second half goes on as a new one. */
  const closeParagraph = (atBreak = false): void => {
    const paragraph = paragraphs.pop()
    const container = containers.at(-1)!
    if (paragraph?.text.trim()) container.blocks.push(finishParagraph(paragraph))
    if (!atBreak) return
    if (container.blocks.length > 0) container.blocks.push({ kind: 'break' })
    if (paragraph) paragraphs.push({ ...paragraph, text: '', letters: 0, boldLetters: 0 })
  }

  const closed: Record<string, () => void> = {
    'w:p': () => {
      closeParagraph()
      // A text box hangs on the paragraph that holds its anchor and is read before what follows.
      if (paragraphs.length === 0) for (const blocks of boxes.splice(0)) containers.at(-1)!.blocks.push(...blocks)
    },
    'w:r': () => (inRun = false),
    'w:t': () => (inText = false),
    'w:tc': () => {
      const { blocks, cell } = containers.pop()!
      if (!cell) return
      cell.text = blocks.flatMap(plainText).join('\n')
      const paragraphsOfCell = blocks.filter((block) => block.kind === 'paragraph')
      if (paragraphsOfCell.length > 0 && paragraphsOfCell.every((block) => block.bold)) cell.bold = true
    },
    'w:tbl': () => {
      const rows = tables.pop()!.rows.filter((row) => row.some((cell) => cell.text.trim()))
      if (rows.length > 0) containers.at(-1)!.blocks.push({ kind: 'table', rows })
    },
    'w:txbxContent': () => {
      boxes.push(containers.pop()!.blocks)
      inRun = true
    },
    'mc:Fallback': () => skip--,
  }

  const parser = new SaxesParser()
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (skip === 0 || tag.name === 'mc:Fallback') opened[tag.name]?.(tag.attributes)
  })
  parser.on('text', (text) => {
    if (inText && skip === 0) add(text)
  })
  parser.on('closetag', (tag: SaxesTagPlain) => {
    if (skip === 0 || tag.name === 'mc:Fallback') closed[tag.name]?.()
  })
  parser.on('error', () => {
    throw damaged()
  })
  parser.write(xml).close()
  for (const blocks of boxes) body.blocks.push(...blocks)
  return body.blocks
}

const isOff = (value: string | undefined): boolean => value === '0' || value === 'false' || value === 'off'

function finishParagraph(open: OpenParagraph): Paragraph {
  const { letters, boldLetters, ...paragraph } = open
  if (letters > 0 && boldLetters > letters / 2) paragraph.bold = true
  return paragraph
}

/** Text of what a cell holds; the rows of a table inside a cell become lines. */
function plainText(block: Block): string[] {
  if (block.kind === 'paragraph') return [block.text]
  if (block.kind === 'break') return []
  return block.rows.map((row) => row.map((cell) => cell.text.replaceAll('\n', ' ')).join('   '))
}
