import type { ConfirmedValues, Lesson } from '@sheaf/extraction/learn'
import type { Barcode, Box, ExtractOptions, Extraction, ReadErrorCode, Word } from '@sheaf/extraction/types'
import type { GroundOptions } from '@sheaf/extraction/ground'
import type { Claims, Grounding } from '@sheaf/extraction/claims'
import type { EmailPart, ParsedEmail } from './email-types.ts'
import type { PackedDocument } from './pack.ts'
import type { BarcodePage, CutPage, PicturePage } from './types.ts'

/** Argument of a child that yields the processor to others. */
export const YIELDING = '--yielding'

/** Heads of the frames between the parent and a child that opens documents; the body contains the bytes. */
export type DocumentRequest =
  | { do: 'extract'; options: ExtractOptions; modelsDir?: string }
  | { do: 'extractFast'; options: ExtractOptions; modelsDir?: string }
  /** The body is the packed document, as JSON. */
  | { do: 'extractAgain'; options: ExtractOptions }
  | { do: 'teach'; values: ConfirmedValues; options: ExtractOptions }
  | { do: 'read'; options: ExtractOptions; modelsDir?: string }
  | { do: 'renderPage'; page: number; width?: number; rotation?: number }
  | { do: 'readRegion'; page: number; rotation?: number; box: Box; modelsDir?: string }
  | { do: 'barcodes'; pages: BarcodePage[] }
  | { do: 'unpack' }
  | { do: 'picturePages'; maxPages: number }
  | { do: 'cutPages'; pages: CutPage[] }
  | { do: 'parseEmail'; renderBody: boolean }
  /** The body is a packed document as JSON. */
  | { do: 'ground'; claims: Claims; options: GroundOptions }

export interface DocumentAnswers {
  extract: { extraction: Extraction; document: PackedDocument }
  extractFast: { extraction: Extraction; document: PackedDocument } | { slow: true }
  extractAgain: { extraction: Extraction }
  teach: { lesson: Lesson }
  read: { document: PackedDocument }
  renderPage: { width: number; height: number }
  readRegion: { words: Word[] }
  barcodes: { pages: { page: number; barcodes: Barcode[] }[] }
  unpack: { files: { name: string; length: number; problem?: string }[] }
  picturePages: { pages: (Omit<PicturePage, 'bytes'> & { length: number })[]; pageCount: number }
  cutPages: Record<string, never>
  parseEmail: { email: ParsedEmail; files: (EmailPart & { length: number })[] }
  ground: { grounding: Grounding }
}

export type ChildReply =
  | { ready: true }
  /** A page is finished; restarts the timeout. */
  | { progress: true }
  | { ok: true; answer: unknown }
  | { ok: false; code: ReadErrorCode; message: string; detail?: string }
