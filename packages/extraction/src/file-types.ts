/** The types of files that the reader knows: those that it reads, and those that it refuses by their name. The only list of them. */
interface Kind {
  /** As in messages. */
  name: string
  mime: string
  /** Without dots; the usual one first. */
  extensions: readonly string[]
}

/** Pictures; of those with several frames, only TIFF has pages. */
const PICTURES = {
  png: { name: 'PNG', mime: 'image/png', extensions: ['png'] },
  jpeg: { name: 'JPEG', mime: 'image/jpeg', extensions: ['jpeg', 'jpg'] },
  tiff: { name: 'TIFF', mime: 'image/tiff', extensions: ['tiff', 'tif'] },
  webp: { name: 'WebP', mime: 'image/webp', extensions: ['webp'] },
  avif: { name: 'AVIF', mime: 'image/avif', extensions: ['avif'] },
  heic: { name: 'HEIC', mime: 'image/heic', extensions: ['heic', 'heif'] },
  gif: { name: 'GIF', mime: 'image/gif', extensions: ['gif'] },
  bmp: { name: 'BMP', mime: 'image/bmp', extensions: ['bmp'] },
} satisfies Record<string, Kind>

/** Files without pages of their own, which are laid out. */
const OFFICE = {
  docx: {
    name: 'DOCX',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  doc: { name: 'DOC', mime: 'application/msword', extensions: ['doc'] },
  xlsx: {
    name: 'XLSX',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx', 'xlsm'],
  },
  xls: { name: 'XLS', mime: 'application/vnd.ms-excel', extensions: ['xls'] },
  odt: { name: 'ODT', mime: 'application/vnd.oasis.opendocument.text', extensions: ['odt'] },
  ods: { name: 'ODS', mime: 'application/vnd.oasis.opendocument.spreadsheet', extensions: ['ods'] },
  rtf: { name: 'RTF', mime: 'application/rtf', extensions: ['rtf'] },
  csv: { name: 'CSV', mime: 'text/csv', extensions: ['csv', 'tsv'] },
  html: { name: 'HTML', mime: 'text/html', extensions: ['html', 'htm'] },
  eml: { name: 'EML', mime: 'message/rfc822', extensions: ['eml'] },
} satisfies Record<string, Kind>

const READABLE = { pdf: { name: 'PDF', mime: 'application/pdf', extensions: ['pdf'] }, ...PICTURES, ...OFFICE }

interface Refused extends Kind {
  /** What the user can do. */
  advice: string
}

const AS_PDF = 'Save it as PDF and send that file.'
const opendocument = (kind: string): string => `application/vnd.oasis.opendocument.${kind}`

/** Types that users send, and whose readers do not exist or would not help. Most of them are archives, which must not be unpacked. */
const REFUSED = {
  xlsb: {
    name: 'a binary Excel workbook (XLSB)',
    mime: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
    extensions: ['xlsb'],
    advice: 'Save it as XLSX or PDF and send that file.',
  },
  pptx: {
    name: 'a PowerPoint presentation',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx'],
    advice: AS_PDF,
  },
  ppt: {
    name: 'a PowerPoint presentation',
    mime: 'application/vnd.ms-powerpoint',
    extensions: ['ppt'],
    advice: AS_PDF,
  },
  ooxml: {
    name: 'an office file of another kind than Word and Excel',
    mime: 'application/vnd.openxmlformats-package',
    extensions: ['vsdx', 'xps'],
    advice: AS_PDF,
  },
  odp: {
    name: 'an OpenDocument presentation (ODP)',
    mime: opendocument('presentation'),
    extensions: ['odp'],
    advice: AS_PDF,
  },
  odf: {
    name: 'an OpenDocument file of another kind than text and spreadsheet',
    mime: opendocument('graphics'),
    extensions: ['odg'],
    advice: AS_PDF,
  },
  iwork: {
    name: 'a document of Apple Pages, Numbers or Keynote',
    mime: 'application/vnd.apple.iwork',
    extensions: ['pages', 'numbers', 'key'],
    advice: 'Export it as PDF and send that file.',
  },
  msg: {
    name: 'a message of Outlook (MSG)',
    mime: 'application/vnd.ms-outlook',
    extensions: ['msg'],
    advice: 'Send its attachments, or the message itself by email or as EML.',
  },
} satisfies Record<string, Refused>

export type PictureType = keyof typeof PICTURES
export type OfficeType = keyof typeof OFFICE
export type ReadableType = keyof typeof READABLE
export type RefusedType = keyof typeof REFUSED
export type FileType = ReadableType | RefusedType | 'zip' | 'ole' | 'unknown'

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[]

export const READABLE_TYPES: readonly ReadableType[] = keysOf(READABLE)
export const PICTURE_TYPES: readonly PictureType[] = keysOf(PICTURES)

export const isReadable = (type: string): type is ReadableType => Object.hasOwn(READABLE, type)
export const isPicture = (type: string): type is PictureType => Object.hasOwn(PICTURES, type)
export const isRefused = (type: string): type is RefusedType => Object.hasOwn(REFUSED, type)

export const MIME_TYPES = {
  ...(Object.fromEntries(Object.entries({ ...READABLE, ...REFUSED }).map(([type, { mime }]) => [type, mime])) as Record<
    ReadableType | RefusedType,
    string
  >),
  zip: 'application/zip',
}

/** The extensions of files that can be read, without dots. */
export const READABLE_EXTENSIONS: readonly string[] = Object.values(READABLE).flatMap(({ extensions }) => extensions)

/** Mime types of texts, which have no signature, by their extensions. */
export const TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  [OFFICE.csv, OFFICE.html, OFFICE.eml].flatMap(({ mime, extensions }) =>
    extensions.map((extension) => [extension, mime]),
  ),
)

/** The usual extension of files of this mime type, without the dot. */
export const extensionOfMime = (mime: string): string | undefined =>
  mime === MIME_TYPES.zip
    ? 'zip'
    : Object.values({ ...READABLE, ...REFUSED }).find((kind) => kind.mime === mime)?.extensions[0]

/** A sentence with the types that can be read. */
export const SUPPORTED = `Supported types are ${Object.values(READABLE)
  .map(({ name }) => name)
  .join(', ')
  .replace(/, (\w+)$/, ' and $1')}.`

/** Returns why files of a type are refused, as the rest of a sentence that begins with the file; null for other types. */
export function refusalOf(mime: string): string | null {
  const refused: Refused | undefined = Object.values(REFUSED).find((kind) => kind.mime === mime)
  return refused ? `is ${refused.name}, which cannot be read. ${refused.advice}` : null
}
