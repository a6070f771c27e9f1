import { ReadError, type Page } from '../../types.ts'
import { listZip } from '../zip.ts'
import type { Block } from './blocks.ts'
import { layoutBlocks } from './layout.ts'
import { MAX_UNPACKED_BYTES } from './limits.ts'

export type OfficeType = 'docx' | 'doc' | 'xlsx' | 'xls'

export const OFFICE_READERS: Record<OfficeType, string> = {
  docx: 'wordprocessingml',
  doc: 'word-extractor',
  xlsx: 'sheetjs',
  xls: 'sheetjs',
}

/** Reads an office document onto synthetic pages. Parsers are loaded on first use. */
export async function readOffice(
  bytes: Uint8Array,
  type: OfficeType,
  options: { maxPages: number },
): Promise<{ pages: Page[]; pageCount: number }> {
  return layoutBlocks(await readBlocks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), type), options)
}

async function readBlocks(bytes: Buffer, type: OfficeType): Promise<Block[]> {
  if (type === 'docx' || type === 'xlsx') {
    const claimed = (listZip(bytes) ?? []).reduce((sum, entry) => sum + entry.size, 0)
    if (claimed > MAX_UNPACKED_BYTES)
      throw new ReadError('too_large', 'The unpacked office document contains too much data.')
  }
  if (type === 'docx') return (await import('./docx.ts')).readDocx(bytes)
  if (type === 'doc') return (await import('./doc.ts')).readDoc(bytes)
  return (await import('./sheets.ts')).readSheets(bytes)
}
