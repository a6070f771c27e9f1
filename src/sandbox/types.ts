import type { Extraction, ExtractOptions, ReadDocument } from '../extraction/types.ts'

/**
 * Everything that opens a document a stranger sent happens behind this interface, in child processes with memory,
 * time, page and pixel limits. All methods reject with `ReadError` (src/extraction/types.ts) when the file is at fault.
 */
export interface DocumentSandbox {
  /** Reads the file and finds its values. `document` holds the words for later page text and selection. */
  extract(bytes: Uint8Array, options: ExtractOptions): Promise<{ extraction: Extraction; document: ReadDocument }>
  /**
   * `extract` for what is read in milliseconds. Null, without an answer about the file, where letters have to be recognised,
   * reading takes longer than a few seconds, or the children are busy with work of that kind.
   */
  extractFast(
    bytes: Uint8Array,
    options: ExtractOptions,
  ): Promise<{ extraction: Extraction; document: ReadDocument } | null>
  /** Reads the words of the file without looking for values. */
  read(bytes: Uint8Array, options: ExtractOptions): Promise<ReadDocument>
  /**
   * One page as PNG, upright; `width` scales it down to at most that many pixels. Page numbers are 1-based.
   * `rotation` is that of the page as `extract` found it; without it a scan on its side stays so.
   */
  renderPage(bytes: Uint8Array, options: { page: number; width?: number; rotation?: number }): Promise<RenderedPage>
  /** The entries of a zip archive that may be imported (root or the only top-level folder). */
  unpack(bytes: Uint8Array): Promise<UnpackedFile[]>
  /** The pages of a PNG, JPEG or TIFF, checked and ready to be put into a PDF; `pageCount` counts those beyond `maxPages` too. */
  picturePages(bytes: Uint8Array, options: { maxPages: number }): Promise<{ pages: PicturePage[]; pageCount: number }>
  /** The chosen pages of a PDF, in the order given, as a PDF of their own. */
  cutPages(bytes: Uint8Array, pages: CutPage[]): Promise<Uint8Array>
  /** What keeps a child from the machine: `namespaces` with bubblewrap, else `process`. */
  readonly level: 'namespaces' | 'process'
  close(): Promise<void>
}

export interface RenderedPage {
  png: Uint8Array
  width: number
  height: number
}

export interface PicturePage {
  /** `jpeg`: a whole file. `png`: the compressed rows of one, 8 bits a sample, which a PDF calls Flate with a predictor. */
  coding: 'jpeg' | 'png'
  /** As stored, before `orientation` is applied. */
  width: number
  height: number
  colours: 1 | 3
  /** 1 to 8, as in Exif. */
  orientation: number
  /** The resolution that the file gives; cameras write any number. */
  dpi: number | null
  bytes: Uint8Array
}

export interface CutPage {
  /** 1-based. */
  page: number
  /** Degrees clockwise, in addition to the file's own rotation. */
  rotation: number
}

export interface UnpackedFile {
  name: string
  bytes: Uint8Array
}

export interface DocumentSandboxOptions {
  /** Children kept warm; one per core is right for OCR, which is single-threaded on purpose. */
  processes: number
  /** A child above this is killed and the document fails with `out_of_memory`; default 1500. */
  memoryMb?: number
  /** Wall clock per document without a page being finished, and a quarter of what it may take in all; default 120 seconds. */
  timeoutMs?: number
  /** Folder with the OCR models; undefined means tesseract. */
  modelsDir?: string
}
