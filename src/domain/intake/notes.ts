/** What the extraction noticed about a document, as messages of its annotation. */
import type { Extraction } from '@sheaf/extraction/types'
import type { Message } from '../../rules/content/index.ts'

type Noticed = Pick<Extraction, 'notes'>

/** Returns a message for each note; the same sentence about several pages is one message. */
export const noteMessages = ({ notes = [] }: Noticed): Message[] =>
  [...new Map(notes.map((note) => [note.content, note])).values()].map(({ type, content }) => ({
    id: 'all',
    type,
    content,
  }))

/**
 * Returns the notes because of which a person has to look at the document, as errors of the whole document: they stop automation at every
 * level. The annotation shows them as warnings, and a person may confirm it.
 */
export const blockingMessages = ({ notes = [] }: Noticed): Message[] =>
  noteMessages({ notes: notes.filter(({ blocks }) => blocks) }).map((message) => ({ ...message, type: 'error' }))
