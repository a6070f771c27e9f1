/** Notes that users write about the document. */
import { useEffect } from 'preact/hooks'
import { request } from '../../../api/client.ts'
import type { Note } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Show } from '../../../ui/load.tsx'
import type { Review } from '../store/review.ts'
import { NoteBox } from './note-box.tsx'
import { noteThreads } from './note-order.ts'
import { NoteItem } from './note.tsx'
import { markNotesSeen, notesOf } from './notes.ts'
import { draftOf, useResource } from './resource.ts'
import { mayWriteNotes } from './rights.ts'

export function NotesTab({ review }: { review: Review }) {
  const notes = notesOf(review)
  const loaded = useResource(notes, review.annotation.value.modified_at)
  const list = notes.value.value
  useEffect(() => markNotesSeen(review), [list])
  const add = async (content: string, replyTo?: Note): Promise<void> => {
    const note = await request<Note>('/notes', {
      body: {
        content,
        annotation: review.annotation.value.url,
        // The type that fits a note to colleagues; the other one is the reason of a rejection.
        type: 'assignment',
        ...(replyTo ? { metadata: { reply_to: replyTo.id } } : {}),
      },
    })
    notes.value.value = [...(notes.value.value ?? []), note]
  }
  const replace = (note: Note, changed: Note | null) => {
    notes.value.value = (notes.value.value ?? []).flatMap((one) => (one.id === note.id ? (changed ?? []) : [one]))
  }
  return (
    <Show loaded={loaded}>
      {(found) => (
        <>
          {found.length ? (
            <ol class="side-notes">
              {noteThreads(found).map(({ note, replies }) => (
                <li key={note.id}>
                  <NoteItem review={review} note={note} onChange={replace} onReply={add} />
                  {replies.length > 0 && (
                    <ol class="side-replies">
                      {replies.map((reply) => (
                        <li key={reply.id}>
                          <NoteItem review={review} note={reply} onChange={replace} />
                        </li>
                      ))}
                    </ol>
                  )}
                </li>
              ))}
            </ol>
          ) : (
            <p class="side-empty">
              <Icon name="note" size={22} />
              {t('side.noNotes')}
            </p>
          )}
          {mayWriteNotes() && (
            <NoteBox
              label={t('side.newNote')}
              action={t('side.addNote')}
              draft={draftOf(review, 'note')}
              onSave={add}
            />
          )}
        </>
      )}
    </Show>
  )
}
