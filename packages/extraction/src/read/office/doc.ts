import { CFB } from '@e965/xlsx'
import WordExtractor from 'word-extractor'
import { isEncrypted as hasPassword } from '../../sniff.ts'
import { ReadError } from '../../types.ts'
import type { Block, Table } from './blocks.ts'

/** Returns the paragraphs and tables of a DOC of Word 97 and later. The format marks the ends of cells, but not their widths. */
export async function readDoc(bytes: Buffer): Promise<Block[]> {
  if (isEncrypted(bytes)) throw hasPassword('Word document')
  try {
    const document = await new WordExtractor().extract(bytes)
    const header = document.getHeaders({ includeFooters: false })
    return [header, document.getBody(), document.getTextboxes({}), document.getFooters()].flatMap(toBlocks)
  } catch {
    throw new ReadError('damaged', 'The Word document is damaged or too old and cannot be read.')
  }
}

/** Bit fEncrypted of the file information block ([MS-DOC] 2.5.2). */
function isEncrypted(bytes: Buffer): boolean {
  const stream = CFB.find(CFB.read(bytes, { type: 'buffer' }), 'WordDocument')
  const content = stream?.content as Uint8Array | undefined
  return content !== undefined && content.length > 11 && ((content[11] ?? 0) & 1) === 1
}

/** Table rows are lines whose cells are separated by tabs; consecutive ones form a table. */
function toBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let table: Table | undefined
  for (const line of text.split(/\r\n|[\n\r\f\v]/)) {
    if (!line.trim()) continue
    if (line.includes('\t')) {
      if (!table) blocks.push((table = { kind: 'table', rows: [] }))
      table.rows.push(line.split('\t').map((cell) => ({ text: cell.trim(), span: 1 })))
    } else {
      table = undefined
      blocks.push({ kind: 'paragraph', text: line })
    }
  }
  return blocks
}
