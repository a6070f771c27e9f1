import { makeLine } from '@sheaf/extraction/pages'
import type { Page, ReadDocument } from '@sheaf/extraction/types'

/** The form of a document in a pipe: lines refer to their words by number, so that each word is sent once. */
export interface PackedDocument extends Omit<ReadDocument, 'pages'> {
  pages: (Omit<Page, 'lines'> & { lines: number[][] })[]
}

export function packDocument(document: ReadDocument): PackedDocument {
  const pages = document.pages.map((page) => {
    const places = new Map(page.words.map((word, index) => [word, index]))
    const lines = page.lines.map((line) => line.words.map((word) => places.get(word)!))
    return { ...page, lines }
  })
  return { ...document, pages }
}

export function unpackDocument(packed: PackedDocument): ReadDocument {
  const pages = packed.pages.map((page) => {
    const lines = page.lines.map((places) => makeLine(places.map((place) => page.words[place]!)))
    return { ...page, lines }
  })
  return { ...packed, pages }
}
