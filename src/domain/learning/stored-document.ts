import type { Line, Page, ReadDocument, Word } from '@sheaf/extraction/types'
import type { StoredWords } from '../intake/stored-extraction.ts'

/** Returns the document whose words were stored, as far as learning needs it. */
export function documentOf({ reader, page_count, pages }: StoredWords): ReadDocument {
  return {
    reader,
    pageCount: page_count,
    pages: pages.map(({ number, width, height, source, words, lines }): Page => {
      // Words stored by earlier releases have no size.
      const placed: Word[] = words.map((word) => ({ ...word, size: word.size ?? (word.box[3] - word.box[1]) * 0.85 }))
      return { number, width, height, source, rotation: 0, words: placed, lines: linesOf(placed, lines) }
    }),
  }
}

/** The words are stored in the order of the lines. */
function linesOf(words: readonly Word[], lines: StoredWords['pages'][number]['lines']): Line[] {
  let next = 0
  return lines.map(({ text, box }) => {
    const own: Word[] = []
    for (let length = -1; length < text.length && next < words.length; next++) {
      own.push(words[next]!)
      length += words[next]!.text.length + 1
    }
    return { text, box, words: own }
  })
}
