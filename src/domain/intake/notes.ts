/** What the extraction noticed about a document, as messages of its annotation. */
import type { Extraction } from '@sheaf/extraction/types'
import type { Message } from '../../rules/content/index.ts'

type Noticed = Pick<Extraction, 'notes'>

/** Returns a message for each note; the same sentence about several pages is one message, which names them. */
export const noteMessages = ({ notes = [] }: Noticed): Message[] =>
  [...Map.groupBy(notes, ({ content }) => content).values()].map((same) => ({
    id: 'all',
    type: same[0]!.type,
    content: withPages(
      same[0]!.content,
      same.flatMap(({ page }) => page ?? []),
    ),
  }))

/** Adds the pages to a sentence: `The page contains invisible text (page 2).` */
function withPages(sentence: string, pages: readonly number[]): string {
  const numbers = [...new Set(pages)].sort((a, b) => a - b)
  if (numbers.length === 0) return sentence
  return sentence.replace(/\.?$/, ` (${numbers.length > 1 ? 'pages' : 'page'} ${numbers.join(', ')}).`)
}

/**
 * Returns the notes because of which a person has to look at the document, as errors of the whole document: they stop automation at every
 * level. The annotation shows them as warnings, and a person may confirm it.
 */
export const blockingMessages = ({ notes = [] }: Noticed): Message[] =>
  noteMessages({ notes: notes.filter(({ blocks }) => blocks) }).map((message) => ({ ...message, type: 'error' }))
