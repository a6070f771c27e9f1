import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import type { Box, Extraction, Line, PageSource, ReadDocument, Word } from '@sheaf/extraction/types'
import { Annotation, Document } from '../../models/index.ts'
import { BlobNotFound } from '../../blobs/index.ts'
import { forgetIdentity, storePicture } from '../annotations/duplicates/identities.ts'

// The engine's results go through the blob store: they are document content, which must never be in Temporal's payloads.

/** The words of a document, for page text, search and selection. */
export interface StoredWords {
  reader: string
  page_count: number
  pages: {
    number: number
    width: number
    height: number
    source: PageSource
    /** `size` is missing in documents read by earlier releases. */
    words: { text: string; box: Box; confidence: number; size?: number }[]
    lines: { text: string; box: Box }[]
  }[]
}

export const wordsKey = (s3Name: string): string => `words/${s3Name}`
/** Page images are rendered on first request. */
export const pageKey = (s3Name: string, number: number): string => `pages/${s3Name}/${number}`
const extractionKey = (annotationId: number): string => `extractions/${annotationId}`

type WithBlobs = Pick<Deps, 'blobs'>

/** Stores the extraction, and its words for search. Idempotent. */
export async function storeExtraction(
  { blobs, db }: Pick<Deps, 'blobs' | 'db'>,
  annotation: { id: number; document_id: number; s3_name: string },
  found: { extraction: Extraction; document: ReadDocument },
): Promise<void> {
  await Promise.all([
    blobs.put(wordsKey(annotation.s3_name), toJson(wordsOf(found.document))),
    blobs.put(extractionKey(annotation.id), toJson(found.extraction)),
    indexWords(db, annotation.document_id, found.document),
    storePicture(db, annotation.id, found.document.picture),
  ])
  await forgetIfRemoved({ blobs, db }, annotation)
}

/** A reader that was thought dead may write after the annotation was removed or purged: nothing else would delete what it wrote. */
async function forgetIfRemoved(
  { blobs, db }: Pick<Deps, 'blobs' | 'db'>,
  { id, document_id, s3_name }: { id: number; document_id: number; s3_name: string },
): Promise<void> {
  const annotation = await Annotation.query(db).findById(id).whereNot('status', 'purged').select('id')
  if (!annotation) {
    await blobs.delete(extractionKey(id))
    await forgetIdentity(db, id)
  }
  const document = await Document.query(db).findById(document_id).where('has_content', true).select('id')
  if (document) return
  await blobs.delete(wordsKey(s3_name))
  await db('document_words').where({ document_id }).delete()
}

async function indexWords(db: Knex, document_id: number, { pages }: ReadDocument): Promise<void> {
  const text = pages.flatMap((page) => page.words.map((word) => word.text)).join(' ')
  await db.raw(
    `insert into document_words (document_id, words) select id, search_words(?) from documents where id = ?
     on conflict (document_id) do update set words = excluded.words`,
    // PostgreSQL cannot store null characters.
    [text.replaceAll('\0', ' '), document_id],
  )
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value))
const fromJson = <T>(bytes: Uint8Array): T => JSON.parse(Buffer.from(bytes).toString('utf8'))

function wordsOf({ reader, pageCount, pages }: ReadDocument): StoredWords {
  return {
    reader,
    page_count: pageCount,
    pages: pages.map(({ number, width, height, source, words, lines }) => ({
      number,
      width,
      height,
      source,
      words: inReadingOrder(words, lines).map(({ text, box, confidence, size }) => ({
        text,
        box,
        confidence,
        size: Math.round(size * 10) / 10,
      })),
      lines: lines.map(({ text, box }) => ({ text, box })),
    })),
  }
}

/** Phrases are searched in consecutive words, but some files contain their words in another order. */
function inReadingOrder(words: Word[], lines: Line[]): Word[] {
  const ordered = lines.flatMap((line) => line.words)
  return ordered.length === words.length ? ordered : words
}

/** Returns what `storeExtraction` stored for the annotation; rejects if there is nothing. */
export const loadExtraction = async ({ blobs }: WithBlobs, annotationId: number): Promise<Extraction> =>
  fromJson<Extraction>(await blobs.get(extractionKey(annotationId)))

/** Returns the words of a document's pages; rejects if it was never read. */
export const loadWords = async ({ blobs }: WithBlobs, s3Name: string): Promise<StoredWords> =>
  fromJson<StoredWords>(await blobs.get(wordsKey(s3Name)))

/** Copies the engine's results of an annotation, if any, to its copy. */
export async function copyExtraction({ blobs }: WithBlobs, from: number, to: number): Promise<void> {
  try {
    await blobs.put(extractionKey(to), await blobs.get(extractionKey(from)))
  } catch (error) {
    if (!(error instanceof BlobNotFound)) throw error
  }
}

export const deleteExtractions = ({ blobs }: WithBlobs, annotationIds: number[]): Promise<void> =>
  blobs.delete(annotationIds.map(extractionKey))
