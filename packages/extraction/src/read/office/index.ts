import { ReadError, type Page, type ReadDocument } from '../../types.ts'
import type { OfficeType } from '../../file-types.ts'
import { isEncrypted } from '../../sniff.ts'
import { listZip } from '../zip.ts'
import type { OfficeContent } from './blocks.ts'
import { layoutBlocks } from './layout.ts'
import { MAX_UNPACKED_BYTES } from './limits.ts'

export const OFFICE_READERS: Record<OfficeType, string> = {
  docx: 'wordprocessingml',
  doc: 'word-extractor',
  odt: 'opendocument',
  ods: 'opendocument',
  rtf: 'rtf',
  csv: 'csv',
  html: 'htmlparser2',
  eml: 'mailparser',
  xlsx: 'sheetjs',
  xls: 'sheetjs',
}

/** Reads an office document onto synthetic pages. Parsers are loaded on first use. */
export async function readOffice(
  bytes: Uint8Array,
  type: OfficeType,
  options: { maxPages: number },
): Promise<Omit<ReadDocument, 'reader'>> {
  const content = await readContent(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), type)
  const { notes = [], hidden = [], portfolio } = content
  const { pages, pageCount } = layoutBlocks(content.blocks, options)
  return {
    pages: withHidden(pages, hidden.length > 0 ? layoutBlocks(hidden, { maxPages: 1 }).pages : []),
    pageCount,
    ...(notes.length > 0 ? { notes } : {}),
    ...(portfolio ? { portfolio } : {}),
  }
}

/** Hidden text has no place of its own; it belongs to the first page, so that a person is warned of values in it. */
function withHidden(pages: Page[], [hidden]: Page[]): Page[] {
  const [first, ...others] = pages
  return first && hidden && hidden.words.length > 0 ? [{ ...first, hidden: hidden.words }, ...others] : pages
}

async function readContent(bytes: Buffer, type: OfficeType): Promise<OfficeContent> {
  if (type === 'docx' || type === 'xlsx' || type === 'odt' || type === 'ods') {
    const entries = listZip(bytes) ?? []
    if (entries.some(({ encrypted }) => encrypted)) throw isEncrypted(`${type.toUpperCase()} file`)
    const claimed = entries.reduce((sum, entry) => sum + entry.size, 0)
    if (claimed > MAX_UNPACKED_BYTES)
      throw new ReadError('too_large', 'The unpacked office document contains too much data.')
  }
  if (type === 'docx') return { blocks: await (await import('./docx.ts')).readDocx(bytes) }
  if (type === 'odt' || type === 'ods') return (await import('./odf.ts')).readOpenDocument(bytes)
  if (type === 'rtf') return (await import('./rtf.ts')).readRtf(bytes)
  if (type === 'csv') return (await import('./delimited.ts')).readDelimited(bytes)
  if (type === 'html') return (await import('./html.ts')).readHtml(bytes)
  if (type === 'eml') return (await import('./eml.ts')).readEml(bytes)
  if (type === 'doc') return { blocks: await (await import('./doc.ts')).readDoc(bytes) }
  return (await import('./sheets.ts')).readSheets(bytes)
}
