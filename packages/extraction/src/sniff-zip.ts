/** Determines what a zip archive is: many documents are archives. */
import type { FileType } from './file-types.ts'
import { listZip } from './read/zip.ts'

/** Returns the type of an archive by its names, and by the first bytes of the file, where OpenDocument files have theirs. */
export function sniffZip(bytes: Uint8Array): FileType {
  const names = new Set((listZip(bytes) ?? []).map((entry) => entry.name))
  const stated = statedType(bytes)
  return (stated === null ? null : opendocument(stated)) ?? byNames(names)
}

/** The beginning of a local header of an entry (APPNOTE 4.3.7). */
const HEADER = 30
const NAME = 'mimetype'

/**
 * Returns the content of the file `mimetype`, which is the first of an OpenDocument archive and is not compressed, and what follows it. Null for other
 * archives.
 */
function statedType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256))
  if (head.length < HEADER + NAME.length || head.toString('latin1', HEADER, HEADER + NAME.length) !== NAME) return null
  if (head.readUInt16LE(26) !== NAME.length) return null
  const start = HEADER + NAME.length + head.readUInt16LE(28)
  return head.toString('latin1', start)
}

function opendocument(stated: string): FileType | null {
  const isOpen = /^application\/vnd\.(?:oasis\.opendocument|sun\.xml)\./.exec(stated)
  if (!isOpen) return null
  // Templates and master documents have longer names. What follows is the next entry.
  const kind = stated.slice(isOpen[0].length)
  if (/^(text|writer)/.test(kind)) return 'odt'
  if (/^(spreadsheet|calc)/.test(kind)) return 'ods'
  return /^(presentation|impress)/.test(kind) ? 'odp' : 'odf'
}

function byNames(names: ReadonlySet<string>): FileType {
  const has = (pattern: RegExp): boolean => [...names].some((name) => pattern.test(name))
  if (names.has('[Content_Types].xml') || names.has('xl/workbook.xml') || names.has('word/document.xml')) {
    if (names.has('xl/workbook.bin')) return 'xlsb'
    if (names.has('word/document.xml')) return 'docx'
    if (names.has('xl/workbook.xml')) return 'xlsx'
    if (has(/^ppt\//)) return 'pptx'
    if (has(/^word\//)) return 'docx'
    return has(/^xl\//) ? 'xlsx' : 'ooxml'
  }
  if (names.has('xl/workbook.bin')) return 'xlsb'
  // Another program may have written the archive: the reader finds out which kind the content is.
  if (names.has('content.xml') && names.has('META-INF/manifest.xml')) return 'odt'
  // Since 2013 binary parts, since 2005 one of these files of XML. Other archives have an `index.xml` too, such as exports for tax auditors.
  const hasMark = has(/^(buildVersionHistory\.plist$|QuickLook\/|Metadata\/|preview[\w-]*\.jpe?g$|thumbs\/)/i)
  if (has(/^Index\/.*\.iwa$/) || has(/^index\.apxl(\.gz)?$/)) return 'iwork'
  if (hasMark && (names.has('Index.zip') || has(/^index\.xml(\.gz)?$/))) return 'iwork'
  return 'zip'
}
