import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { groupLines } from '@sheaf/extraction/pages'
import { readDocument } from '@sheaf/extraction'
import type { Page, ReadDocument, Word } from '@sheaf/extraction/types'

export type TruthValue = string | number | null

export interface Entry {
  set: string
  file: string
  path: string
  group: string
  /** The repository, or the family of layouts, from which the document comes: left out together. */
  source: string
  /** The part of the report to which this document belongs. */
  section: Section
  kind: string
  /** Two letters of ISO 639-1. */
  language: string
  truth: Record<string, TruthValue> & { line_items?: Record<string, TruthValue>[] }
  visible: string[]
  /** Keys of which it is certain that the page shows no value. */
  absent: string[]
  ocrTruth?: { box: [number, number, number, number]; text: string }[]
}

/** Parts of the report, as defined in the data's README. */
export const SECTIONS = ['einvoice', 'standard', 'real', 'odoo', 'receipts', 'made'] as const
export type Section = (typeof SECTIONS)[number]

const FOLDERS: readonly (readonly [string, Section])[] = [
  ['invoices-einvoice', 'einvoice'],
  ['invoices-real', 'real'],
  ['invoices-odoo-fr', 'odoo'],
  ['receipts-sroie', 'receipts'],
]

interface ManifestEntry {
  file: string
  group: string
  kind: string
  language: string
  natural_layout: boolean
  source: { repo: string }
  truth: Entry['truth']
  visible: string[]
  absent?: string[]
  ocr_truth?: Entry['ocrTruth']
}

/** The truth of real invoices lists every one of these, so that a value without truth is not on the page. */
const COMPLETE = ['iban', 'bic', 'sender_vat', 'recipient_vat']

/** Returns all documents of the data folder that its manifests list. */
export function loadEntries(dataFolder: string): Entry[] {
  return FOLDERS.flatMap(([folder, section]) => {
    const manifest = join(dataFolder, folder, 'manifest.json')
    if (!existsSync(manifest)) return []
    const entries = JSON.parse(readFileSync(manifest, 'utf8')) as ManifestEntry[]
    return entries.map((entry) => ({
      set: folder,
      file: entry.file,
      path: join(dataFolder, folder, entry.file),
      group: entry.group,
      source: entry.source.repo,
      kind: entry.kind,
      language: entry.language,
      section: section === 'einvoice' && !entry.natural_layout ? ('standard' as const) : section,
      truth: entry.truth,
      visible: entry.visible,
      absent: entry.absent ?? (section === 'real' ? COMPLETE.filter((key) => entry.truth[key] === undefined) : []),
      ...(entry.ocr_truth ? { ocrTruth: entry.ocr_truth } : {}),
    }))
  })
}

/** Returns the words of a document, from the cache or read now and cached. Embedded XML is never included. */
export async function readEntry(entry: Entry, cacheFolder: string, modelsDir?: string): Promise<ReadDocument> {
  const cached = join(cacheFolder, entry.set, `${entry.file}.json`)
  if (existsSync(cached)) {
    const stored = JSON.parse(readFileSync(cached, 'utf8')) as Page[] | ReadDocument
    return Array.isArray(stored)
      ? { pages: stored, pageCount: stored.length, reader: 'cache' }
      : { pages: stored.pages, pageCount: stored.pageCount, reader: stored.reader }
  }
  const document = await readDocument(readFileSync(entry.path), {
    embeddedXml: false,
    fileName: entry.file,
    ...(modelsDir ? { modelsDir } : {}),
  })
  mkdirSync(dirname(cached), { recursive: true })
  writeFileSync(
    cached,
    JSON.stringify({ pages: document.pages, pageCount: document.pageCount, reader: document.reader }),
  )
  return document
}

/** Converts the transcription of a receipt: each line's box is divided among its words by their length. */
export function readTranscription(lines: NonNullable<Entry['ocrTruth']>): ReadDocument {
  const words: Word[] = lines.flatMap(({ box, text }) => {
    const [left, top, right, bottom] = box
    const parts = text.split(/\s+/).filter((part) => part !== '')
    const unit = (right - left) / Math.max(1, parts.join(' ').length)
    let x = left
    return parts.map((part) => {
      const from = x
      x += (part.length + 1) * unit
      return {
        text: part,
        box: [from, top, from + part.length * unit, bottom] as Word['box'],
        confidence: 1,
        size: bottom - top,
      }
    })
  })
  const width = Math.max(1, ...words.map((word) => word.box[2])) + 20
  const height = Math.max(1, ...words.map((word) => word.box[3])) + 20
  const page: Page = { number: 1, width, height, rotation: 0, source: 'ocr', words, lines: groupLines(words) }
  return { pages: [page], pageCount: 1, reader: 'transcription' }
}
