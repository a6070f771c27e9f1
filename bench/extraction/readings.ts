import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { degrade, drawPdf, generate, type GeneratedDocument, wordsOf } from '../../scripts/generator/index.ts'
import { prepare, type TrainingDocument } from '../../scripts/train/examples.ts'
import { readDocument } from '@sheaf/extraction'
import type { Page, ReadDocument } from '@sheaf/extraction/types'
import { type Entry, loadEntries, readEntry, readTranscription } from './corpus.ts'

/** A document with known values, read. */
export interface Reading {
  entry: Entry
  document: ReadDocument
  /** True for the transcription of a receipt in place of its OCR. */
  transcribed: boolean
  training: TrainingDocument
}

/** Reads the documents of the data folder; each page is read once and kept in the cache. */
export async function readReal(dataFolder: string, cache: string, modelsDir?: string): Promise<Reading[]> {
  const readings: Reading[] = []
  const add = (entry: Entry, document: ReadDocument, transcribed: boolean): void => {
    // The transcription and the OCR of one receipt share its weight.
    readings.push({ entry, document, transcribed, training: prepare(entry, document, entry.ocrTruth ? 0.5 : 1) })
  }
  for (const entry of loadEntries(dataFolder)) {
    if (entry.ocrTruth) add(entry, readTranscription(entry.ocrTruth), true)
    add(entry, await readEntry(entry, cache, modelsDir), false)
  }
  return readings
}

export type MadeKind = 'text' | 'scan' | 'photo'

/** The entry and the words of a generated document; the words of pictures are read by OCR once and kept in the cache. */
export async function readMade(
  number: number,
  use: 'train' | 'test',
  kind: MadeKind,
  cache: string,
  modelsDir?: string,
): Promise<{ entry: Entry; document: ReadDocument }> {
  const made = generate(number, { use })
  const entry: Entry = {
    set: `made-${use}`,
    file: `${made.name}.${kind}`,
    path: made.name,
    group: `made-${made.layout}`,
    source: `made-family-${made.family}`,
    section: 'made',
    kind: kind === 'text' ? 'pdf-text' : `pdf-${kind}`,
    language: made.locale.slice(0, 2),
    truth: made.truth as Entry['truth'],
    visible: [...made.visible],
    absent: [...made.absent],
  }
  if (kind === 'text') return { entry, document: wordsOf(made) }
  return { entry, document: await readPicture(made, number, kind, join(cache, entry.set), modelsDir) }
}

/**
 * Returns the words of a picture of a generated document, read by OCR, from the folder or read now and kept there. The name of the file depends
 * on what is printed: a changed generator draws other documents with the same numbers.
 */
export async function readPicture(
  made: GeneratedDocument,
  number: number,
  kind: Exclude<MadeKind, 'text'>,
  folder: string,
  modelsDir?: string,
): Promise<ReadDocument> {
  const printed = createHash('sha256')
    .update(JSON.stringify(wordsOf(made).pages))
    .digest('hex')
    .slice(0, 12)
  const file = join(folder, `${number}-${kind}-${printed}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ReadDocument
  const bytes = await degrade(await drawPdf(made), number, kind)
  const document = await readDocument(bytes, { embeddedXml: false, ...(modelsDir ? { modelsDir } : {}) })
  mkdirSync(folder, { recursive: true })
  const kept: { pages: Page[]; pageCount: number; reader: string } = {
    pages: document.pages,
    pageCount: document.pageCount,
    reader: document.reader,
  }
  writeFileSync(file, JSON.stringify(kept))
  return document
}

/** Reads generated documents of the families for testing: `texts` with a text layer, `scans` as scans and photographs in turn. */
export async function readTest(texts: number, scans: number, cache: string, modelsDir?: string): Promise<Reading[]> {
  const readings: Reading[] = []
  for (let i = 0; i < texts + scans; i++) {
    const kind: MadeKind = i < texts ? 'text' : i % 2 === 0 ? 'scan' : 'photo'
    const { entry, document } = await readMade(i, 'test', kind, cache, modelsDir)
    readings.push({ entry, document, transcribed: false, training: prepare(entry, document) })
  }
  return readings
}
