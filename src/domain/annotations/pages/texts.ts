/** The text of an annotation's pages: as read at import, and by OCR where nothing was read. */
import type { Knex } from 'knex'
import type { Deps } from '../../../deps.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { ReadError } from '@sheaf/extraction/types'
import { BlobNotFound } from '../../../blobs/index.ts'
import { Page } from '../../../models/index.ts'
import type { CellReader, Found, Position } from '../../../rules/content/index.ts'
import { textWithin, widen } from '../../../rules/pages/region.ts'
import type { Box, PageWords } from '../../../rules/pages/text.ts'
import { documentKey } from '../../documents/stored-file.ts'
import { loadWords } from '../../intake/stored-extraction.ts'
import { interpret } from '../content/interpret.ts'

type WithBlobs = Pick<Deps, 'db' | 'blobs'>

export const pagesOf = (db: Knex, annotation_id: number) =>
  Page.query(db).where('annotation_id', annotation_id).orderBy('number').withGraphFetched('document')

/** Returns the text of the annotation's pages in order; null if none is stored. */
export async function pageTexts({ db, blobs }: WithBlobs, annotation_id: number): Promise<PageWords[] | null> {
  const rows = await pagesOf(db, annotation_id)
  const document = rows[0]?.document
  if (!document) return null
  try {
    const { pages } = await loadWords({ blobs }, document.s3_name)
    const read = new Map(pages.map((page) => [page.number, page]))
    return rows.flatMap(({ number }) => read.get(number) ?? [])
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}

/** Reads cells of grids from the stored text. Throws 404 if none is stored: an empty cell would be a guess. */
export async function cellReader(deps: WithBlobs, annotation_id: number): Promise<CellReader> {
  const pages = await pageTexts(deps, annotation_id)
  if (!pages) throw notFound('Page text')
  const byNumber = new Map(pages.map((page) => [page.number, page]))
  return {
    text: (number, box) => {
      const page = byNumber.get(number)
      return page ? textWithin(page, box) : null
    },
    interpret,
  }
}

/** A rectangle on a page (1-based). */
export interface Place {
  page: number
  position: Position
}

/** Places of one request that are read by OCR, which takes about a second each. */
const MAX_SCANNED = 10

/**
 * Returns the texts at places on the annotation's pages, in the same order: from the stored text, otherwise by OCR of the file. A place
 * without text has an empty one; a place on a page that the annotation does not have is undefined.
 */
export async function readPlaces(
  deps: WithBlobs & Pick<Deps, 'documents'>,
  annotation_id: number,
  places: readonly Place[],
): Promise<(Found | undefined)[]> {
  const rows = await pagesOf(deps.db, annotation_id)
  const texts = new Map((await pageTexts(deps, annotation_id))?.map((page) => [page.number, page]))
  let file: Buffer | undefined
  let scanned = 0
  const found: (Found | undefined)[] = []
  for (const { page: number, position } of places) {
    const row = rows.find((each) => each.number === number)
    const page = texts.get(number)
    const box = page ? widen(page, position) : position
    const stored = page && textWithin(page, box)
    if (!row || stored) found.push(row && { text: stored!.text, page: number, position: rounded(box) })
    else {
      const readable = row.document?.has_content && ++scanned <= MAX_SCANNED
      if (readable) file ??= await deps.blobs.get(documentKey(row.document!.s3_name))
      const text = readable ? await scan(deps, file!, { page: number, rotation: row.rotation_deg, box }) : ''
      found.push({ text, page: number, position: rounded(box) })
    }
  }
  return found
}

const rounded = (box: Box): Position => [round(box[0]), round(box[1]), round(box[2]), round(box[3])]
const round = (side: number) => Math.round(side * 100) / 100

async function scan(
  { documents }: Pick<Deps, 'documents'>,
  file: Buffer,
  region: { page: number; rotation: number; box: Box },
): Promise<string> {
  try {
    const words = await documents.readRegion(file, region)
    return textWithin({ number: region.page, source: 'ocr', words, lines: [] }, region.box)?.text ?? ''
  } catch (error) {
    if (error instanceof ReadError) throw badRequest(`The region cannot be read: ${error.message}`)
    throw error
  }
}
