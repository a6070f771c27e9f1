/** Changes documents at random, in their structure more often than in single bytes. */
import { sniff, type FileType } from '@sheaf/extraction/sniff'
import type { Random } from '../../test/mail/mutate.ts'
import { below, changeBytes, pick, type Change } from './mutate-bytes.ts'
import { OFFICE_CHANGES } from './mutate-office.ts'
import { PDF_CHANGES } from './mutate-pdf.ts'
import { PICTURE_CHANGES } from './mutate-pictures.ts'

/** Share of changes that know the format. */
const STRUCTURED = 0.7

const CHANGES: Partial<Record<FileType, readonly Change[]>> = {
  pdf: PDF_CHANGES,
  png: [PICTURE_CHANGES.png],
  jpeg: [PICTURE_CHANGES.jpeg],
  tiff: [PICTURE_CHANGES.tiff],
  docx: OFFICE_CHANGES,
  xlsx: OFFICE_CHANGES,
  odt: OFFICE_CHANGES,
  ods: OFFICE_CHANGES,
}

/** Returns one of the files with one to four changes. The same files and numbers give the same result. */
export function mutateDocument(files: readonly Buffer[], random: Random): Buffer {
  let file = Buffer.from(pick(files, random))
  for (let n = below(4, random); n >= 0 && file.length > 0; n--) {
    const known = CHANGES[sniff(file)]
    const change = known && random() < STRUCTURED ? pick(known, random) : changeBytes
    file = Buffer.from(change(Buffer.from(file), random, pick(files, random)))
  }
  return file
}
