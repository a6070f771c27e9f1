import type { ExtractOptions, Extraction, ReadErrorCode } from '../extraction/types.ts'
import type { PackedDocument } from './pack.ts'
import type { CutPage, PicturePage } from './types.ts'

/** Heads of the frames between the parent and a child that opens documents; the body contains the bytes. */
export type DocumentRequest =
  | { do: 'extract'; options: ExtractOptions; modelsDir?: string }
  | { do: 'extractFast'; options: ExtractOptions; modelsDir?: string }
  | { do: 'read'; options: ExtractOptions; modelsDir?: string }
  | { do: 'renderPage'; page: number; width?: number; rotation?: number }
  | { do: 'unpack' }
  | { do: 'picturePages'; maxPages: number }
  | { do: 'cutPages'; pages: CutPage[] }

export interface DocumentAnswers {
  extract: { extraction: Extraction; document: PackedDocument }
  extractFast: { extraction: Extraction; document: PackedDocument } | { slow: true }
  read: { document: PackedDocument }
  renderPage: { width: number; height: number }
  unpack: { files: { name: string; length: number }[] }
  picturePages: { pages: (Omit<PicturePage, 'bytes'> & { length: number })[]; pageCount: number }
  cutPages: Record<string, never>
}

export type ChildReply =
  | { ready: true }
  /** A page is finished; restarts the timeout. */
  | { progress: true }
  | { ok: true; answer: unknown }
  | { ok: false; code: ReadErrorCode; message: string; detail?: string }
