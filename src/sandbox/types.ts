import type { ConfirmedValues, Lesson } from '@sheaf/extraction/learn'
import type { Barcode, Box, Extraction, ExtractOptions, ReadDocument, Word } from '@sheaf/extraction/types'
import type { GroundOptions } from '@sheaf/extraction/ground'
import type { Claims, Grounding } from '@sheaf/extraction/claims'
import type { ParsedEmail, ParsedEmailFile } from './email-types.ts'
import type { SandboxLevel } from './isolation.ts'

/**
 * All untrusted documents are opened behind this interface, in child processes with memory, time, page and pixel limits. All methods reject
 * with `ReadError` (packages/extraction/src/types.ts) if the file cannot be read.
 */
export interface DocumentSandbox {
  /** Reads the file and extracts its values. `document` contains the words for later page text and selection. */
  extract(bytes: Uint8Array, options: ExtractOptions): Promise<{ extraction: Extraction; document: ReadDocument }>
  /**
   * `extract` for documents that can be read in milliseconds. Returns null, without checking the file, if OCR is required, reading takes
   * longer than a few seconds, or the children are busy with longer work.
   */
  extractFast(
    bytes: Uint8Array,
    options: ExtractOptions,
  ): Promise<{ extraction: Extraction; document: ReadDocument } | null>
  /** Extracts the values of a document that was read before, with what its queue has learned (`options.memory`). */
  extractAgain(document: ReadDocument, options: ExtractOptions): Promise<Extraction>
  /** Returns what a document teaches whose values were confirmed. */
  teach(document: ReadDocument, values: ConfirmedValues, options: ExtractOptions): Promise<Lesson>
  /** Reads the words of the file without extracting values. */
  read(bytes: Uint8Array, options: ExtractOptions): Promise<ReadDocument>
  /**
   * Renders one page as PNG, upright; `width` scales it down to at most this number of pixels. Page numbers are 1-based. `rotation` is the
   * rotation of the page found by `extract`; without it a rotated scan remains rotated.
   */
  renderPage(bytes: Uint8Array, options: { page: number; width?: number; rotation?: number }): Promise<RenderedPage>
  /** Reads a part of one page by OCR; `box` and the boxes of the words are pixels of the page image. */
  readRegion(bytes: Uint8Array, options: { page: number; rotation?: number; box: Box }): Promise<Word[]>
  /** Returns the barcodes of the selected pages. */
  barcodes(bytes: Uint8Array, pages: BarcodePage[]): Promise<{ page: number; barcodes: Barcode[] }[]>
  /** Returns the importable files of a zip archive (in the root or in the only top-level folder), the PDF files attached to a PDF file, or the documents attached to a message. */
  unpack(bytes: Uint8Array): Promise<UnpackedFile[]>
  /** Returns the pages of a picture, checked and ready for a PDF. `pageCount` includes pages beyond `maxPages`. */
  picturePages(bytes: Uint8Array, options: { maxPages: number }): Promise<{ pages: PicturePage[]; pageCount: number }>
  /** Returns the selected pages of a PDF, in the given order, as a new PDF. */
  cutPages(bytes: Uint8Array, pages: CutPage[]): Promise<Uint8Array>
  /** Returns the texts and files of a raw message. A part that cannot be read does not affect the others. */
  parseEmail(
    bytes: Uint8Array,
    options?: { renderBody?: boolean },
  ): Promise<{ email: ParsedEmail; files: ParsedEmailFile[] }>
  /** Finds what another program has stated about a document that was read before on its pages. */
  ground(document: ReadDocument, claims: Claims, options: GroundOptions): Promise<Grounding>
  /** How the children are separated from the service. */
  readonly level: SandboxLevel
  close(): Promise<void>
}

export interface RenderedPage {
  png: Uint8Array
  width: number
  height: number
}

export interface PicturePage {
  /** `jpeg`: a whole file. `png`: the compressed rows, 8 bits per sample, in PDF a Flate stream with a predictor. */
  coding: 'jpeg' | 'png'
  /** As stored, before `orientation` is applied. */
  width: number
  height: number
  colours: 1 | 3
  /** 1 to 8, as in Exif. */
  orientation: number
  /** The resolution stored in the file; values of cameras are arbitrary. */
  dpi: number | null
  bytes: Uint8Array
}

export interface CutPage {
  /** 1-based. */
  page: number
  /** Degrees clockwise, in addition to the file's own rotation. */
  rotation: number
}

export interface BarcodePage {
  /** 1-based. */
  page: number
  /** Rotation of the page found when it was read. */
  rotation?: number
}

export interface UnpackedFile {
  name: string
  bytes: Uint8Array
  /** Set for a file attached to a message that cannot be read, whose bytes are empty: a sentence. */
  problem?: string
}

export interface DocumentSandboxOptions {
  /** Number of warm children; one per core is right for OCR, which is single-threaded by design. */
  processes: number
  /** A child that exceeds this is killed and the document fails with `out_of_memory`; default 1500. */
  memoryMb?: number
  /** Wall-clock limit without a finished page, and a quarter of the total limit of a document; default 120 seconds. */
  timeoutMs?: number
  /** Folder of the OCR models; tesseract is used if undefined. */
  modelsDir?: string
  /** Socket of the reader in another container, which then runs the children. */
  socket?: string
}
